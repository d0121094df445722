"""Makes the Markdown pages of rules and annotations for the site, in the language that is spoken.

Each page below `docs/rules/` is made from the docstring of its rule, which the tests run, and the indexes from what the
rules say there (`tools.search_index`); `docs/annotations.md` is made from the catalogue.
"""

from __future__ import annotations

import os
from itertools import groupby
from typing import TYPE_CHECKING

from clblint.cli.common import localized_page
from clblint.i18n.language import tr
from clblint.i18n.text import N_
from clblint.lint.severity import Severity
from clblint.plugins.page_endings import whole_page
from clblint.plugins.pages import titled
from clblint.search.index import read_index
from tools.index_pages import by_annotation, by_event, reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.lint.rule import Rule

FOLDER = os.path.join("docs", "rules")
ANNOTATIONS = os.path.join("docs", "annotations.md")
_INDEX = N_("""\
# Rules

{count} rules, by pack. `clblint explain RULE` prints a page. Also [by what is seen](by-event.md) (events, errors and
symptoms) and [by annotation](by-annotation.md).
""")
_FIX = {"": "", "safe": N_(", fixed by --fix"), "unsafe": N_(", fixed by --fix --unsafe-fixes")}
_EVIDENCE = {
    "S": N_("one Service"),
    "X": N_("several resources"),
    "P": N_("the cluster profile"),
    "I": N_("an inventory"),
    "O": N_("an older revision"),
}


def pages(rules: Iterable[Rule]) -> dict[str, str]:
    """Every page and index by its path."""
    rules = sorted(rules, key=lambda rule: (rule.pack, rule.name))
    index = read_index()
    indexes = {
        "README.md": _table(rules),
        "by-event.md": by_event(index),
        "by-annotation.md": by_annotation(rules, index),
    }
    made = {os.path.join(FOLDER, name): text for name, text in {**_pages(rules), **indexes}.items()}
    return {**made, ANNOTATIONS: reference(rules, index)}


def _pages(rules: Iterable[Rule]) -> dict[str, str]:
    return {f"{rule.name}.md": _page(rule) for rule in rules}


def _page(rule: Rule) -> str:
    return f"# {rule.name}\n\n{_facts(rule)}\n\n{titled(whole_page(rule, localized_page(rule).markdown))}"


def _facts(rule: Rule) -> str:
    needs = tr(", ").join(tr(words) for letter, words in _EVIDENCE.items() if letter in rule.evidence)
    facts = tr(
        "{severity}{asked}; pack `{pack}`; looks at {needs}; since {version}{fixed}",
        severity=rule.severity.label,
        asked=tr(", shown with `--pedantic`") if rule.severity is Severity.PEDANTIC else "",
        pack=rule.pack.removeprefix("clblint_"),
        needs=needs,
        version=rule.since,
        fixed=tr(_FIX[rule.fix]) if rule.fix else "",
    )
    return f"*{facts}*"


def _table(rules: Sequence[Rule]) -> str:
    """The index: a table for each pack."""
    lines = [tr(_INDEX, count=len(rules))]
    heads = " | ".join((tr("rule"), tr("severity"), tr("fix")))
    for pack, own in groupby(rules, key=lambda rule: rule.pack):
        lines += [
            f"## {pack.removeprefix('clblint_')}",
            "",
            f"| {heads} | {tr('what is wrong')} |",
            "| --- | --- | --- | --- |",
        ]
        lines += map(_row, own)
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _row(rule: Rule) -> str:
    summary = localized_page(rule).summary.replace("|", "\\|")
    return f"| [{rule.name}]({rule.name}.md) | {rule.severity.label} | {rule.fix} | {summary} |"
