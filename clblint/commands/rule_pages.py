"""The pages of rules and annotations as Markdown files: `python -m clblint.commands.rule_pages` writes them.

Each page below `docs/rules/` is made from the docstring of its rule, which the tests run, and the indexes from what the
rules say there (`clblint.commands.search_index`, to be run before); `docs/annotations.md` is made from the catalogue.
Nothing of it is written by hand.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from clblint.advice import whole_page
from clblint.commands.index_pages import by_annotation, by_event, reference
from clblint.lint.severity import Severity
from clblint.pages import page_of, titled
from clblint.plugins import load_plugins
from clblint.search.index import read_index

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.rule import Rule

FOLDER = os.path.join("docs", "rules")
ANNOTATIONS = os.path.join("docs", "annotations.md")
_INDEX = """\
# Rules

{count} rules, by pack. `clblint explain RULE` prints a page. Also [by what is seen](by-event.md) (events, errors and
symptoms) and [by annotation](by-annotation.md).
"""
_FIX = {"": "", "safe": ", fixed by --fix", "unsafe": ", fixed by --fix --unsafe-fixes"}
_EVIDENCE = {
    "S": "one Service",
    "X": "several resources",
    "P": "the cluster profile",
    "I": "an inventory",
    "O": "an older revision",
}


def pages(rules: Iterable[Rule]) -> dict[str, str]:
    """Every page and index by its path."""
    rules = sorted(rules, key=lambda rule: (rule.pack, rule.name))
    index = read_index()
    made = {f"{rule.name}.md": _page(rule) for rule in rules}
    made |= {
        "README.md": _index(rules),
        "by-event.md": by_event(index),
        "by-annotation.md": by_annotation(rules, index),
    }
    return {os.path.join(FOLDER, name): text for name, text in made.items()} | {ANNOTATIONS: reference(rules, index)}


def _page(rule: Rule) -> str:
    return f"# {rule.name}\n\n{_facts(rule)}\n\n{titled(whole_page(rule))}"


def _facts(rule: Rule) -> str:
    needs = ", ".join(words for letter, words in _EVIDENCE.items() if letter in rule.evidence)
    asked = ", shown with `--pedantic`" if rule.severity is Severity.PEDANTIC else ""
    pack = rule.pack.removeprefix("clblint_")
    return f"*{rule.severity.label}{asked}; pack `{pack}`; looks at {needs}; since {rule.since}{_FIX[rule.fix]}*"


def _index(rules: list[Rule]) -> str:
    lines = [_INDEX.format(count=len(rules))]
    pack = ""
    for rule in rules:
        if rule.pack != pack:
            pack = rule.pack
            lines += [
                f"## {pack.removeprefix('clblint_')}",
                "",
                "| rule | severity | fix | |",
                "| --- | --- | --- | --- |",
            ]
        summary = page_of(rule).summary.replace("|", "\\|")
        lines.append(f"| [{rule.name}]({rule.name}.md) | {rule.severity.label} | {rule.fix} | {summary} |")
        if rule is rules[-1] or rules[rules.index(rule) + 1].pack != pack:
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Write the pages, and remove those of rules that are no more."""
    made = pages(load_plugins().rules)
    os.makedirs(FOLDER, exist_ok=True)
    for path in {os.path.join(FOLDER, name) for name in os.listdir(FOLDER)} - set(made):
        os.unlink(path)
    for path, text in made.items():
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
