"""Everything that a rule says of the examples of its page and of the edge cases: sentences, places, severities, edits.

Marks on a page show where a rule speaks. The words, what the reasons point at, and which of two sentences stands where
are in `transcripts/`, a file for each rule. `python -m tests.rules.transcript [RULE...]` writes them afresh: read what
changes.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of
from clblint.testing import findings_of
from tests.rules.edge_cases import EDGES, edge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.plugins.pages import Example
    from clblint.source.place import Place

FOLDER = Path(__file__).parent / "transcripts"
_TITLE = re.compile(r"^(\S.*)\n", re.MULTILINE)


def kept_at(name: str) -> Path:
    """Where it is written what a rule says."""
    return FOLDER / f"{name}.txt"


def transcript(rule: Rule, of_edges: dict[str, str]) -> str:
    """What a rule says; examples of which it says nothing are left out."""
    of_page = {title: written(findings_of((rule,), example)) for title, example in titled(rule)}
    return "".join(f"{title}\n{text}" for title, text in {**of_page, **of_edges}.items() if text)


def titled(rule: Rule) -> Iterator[tuple[str, Example]]:
    """The examples of a page, each with what stands above what a rule says of it."""
    return ((f"example {number} of the page", example) for number, example in enumerate(page_of(rule).examples, 1))


def of_edges(rules: tuple[Rule, ...], names: Iterable[str] = EDGES) -> dict[str, dict[str, str]]:
    """What each of some rules says of edge cases: all at once, which is quicker than one after the other."""
    said: dict[str, dict[str, str]] = {rule.name: {} for rule in rules}
    for name in names:
        found = findings_of(rules, _edge(name))
        for rule in {finding.rule for finding in found}:
            said[rule][name] = written(finding for finding in found if finding.rule == rule)
    return said


def sections_of(text: str) -> dict[str, str]:
    """What was written of each example, by its title."""
    parts = _TITLE.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def written(found: Iterable[Finding]) -> str:
    """Findings as text."""
    return "".join(line for finding in found for line in _lines(finding))


def _lines(finding: Finding) -> Iterator[str]:
    """All that people can come to see of a finding."""
    yield f"  {_at(finding.place)} {finding.severity.label}: {finding.message}\n"
    yield f"    about: {finding.object} {finding.subject}\n"
    yield from (f"    because {_at(label.place)}: {label.text}\n" for label in finding.because)
    yield f"    seen: {finding.seen}\n"
    yield f"    fix: {finding.fix}\n"
    for edit in finding.edits:
        kind = "safe" if finding.safe else "unsafe"
        yield f"    {kind} edit: {' '.join(map(repr, edit))}\n"


_edge = cache(edge)


def _at(place: Place) -> str:
    line, column, end_line, end_column = place.span
    end = f"{end_column}" if line == end_line else f"{end_line}:{end_column}"
    return f"{place.path}:{line}:{column}-{end}"


def main(names: list[str]) -> None:
    """Write what rules say afresh, all of them or those that are named."""
    FOLDER.mkdir(exist_ok=True)
    rules = {rule.name: rule for rule in load_plugins().rules}
    at_edges = of_edges(tuple(rules.values()))
    for name in names or rules:
        kept_at(name).write_text(transcript(rules[name], at_edges[name]), encoding="utf-8")
    for path in FOLDER.glob("*.txt"):
        if path.stem not in rules:
            path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
