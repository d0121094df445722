"""A finding that depends on another file comes, goes and moves with it, although the file it is in stays the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from clblint.config.model import no_config
from clblint.discovery.walk import Input
from clblint.engine.cache import open_cache
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from clblint.engine.cache import ResultCache
    from clblint.lint.finding import Finding

    Cached = Callable[[dict[str, str]], tuple[Finding, ...]]

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
ID = f"{PREFIX}id: lb-2zeb3qcm8q2x0t1b0jxyz"
LABEL = "{service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}"
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
        deployment("web", ports="{name: web, containerPort: 80}"),
        "name: web, containerPort", "name: http, containerPort",
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
    Case(
        "selector-no-match",
        service("web", more=SELECTS), deployment("web", labels="app: wbe"), "app: wbe", "app: web",
    ),
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
        "local-without-wrr",
        service("web", more=SELECTS + "  externalTrafficPolicy: Local\n") + "---\n" + deployment("web", replicas=1),
        "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\n"
        "spec: {scaleTargetRef: {kind: Deployment, name: web}, maxReplicas: 9}\n",
        "Deployment, name: web", "Deployment, name: api",
    ),
    Case(
        "pods-on-master",
        deployment("web", '      nodeSelector: {node-role.kubernetes.io/master: ""}\n'),
        service("web", more=SELECTS + "  externalTrafficPolicy: Local\n"), "Local", "Cluster",
    ),
    Case(
        "local-in-cluster-access",
        service(
            "web", f"{PREFIX}address-type: intranet", f"{PREFIX}ip: 192.168.0.9",
            more="  externalTrafficPolicy: Local\n",
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
        service("api").replace("name: api", f"name: api\n  labels: {LABEL}"),
        "lb-2zeb3qcm8q2x0t1b0jxyz", "lb-2zeb3qcm8q2x0t1b0jabc",
    ),
    Case(
        "reuse-own-lb",
        service("web", ID),
        service("web").replace("name: web", f"name: web\n  labels: {LABEL}"),
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
    Case(
        "short-grace-period",
        deployment("web").replace("image: web", "image: web, lifecycle: {preStop: {sleep: {seconds: 30}}}"),
        service("web", more=SELECTS), "app: web", "app: api",
    ),
]  # fmt: skip


def settings() -> WorkerSettings:
    return WorkerSettings(load_plugins().rules, no_config().cluster)


def findings(files: dict[str, str], *, store: ResultCache | None = None, jobs: int = 1) -> tuple[Finding, ...]:
    """What is said of all files."""
    inputs = [Input(path) for path in sorted(files)]
    outcome = lint(inputs, settings, lambda path: files[path].encode(), cache=store, jobs=jobs)
    assert not outcome.errors
    return tuple(finding.unpacked() for finding in outcome.findings)


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cached:
    """What is said of all files through a cache: the same as without one."""
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path))

    def run(files: dict[str, str]) -> tuple[Finding, ...]:
        found = findings(files, store=open_cache([]))
        assert found == findings(files)
        assert found == findings(files, store=open_cache([]))
        return found

    return run


def said(found: tuple[Finding, ...], rule: str) -> list[Finding]:
    return [finding for finding in found if finding.rule == rule and finding.path == "web.yaml"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_what_the_other_file_says_counts(cached: Cached, case: Case) -> None:
    """Before the other file changes, after that, and when it is back with its lines moved."""
    assert case.old in case.other
    first = said(cached({"web.yaml": case.web, "a.yaml": case.other}), case.rule)
    second = said(cached({"web.yaml": case.web, "a.yaml": case.other.replace(case.old, case.new)}), case.rule)
    third = said(cached({"web.yaml": case.web, "a.yaml": "# moved\n" + case.other}), case.rule)
    assert len(first) == len(third) == 1
    assert second == [] or second[0].severity < min(first[0].severity, Severity.WARNING)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_file_that_comes_and_goes(cached: Cached, case: Case) -> None:
    """What a finding was drawn from is missed when it is gone, and seen when it comes back."""
    for files in ({}, {"a.yaml": case.other}, {}):
        cached({"web.yaml": case.web, **files})


def test_a_line_that_moves_in_another_file_moves_in_the_reason(cached: Cached) -> None:
    """Places in other files are those of today."""
    web, api = service("web", ID, OVERRIDE), service("api", ID, OVERRIDE)
    reasons = [
        said(cached({"web.yaml": web, "a.yaml": lines + api}), "shared-clb-port-conflict")[0].because[0]
        for lines in ("", "# one\n# two\n")
    ]
    assert reasons[1].place.span.line == reasons[0].place.span.line + 2


def test_a_kustomization_that_appears(cached: Cached) -> None:
    """A file without any object that is read says something, too."""
    files = {"a.yaml": service("web"), "web.yaml": service("web", ports="[{port: 443}]")}
    assert said(cached(files), "duplicate-service")
    files["kustomization.yaml"] = "kind: Kustomization\nresources: [a.yaml]\n"
    assert not said(cached(files), "duplicate-service")


@pytest.mark.whole
def test_in_a_large_project_too() -> None:
    """Trees are dropped there, and files are shared out among processes: what is needed of them has been read."""
    files = {f"{number}.yaml": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: some}\n" for number in range(210)}
    for number, case in enumerate(CASES):
        for name, text in (("web", case.web), ("a", case.other)):
            own = text.replace("metadata:\n", f"metadata:\n  namespace: {case.rule}\n")
            own = own.replace("metadata: {name", f"metadata: {{namespace: {case.rule}, name")
            files[f"{case.rule}/{name}.yaml"] = own.replace("lb-2ze", f"lb-{number}")
    whole = findings(files, jobs=2)
    for case in CASES:
        small = findings({path: text for path, text in files.items() if path.startswith(f"{case.rule}/")})
        there, alone = (
            [one for one in found if (one.path, one.rule) == (f"{case.rule}/web.yaml", case.rule)]
            for found in (whole, small)
        )
        assert there == alone != [], case.rule
