"""Trials of fixes judge what an edit may change, and find what they would find if they judged everything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.engine.dispatch import Dispatcher
from clblint.engine.result import Result
from clblint.engine.trial_worker import TrialWorker
from tests.fix.trials import try_fixes
from tests.recorded.trees import trees, write

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.file_check import FileCheck
    from clblint.engine.worker import Checked
    from clblint.kube.manifest import Manifest

    Judged = list[tuple[str, set[str] | None]]  # the roots of trials, each with the objects judged again; None for all

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
WRONG = f'{KEY}connection-drain: "On"\n    {KEY}connection-drain-timeout: "30"'  # which has a fix
RIGHT = f'{KEY}address-type: "internet"'
FACT = """\
apiVersion: kubeadm.k8s.io/v1beta3
kind: ClusterConfiguration
apiServer: {extraArgs: {service-node-port-range: 20000-32767}}
"""


def _service(name: str, annotation: str) -> str:
    head = f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\n  annotations:\n    {annotation}\n"
    return f"{head}spec:\n  type: LoadBalancer\n  selector: {{app: {name}}}\n  ports: [{{port: 80}}]\n"


def _deployment(name: str) -> str:
    container = "{name: a, image: b, ports: [{containerPort: 80}]}"
    return (
        f"apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {name}\nspec:\n"
        f"  selector: {{matchLabels: {{app: {name}}}}}\n  template:\n    metadata: {{labels: {{app: {name}}}}}\n"
        f"    spec: {{containers: [{container}]}}\n"
    )


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """What trials judge, filled while they do."""
    found: Judged = []
    within = Dispatcher.check_within
    check = TrialWorker._check_batch  # noqa: SLF001 - to see what it hands on

    def check_within(
        self: Dispatcher, manifests: Sequence[Manifest], only: Sequence[Collection[int] | None] | None = None
    ) -> list[FileCheck]:
        for manifest, asked in zip(manifests, only or (), strict=True):
            things = None if asked is None else [thing for thing in manifest.objects if thing.index in asked]
            names = None if things is None else {f"{thing.kind} {thing.name.value}" for thing in things}
            found.append((Path(manifest.source.path).parent.name, names))
        return within(self, manifests, only)

    def seen(worker: TrialWorker, batch: Sequence[Input]) -> Iterator[Checked]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Dispatcher, "check_within", check_within)
            return iter(list(check(worker, batch)))

    monkeypatch.setattr(TrialWorker, "_check_batch", seen)
    return found


def _repository(folder: Path) -> None:
    """Two overlays of a base with two applications; the Service of the first one has a fix."""
    files = {
        "base/web.yaml": f"{_service('web', WRONG)}---\n{_deployment('web')}",
        "base/api.yaml": f"{_service('api', RIGHT)}---\n{_deployment('api')}",
        "base/kustomization.yaml": "resources: [web.yaml, api.yaml]\n",
        "a/kustomization.yaml": "namespace: a\nresources: [../base]\n",
        "b/kustomization.yaml": "namespace: b\nresources: [../base]\n",
    }
    write({"files": files}, folder)


def test_what_an_edit_changes_and_what_looks_at_it_is_judged_again(tmp_path: Path, judged: Judged) -> None:
    _repository(tmp_path)
    try_fixes(tmp_path)
    assert judged == [("a", {"Service web", "Deployment web"}), ("b", {"Service web", "Deployment web"})]


def test_where_objects_state_facts_everything_is_judged_again(tmp_path: Path, judged: Judged) -> None:
    _repository(tmp_path)
    (tmp_path / "kubeadm.yaml").write_text(FACT)
    try_fixes(tmp_path)
    assert judged == [("a", None), ("b", None)]


@pytest.mark.whole
def test_trials_find_what_whole_trials_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check, again = TrialWorker._check_batch, TrialWorker._again  # noqa: SLF001 - to judge everything, too
    counts: Counter[bool] = Counter()

    def both(worker: TrialWorker, batch: Sequence[Input]) -> Iterator[Checked]:
        found = list(check(worker, batch))
        for item, some in zip(batch, found, strict=True):
            manifest = worker._manifests[item.path]  # noqa: SLF001 - the same
            counts[again(worker, manifest).only is None] += 1
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(worker, "_before", {})
                worker._check_alone([(item, manifest)])  # noqa: SLF001 - the same
                (whole,) = check(worker, [item])
            assert _keys(some) == _keys(whole), item.path
            assert set(whole.needs) <= set(some.needs), item.path
        return iter(found)

    monkeypatch.setattr(TrialWorker, "_check_batch", both)
    for name, tree in sorted(trees().items())[::7]:
        write(tree, tmp_path / name)
    try_fixes(tmp_path)
    assert counts[False] > counts[True]


def _keys(checked: Checked) -> Counter[tuple[str, str, str, int]]:
    assert isinstance(checked.result, Result)
    return Counter((one.rule, one.object, one.subject, one.severity) for one in checked.result.findings if one.roots)
