"""The recorded data beside this file, and further runs of the controller that somebody else has."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
CONTROLLER = HERE / "controller"
NLB_CONTROLLER = HERE / "nlb-controller"
WRITTEN = CONTROLLER / "written.jsonl.gz"
YAML_CASES = Path(os.environ.get("CLBLINT_YAML_CASES") or HERE / "yaml-cases.jsonl.gz")
LINE_HASHES = HERE / "line-hashes.json"
PLANNED = HERE / "planned-rules.txt"
ANNOTATION_FACTS = HERE / "clb-annotations.yaml.gz"
NLB_ANNOTATION_FACTS = HERE / "nlb-annotations.yaml.gz"
DIAGNOSED = HERE / "diagnose" / "cases.jsonl.gz"
HASHES = HERE / "diagnose" / "hash-vectors.jsonl.gz"

# Real manifests, which are other people's: tests that read them are skipped without.
CORPUS = Path(os.environ.get("CLBLINT_CORPUS") or HERE.parents[2] / "shared" / "corpus")
needs_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(), reason=f"other people's manifests: {CORPUS} is not there (CLBLINT_CORPUS)"
)


# The runs of this repository, and those of another folder of the same form, where one is named.
def _folders(own: Path, variable: str) -> list[Path]:
    named = os.environ.get(variable)
    return [own, Path(named)] if named else [own]


FOLDERS = _folders(CONTROLLER, "CLBLINT_ORACLE")
NLB_FOLDERS = _folders(NLB_CONTROLLER, "CLBLINT_ORACLE_NLB")
KUSTOMIZE_FOLDERS = _folders(HERE / "kustomize", "CLBLINT_KUSTOMIZE")


class Run(NamedTuple):
    """One recorded run: `old` is empty where the manifest was only applied, or applied and deleted."""

    name: str
    mode: str
    old: str
    new: str
    reports: list[dict[str, Any]]

    @property
    def manifests(self) -> list[str]:
        """What was applied, one after the other."""
        return [text for text in (self.old, self.new) if text]


# libyaml reads some ten times as fast, and the same of what was recorded.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def documents_of(text: str) -> list[Any]:
    """The documents of a manifest, as plain values."""
    return list(yaml.load_all(text, _LOADER))


def text_of(path: Path) -> str:
    """The text of a file, packed or not."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")


def runs(folder: Path) -> Iterator[Run]:
    """The runs of a folder: `cases/NAME.json` with manifests beside it, and lines of `*.jsonl`, packed or not."""
    assert folder.is_dir(), f"{folder} is not there"
    for path in sorted((folder / "cases").glob("*.json")):
        recorded = json.loads(path.read_text(encoding="utf-8"))
        names = {"old": ".old.yaml", "new": ".new.yaml", "manifest": ".yaml"}
        beside = {which: path.with_suffix(end) for which, end in names.items()}
        texts = {which: other.read_text(encoding="utf-8") for which, other in beside.items() if other.exists()}
        yield _run({"id": path.stem, "mode": recorded["mode"], "result": recorded, **texts})
    for path in sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]):
        yield from runs_in(path)


def runs_in(path: Path) -> Iterator[Run]:
    """The runs of one file."""
    for line in text_of(path).splitlines():
        yield _run(json.loads(line))


def _run(line: dict[str, Any]) -> Run:
    mode = line.get("mode") or ("update" if "old" in line else "create")
    new = line["new"] if "new" in line else line["manifest"]
    return Run(line["id"], mode, line.get("old", ""), new, line["result"]["reports"])
