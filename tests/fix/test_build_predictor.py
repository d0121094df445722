"""What fixes make of a root is predicted where no build can tell otherwise, and it is what a build gives."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from clblint.engine.trial_worker import TrialWorker
from clblint.engine.worker import Worker
from clblint.kube.manifest import Manifest
from clblint.source.walk import to_json
from tests.fix.trials import try_fixes
from tests.recorded.trees import trees, write

if TYPE_CHECKING:
    from pathlib import Path

    from clblint.kube.kustomize.record import BuildRecord
    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.source.text import Source

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
WEB = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}acl-id: "acl-1"
    {KEY}acl-type: "white"
    {KEY}delete-protection: "On"
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {{app: web}}
  ports: [{{port: 80}}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}}}
    spec:
      terminationGracePeriodSeconds: 5
      containers: [{{name: a, image: b, ports: [{{containerPort: 80}}]}}]
"""
ROOT = "namespace: a\nresources: [../base]\n"
ON_WEB = "  target: {kind: Service}\n"


def _patch(text: str, target: str = "") -> str:
    return f"{ROOT}patches:\n- patch: |-\n    {text}\n{target}"


@pytest.fixture
def predicted(monkeypatch: pytest.MonkeyPatch) -> Counter[bool]:
    """How often what is built was predicted, and how often not; a build has to agree."""
    counts: Counter[bool] = Counter()
    build = TrialWorker._build  # noqa: SLF001 - to build everything, too

    def both(worker: TrialWorker, source: Source, role: KustomizeRole, *, prefilter: bool) -> Manifest | BuildRecord:
        found = build(worker, source, role, prefilter=prefilter)
        before = worker._before[source.path].manifest  # noqa: SLF001 - the same
        is_predicted = worker._predictor.manifest(before) is not None  # noqa: SLF001 - the same
        counts[is_predicted] += 1
        if is_predicted:
            built = Worker._build(worker, source, role, prefilter=prefilter)  # noqa: SLF001 - the same
            assert isinstance(found, Manifest)
            assert isinstance(built, Manifest)
            assert _values(found) == _values(built), source.path
            assert _changed(found, before) == _changed(built, before), source.path
            assert found.mentions.keys() == built.mentions.keys() if found.mentions and built.mentions else True
        return found

    monkeypatch.setattr(TrialWorker, "_build", both)
    return counts


def _values(manifest: Manifest) -> list[Any]:
    return [[(type(one), one.id, one.index, to_json(one.node)) for one in made.objects] for made in manifest.made]


def _changed(manifest: Manifest, before: Manifest) -> list[bool]:
    return [now.says != then.says for now, then in zip(manifest.made, before.made, strict=True)]


ALIKE = {
    "plain": {},
    "names and labels": {
        "a/kustomization.yaml": f"{ROOT}nameSuffix: -a\nlabels: [{{pairs: {{env: a}}, includeTemplates: true}}]\n"
    },
    "another key in a patch": {
        "a/kustomization.yaml": _patch(
            f"{{apiVersion: v1, kind: Service, metadata: {{name: web, annotations: {{{KEY}name: x}}}}}}"
        )
    },
    "another key in a JSON patch": {
        "a/kustomization.yaml": _patch('[{"op": "replace", "path": "/spec/type", "value": "LoadBalancer"}]', ON_WEB)
    },
    "generated": {"a/kustomization.yaml": f"{ROOT}configMapGenerator: [{{name: x, literals: [a=b]}}]\n"},
}
OTHERWISE = {
    "the same key in a patch": _patch(
        f"{{apiVersion: v1, kind: Service, metadata: {{name: web, annotations: {{{KEY}acl-status: null}}}}}}"
    ),
    "the same key in another one, escaped": _patch(
        '{apiVersion: v1, kind: Service, metadata: {name: web, annotations: {"service\\x2ex": null}}}'
    ),
    "a test": _patch('[{"op": "test", "path": "/spec/type", "value": "LoadBalancer"}]', ON_WEB),
    "a copy": _patch('[{"op": "copy", "from": "/spec/type", "path": "/metadata/annotations/x"}]', ON_WEB),
    "a selector": _patch(
        '[{"op": "remove", "path": "/spec/externalTrafficPolicy"}]',
        f"  target: {{annotationSelector: {KEY}acl-type=white}}\n",
    ),
    "replacements": f"{ROOT}replacements: []\n",
    "variables": f"{ROOT}vars: []\n",
    "transformers": f"{ROOT}transformers: []\n",
    "an input of a generator": f"{ROOT}configMapGenerator: [{{name: x, files: [w=../a/web.yaml]}}]\n",
}


def _written(folder: Path, files: dict[str, str]) -> None:
    base = {"base/kustomization.yaml": "resources: [web.yaml]\n", "base/web.yaml": WEB, "a/web.yaml": "a: b\n"}
    write({"files": {**base, "a/kustomization.yaml": ROOT, **files}}, folder)


@pytest.mark.parametrize("name", ALIKE)
def test_what_nothing_looks_at_is_predicted(tmp_path: Path, predicted: Counter[bool], name: str) -> None:
    _written(tmp_path, ALIKE[name])
    try_fixes(tmp_path)
    assert predicted == {True: 1}


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_may_be_otherwise_is_built(tmp_path: Path, predicted: Counter[bool], name: str) -> None:
    _written(tmp_path, {"a/kustomization.yaml": OTHERWISE[name]})
    try_fixes(tmp_path)
    assert predicted[False]


def test_an_anchor_is_built(tmp_path: Path, predicted: Counter[bool]) -> None:
    _written(tmp_path, {"base/web.yaml": WEB.replace("{name: a,", "{name: &a a,")})
    try_fixes(tmp_path)
    assert predicted == {False: 1}


def test_a_fix_in_a_patch_is_built(tmp_path: Path, predicted: Counter[bool]) -> None:
    patch = WEB.split("---", maxsplit=1)[0]
    _written(tmp_path, {"a/kustomization.yaml": f"{ROOT}patches: [{{path: p.yaml}}]\n", "a/p.yaml": patch})
    try_fixes(tmp_path)
    assert predicted[False]
    assert not predicted[True]


@pytest.mark.whole
def test_what_is_predicted_is_built(tmp_path: Path, predicted: Counter[bool]) -> None:
    for name, tree in sorted(trees().items())[::7]:
        write(tree, tmp_path / name)
    try_fixes(tmp_path)
    assert predicted[True] > 10
