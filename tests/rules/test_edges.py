"""Manifests at the edges of the rules: on each line exactly the rules that are named there speak, and nowhere another.

What a page cannot show, for it runs one rule alone: that the most specific rule speaks and no other beside it, and that
rules stay silent about Services that the CCM does not handle, values that nobody knows, patches and older versions. A
comment `# <- rule, rule` ends a line, `# file: NAME` begins another file, as in the seeds.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import Example
from clblint.testing import findings_of

FOLDER = Path(__file__).parent / "edges"
EDGES = sorted(path.name for path in FOLDER.glob("*.yaml"))
# Advice that would stand on nearly every Service.
# What may be said of nearly every Service.
ADVICE = frozenset({
    "connection-drain-missing", "delete-protection-off", "local-in-cluster-access", "pre-stop-missing",
    "public-by-default", "public-without-acl", "readiness-probe-missing", "tls-policy-weak",
})  # fmt: skip
RULES = tuple(rule for rule in load_plugins().rules if rule.name not in ADVICE)

_FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
_MARK = re.compile(r"# <- ([a-z0-9, -]+)$")


def files_of(name: str) -> tuple[tuple[str, str], ...]:
    """The files of a manifest by their names."""
    first, *others = _FILE.split((FOLDER / name).read_text(encoding="utf-8"))
    given = [("manifest.yaml", first)] if "kind:" in first else []
    return (*given, *zip(others[::2], others[1::2], strict=True))


def named_in(files: tuple[tuple[str, str], ...]) -> list[tuple[str, int, str]]:
    """The rules that are named, with file and line."""
    lines = ((file, number, line) for file, text in files for number, line in enumerate(text.splitlines(), 1))
    marks = ((file, number, _MARK.search(line)) for file, number, line in lines)
    return sorted((file, number, rule) for file, number, mark in marks if mark for rule in mark[1].split(", "))


@pytest.mark.parametrize("name", EDGES)
def test_exactly_the_named_rules_speak(name: str) -> None:
    files = files_of(name)
    found = findings_of(RULES, Example(bad=True, files=files))
    assert sorted((one.path, one.place.span.line, one.rule) for one in found) == named_in(files)


def test_there_are_edges() -> None:
    """An empty folder would pass."""
    assert len(EDGES) >= 30
    assert len({rule for name in EDGES for _, _, rule in named_in(files_of(name))}) >= 30
