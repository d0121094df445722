"""Rules of another pack: on what they may be, what they are called, and what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.api import Listener, Service, problem
from clblint.errors import UsageError
from clblint.lint.rule import rule
from clblint.lint.severity import Severity
from clblint.testing import check_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.problem import Problem
    from tests.packaging.conftest import Plugins

PAGE = """A page.

x

```yaml bad
{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {type: LoadBalancer, ports: [{port: 80}]}}  # <- here
```

```yaml good
{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
```

Sources: x
"""
HEAD = f"from clblint.api import *\nfrom clblint.api import Severity, hookimpl, problem, rule\nPAGE = {PAGE!r}\n"
ONE = """
@rule({name!r}, on={on}, severity=Severity.NOTE, page=PAGE)
def check{number}(it):
    {body}

"""
HOOK = """
@hookimpl
def clblint_rules():
    return [{rules}]
"""
MORE = """---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {a: b}}
  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: w, image: w}]}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: edge}
spec: {rules: []}
"""


def pack(*rules: tuple[str, str, str]) -> str:
    """The module of a pack: its rules by name, subject and body."""
    made = [ONE.format(name=name, on=on, body=body, number=i) for i, (name, on, body) in enumerate(rules)]
    return HEAD + "".join(made) + HOOK.format(rules=", ".join(f"check{i}" for i in range(len(rules))))


def said(plugins: Plugins, *rules: tuple[str, str, str], select: str = "acme/*") -> tuple[str, str]:
    """What is found, and what went wrong."""
    plugins.add("acme_pack", pack(*rules))
    with plugins.manifest.open("a", encoding="utf-8") as file:
        file.write(MORE)
    ran = plugins.run("--format", "concise", "--select", select, ".")
    return ran.stdout, ran.stderr


def test_a_rule_on_objects_may_be_about_the_text_of_files_that_a_kustomization_builds(plugins: Plugins) -> None:
    (plugins.manifest.parent / "kustomization.yaml").write_text(f"resources: [{plugins.manifest.name}]\n")
    module = pack(("acme/text", "KubeObject", 'yield problem("text", it.name, seen="x", fix="y")'))
    plugins.add("acme_pack", module.replace("page=PAGE)", "page=PAGE, of_file=True)"))
    found = plugins.run("--format", "concise", "--select", "acme/*", ".").stdout
    assert f"{plugins.manifest.name}:3:" in found


def test_rules_on_objects_and_workloads_run(plugins: Plugins) -> None:
    yields = 'yield problem("a {kind}", it.name, seen="x", fix="y", kind=it.kind)'
    found, wrong = said(plugins, ("acme/object", "KubeObject", yields), ("acme/workload", "Workload", yields))
    assert not wrong
    assert [line.partition(": note ")[2] for line in found.splitlines()] == [
        "acme/object: a Service",
        "acme/object: a Deployment",
        "acme/workload: a Deployment",
        "acme/object: a Ingress",
    ]


@pytest.mark.parametrize("subject", ["Fact", "ServicePort", "Problem", "int"])
def test_a_rule_on_anything_else_is_refused_by_name(plugins: Plugins, subject: str) -> None:
    found, wrong = said(plugins, ("acme/odd", subject, "yield"))
    assert not found
    line = pack(("acme/odd", subject, "yield")).partition("@rule(")[0].count("\n") + 1
    told = f"rule acme/odd is on {subject}, which no rule is handed ({plugins.modules / 'acme_pack.py'}:{line}); "
    assert f"{told}a rule can be on Annotation, " in wrong


def test_a_class_of_ones_own_that_is_called_like_a_subject_is_none() -> None:
    own = type("Service", (), {})
    with pytest.raises(UsageError, match="rule acme/odd is on Service, which no rule is handed"):
        rule("acme/odd", on=own, severity=Severity.NOTE)(lambda _subject: iter(()))


@pytest.mark.parametrize("name", ["noprefix", "/noprefix", "acme/", "Acme/Rule", "ac me/x"])
def test_a_name_without_its_vendor_is_refused(plugins: Plugins, name: str) -> None:
    found, wrong = said(plugins, (name, "Service", "yield"))
    assert not found
    assert f"the name of rule {name} does not begin with its vendor" in wrong


def test_a_fact_in_a_message_is_its_value(plugins: Plugins) -> None:
    yields = 'yield problem("port {port}", it.port, seen="x", fix="y", port=it.port)'
    found, _ = said(plugins, ("acme/port", "Listener", yields))
    assert "acme/port: port 80" in found


def test_a_rule_that_breaks_is_reported_with_its_line(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    _, wrong = said(plugins, ("acme/broken", "Listener", "yield from 5 / it.port.value * {}['boom']"))
    assert wrong.count("\n") == 1
    assert "acme_pack.py:" in wrong
    assert "Traceback" not in wrong
    monkeypatch.setenv("CLBLINT_DEBUG", "1")
    assert "Traceback" in plugins.run("--select", "acme/*", ".").stderr


def test_a_fact_is_no_condition(plugins: Plugins) -> None:
    _, wrong = said(plugins, ("acme/if", "Listener", "yield from [] if it.forward_to else []"))
    assert "a Fact is neither true nor false" in wrong
    assert "acme_pack.py:" in wrong


def test_since_is_what_the_rule_says(plugins: Plugins) -> None:
    plugins.add("acme_pack", pack(("acme/rule", "Service", "yield")))
    assert '"since": ""' in plugins.run("rules", "--format", "json").stdout
    assert "since 0.1" not in plugins.run("explain", "acme/rule").stdout


@pytest.mark.parametrize(
    ("of", "kind"),
    [(lambda listener: listener.balancer.annotations, "Annotations"), (lambda listener: listener.port, "Fact")],
)
def test_a_page_refuses_a_fact_and_the_inside_of_an_object(of: Callable[[Listener], object], kind: str) -> None:
    @rule("acme/inside", on=Listener, severity=Severity.NOTE, page=PAGE)
    def check(listener: Listener) -> Iterator[Problem]:
        yield problem("{what}", listener.port, seen="x", fix="y", what=of(listener))

    with pytest.raises(AssertionError, match=rf"{kind} in a sentence: .*test_stranger_rules\.py:\d+"):
        check_page(check)


@pytest.mark.parametrize(
    ("mark", "fails_with"),
    [
        ("", "manifest.yaml:1: marked as warning, and is note"),
        (" (warning)", "manifest.yaml:1: marked as warning, and is note"),
        (" (note)", ""),
        (" (note): nobody reads", ""),
        (": nobody reads", "manifest.yaml:1: marked as warning, and is note"),
        (" (note): nobody writes", "manifest.yaml:1: no 'nobody writes' in ['web is what nobody reads']"),
    ],
)
def test_a_mark_names_the_severity_and_the_words(mark: str, fails_with: str) -> None:
    """The rule's own severity goes without saying."""

    @rule("a-name", on=Service, severity=Severity.WARNING, page=PAGE.replace("# <- here", f"# <- here{mark}"))
    def check(service: Service) -> Iterator[Problem]:
        yield problem(
            "{name} is what nobody reads", service.name, seen="nothing", fix="no", subject="", severity=Severity.NOTE,
            name=service.name.value,
        )  # fmt: skip

    if not fails_with:
        check_page(check)
        return
    with pytest.raises(AssertionError) as raised:
        check_page(check)
    assert fails_with in str(raised.value)
