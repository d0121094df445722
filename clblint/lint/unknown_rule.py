"""`UnknownRuleError`: a name that is no rule, with the nearest one that is."""

from __future__ import annotations

import difflib

from clblint.errors import UsageError
from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.lint.rule import Rule

MAGIC = "*?["  # the signs of a glob


class UnknownRuleError(UsageError):
    """A name that matches no rule and no pack."""

    def __init__(self, name: str, rules: Sequence[Rule]) -> None:
        near = nearest(name, rules)
        hint = tr("; nearest: {near}", near=near) if near else tr(" (clblint rules lists them)")
        super().__init__(tr("no rule or pack is called {name}", name=name) + hint)
        self.name = name


def nearest(pattern: str, rules: Iterable[Rule]) -> str:
    """The name of the rule or pack nearest to a wrong one; empty if none is near."""
    rules = list(rules)
    names = {rule.name for rule in rules} | {rule.pack.removeprefix("clblint_") for rule in rules}
    word = pattern.strip(MAGIC).lower().replace("_", "-").strip("-")
    near = difflib.get_close_matches(word, sorted(names), 1, 0.6)
    return next(iter(near or sorted(name for name in names if word in name.split("-"))), "")
