"""Selection of rules by name, pack or glob (`select`, `ignore`), and their configured severities."""

from __future__ import annotations

from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.lint.rule import Rule

ALL = "all"
_MAGIC = "*?["  # the signs of a glob


def select_rules(
    rules: Sequence[Rule], select: Iterable[str], ignore: Iterable[str], severity: Mapping[str, Severity | None]
) -> tuple[Rule, ...]:
    """The selected rules, with their configured severities.

    `select` and `ignore` hold rule names, pack names, globs, `all` and `pedantic`. Without a selection every rule runs.
    Raises `UnknownRuleError` for a name that matches nothing.
    """
    select, ignore = list(select), list(ignore)
    if not (select or ignore or severity):
        return tuple(rules)
    wanted = named(rules, select) if select else {rule.name for rule in rules}
    wanted -= named(rules, ignore)
    set_to = levels(rules, severity)
    kept = []
    for rule in rules:
        if rule.name not in wanted:
            continue
        if rule.name not in set_to:
            kept.append(rule)
        elif (level := set_to[rule.name]) is not None:
            kept.append(rule.at(level))
    return tuple(kept)


def levels(rules: Sequence[Rule], severity: Mapping[str, Severity | None]) -> dict[str, Severity | None]:
    """The severity of each rule that a setting matches; the exact name takes precedence over a glob."""
    names = {rule.name for rule in rules}
    found: dict[str, Severity | None] = {}
    for pattern in sorted(severity, key=lambda pattern: pattern in names):
        found.update(dict.fromkeys(named(rules, [pattern]), severity[pattern]))
    return found


def matches(pattern: str, rule: Rule) -> bool:
    """Whether a pattern is the name of a rule, its pack (with or without `clblint_`) or a matching glob.

    `all` is every rule, `pedantic` those that only advise.
    """
    if pattern in {ALL, rule.name, rule.pack, rule.pack.removeprefix("clblint_")}:
        return True
    if pattern == Severity.PEDANTIC.label:
        return rule.severity is Severity.PEDANTIC
    if not any(sign in pattern for sign in _MAGIC):
        return False
    from clblint.discovery.globs import glob_of  # noqa: PLC0415 - most names are written out

    return glob_of(pattern).matches(rule.name)


def named(rules: Sequence[Rule], patterns: Iterable[str]) -> set[str]:
    """The names of the rules that match any pattern; raises `UnknownRuleError` for a pattern without match."""
    found: set[str] = set()
    for pattern in patterns:
        names = {rule.name for rule in rules if matches(pattern, rule)}
        if not names:
            from clblint.lint.unknown_rule import UnknownRuleError  # noqa: PLC0415 - a run ends here

            raise UnknownRuleError(pattern, rules)
        found |= names
    return found
