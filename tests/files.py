"""Writes the files of a test: a small project, or one large enough for two processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MANY = 120  # files that two processes check faster than one
_SERVICE = """\
apiVersion: v1
kind: Service
metadata: {{name: web{0}}}
spec: {{type: LoadBalancer, ports: [{{port: 80}}]}}
"""


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
