"""Writes the files of a test: a small project, or one large enough for two processes."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.plugins.registry import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping

MANY = 120  # files that two processes check faster than one
_SERVICE = """\
apiVersion: v1
kind: Service
metadata: {{name: web{0}}}
spec: {{type: LoadBalancer, ports: [{{port: 80}}]}}
"""


def new_cache(folder: Path) -> Path:
    """Make a cache folder as a run leaves it that checked nothing: the attributes of the rules are known.

    A wheel brings them; in a checkout each test would import all rules anew, in twice the time that it needs itself.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in _attributes_of_rules().items():
        (folder / name).write_bytes(data)
    return folder


@cache
def _attributes_of_rules() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as made, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLBLINT_CACHE_DIR", made)
        assert Rulebook(()).rules
        return {path.name: path.read_bytes() for path in Path(made).iterdir()}


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files by their paths below a folder, with the folders that they need."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def write_many(folder: Path) -> Path:
    """Write `MANY` manifests with a Service each into a new folder, and return it."""
    write_files(folder, {f"web{number}.yaml": _SERVICE.format(number) for number in range(MANY)})
    return folder


def write_large(path: Path) -> None:
    """Write a file that is larger than clblint reads any of its kind."""
    with path.open("wb") as stream:
        stream.truncate(65 * 1024 * 1024)
