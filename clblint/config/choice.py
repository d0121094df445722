"""`RuleChoice`: the rules that run, of all that are installed, by the options and a configuration."""

from __future__ import annotations

from clblint.lint.selection import levels, named, select_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.config.model import Config
    from clblint.lint.rule import Rule
    from clblint.lint.severity import Severity


class RuleChoice:
    """Selects the rules of a run from all installed ones.

    `select` and `ignore` apply to all paths. `narrows` says that `--select` was given, which takes precedence over
    `select` in settings for paths.
    """

    def __init__(
        self, rules: Sequence[Rule], select: Iterable[str], ignore: Iterable[str], config: Config, *, narrows: bool
    ) -> None:
        self.known = tuple(rules)
        self.config = config
        self.narrows = narrows
        self.everywhere = select_rules(rules, select, ignore, config.severity)
        self._wanted = {rule.name for rule in select_rules(rules, select, ignore, {})} if config.paths else set()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that run: those selected for all paths, and those that a setting selects for some.

        Raises `UnknownRuleError` for a name that matches no rule.
        """
        if not self.config.paths:
            return self.everywhere
        more: set[str] = set()
        for setting in self.config.paths:
            named(self.known, setting.ignore)
            more |= set() if self.narrows else named(self.known, setting.select)
            raised = levels(self.known, setting.severity)
            more |= {name for name, level in raised.items() if level is not None and name in self._wanted}
        more -= {rule.name for rule in self.everywhere}
        return (*self.everywhere, *(rule for rule in self.known if rule.name in more))

    @property
    def severities(self) -> dict[str, Severity | None]:
        """The configured severity of rules, for all paths; None for a rule that is switched off."""
        found: dict[str, Severity | None] = dict.fromkeys(self._wanted)
        return found | {rule.name: rule.severity for rule in self.everywhere}
