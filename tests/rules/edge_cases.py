"""Manifests at the edges of the rules, and the lines in them where rules speak.

A comment `# <- rule, rule` ends a line, `# file: NAME` begins another file, as in the seeds.
"""

from __future__ import annotations

import re
from pathlib import Path

from clblint.plugins.pages import Example

FOLDER = Path(__file__).parent / "edges"
EDGES = sorted(path.name for path in FOLDER.glob("*.yaml"))

_FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
_MARK = re.compile(r"# <- ([a-z0-9, -]+)$")


def edge(name: str) -> Example:
    """A manifest, as an example of its files by their names."""
    first, *others = _FILE.split((FOLDER / name).read_text(encoding="utf-8"))
    given = [("manifest.yaml", first)] if "kind:" in first else []
    return Example(bad=True, files=(*given, *zip(others[::2], others[1::2], strict=True)))


def named_in(example: Example) -> list[tuple[str, int, str]]:
    """The rules that are named, with file and line."""
    lines = ((file, number, line) for file, text in example.files for number, line in enumerate(text.splitlines(), 1))
    marks = ((file, number, _MARK.search(line)) for file, number, line in lines)
    return sorted((file, number, rule) for file, number, mark in marks if mark for rule in mark[1].split(", "))
