"""The pages of the rules as Markdown files: `python -m clblint.commands.rule_pages` writes them below `docs/rules/`.

Each is made from the docstring of its rule, which the tests run; nothing in `docs/rules/` is written by hand.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from clblint.pages import page_of
from clblint.plugins import load_plugins

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.rule import Rule

FOLDER = os.path.join("docs", "rules")
INDEX = "README.md"
_FIX = {"": "", "safe": ", fixed by --fix", "unsafe": ", fixed by --fix --unsafe-fixes"}
_EVIDENCE = {
    "S": "one Service",
    "X": "several resources",
    "P": "the cluster profile",
    "I": "an inventory",
    "O": "an older revision",
}


def pages(rules: Iterable[Rule]) -> dict[str, str]:
    """Every page by its file name, and the index."""
    rules = sorted(rules, key=lambda rule: (rule.pack, rule.name))
    made = {f"{rule.name}.md": _page(rule) for rule in rules}
    made[INDEX] = _index(rules)
    return made


def _page(rule: Rule) -> str:
    body = page_of(rule).markdown
    for kind, title in (("bad", "Fails"), ("good", "Passes")):
        body = body.replace(f"```yaml {kind}", f"{title}:\n\n```yaml")
    return f"# {rule.name}\n\n{_facts(rule)}\n\n{body}"


def _facts(rule: Rule) -> str:
    needs = ", ".join(words for letter, words in _EVIDENCE.items() if letter in rule.evidence)
    opt_in = ", off unless selected" if rule.opt_in else ""
    pack = rule.pack.removeprefix("clblint_")
    return f"*{rule.severity.label}{opt_in}; pack `{pack}`; looks at {needs}; since {rule.since}{_FIX[rule.fix]}*"


def _index(rules: list[Rule]) -> str:
    lines = ["# Rules", "", f"{len(rules)} rules, by pack. `clblint explain RULE` prints a page.", ""]
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
    for name in set(os.listdir(FOLDER)) - set(made):
        os.unlink(os.path.join(FOLDER, name))
    for name, text in made.items():
        with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as stream:
            stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
