"""The trees of kustomizations with what `kubectl kustomize` printed for each folder with a kustomization."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from clblint.kube.kustomize.read import read_kustomization
from clblint.kube.kustomize.role import is_kustomization
from clblint.kube.kustomize.roots import roots_to_build
from clblint.source.text import Source
from tests.recorded.files import KUSTOMIZE_FOLDERS, text_of

if TYPE_CHECKING:
    from pathlib import Path


@cache
def trees() -> dict[str, dict[str, Any]]:
    """The recorded trees by name."""
    paths = [path for folder in KUSTOMIZE_FOLDERS for name in ("*.jsonl", "*.jsonl.gz") for path in folder.glob(name)]
    lines = [json.loads(line) for path in sorted(paths) for line in text_of(path).splitlines()]
    return {line["tree"]: line for line in lines}


def write(tree: dict[str, Any], folder: Path) -> None:
    """Write the files of a tree."""
    for name, text in tree["files"].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def top_roots(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """What was recorded of the roots that are built by themselves."""
    found = {
        path: read_kustomization(Source(path, text.encode()))
        for path, text in tree["files"].items()
        if is_kustomization(path)
    }
    folders = {path.rpartition("/")[0] or "." for path in roots_to_build({k: v for k, v in found.items() if v})}
    return [build for build in tree["builds"] if build["root"] in folders]
