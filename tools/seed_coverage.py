"""Makes the page that maps the rows of the ACK troubleshooting documents to rules.

The rows of the documents are in `clblint_schemas/seed-rows.json`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.search.rows import read_seeds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.lint.rule import Rule
    from clblint.search.rows import SeedDocument, SeedRow

PAGE = os.path.join("docs", "seed-coverage.md")
_HEAD = """\
# What the ACK troubleshooting documents list

Every row of the tables and every question of five documents about Services and CLBs, with the rules that answer it.
`clblint rules --format json` says the same for each rule, and `clblint explain RULE` prints the page of one.

What no manifest decides, [a snapshot of the cluster](diagnose.md) does: the last column names the causes that
`clblint diagnose` tells apart, and the fact for which it prints a command where the snapshot does not show it.
"""
_NOT_YET = "\nA rule in parentheses does not exist yet.\n"


def coverage_page(rules: Iterable[Rule]) -> str:
    """The page about all documents."""
    known = {rule.name for rule in rules}
    rows, documents = read_seeds()
    missing = any(not known.issuperset(row.rules) for row in rows)
    return "\n".join((_HEAD + (_NOT_YET if missing else ""), *(_table(document, known) for document in documents)))


def _table(document: SeedDocument, known: set[str]) -> str:
    lines = [f"## {document.title}", "", "| Row | Rules | No manifest decides | A snapshot does |"]
    lines.append("| --- | --- | --- | --- |")
    for title, row in document.rows:
        answers = "; ".join(_answers(row, known))
        lines.append(f"| {_cell(title)} | {answers} | {row.undecidable or ''} | {_snapshot(row)} |")
    return "\n".join(lines) + "\n"


def _answers(row: SeedRow, known: set[str]) -> Iterator[str]:
    if row.severity:
        yield f"every rule of severity {row.severity}"
    for pack in row.packs:
        yield f"every rule of the pack `{pack}`"
    if row.rules:
        yield ", ".join(f"`{name}`" if name in known else f"(`{name}`)" for name in row.rules)


def _snapshot(row: SeedRow) -> str:
    """By which causes a snapshot decides what no manifest does, and what it may have to ask for."""
    pages = (f"[{name}](causes/{name}.md)" for name in row.live if name != "*")
    names = ", ".join((*(("its list of Services",) if "*" in row.live else ()), *pages))
    return f"{names}; asks for `{row.asks}`" if row.asks else names


def _cell(text: str) -> str:
    return "".join(f"\\{char}" if char in "|[]" else char for char in text)
