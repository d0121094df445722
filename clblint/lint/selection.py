"""Which rules are on, and how severe each is."""

from __future__ import annotations

import fnmatch
from typing import TYPE_CHECKING

from clblint.errors import UsageError
from clblint.language import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.lint.rule import Rule
    from clblint.lint.severity import Severity

ALL = "all"
_MAGIC = "*?["


def select_rules(
    rules: Sequence[Rule], select: Iterable[str], ignore: Iterable[str], severity: Mapping[str, Severity | None]
) -> tuple[Rule, ...]:
    """The rules that run, with the severities they report.

    `select` and `ignore` hold rule names, pack names, globs and `all`. Without a selection every rule that is not
    opt-in runs; `all` means the opt-in ones too. Raises `UsageError` for a name that nothing answers to.
    """
    wanted = _named(rules, select) if (select := list(select)) else {rule.name for rule in rules if not rule.opt_in}
    wanted -= _named(rules, ignore)
    _named(rules, (name for name in severity if not any(sign in name for sign in _MAGIC)))
    kept = []
    for rule in rules:
        if rule.name not in wanted:
            continue
        if rule.name not in severity:
            kept.append(rule)
        elif (level := severity[rule.name]) is not None:
            kept.append(rule.at(level))
    return tuple(kept)


def matches(pattern: str, name: str, pack: str) -> bool:
    """Whether a rule answers to a name, a pack (with or without `clblint_`) or a glob."""
    return pattern in {ALL, name, pack, pack.removeprefix("clblint_")} or (
        any(sign in pattern for sign in _MAGIC) and fnmatch.fnmatchcase(name, pattern)
    )


def _named(rules: Sequence[Rule], patterns: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        names = {rule.name for rule in rules if matches(pattern, rule.name, rule.pack)}
        if not names:
            message = said("no rule or pack is called {name}", name=pattern) + _nearest(pattern, rules)
            raise UsageError(message)
        found |= names
    return found


def _nearest(pattern: str, rules: Sequence[Rule]) -> str:
    import difflib  # noqa: PLC0415 - only for a message

    names = {rule.name for rule in rules} | {rule.pack.removeprefix("clblint_") for rule in rules}
    near = difflib.get_close_matches(pattern, sorted(names), 1, 0.5)
    return said("; nearest: {near}", near=near[0]) if near else said(" (clblint rules lists them)")
