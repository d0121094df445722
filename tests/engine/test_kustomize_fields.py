"""What the fields of a kustomization make of Services and pods: what is certain counts, what is not silences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

Files = dict[str, str]
KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
GATE = "service.readiness.alibabacloud.com/"


def _service(selector: str = "{app: web}", annotations: str = "{}", policy: str = "Cluster") -> str:
    return f"""\
apiVersion: v1
kind: Service
metadata: {{name: web, annotations: {annotations}}}
spec:
  type: LoadBalancer
  externalTrafficPolicy: {policy}
  selector: {selector}
  ports: [{{port: 80, targetPort: 8080}}]
"""


def _pods(labels: str = "{app: web}", gate: str = "", kind: str = "Deployment") -> str:
    gates = f"      readinessGates: [{{conditionType: {GATE}{gate}}}]\n" if gate else ""
    return f"""\
apiVersion: apps/v1
kind: {kind}
metadata: {{name: web}}
spec:
  selector: {{matchLabels: {labels}}}
  template:
    metadata: {{labels: {labels}}}
    spec:
{gates}      containers: [{{name: web, image: web, ports: [{{containerPort: 8080}}]}}]
"""


def _both(kustomization: str, service: str = "", pods: str = "", **more: str) -> Files:
    """A kustomization of a Service and its pods."""
    made = {"service.yaml": service or _service(), "pods.yaml": pods or _pods()}
    return {"kustomization.yaml": f"resources: [service.yaml, pods.yaml]\n{kustomization}", **made, **more}


def _said(run: Run, folder: Path, files: Files, *rules: str) -> set[str]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = run("--format", "concise", "--select", ",".join(rules), ".")
    assert done.returncode in {0, 1}, done.stderr
    return {line.split(": ")[1].split()[1] for line in done.stdout.splitlines()}


LINE = "\n"
NO_MATCH = {"selector-no-match"}
OTHER = _service("{app: wbe}")
TIER = _pods("{app: wbe}")
INLINE_LABELS = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n"
REPLACED = "source: {kind: ConfigMap, name: web, fieldPath: data.x}\ntargets:\n"
SELECTORS: dict[str, tuple[Files, set[str]]] = {
    "as written": (_both("", OTHER), NO_MATCH),
    "commonLabels on the pods": (_both("commonLabels: {app: web}\n", pods=TIER), set()),
    "commonLabels on both": (_both("commonLabels: {app: web}\n", OTHER), set()),
    "commonLabels of another key": (_both("commonLabels: {tier: x}\n", OTHER), NO_MATCH),
    "labels on templates": (_both("labels: [{pairs: {app: web}, includeTemplates: true}]\n", pods=TIER), set()),
    "labels on selectors": (_both("labels: [{pairs: {app: web}, includeSelectors: true}]\n", pods=TIER), set()),
    "labels on objects": (_both("labels: [{pairs: {app: web}}]\n", pods=TIER), NO_MATCH),
    "labels that only templates get": (
        _both("labels: [{pairs: {app: api}, includeTemplates: true}]\n"),
        NO_MATCH,
    ),
    "labels wherever": (
        _both("labels: [{pairs: {app: api}, fields: [{path: spec/selector, kind: Service}]}]\n"),
        NO_MATCH,
    ),
    "labels filled in": (_both("labels: [{pairs: {app: '${APP}'}, includeTemplates: true}]\n", pods=TIER), set()),
    "a chart": (_both("helmCharts: [{name: web}]\n", OTHER), set()),
    "a chart of old": (_both("helmChartInflationGenerator: [{chartName: web}]\n", OTHER), set()),
    "a generator": (_both("generators: [web.yaml]\n", OTHER), set()),
    "a ConfigMap": (_both("configMapGenerator: [{name: web}]\n", OTHER), NO_MATCH),
    "a transformer": (_both("transformers: [web.yaml]\n", OTHER), set()),
    "a remote base": (_both("bases: ['https://github.com/a/b//c?ref=1']\n", OTHER), set()),
    "a remote component": (_both("components: ['https://github.com/a/b//c?ref=1']\n", OTHER), set()),
    "images, names, settings": (
        _both("images: [{name: web, newTag: v2}]\nconfigurations: [a.yaml]\nnamePrefix: p-\nvars: []\n", OTHER),
        NO_MATCH,
    ),
    "a replacement of the selector": (
        _both(f"replacements:\n- {REPLACED.replace(LINE, LINE + '  ')}- select: {{kind: Service}}\n"
              "    fieldPaths: [spec.selector.app]\n", OTHER),
        set(),
    ),
    "a replacement of another field": (
        _both(f"replacements:\n- {REPLACED.replace(LINE, LINE + '  ')}- select: {{kind: Service}}\n"
              "    fieldPaths: [metadata.labels.app]\n", OTHER),
        NO_MATCH,
    ),
    "a replacement of labels": (
        _both(
            "replacements: [{path: r.yaml}]\n",
            OTHER,
            **{"r.yaml": f"{REPLACED}- {{select: {{}}, fieldPaths: ['spec.template.metadata.labels.app']}}\n"},
        ),
        set(),
    ),
    "a patch of labels": (
        _both("patches: [{path: p.yaml}]\n", OTHER,
              **{"p.yaml": INLINE_LABELS + "spec: {template: {metadata: {labels: {app: wbe}}}}\n"}),
        set(),
    ),
    "a patch of something else": (
        _both("patches: [{path: p.yaml}]\n", OTHER, **{"p.yaml": INLINE_LABELS + "spec: {replicas: 3}\n"}),
        NO_MATCH,
    ),
    "a patch in quotes": (
        _both("patches: [{target: {kind: Service}, patch: '- {op: remove, path: /spec/selector}'}]\n",
              OTHER),
        set(),
    ),
    "a patch in folded text": (
        _both("patches:\n- patch: >-\n    {apiVersion: v1, kind: Service, metadata: {name: web},\n"
              "    spec: {selector: {app: web}}}\n", OTHER),
        set(),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), SELECTORS.values(), ids=SELECTORS)
def test_selectors_match_labels_as_kustomize_builds_them(
    run: Run, tmp_path: Path, files: Files, expected: set[str]
) -> None:
    assert _said(run, tmp_path, files, "selector-no-match") == expected


BASE = {"base/kustomization.yaml": "resources: [service.yaml, pods.yaml]\n", "base/pods.yaml": _pods()}
DEV, PROD = "resources: [../base]\ncommonLabels: {env: dev}\n", "resources: [../base]\ncommonLabels: {env: prod}\n"


def test_labels_that_differ_between_overlays_hide_no_pods(run: Run, tmp_path: Path) -> None:
    """Each overlay writes them to the selector and to the pods alike."""
    files = {"dev/kustomization.yaml": DEV, "prod/kustomization.yaml": PROD, **BASE}
    for selector in ("{app: web}", "{app: web, env: x}"):
        files["base/service.yaml"] = _service(selector)
        said = _said(run, tmp_path, files, "readiness-probe-missing", "selector-no-match")
        assert said == {"readiness-probe-missing"}, selector
    files["base/service.yaml"] = _service("{env: x}")
    assert _said(run, tmp_path, files, "selector-no-match", "selector-missing") == set()
    files["base/service.yaml"] = OTHER
    assert _said(run, tmp_path, files, "selector-no-match") == NO_MATCH


def test_the_outer_label_counts(run: Run, tmp_path: Path) -> None:
    """It is written last, over that of the base and over the file."""
    selected = {"readiness-probe-missing"}
    files = {
        "base/kustomization.yaml": "resources: [pods.yaml]\ncommonLabels: {app: inner}\n",
        "base/pods.yaml": TIER,
        "dev/kustomization.yaml": "resources: [../base, service.yaml]\nlabels: [{pairs: {app: x}}]\n",
        "dev/service.yaml": _service("{app: inner}"),
    }
    assert _said(run, tmp_path, files, "readiness-probe-missing") == selected
    files["dev/service.yaml"] = _service("{app: other}")
    assert _said(run, tmp_path, files, "readiness-probe-missing") == set()
    files["dev/kustomization.yaml"] = "resources: [../base, service.yaml]\ncommonLabels: {app: outer}\n"
    assert _said(run, tmp_path, files, "readiness-probe-missing") == selected


ANNOTATED = _service(annotations=f"{{{KEY}scheduler: FILL}}", policy="Local")
ESCAPED = KEY.replace(".", "\\.")
FIELDS = {
    "in brackets": f"metadata.annotations.[{KEY}scheduler]",
    "behind backslashes": f"metadata.annotations.{ESCAPED}scheduler",
    "all of them": "metadata.annotations.*",
}


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_a_replaced_annotation_is_not_judged(run: Run, tmp_path: Path, field: str) -> None:
    files = _both("replacements: [{path: r.yaml}]\n", ANNOTATED)
    files["r.yaml"] = (
        f"- {REPLACED.replace(LINE, LINE + '  ')}- {{select: {{kind: Service}}, fieldPaths: ['{field}']}}\n"
    )
    assert _said(run, tmp_path, files, "invalid-annotation-value") == set()
    files["r.yaml"] = files["r.yaml"].replace("kind: Service", "kind: Ingress")
    assert _said(run, tmp_path, files, "invalid-annotation-value") == {"invalid-annotation-value"}


def test_a_value_that_one_build_keeps_is_judged(run: Run, tmp_path: Path) -> None:
    """A patch in one overlay does not mend what the other builds."""
    patch = f"apiVersion: v1\nkind: Service\nmetadata: {{name: web, annotations: {{{KEY}scheduler: wrr}}}}\n"
    files = {
        **BASE,
        "base/service.yaml": ANNOTATED,
        "dev/kustomization.yaml": "resources: [../base]\npatches: [{path: p.yaml}]\n",
        "dev/p.yaml": patch,
    }
    assert _said(run, tmp_path, files, "invalid-annotation-value") == set()
    files["prod/kustomization.yaml"] = "resources: [../base]\n"
    assert _said(run, tmp_path, files, "invalid-annotation-value") == {"invalid-annotation-value"}


MISMATCH = {"readiness-gate-mismatch"}
GATES: dict[str, tuple[str, str, set[str]]] = {
    "the name in the cluster": ("namePrefix: p-\n", "p-web", set()),
    "the name in the file": ("namePrefix: p-\n", "web", MISMATCH),
    "with a suffix": ("nameSuffix: -v2\n", "web-v2", set()),
    "no affix": ("", "web", set()),
    "a chart may bring it": ("helmCharts: [{name: web}]\n", "api", set()),
    "nothing brings it": ("", "api", MISMATCH),
}


@pytest.mark.parametrize(("field", "gate", "expected"), GATES.values(), ids=GATES)
def test_gates_name_services_of_the_cluster(
    run: Run, tmp_path: Path, field: str, gate: str, expected: set[str]
) -> None:
    """Kustomize does not rewrite the names of gates."""
    assert _said(run, tmp_path, _both(field, pods=_pods(gate=gate)), "readiness-gate-mismatch") == expected


def test_gates_of_a_base_with_several_names(run: Run, tmp_path: Path) -> None:
    files = {
        **BASE,
        "base/service.yaml": _service(),
        "base/pods.yaml": _pods(gate="dev-web"),
        "dev/kustomization.yaml": "resources: [../base]\nnamePrefix: dev-\n",
        "prod/kustomization.yaml": "resources: [../base]\nnamePrefix: prod-\n",
    }
    assert _said(run, tmp_path, files, "readiness-gate-mismatch") == {"readiness-gate-mismatch"}
    files["prod/kustomization.yaml"] = "resources: [../base]\nnamePrefix: dev-\nnamespace: prod\n"
    assert _said(run, tmp_path, files, "readiness-gate-mismatch") == set()


def test_patches_may_name_what_an_inner_prefix_has_made(run: Run, tmp_path: Path) -> None:
    patch = f"apiVersion: v1\nkind: Service\nmetadata: {{name: b-web, annotations: {{{KEY}scheduler: wrr}}}}\n"
    files = {
        "base/kustomization.yaml": "namePrefix: b-\nresources: [service.yaml]\n",
        "base/service.yaml": _service(policy="Local"),
        "dev/kustomization.yaml": "namePrefix: dev-\nresources: [../base]\npatches: [{path: p.yaml}]\n",
        "dev/p.yaml": patch,
    }
    assert _said(run, tmp_path, files, "local-without-wrr") == set()
    files["dev/p.yaml"] = patch.replace("b-web", "c-web")
    assert _said(run, tmp_path, files, "local-without-wrr") == {"local-without-wrr"}


def test_what_an_inventory_names_is_of_the_name_in_the_cluster(run: Run, tmp_path: Path) -> None:
    """The listener of `p-web` is the Service's own, not one of another."""
    inventory = """\
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp",
  "Description": "k8s/80/p-web/shop/c1234567890abcdef"}]}
"""
    service = _service(
        annotations=f"{{{KEY}id: lb-2zeb3qcm8q2x0t1b0jxyz, {KEY}force-override-listeners: 'true', "
        f"{KEY}protocol-port: 'http:80'}}"
    )
    field = "namespace: shop\n"
    files = {
        **_both(f"{field}namePrefix: p-\n", service),
        "clbs.json": inventory,
        ".clblint.yaml": "inventory: clbs.json\n",
    }
    rule = "reuse-listener-protocol-conflict"
    (tmp_path / "x").mkdir()
    assert _said(run, tmp_path, files, rule) == set()
    files["kustomization.yaml"] = _both(field)["kustomization.yaml"]
    assert _said(run, tmp_path, files, rule) == {rule}


HOSTILE = {
    "many labels": f"commonLabels: {{{', '.join(f'k{n}: v' for n in range(5000))}}}\n",
    "odd labels": "commonLabels: [1]\nlabels: 3\n",
    "odd pairs": "labels: [{pairs: [1], includeSelectors: maybe}, 3]\n",
    "odd replacements": "replacements: [3, {targets: 3}, {targets: [{select: 3, fieldPaths: [3, '', '[', 'a[b']}]}]\n",
    "a replacement of itself": "replacements: [{path: kustomization.yaml}, {path: ../..}]\n",
    "a long path": f"replacements: [{{targets: [{{fieldPaths: ['{'[.' * 20000}']}}]}}]\n",
    "an odd patch": "patches: [{patch: '{'}, {patch: '- - -'}, {patch: \"\\0\"}]\n",
}  # fmt: skip


@pytest.mark.parametrize("field", HOSTILE.values(), ids=HOSTILE)
def test_odd_fields_do_no_harm(run: Run, tmp_path: Path, field: str) -> None:
    _said(run, tmp_path, _both(field), "all")
