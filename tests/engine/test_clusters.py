"""One cluster or several: what is compared with what in real trees, through the command line."""

from __future__ import annotations

import gc
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from clblint.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .conftest import Run

_PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"


def _service(name: str, more: str = "", *, port: int = 30081, target: str = "80", app: str = "web") -> str:
    return (
        "apiVersion: v1\nkind: Service\n"
        f"metadata: {{name: {name}, namespace: im, annotations: {{{_PREFIX}address-type: internet{more}}}}}\n"
        f"spec: {{type: LoadBalancer, selector: {{app: {app}}}, "
        f"ports: [{{port: 80, nodePort: {port}, targetPort: {target}}}]}}\n"
    )


def _pods(name: str, app: str = "web", kind: str = "Deployment") -> str:
    return (
        f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: {name}, namespace: im}}\n"
        f"spec:\n  selector: {{matchLabels: {{app: {app}}}}}\n  template:\n    metadata: {{labels: {{app: {app}}}}}\n"
        "    spec: {containers: [{name: c, image: c, ports: [{name: http, containerPort: 8080}]}]}\n"
    )


def _built(*resources: str) -> str:
    return f"resources: [{', '.join(resources)}]\n"


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Found(Protocol):
    """Check files in a folder of their own."""

    def __call__(self, files: dict[str, str], *rules: str) -> dict[str, list[str]]:
        """The severities of the findings by rule, in the order of places."""
        ...


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Found]:
    """The command line in this process, for there are many trees."""

    def check(files: dict[str, str], *rules: str) -> dict[str, list[str]]:
        _write(tmp_path, files)
        main(["--format", "json", "--no-cache", "--select", ",".join(rules), "."])
        levels: dict[str, list[str]] = {}
        for finding in json.loads(capsys.readouterr().out)["findings"]:
            levels.setdefault(finding["rule"], []).append(finding["severity"])
        return levels

    monkeypatch.chdir(tmp_path)
    yield check
    gc.enable()


A, B = _service("gw-a"), _service("gw-b")
BOTH = ["error", "error"]
OPEN = ["note", "note"]
NODE_PORTS: dict[str, tuple[dict[str, str], list[str]]] = {
    "one file": ({"all.yaml": f"{A}---\n{B}"}, BOTH),
    "one file of another environment": ({"prod/all.yaml": f"{A}---\n{B}"}, BOTH),
    "one folder": ({"a.yaml": A, "b.yaml": B}, BOTH),
    "one folder further down": ({"clusters/hangzhou/a.yaml": A, "clusters/hangzhou/b.yaml": B}, BOTH),
    "one folder, files of two cities": ({"gw-hangzhou.yaml": A, "gw-beijing.yaml": B}, OPEN),
    "one folder, numbered files": ({"10-gw.yaml": A, "20-gw.yaml": B}, BOTH),
    "a kustomization": ({"kustomization.yaml": _built("a/a.yaml", "b/b.yaml"), "a/a.yaml": A, "b/b.yaml": B}, BOTH),
    "a kustomization of two environments": (
        {"kustomization.yaml": _built("dev/a.yaml", "prod/b.yaml"), "dev/a.yaml": A, "prod/b.yaml": B},
        BOTH,
    ),
    "a kustomization of kustomizations": (
        {
            "all/kustomization.yaml": _built("../apps/a", "../apps/b"),
            "apps/a/kustomization.yaml": _built("a.yaml"), "apps/a/a.yaml": A,
            "apps/b/kustomization.yaml": _built("b.yaml"), "apps/b/b.yaml": B,
        },
        BOTH,
    ),
    "a base and what one overlay adds": (
        {
            "base/kustomization.yaml": _built("a.yaml"), "base/a.yaml": A,
            "overlays/dev/kustomization.yaml": _built("../../base", "b.yaml"), "overlays/dev/b.yaml": B,
        },
        BOTH,
    ),
    "two overlays of one base": (
        {
            "base/kustomization.yaml": _built("web.yaml"), "base/web.yaml": _service("web", port=30100),
            "overlays/x/kustomization.yaml": _built("../../base", "a.yaml"), "overlays/x/a.yaml": A,
            "overlays/y/kustomization.yaml": _built("../../base", "b.yaml"), "overlays/y/b.yaml": B,
        },
        [],
    ),
    "a kustomization each": (
        {
            "apps/a/kustomization.yaml": _built("a.yaml"), "apps/a/a.yaml": A,
            "apps/b/kustomization.yaml": _built("b.yaml"), "apps/b/b.yaml": B,
        },
        [],
    ),
    "left out of a kustomization": ({"kustomization.yaml": _built("a.yaml"), "a.yaml": A, "b.yaml": B}, []),
    "applications of one repository": ({"apps/a/svc.yaml": A, "apps/b/svc.yaml": B}, OPEN),
    "applications far away": ({"teams/x/a/k8s/svc.yaml": A, "teams/y/svc.yaml": B}, OPEN),
    "a folder and the one above it": ({"svc.yaml": A, "more/svc.yaml": B}, OPEN),
    "two cities below clusters": ({"clusters/beijing/svc.yaml": A, "clusters/shanghai/svc.yaml": B}, []),
    "two regions": ({"cn-hangzhou/svc.yaml": A, "cn-shanghai/svc.yaml": B}, []),
    "two regions below applications": ({"gw/cn-hangzhou/a.yaml": A, "gw/cn-beijing/b.yaml": B}, []),
    "two environments": ({"dev/svc.yaml": A, "prod/svc.yaml": B}, []),
    "two environments in names": ({"web-dev/svc.yaml": A, "web-prod/svc.yaml": B}, []),
    "uat and pre": ({"deploy/uat/a.yaml": A, "deploy/pre/b.yaml": B}, []),
    "anything below overlays": ({"overlays/red/a.yaml": A, "overlays/blue/b.yaml": B}, []),
    "anything below tenants": ({"tenants/acme/a.yaml": A, "tenants/initech/b.yaml": B}, []),
    "two numbers": ({"cluster1/svc.yaml": A, "cluster2/svc.yaml": B}, []),
    "two letters": ({"cluster-a/svc.yaml": A, "cluster-b/svc.yaml": B}, []),
    "one declared cluster": (
        {".clblint.yaml": "clusters: [{name: one, match: ['apps/**']}]\n", "apps/a/a.yaml": A, "apps/b/b.yaml": B},
        BOTH,
    ),
    "one declared cluster of two environments": (
        {".clblint.yaml": "clusters: [{name: one, match: ['{dev,prod}/**', 'dev/**', 'prod/**']}]\n",
         "dev/a.yaml": A, "prod/b.yaml": B},
        BOTH,
    ),
    "two declared clusters": (
        {
            ".clblint.yaml": "clusters: [{name: a, match: ['apps/a/**']}, {name: b, match: ['apps/b/**']}]\n",
            "apps/a/a.yaml": A, "apps/b/b.yaml": B,
        },
        [],
    ),
    "two declared clusters in one folder": (
        {
            ".clblint.yaml": "clusters: [{name: a, match: ['a*.yaml']}, {name: b, match: ['b*.yaml']}]\n",
            "a.yaml": A, "b.yaml": B,
        },
        [],
    ),
    "one of them declared": (
        {".clblint.yaml": "clusters: [{name: a, match: ['x/**']}]\n", "x/a.yaml": A, "y/b.yaml": B},
        OPEN,
    ),
    "versions of one object": (
        {
            "x/a.yaml": A, "x/same.yaml": _service("same", port=30100),
            "y/b.yaml": B, "y/same.yaml": _service("same", port=30200),
        },
        [],
    ),
    "one Service in two folders": ({"x/a.yaml": A, "y/a.yaml": A}, []),
}  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), NODE_PORTS.values(), ids=NODE_PORTS)
def test_a_node_port(found: Found, files: dict[str, str], expected: list[str]) -> None:
    """An error where both are surely applied to one cluster, a note where that is open, else nothing."""
    assert found(files, "node-port-clash").get("node-port-clash", []) == expected


def test_the_note_says_what_would_settle_it(run: Run, tmp_path: Path) -> None:
    """And it does not fail a run."""
    _write(tmp_path, {"apps/a/svc.yaml": A, "apps/b/svc.yaml": B})
    result = run("--select", "node-port-clash", ".")
    assert result.returncode == 0
    assert "declare under clusters: in .clblint.yaml" in " ".join(result.stdout.split())


_ID = f", {_PREFIX}id: lb-2zeb3qcm8q2x0t1b0jxyz, {_PREFIX}force-override-listeners: 'true'"
_ON = f"{_ID}, {_PREFIX}delete-protection: 'on'"
_OFF = f"{_ID}, {_PREFIX}delete-protection: 'off'"
SHARING = [
    ({"a.yaml": _service("a", _ON, port=30001), "b.yaml": _service("b", _OFF, port=30002)}, "error", "warning"),
    ({"x/a.yaml": _service("a", _ON, port=30001), "y/b.yaml": _service("b", _OFF, port=30002)}, "note", "note"),
    ({"dev/a.yaml": _service("a", _ON, port=30001), "prod/b.yaml": _service("b", _OFF, port=30002)}, "", ""),
]


@pytest.mark.parametrize(("files", "port", "attribute"), SHARING, ids=["one folder", "open", "apart"])
def test_one_load_balancer(found: Found, files: dict[str, str], port: str, attribute: str) -> None:
    levels = found(files, "shared-clb-port-conflict", "shared-clb-attribute-conflict")
    assert levels.get("shared-clb-port-conflict", []) == [port] * 2 * bool(port)
    assert levels.get("shared-clb-attribute-conflict", []) == [attribute] * 2 * bool(attribute)


def _ports(name: str, first: int) -> str:
    ports = ", ".join(f"{{name: p{port}, port: {port}}}" for port in range(first, first + 30))
    return (
        "apiVersion: v1\nkind: Service\n"
        f"metadata: {{name: {name}, annotations: {{{_PREFIX}address-type: internet{_ID}}}}}\n"
        f"spec: {{type: LoadBalancer, selector: {{app: web}}, ports: [{ports}]}}\n"
    )


@pytest.mark.parametrize(
    ("one", "other", "level"),
    [("a.yaml", "b.yaml", ["error"]), ("x/a.yaml", "y/b.yaml", ["note"]), ("dev/a.yaml", "prod/b.yaml", [])],
)
def test_listeners_on_one_load_balancer_are_added_up_within_a_cluster(
    found: Found, one: str, other: str, level: list[str]
) -> None:
    """What two Services take of one load balancer is added up under the same conditions."""
    files = {one: _ports("a", 100), other: _ports("b", 200)}
    assert found(files, "too-many-listeners").get("too-many-listeners", []) == level


CHAT = _service("chat", target="ws", app="chat")
SET = _pods("chat", "chat", "StatefulSet")
CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"
OTHER = _pods("presence", "presence")
MATCHES: dict[str, tuple[dict[str, str], list[str]]] = {
    "one file": ({"all.yaml": f"{CHAT}---\n{SET}"}, ["error"]),
    "one folder": ({"svc.yaml": CHAT, "pods.yaml": SET}, ["error"]),
    "Services and pods apart": ({"services/chat.yaml": CHAT, "deployments/chat.yaml": SET}, ["error"]),
    "further down": ({"k8s/services/chat/s.yaml": CHAT, "k8s/workloads/chat/p.yaml": SET}, ["error"]),
    "pods below the Services": ({"chat/svc.yaml": CHAT, "chat/pods/set.yaml": SET}, ["error"]),
    "Services below the pods": ({"chat/svc/svc.yaml": CHAT, "chat/set.yaml": SET}, ["error"]),
    "the nearest": (
        {
            "a/services/chat.yaml": CHAT, "a/pods/chat.yaml": SET.replace("name: http", "name: ws"),
            "b/pods/chat.yaml": SET,
        },
        [],
    ),
    "a kustomization": (
        {
            "kustomization.yaml": _built("x/svc.yaml", "x/other.yaml", "y/set.yaml"),
            "x/svc.yaml": CHAT, "x/other.yaml": OTHER, "y/set.yaml": SET,
        },
        ["error"],
    ),
    "a kustomization of kustomizations": (
        {
            "all/kustomization.yaml": _built("../x", "../y"),
            "x/kustomization.yaml": _built("svc.yaml"), "x/svc.yaml": CHAT,
            "y/kustomization.yaml": _built("set.yaml"), "y/set.yaml": SET,
        },
        ["error"],
    ),
    "a kustomization each": (
        {
            "x/kustomization.yaml": _built("svc.yaml"), "x/svc.yaml": CHAT,
            "y/kustomization.yaml": _built("set.yaml"), "y/set.yaml": SET,
        },
        [],
    ),
    "overlays of one base": (
        {
            "base/kustomization.yaml": _built("other.yaml"), "base/other.yaml": CONFIG,
            "x/kustomization.yaml": _built("../base", "svc.yaml"), "x/svc.yaml": CHAT,
            "y/kustomization.yaml": _built("../base", "set.yaml"), "y/set.yaml": SET,
        },
        [],
    ),
    "the Service's folder is a set of its own": (
        {"x/svc.yaml": CHAT, "x/other.yaml": OTHER, "y/set.yaml": SET},
        [],
    ),
    "the pods' folder is a set of its own": (
        {
            "x/svc.yaml": CHAT, "y/set.yaml": SET,
            "y/svc.yaml": _service("chat-y", port=30002, app="chat", target="http"),
        },
        [],
    ),
    "a set of its own further up": (
        {"x/services/svc.yaml": CHAT, "x/deployments/other.yaml": OTHER, "y/deployments/set.yaml": SET},
        [],
    ),
    "two clusters": ({"clusters/east/svc.yaml": CHAT, "clusters/west/set.yaml": SET}, []),
    "two regions": ({"services/cn-hangzhou/s.yaml": CHAT, "deployments/cn-beijing/d.yaml": SET}, []),
    "one region": ({"services/cn-hangzhou/s.yaml": CHAT, "deployments/cn-hangzhou/d.yaml": SET}, ["error"]),
    "two environments": ({"dev/svc.yaml": CHAT, "prod/set.yaml": SET}, []),
    "two numbers": ({"k8s1/svc.yaml": CHAT, "k8s2/set.yaml": SET}, []),
    "versions of the pods": ({"services/s.yaml": CHAT, "blue/d.yaml": SET, "green/d.yaml": SET}, []),
    "another namespace": (
        {"services/s.yaml": CHAT, "deployments/d.yaml": SET.replace("namespace: im", "namespace: mi")},
        [],
    ),
    "Services of another namespace beside the pods": (
        {
            "services/s.yaml": CHAT, "deployments/d.yaml": SET,
            "deployments/other.yaml": _service("o", port=30002).replace("namespace: im", "namespace: mi"),
        },
        ["error"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), MATCHES.values(), ids=MATCHES)
def test_a_service_and_its_pods(found: Found, files: dict[str, str], expected: list[str]) -> None:
    """Full severity where nothing speaks against it, silence where the match is uncertain."""
    levels = found(files, "target-port-unresolved", "selector-no-match")
    assert levels.get("target-port-unresolved", []) == expected
    assert "selector-no-match" not in levels


WEB = _service("web")
DUPLICATES: dict[str, tuple[dict[str, str], list[str]]] = {
    "one file": ({"all.yaml": f"{WEB}---\n{WEB}"}, ["warning"]),
    "one folder": ({"one.yaml": WEB, "two.yaml": WEB}, ["warning"]),
    "two folders": ({"x/web.yaml": WEB, "y/web.yaml": WEB}, []),
    "two environments in one folder": ({"web-dev.yaml": WEB, "web-prod.yaml": WEB}, []),
    "three files": ({"one.yaml": WEB, "two.yaml": WEB, "three.yaml": WEB}, []),
    "files with more in common": (
        {"one.yaml": f"{WEB}---\n{_pods('web')}", "two.yaml": f"{WEB}---\n{_pods('web')}"},
        [],
    ),
    "a kustomization builds both": (
        {"kustomization.yaml": _built("one.yaml", "two.yaml"), "one.yaml": WEB, "two.yaml": WEB},
        ["warning"],
    ),
    "a kustomization builds two folders": (
        {"kustomization.yaml": _built("x/web.yaml", "y/web.yaml"), "x/web.yaml": WEB, "y/web.yaml": WEB},
        ["warning"],
    ),
    "each of two overlays builds both": (
        {
            "base/kustomization.yaml": _built("one.yaml", "two.yaml"),
            "base/one.yaml": WEB,
            "base/two.yaml": WEB,
            "dev/kustomization.yaml": _built("../base"),
            "prod/kustomization.yaml": _built("../base"),
        },
        ["warning"],
    ),
    "each of two overlays builds one": (
        {
            "kustomization.yaml": _built("x", "y"),
            "x/kustomization.yaml": _built("web.yaml") + "namespace: x\n",
            "x/web.yaml": WEB,
            "y/kustomization.yaml": _built("web.yaml") + "namespace: y\n",
            "y/web.yaml": WEB,
        },
        [],
    ),
    "a kustomization picks": ({"kustomization.yaml": _built("one.yaml"), "one.yaml": WEB, "two.yaml": WEB}, []),
}


@pytest.mark.parametrize(("files", "expected"), DUPLICATES.values(), ids=DUPLICATES)
def test_a_service_described_twice(found: Found, files: dict[str, str], expected: list[str]) -> None:
    """A warning where both are applied; silence where they may be versions, of which one is picked."""
    assert found(files, "duplicate-service").get("duplicate-service", []) == expected


_CUSTOM = "apiVersion: {}\nkind: {}\nmetadata: {{name: c, namespace: im}}\nspec: {{a: b}}\n"
TYPO = _service("web", app="wep")
MAKERS: dict[str, tuple[str, bool]] = {
    "nothing": ("", True),
    "a certificate": (_CUSTOM.format("cert-manager.io/v1", "Certificate"), True),
    "a ServiceMonitor": (_CUSTOM.format("monitoring.coreos.com/v1", "ServiceMonitor"), True),
    "a Prometheus": (_CUSTOM.format("monitoring.coreos.com/v1", "Prometheus"), False),
    "a VirtualService": (_CUSTOM.format("networking.istio.io/v1beta1", "VirtualService"), True),
    "a Gateway": (_CUSTOM.format("gateway.networking.k8s.io/v1", "Gateway"), True),
    "an Ingress": (_CUSTOM.format("networking.k8s.io/v1", "Ingress"), True),
    "a ScaledObject": (_CUSTOM.format("keda.sh/v1alpha1", "ScaledObject"), True),
    "a Kafka": (_CUSTOM.format("kafka.strimzi.io/v1beta2", "Kafka"), False),
    "a topic of Kafka": (_CUSTOM.format("kafka.strimzi.io/v1beta2", "KafkaTopic"), True),
    "a release": (_CUSTOM.format("helm.toolkit.fluxcd.io/v2", "HelmRelease"), False),
    "an unknown kind": (_CUSTOM.format("example.com/v1", "Thing"), False),
    "an unknown kind of another namespace": (
        _CUSTOM.format("example.com/v1", "Thing").replace("namespace: im", "namespace: mi"),
        True,
    ),
    "a release into the namespace": (
        _CUSTOM.format("helm.toolkit.fluxcd.io/v2", "HelmRelease")
        .replace("namespace: im", "namespace: flux")
        .replace("{a: b}", "{targetNamespace: im}"),
        False,
    ),
    "an application into the namespace": (
        _CUSTOM.format("argoproj.io/v1alpha1", "Application")
        .replace("namespace: im", "namespace: argocd")
        .replace("{a: b}", "{destination: {namespace: im}}"),
        False,
    ),
    "an application into another": (
        _CUSTOM.format("argoproj.io/v1alpha1", "Application")
        .replace("namespace: im", "namespace: argocd")
        .replace("{a: b}", "{destination: {namespace: mi}}"),
        True,
    ),
    "an application into any": (
        _CUSTOM.format("argoproj.io/v1alpha1", "Application").replace("namespace: im", "namespace: argocd"),
        False,
    ),
}


@pytest.mark.parametrize(("text", "speaks"), MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("place", ["all.yaml", "beside.yaml", "below/it.yaml"])
def test_what_may_make_pods(found: Found, place: str, text: str, speaks: bool) -> None:  # noqa: FBT001
    """Beside such a thing no selector is known to match nothing."""
    files = {"all.yaml": f"{TYPO}---\n{_pods('web')}"}
    files[place] = f"{files.get(place, '')}---\n{text}"
    assert bool(found(files, "selector-no-match")) is speaks


def test_what_may_make_pods_of_another_cluster(found: Found) -> None:
    files = {"dev/all.yaml": f"{TYPO}---\n{_pods('web')}", "prod/c.yaml": _CUSTOM.format("example.com/v1", "Thing")}
    assert found(files, "selector-no-match")


SYSTEM = "namespace: kube-system"
MAX_SHARED: dict[str, tuple[str, bool]] = {
    "a slip": (f"{TYPO}---\n{_pods('web')}", True),
    "the only workload, another value": (f"{_service('gw', app='frontend')}---\n{_pods('api', 'api')}", True),
    "two workloads, other values": (
        f"{_service('gw', app='gate')}---\n{_pods('api', 'api')}---\n{_pods('db', 'db')}",
        False,
    ),
    "the only workload, another key": (
        f"{_service('gw', app='gate')}---\n" + _pods("api", "api").replace("app: api", "k8s-app: api"),
        True,
    ),
    "the only workload, another key, of the platform": (
        (f"{_service('gw', app='gate')}---\n" + _pods("api", "api").replace("app: api", "k8s-app: api")).replace(
            "namespace: im", SYSTEM
        ),
        False,
    ),
    "a slip in the namespace of the platform": (f"{TYPO}---\n{_pods('web')}".replace("namespace: im", SYSTEM), True),
    "the only workload has another Service": (
        f"{_service('gw', app='gate')}---\n{_pods('api', 'api')}---\n{_service('api', app='api', port=30002)}",
        False,
    ),
    "pods in another namespace": (f"{WEB}---\n" + _pods("web").replace("namespace: im", "namespace: imm"), True),
    "pods in another namespace, with a Service there": (
        f"{WEB}---\n" + (_pods("web") + "---\n" + _service("w", port=30002)).replace("namespace: im", "namespace: imm"),
        False,
    ),
    "pods in another namespace and here": (
        f"{WEB}---\n" + _pods("web").replace("namespace: im", "namespace: imm") + f"---\n{_pods('web')}",
        False,
    ),
    "pods without a namespace": (f"{WEB}---\n" + _pods("web").replace(", namespace: im", ""), False),
    "a Service without a namespace": (f"{WEB.replace('namespace: im, ', '')}---\n{_pods('web')}", False),
}  # fmt: skip


@pytest.mark.parametrize(("text", "speaks"), MAX_SHARED.values(), ids=MAX_SHARED)
def test_which_selector_matches_nothing(found: Found, text: str, speaks: bool) -> None:  # noqa: FBT001
    assert bool(found({"all.yaml": text}, "selector-no-match")) is speaks


def test_pods_of_another_namespace_in_another_file_say_nothing(found: Found) -> None:
    files = {"svc.yaml": WEB, "pods.yaml": _pods("web").replace("namespace: im", "namespace: imm")}
    assert not found(files, "selector-no-match")


def test_verbose_says_which_clusters_were_seen(run: Run, tmp_path: Path) -> None:
    """With the folders, what they rest on, and from what they are kept apart."""
    files = {
        "clusters/hangzhou/a.yaml": A, "clusters/beijing/b.yaml": B,
        "apps/a/x.yaml": _service("x", port=30001), "apps/b/y.yaml": _service("y", port=30002),
        "kust/kustomization.yaml": _built("z.yaml"), "kust/z.yaml": _service("z", port=30003),
    }  # fmt: skip
    _write(tmp_path, files)
    for _ in range(2):  # the second time out of the cache
        lines = [line for line in run("-v", ".").stderr.splitlines() if line.startswith("clblint: cluster ")]
        assert len(lines) == 4
        assert "cluster 1, or several" in lines[0]
        assert "apps/a, apps/b" in lines[0]
        assert "clusters/beijing; apart from apps/a: they are named after different clusters" in lines[1]
        assert "clusters/hangzhou; apart from apps/a: " in lines[2]
        assert "built by kust/kustomization.yaml: kust" in lines[3]
    assert "clblint: cluster" not in run(".").stderr


AROUND: dict[str, tuple[dict[str, str], str]] = {
    "nothing is known": ({"x/a.yaml": A, "y/b.yaml": B}, "note"),
    "one folder is above the other": ({"x/a.yaml": A, "b.yaml": B}, "note"),
    "one environment": ({"prod/x/a.yaml": A, "prod/y/b.yaml": B}, "note"),
    "two environments": ({"dev/x/a.yaml": A, "prod/y/b.yaml": B}, ""),
    "versions": ({"x/a.yaml": A, "y/b.yaml": B, "x/c.yaml": _pods("p"), "y/c.yaml": _pods("p")}, ""),
}


@pytest.mark.parametrize(("files", "severity"), AROUND.values(), ids=AROUND)
def test_the_folder_in_which_it_runs_changes_nothing(
    files: dict[str, str],
    severity: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    _write(tmp_path / "shop", files)
    named = next(iter(files))
    for folder in (tmp_path, tmp_path / "shop", (tmp_path / "shop" / named).parent, tmp_path / "shop" / "other"):
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        for path in (tmp_path / "shop" / named, Path(os.path.relpath(tmp_path / "shop" / named))):
            main(["--format", "json", "--no-cache", "--select", "node-port-clash", str(path)])
            found = json.loads(capsys.readouterr().out)["findings"]
            assert [finding["severity"] for finding in found] == list(filter(None, [severity])), (folder, path)
