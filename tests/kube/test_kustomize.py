"""Kustomizations: what they build together is judged as it is built, each value where it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.discovery.walk import Input
from clblint.kube.kustomize.read import kustomizations_in, read_kustomization
from clblint.kube.kustomize.role import KustomizeRole, role_of
from clblint.kube.kustomize.roots import with_roles
from clblint.source.text import Source

if TYPE_CHECKING:
    from tests.kube.conftest import Found

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
LOCAL = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80, nodePort: 30080}]
"""
WORKLOAD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
"""


def _patch(*lines: str, name: str = "web") -> str:
    head = f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\n"
    return head + "".join(line + "\n" for line in lines)


def _with_roles(inputs: list[Input], files: dict[str, str]) -> list[Input]:
    return with_roles(inputs, kustomizations_in(inputs, lambda path: files[path].encode()))


def _roles(files: dict[str, str]) -> dict[str, KustomizeRole]:
    inputs = _with_roles([Input(name) for name in sorted(files)], files)
    return {item.path: role_of(item.role) for item in inputs}


SCHEDULER = _patch("  annotations:", f"    {KEY}scheduler: wrr")
TREES = {
    "a base and two overlays": (
        {
            "base/kustomization.yaml": "resources: [svc.yaml]\n",
            "base/svc.yaml": LOCAL,
            "dev/kustomization.yml": "namespace: dev\nresources: [../base, more.yaml]\n",
            "dev/more.yaml": WORKLOAD,
            "prod/Kustomization": "namespace: prod\nnamePrefix: p-\nbases: [../base/]\n",
        },
        {
            "base/svc.yaml": ("", ("dev/kustomization.yml", "prod/Kustomization"), True),
            "dev/more.yaml": ("dev", ("dev/kustomization.yml",), False),
        },
    ),
    "the outermost namespace counts": (
        {
            "a/kustomization.yaml": "namespace: inner\nresources: [svc.yaml]\n",
            "a/svc.yaml": LOCAL,
            "kustomization.yaml": "namespace: outer\nresources: [./a]\n",
        },
        {"a/svc.yaml": ("outer", ("kustomization.yaml",), False)},
    ),
    "a component's namespace is that of all": (
        {
            "app/kustomization.yaml": "resources: [svc.yaml]\ncomponents: [../part]\n",
            "app/svc.yaml": LOCAL,
            "part/kustomization.yaml": "kind: Component\nnamespace: shop\n",
        },
        {"app/svc.yaml": ("shop", ("app/kustomization.yaml",), False)},
    ),
    "one overlay keeps what is written": (
        {
            "base/kustomization.yaml": "resources: [svc.yaml]\n",
            "base/svc.yaml": LOCAL,
            "dev/kustomization.yaml": "resources: [../base]\n",
            "prod/kustomization.yaml": "namespace: prod\nresources: [../base]\n",
        },
        {"base/svc.yaml": (None, ("dev/kustomization.yaml", "prod/kustomization.yaml"), False)},
    ),
    "an unrendered namespace": (
        {"kustomization.yaml": "namespace: ${NS}\nresources: [svc.yaml]\n", "svc.yaml": LOCAL},
        {"svc.yaml": ("", ("kustomization.yaml",), False)},
    ),
    "a circle": (
        {
            "a/kustomization.yaml": "namespace: a\nresources: [../b, svc.yaml]\n",
            "a/svc.yaml": LOCAL,
            "b/kustomization.yaml": "resources: [../a]\n",
        },
        {"a/svc.yaml": ("a", ("a/kustomization.yaml",), False)},
    ),
}


@pytest.mark.parametrize(("files", "expected"), TREES.values(), ids=TREES)
def test_roles(files: dict[str, str], expected: dict[str, tuple[str | None, tuple[str, ...], bool]]) -> None:
    """Namespace, roots, and whether names cannot be known."""
    roles = _roles(files)
    for path, (namespace, roots, doubtful) in expected.items():
        role = roles[path]
        assert (role.namespace, role.roots, "\0" in role.alias("web")) == (namespace, roots, doubtful), path


def test_names_get_what_kustomizations_add() -> None:
    files = {
        "a/kustomization.yaml": "namePrefix: in-\nnameSuffix: -in\nresources: [svc.yaml]\n",
        "a/svc.yaml": LOCAL,
        "kustomization.yaml": "namePrefix: out-\nnameSuffix: -out\nresources: [a]\n",
    }
    assert _roles(files)["a/svc.yaml"].alias("web") == "out-in-web-in-out"


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "../..", "https://example.com/x", "a\0b", "~/x"])
def test_nothing_is_opened_for_a_name(name: str) -> None:
    """Names are looked up among the files of the run: whatever they say, no other file is asked for."""
    files = {"a/kustomization.yaml": f"resources: ['{name}']\npatches: [{{path: '{name}'}}]\n".replace("\0", "")}
    inputs = _with_roles([Input(path) for path in files], files)
    assert [item.path for item in inputs] == list(files)


NO_KUSTOMIZATIONS = {
    "of Flux": "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {path: ./x}\n",
    "of another kind": "apiVersion: v1\nkind: ConfigMap\nresources: [svc.yaml]\n",
    "a list": "- resources\n",
    "broken": "resources: [\n",
}


@pytest.mark.parametrize("text", NO_KUSTOMIZATIONS.values(), ids=NO_KUSTOMIZATIONS)
def test_no_kustomization(text: str) -> None:
    assert read_kustomization(Source("kustomization.yaml", text.encode())) is None


def test_a_broken_kustomization_is_a_broken_file(found: Found) -> None:
    files = {"kustomization.yaml": "resources: [\n", "svc.yaml": LOCAL}
    assert [finding.path for finding in found(files, "yaml-syntax")] == ["kustomization.yaml"]


def _named(reference: str) -> str:
    return f"resources: [svc.yaml]\n{reference}\n"


JSON_PATCH = f"- op: add\n  path: /metadata/annotations/{KEY.replace('/', '~1')}scheduler\n  value: wr\n"
PATCH = _patch("  annotations:", f"    {KEY}scheduler: wr", "spec:", "  externalTrafficPolicy: Local")
PATCHES: dict[str, tuple[str, str]] = {
    "patches": ("patches: [{path: p.yaml}]", PATCH),
    "patches of old": ("patches: [p.yaml]", PATCH),
    "patchesStrategicMerge": ("patchesStrategicMerge: [./p.yaml]", PATCH),
    "patchesJson6902": (
        "patchesJson6902: [{path: p.yaml, target: {version: v1, kind: Service, name: web}}]",
        JSON_PATCH,
    ),
    "a JSON patch": ("patches: [{path: p.yaml, target: {kind: Service}}]", JSON_PATCH),
    "a JSON patch of whatever": ("patches: [{path: p.yaml, target: {labelSelector: app!=api}}]", JSON_PATCH),
}


@pytest.mark.parametrize(("reference", "text"), PATCHES.values(), ids=PATCHES)
def test_what_a_patch_writes_is_judged_where_it_writes_it(found: Found, reference: str, text: str) -> None:
    """Neither the type nor the ports nor an address type are missing in a patch."""
    service = LOCAL.replace("Local", "Cluster").replace("{name: web}", "{name: web, annotations: {a: b}}")
    seen = found({"kustomization.yaml": _named(reference), "p.yaml": text, "svc.yaml": service})
    rules = {finding.rule for finding in seen if finding.path == "p.yaml"}
    assert "invalid-annotation-value" in rules
    assert rules <= {"invalid-annotation-value", "local-in-cluster-access"}


@pytest.mark.parametrize("text", [PATCH, JSON_PATCH], ids=["strategic", "json"])
def test_inline_patches_stand_where_they_are_written(found: Found, text: str) -> None:
    inside = "".join(f"    {line}\n" for line in text.splitlines())
    kustomization = _named(f"patches:\n- target: {{kind: Service}}\n  patch: |-\n{inside}")
    seen = found({"kustomization.yaml": kustomization, "svc.yaml": LOCAL}, "invalid-annotation-value")
    (finding,) = seen
    line = kustomization.splitlines()[finding.place.span.line - 1]
    assert finding.path == "kustomization.yaml"
    assert line[finding.place.span.column - 1 : finding.place.span.end_column - 1] == "wr"


def test_several_patches_in_one_text(found: Found) -> None:
    """Each document of a literal text is a patch."""
    texts = [
        _patch("  annotations:", f"    {KEY}address-type: wide"),
        _patch("  annotations:", f"    {KEY}scheduler: wr"),
    ]
    inside = "".join(f"    {line}\n" for line in "---\n".join(texts).splitlines())
    kustomization = _named(f"patches:\n- patch: |\n{inside}")
    seen = found({"kustomization.yaml": kustomization, "svc.yaml": LOCAL}, "invalid-annotation-value")
    assert [finding.subject for finding in seen] == [f"{KEY}address-type", f"{KEY}scheduler"]


def test_null_in_a_patch_removes(found: Found) -> None:
    """It is no annotation without a value."""
    patch = _patch("  annotations:", f"    {KEY}scheduler: null")
    files = {"kustomization.yaml": _named("patches: [{path: p.yaml}]"), "p.yaml": patch, "svc.yaml": LOCAL}
    assert not found(files, "annotation-null", "empty-annotation")


SETTLED: dict[str, tuple[str, str]] = {
    "no patch": ("", "local-without-wrr"),
    "the annotation": (SCHEDULER, ""),
    "its removal": (_patch("  annotations:", f"    {KEY}scheduler: null"), "local-without-wrr"),
    "another annotation": (_patch("  annotations:", f"    {KEY}spec: slb.s1.small"), "local-without-wrr"),
    "another object": (SCHEDULER.replace("name: web", "name: api"), "local-without-wrr"),
    "the policy": (_patch("spec:", "  externalTrafficPolicy: Cluster"), ""),
    "the type": (_patch("spec:", "  type: ClusterIP"), ""),
    "the ports": (_patch("spec:", "  ports: [{port: 443}]"), "local-without-wrr"),
    "all of it": (_patch("$patch: delete"), ""),
}


@pytest.mark.parametrize(("patch", "rule"), SETTLED.values(), ids=SETTLED)
def test_a_base_is_judged_as_its_overlay_builds_it(found: Found, patch: str, rule: str) -> None:
    """What an overlay mends is no fault of the base."""
    files = {
        "base/kustomization.yaml": "resources: [svc.yaml]\n",
        "base/svc.yaml": LOCAL,
        "dev/kustomization.yaml": "resources: [../base]\npatches: [{path: p.yaml}]\n",
        "dev/p.yaml": patch or "# nothing\n",
    }
    seen = [finding.rule for finding in found(files, "local-without-wrr") if finding.path == "base/svc.yaml"]
    assert seen == ([rule] if rule else [])


COMMON = f"commonAnnotations: {{{KEY}scheduler: wrr}}\n"
TARGETS = {
    "by kind": "patches: [{path: p.yaml, target: {kind: Service}}]",
    "by a pattern": "patches: [{path: p.yaml, target: {kind: Service, name: w.*}}]",
    "by a label": "patches: [{path: p.yaml, target: {labelSelector: app!=api}}]",
    "of everything": COMMON,
}


@pytest.mark.parametrize("reference", TARGETS.values(), ids=TARGETS)
def test_targets_of_a_patch(found: Found, reference: str) -> None:
    patch = f"- op: add\n  path: /metadata/annotations/{KEY.replace('/', '~1')}scheduler\n  value: wrr\n"
    service = LOCAL.replace("{name: web}", "{name: web, annotations: {a: b}}")
    files = {"kustomization.yaml": _named(reference), "svc.yaml": service, "p.yaml": patch}
    assert not found(files, "local-without-wrr")


def test_a_patched_workload_is_not_judged(found: Found) -> None:
    """An overlay may bring the probe."""
    files = {
        "base/kustomization.yaml": "resources: [all.yaml]\n",
        "base/all.yaml": LOCAL + "---\n" + WORKLOAD,
        "dev/kustomization.yaml": "resources: [../base]\npatches: [{path: p.yaml}]\n",
    }
    patch = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n"
    probe = "  template: {spec: {containers: [{name: web, readinessProbe: {tcpSocket: {port: 80}}}]}}\n"
    assert not found({**files, "dev/p.yaml": patch + probe}, "readiness-probe-missing")
    for other in (patch + "  replicas: 3\n", patch.replace("web", "api") + probe):
        assert found({**files, "dev/p.yaml": other}, "readiness-probe-missing")


def test_replicas_of_a_kustomization(found: Found) -> None:
    """They are those of the cluster."""
    workload = WORKLOAD.replace("spec:\n  selector", "spec:\n  replicas: 0\n  selector")
    files = {"kustomization.yaml": "resources: [svc.yaml, pods.yaml]\n", "svc.yaml": LOCAL, "pods.yaml": workload}
    assert found(files, "replicas-zero")
    patch = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n"
    patched = files["kustomization.yaml"] + "patches: [{path: p.yaml}]\n"
    assert not found({**files, "kustomization.yaml": patched, "p.yaml": patch}, "replicas-zero")
    files["kustomization.yaml"] += "replicas: [{name: web, count: 3}]\n"
    assert not found(files, "replicas-zero")
    assert found(files, "local-without-wrr"), "the Service of that name is as it is written"


def test_a_patch_is_no_object_of_its_own(found: Found) -> None:
    """Base and patch are one Service: no duplicate, no clash, and the patch selects nothing."""
    files = {
        "base/kustomization.yaml": "resources: [svc.yaml]\n",
        "base/svc.yaml": LOCAL,
        "dev/kustomization.yaml": "resources: [../base]\npatches: [{path: p.yaml}]\n",
        "dev/p.yaml": _patch("spec:", "  type: LoadBalancer", "  ports: [{port: 80, nodePort: 30080}]"),
        "same/kustomization.yaml": "resources: [svc.yaml]\npatches: [{path: p.yaml}]\n",
        "same/svc.yaml": LOCAL,
        "same/p.yaml": _patch("spec:", "  ports: [{port: 80, nodePort: 30080}]"),
    }
    assert not found(files, "duplicate-service", "node-port-clash", "selector-no-match")


CLASHES = {
    "in one build": ("resources: [../base, a.yaml, b.yaml]\n", "resources: [../base]\n", True),
    "in two overlays of one base": ("resources: [../base, a.yaml]\n", "resources: [../base, ../dev/b.yaml]\n", False),
    "with one that is not built": ("resources: [../base, a.yaml]\n", "resources: [../base]\n", False),
}


@pytest.mark.parametrize(("dev", "prod", "clash"), CLASHES.values(), ids=CLASHES)
def test_objects_of_one_kustomization_may_clash_and_overlays_do_not(
    found: Found,
    dev: str,
    prod: str,
    clash: bool,  # noqa: FBT001 - a table
) -> None:
    """What one kustomization builds is applied together; its overlays are for different clusters."""
    files = {
        "base/kustomization.yaml": "resources: [svc.yaml]\n",
        "base/svc.yaml": LOCAL.replace("30080", "30081"),
        "dev/kustomization.yaml": dev,
        "dev/a.yaml": LOCAL.replace("name: web", "name: a"),
        "dev/b.yaml": LOCAL.replace("name: web", "name: b"),
        "prod/kustomization.yaml": prod,
    }
    assert bool(found(files, "node-port-clash")) is clash


def test_an_overlay_clashes_with_its_base(found: Found) -> None:
    """Both are built at once."""
    files = {
        "base/kustomization.yaml": "resources: [svc.yaml]\n",
        "base/svc.yaml": LOCAL,
        "overlays/dev/kustomization.yaml": "namespace: dev\nresources: [../../base, api.yaml]\n",
        "overlays/dev/api.yaml": LOCAL.replace("name: web", "name: api"),
    }
    seen = found(files, "node-port-clash")
    assert [finding.object for finding in seen] == ["dev/Service/web", "dev/Service/api"]


def test_objects_of_one_build_meet_in_its_namespace(found: Found) -> None:
    """A Service and its workload are together wherever their files stand, whatever namespace they name."""
    files = {
        "apps/web/svc.yaml": LOCAL.replace("name: web", "name: web, namespace: old"),
        "pods/web/deploy.yaml": WORKLOAD,
        "build/kustomization.yaml": "namespace: shop\nresources: [../apps/web/svc.yaml, ../pods/web/deploy.yaml]\n",
    }
    (finding,) = found(files, "readiness-probe-missing")
    assert finding.object == "shop/Deployment/web"
    del files["build/kustomization.yaml"]
    assert not found(files, "readiness-probe-missing")


@pytest.mark.parametrize("listed", [True, False])
def test_unquoted_values_work_in_a_build(found: Found, listed: bool) -> None:  # noqa: FBT001 - a table
    """Kustomize writes them as text, kubectl refuses them; what is meant is plain either way."""
    text = LOCAL.replace("{name: web}", f"{{name: web, annotations: {{{KEY}connection-drain: on}}}}")
    files = {"kustomization.yaml": f"resources: [{'svc.yaml' if listed else ''}]\n", "svc.yaml": text}
    assert bool(found(files, "annotation-not-a-string")) is not listed
    assert "drain-incomplete" in {other.rule for other in found(files)}


def test_json_patches_turn_booleans_into_words(found: Found) -> None:
    """There `on` becomes `true`, which is no value."""
    patch = JSON_PATCH.replace("scheduler", "connection-drain").replace("value: wr", "value: on")
    files = {"kustomization.yaml": _named("patches: [{path: p.yaml, target: {kind: Service}}]"), "p.yaml": patch}
    (finding,) = found({**files, "svc.yaml": LOCAL}, "invalid-annotation-value")
    assert '"true"' in str(finding.message)


def test_common_annotations_are_judged(found: Found) -> None:
    files = {"kustomization.yaml": _named(COMMON.replace("wrr", "wr")), "svc.yaml": LOCAL}
    (finding,) = found(files, "invalid-annotation-value")
    assert finding.path == "kustomization.yaml"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("resources: [x]\n" * 2, 2, 13), ("patches:\n- patch: |\n", 2, 3), ("patches: 3\n", 1, 10)],
    ids=["repeated key", "empty patch", "no list"],
)
def test_a_broken_kustomization_is_refused_and_its_files_are_judged_alone(
    found: Found, text: str, line: int, column: int
) -> None:
    refused, *others = found({"kustomization.yaml": text, "svc.yaml": LOCAL})
    assert (refused.rule, refused.path) == ("kustomization-refused", "kustomization.yaml")
    assert refused.place.span[:2] == (line, column)
    assert others == found({"svc.yaml": LOCAL})
