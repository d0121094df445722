"""A finding that depends on another file comes, goes and moves with it, although the file it is in stays the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
ID = f"{PREFIX}id: lb-2zeb3qcm8q2x0t1b0jxyz"
OVERRIDE = f'{PREFIX}force-override-listeners: "true"'


def service(name: str, *annotations: str, ports: str = "[{port: 80}]", more: str = "") -> str:
    given = "".join(f"    {line}\n" for line in annotations)
    return (
        f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\n"
        + (f"  annotations:\n{given}" if given else "")
        + f"spec:\n  type: LoadBalancer\n  ports: {ports}\n{more}"
    )


def deployment(name: str, pod: str = "", *, labels: str = "app: web", ports: str = "", replicas: int = 2) -> str:
    return (
        f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {name}}}\nspec:\n  replicas: {replicas}\n"
        f"  template:\n    metadata: {{labels: {{{labels}}}}}\n    spec:\n{pod}"
        f"      containers: [{{name: web, image: web, ports: [{ports}]}}]\n"
    )


SELECTS = "  selector: {app: web}\n"
ENI = "service.beta.kubernetes.io/backend-type: eni"
GATE = "      readinessGates: [{conditionType: service.readiness.alibabacloud.com/web}]\n"


class Case(NamedTuple):
    """A rule that speaks about `web.yaml` because of `other.yaml`, and what has to change there for it to be silent."""

    rule: str
    web: str
    other: str
    old: str
    new: str


CASES = [
    Case("duplicate-service", service("web", ports="[{port: 443}]"), service("web"), "name: web", "name: api"),
    Case(
        "target-port-unresolved",
        service("web", ports="[{port: 80, targetPort: http}]", more=SELECTS),
        deployment("web", ports="{name: web, containerPort: 80}"), "name: web, containerPort", "name: http, containerPort",
    ),
    Case(
        "target-port-undeclared",
        service("web", more=SELECTS), deployment("web", ports="{containerPort: 8080}"), "8080", "80",
    ),
    Case(
        "target-port-name-mismatch",
        service("web", ENI, ports="[{name: http, port: 80, targetPort: web}]"),
        "apiVersion: v1\nkind: Endpoints\nmetadata: {name: web}\n"
        "subsets: [{addresses: [{ip: 10.0.0.7}], ports: [{name: web, port: 80}]}]\n",
        "{name: web, port", "{name: http, port",
    ),
    Case("selector-no-match", service("web", more=SELECTS), deployment("web", labels="app: wbe"), "app: wbe", "app: web"),
    Case(
        "selector-missing", service("web"),
        "apiVersion: v1\nkind: Endpoints\nmetadata: {name: web}\n"
        "subsets: [{addresses: [{ip: 10.0.0.7}], ports: [{port: 80}]}]\n",
        "ip: 10.0.0.7", "ip: 10.0.0.7, nodeName: one",
    ),
    Case(
        "replicas-zero", deployment("web", replicas=0), service("web", more=SELECTS),
        "app: web", "app: api",
    ),
    Case(
        "pods-on-master",
        deployment("web", '      nodeSelector: {node-role.kubernetes.io/master: ""}\n'),
        service("web", more=SELECTS + "  externalTrafficPolicy: Local\n"), "Local", "Cluster",
    ),
    Case(
        "local-in-cluster-access",
        service(
            "web", f"{PREFIX}address-type: intranet", f"{PREFIX}ip: 192.168.0.9", more="  externalTrafficPolicy: Local\n"
        ),
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {host: 192.168.0.9}\n",
        "192.168.0.9", "web.default",
    ),
    Case(
        "too-many-listeners",
        service("web", ID, OVERRIDE),
        service("all", ID, OVERRIDE, ports=str([f"port: {8000 + n}" for n in range(50)]).replace("'", "")),
        OVERRIDE, OVERRIDE.replace("true", "false"),
    ),
    Case(
        "vgroup-shared-no-weight",
        service("web", ID, f'{PREFIX}vgroup-port: "rsp-1:80"'), service("api", ID, f'{PREFIX}vgroup-port: "rsp-1:80"'),
        "rsp-1", "rsp-2",
    ),
    Case(
        "shared-clb-port-conflict", service("web", ID, OVERRIDE), service("api", ID, OVERRIDE), "port: 80", "port: 81"
    ),
    Case(
        "shared-clb-protocol-conflict",
        service("web", ID, OVERRIDE), service("api", ID, OVERRIDE, f'{PREFIX}protocol-port: "http:80"'),
        "http:80", "http:81",
    ),
    Case(
        "shared-clb-attribute-conflict",
        service("web", ID, f"{PREFIX}name: one"), service("api", ID, f"{PREFIX}name: two", ports="[{port: 81}]"),
        "name: two", "name: one",
    ),
    Case(
        "reuse-ccm-lb",
        service("web", ID),
        service("api").replace("name: api", "name: api\n  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}"),
        "lb-2zeb3qcm8q2x0t1b0jxyz", "lb-2zeb3qcm8q2x0t1b0jabc",
    ),
    Case(
        "reuse-own-lb",
        service("web", ID),
        service("web").replace("name: web", "name: web\n  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}"),
        "name: web", "name: api",
    ),
    Case(
        "drain-vs-grace",
        deployment("web"),
        service(
            "web", ENI, f'{PREFIX}connection-drain: "on"', f'{PREFIX}connection-drain-timeout: "300"', more=SELECTS
        ),
        '"300"', '"30"',
    ),
    Case("readiness-gate-mismatch", deployment("web", GATE), service("api", more=SELECTS), "name: api", "name: web"),
    Case(
        "https-to-tls-port",
        service(
            "web", f'{PREFIX}protocol-port: "https:443"', f"{PREFIX}cert-id: one-cn-hangzhou",
            ports="[{port: 443, targetPort: 9000}]", more=SELECTS,
        ),
        deployment("web", ports="{name: https, containerPort: 9000}"), "name: https", "name: plain",
    ),
    Case("short-grace-period", deployment("web").replace("image: web", "image: web, lifecycle: {preStop: {sleep: {seconds: 30}}}"),
         service("web", more=SELECTS), "app: web", "app: api"),
]  # fmt: skip


def report(run: Run, rule: str, *options: str) -> str:
    return run("--select", rule, "--format", "json", *options, "web.yaml").stdout


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_what_the_other_file_says_counts(run: Run, tmp_path: Path, case: Case) -> None:
    """Through the cache the report is that of a run without it, before and after the other file changes, and back."""
    other = tmp_path / ("before.yaml" if case.rule in {"duplicate-service", "too-many-listeners"} else "zother.yaml")
    other = other.with_name("a" + other.name)
    (tmp_path / "web.yaml").write_text(case.web)
    assert case.old in case.other
    said = []
    for text in (case.other, case.other.replace(case.old, case.new), "# moved\n" + case.other):
        other.write_text(text)
        for _ in range(2):
            said.append(report(run, case.rule))
            assert said[-1] == report(run, case.rule, "--no-cache")
    first, second, third = said[::2]
    assert first.count(f'"rule": "{case.rule}"') == 1
    assert '"rule"' not in second or '"severity": "note"' in second
    assert third != second


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_file_that_comes_and_goes(run: Run, tmp_path: Path, case: Case) -> None:
    """What a finding was drawn from is missed when it is gone, and seen when it comes back."""
    (tmp_path / "web.yaml").write_text(case.web)
    for there in (False, True, False):
        if there:
            (tmp_path / "another.yaml").write_text(case.other)
        else:
            (tmp_path / "another.yaml").unlink(missing_ok=True)
        assert report(run, case.rule) == report(run, case.rule, "--no-cache")


def test_a_line_that_moves_in_another_file_moves_in_the_reason(run: Run, tmp_path: Path) -> None:
    """Places in other files are those of today."""
    (tmp_path / "web.yaml").write_text(service("web", ID, OVERRIDE))
    (tmp_path / "api.yaml").write_text(service("api", ID, OVERRIDE))
    before = report(run, "shared-clb-port-conflict")
    (tmp_path / "api.yaml").write_text("# one\n# two\n" + service("api", ID, OVERRIDE))
    after = report(run, "shared-clb-port-conflict")
    assert before != after
    assert after == report(run, "shared-clb-port-conflict", "--no-cache")


def test_a_kustomization_that_appears(run: Run, tmp_path: Path) -> None:
    """A file without any object that is read says something, too."""
    (tmp_path / "a.yaml").write_text(service("web"))
    (tmp_path / "web.yaml").write_text(service("web", ports="[{port: 443}]"))
    assert "duplicate-service" in report(run, "duplicate-service")
    (tmp_path / "kustomization.yaml").write_text("kind: Kustomization\nresources: [a.yaml]\n")
    assert "duplicate-service" not in report(run, "duplicate-service")


def test_in_a_large_project_too(run: Run, tmp_path: Path) -> None:
    """Trees are dropped there, and files are shared out among processes: what is needed of them has been read."""
    for case in CASES:
        folder = tmp_path / case.rule
        folder.mkdir()
        (folder / "web.yaml").write_text(case.web)
        (folder / "another.yaml").write_text(case.other)
    for number in range(210):
        (tmp_path / f"{number}.yaml").write_text(f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: n{number}}}\n")
    rules = ",".join(case.rule for case in CASES)
    once = [run("--select", rules, "--format", "concise", "--no-cache", case.rule).stdout for case in CASES]
    whole = run("--select", rules, "--format", "concise", "--no-cache", "--jobs", "2", ".").stdout
    assert sorted("".join(once).splitlines()) == sorted(whole.splitlines())
    assert not [case.rule for case in CASES if f"{case.rule}/web.yaml" not in whole]
