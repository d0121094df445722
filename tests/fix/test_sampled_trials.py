"""One root may stand for others in the trials for a report: the fixes that it shows are those that all roots allow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.config.model import no_config
from clblint.discovery.walk import Input
from clblint.engine.cache import ResultCache
from clblint.engine.run import lint
from clblint.engine.trial_worker import TrialWorker
from clblint.engine.worker import WorkerSettings
from clblint.plugins.manager import load_plugins
from tests.recorded.trees import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.engine.outcome import Outcome
    from clblint.engine.worker import Checked

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
WEB = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}delete-protection: "On"
spec:
  type: LoadBalancer
  selector: {{app: web}}
  ports: [{{port: 80}}]
"""
ON_ALL = "patches:\n- target: {kind: Service}\n  patch: |-\n    apiVersion: v1\n    kind: Service\n"
MORE = (
    "protocol-port: 'https:443'",
    "scheduler: rr",
    "id: lb-1",
    "acl-status: 'off'",
    "instance-charge-type: PayBySpec",
)
ROOT = Path(__file__).parent.parent.parent
REPOSITORY = {
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": WEB,
    **{f"{name}/kustomization.yaml": f"resources: [../base]\nnameSuffix: -{name}\n" for name in "abc"},
}


def _lint(folder: Path, *, sampled: bool, cache: ResultCache | None = None) -> Outcome:
    paths = sorted(str(path) for path in folder.rglob("*") if path.is_file())
    settings = WorkerSettings(tuple(load_plugins().rules), no_config().cluster, edits=True)
    inputs = [Input(path) for path in paths]
    return lint(inputs, lambda: settings, lambda path: Path(path).read_bytes(), cache=cache, sampled=sampled)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders of the roots that trials judge, filled while they do."""
    found: list[str] = []
    check = TrialWorker._check_batch  # noqa: SLF001 - to see what it judges

    def seen(worker: TrialWorker, batch: Sequence[Input]) -> Iterator[Checked]:
        found.extend(Path(item.path).parent.name for item in batch)
        return check(worker, batch)

    monkeypatch.setattr(TrialWorker, "_check_batch", seen)
    return found


def test_one_root_stands_for_those_in_the_same_state(tmp_path: Path, judged: list[str]) -> None:
    write({"files": REPOSITORY}, tmp_path)
    found = _lint(tmp_path, sampled=True).findings
    assert judged == ["a"]
    assert sum(bool(one.edits) for one in found) == 3


def test_a_root_with_other_findings_is_judged(tmp_path: Path, judged: list[str]) -> None:
    patched = (
        f"{REPOSITORY['b/kustomization.yaml']}{ON_ALL}    metadata: {{name: x, annotations: {{{KEY}spec: wrong}}}}\n"
    )
    write({"files": {**REPOSITORY, "b/kustomization.yaml": patched}}, tmp_path)
    _lint(tmp_path, sampled=True)
    assert judged == ["a", "b"]


def test_a_root_with_another_setting_is_judged(tmp_path: Path, judged: list[str]) -> None:
    patch = f"{ON_ALL}    metadata: {{name: x, annotations: {{{KEY}spec: slb.s1.small}}}}\n"
    patched = REPOSITORY["b/kustomization.yaml"] + patch
    write({"files": {**REPOSITORY, "b/kustomization.yaml": patched}}, tmp_path)
    _lint(tmp_path, sampled=True)
    assert judged == ["a", "b"]


def test_a_root_that_reads_values_is_built(tmp_path: Path, judged: list[str]) -> None:
    reading = f"{REPOSITORY['b/kustomization.yaml']}vars: []\n"
    write({"files": {**REPOSITORY, "b/kustomization.yaml": reading}}, tmp_path)
    _lint(tmp_path, sampled=True)
    assert judged == ["a", "b"]


def test_before_files_are_written_all_roots_are_judged(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, judged: list[str]
) -> None:
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
    write({"files": REPOSITORY}, tmp_path)
    shown = _what(_lint(tmp_path, sampled=True, cache=ResultCache("run")))
    judged.clear()
    assert _what(_lint(tmp_path, sampled=True, cache=ResultCache("run"))) == shown
    assert not judged
    assert _what(_lint(tmp_path, sampled=False, cache=ResultCache("run"))) == shown
    assert judged == ["a", "b", "c"]
    judged.clear()
    for sampled in (False, True):
        assert _what(_lint(tmp_path, sampled=sampled, cache=ResultCache("run"))) == shown
    assert not judged


@pytest.mark.whole
def test_what_is_shown_is_what_all_roots_allow(tmp_path: Path, judged: list[str]) -> None:
    counts = {True: 0, False: 0}
    for number, text in enumerate(_manifests()[::40]):
        patch = f"{ON_ALL}    metadata: {{name: x, annotations: {{{KEY}{MORE[number % len(MORE)]}}}}}\n"
        files = {
            **REPOSITORY,
            "base/web.yaml": text,
            "d/kustomization.yaml": REPOSITORY["a/kustomization.yaml"] + patch,
        }
        write({"files": files}, tmp_path / str(number))
        shown = {}
        for sampled in counts:
            judged.clear()
            shown[sampled] = _what(_lint(tmp_path / str(number), sampled=sampled))
            counts[sampled] += len(judged)
        assert shown[True] == shown[False], text
    assert counts[True] < counts[False]


def _manifests() -> list[str]:
    """The documents of all edge cases of rules."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "rules" / "edges").glob("*.yaml"))]
    return [document for text in texts for document in text.split("\n---\n") if "kind: Service" in document]


def _what(outcome: Outcome) -> list[tuple[object, ...]]:
    return [(one.rule, one.place, one.object, one.edits, one.replacements) for one in outcome.findings]
