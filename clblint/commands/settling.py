"""Between finding and reporting: what settings, suppressions and a baseline keep out of the report of a check."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, TypeVar

from clblint import files
from clblint.errors import UsageError
from clblint.language import counted
from clblint.lint.selection import UnknownRuleError
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection

    from clblint.config import Config
    from clblint.engine import Outcome
    from clblint.lint.ran import Ran
    from clblint.lint.rule import Rule
    from clblint.lint.severity import Severity
    from clblint.lint.suppression import Suppression
    from clblint.rulebook import Rulebook
    from clblint.scopes import Choice, Scopes

_T = TypeVar("_T")
_EVERYWHERE = "SXP"  # the evidence that every run has


class Settling(NamedTuple):
    """What decides: the options, the configuration, rules, the lowest severity shown, whether there is an inventory."""

    options: argparse.Namespace
    config: Config
    book: Rulebook
    selection: tuple[tuple[str, ...], tuple[str, ...]]
    lowest: Severity
    inventory: bool

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that run; `UsageError` says where the configuration names one that does not exist."""
        return self._placing(lambda: self._choice().rules)

    def settle(self, outcome: Outcome) -> Outcome:
        """What is left to report, and what is not; a run with nothing of the kind pays for none of it."""
        options = self.options
        if not (outcome.suppressions or self.config.paths or options.baseline):
            return self._without_lower(outcome, None)
        from clblint.triage import expired, triage, without  # noqa: PLC0415 - as said

        choice = self._placing(self._choice)
        ran = self._ran(outcome, self._placing(lambda: choice.rules))
        today = time.strftime("%Y-%m-%d", time.gmtime())
        over, failures = expired(self.config, today, ran)
        scopes = choice.scopes(today)
        done = triage((*outcome.findings, *over), self._suppressions(outcome), ran, scopes)
        if options.baseline:
            from clblint.lint.baseline import read_baseline  # noqa: PLC0415 - as said

            baseline = read_baseline(options.baseline)
            done = without(done, baseline)
            outcome = outcome._replace(gone=baseline.gone(self._judges(outcome, ran)).total())
        errors = (*outcome.errors, *failures, *done.failures)
        outcome = outcome._replace(findings=done.reported, silenced=done.silenced, errors=errors)
        return self._without_lower(outcome, scopes)

    def _without_lower(self, outcome: Outcome, scopes: Scopes | None) -> Outcome:
        """What is severe enough to be shown, or asked for by name; the rest is counted."""
        lower = [finding for finding in outcome.findings if finding.severity < self.lowest]
        if scopes and not self.options.min_severity:
            lower = [finding for finding in lower if not scopes.names(finding)]
        if not lower:
            return outcome
        dropped = set(map(id, lower))
        levels = [finding.severity for finding in lower]
        return outcome._replace(
            findings=tuple(finding for finding in outcome.findings if id(finding) not in dropped),
            hidden=tuple((level, levels.count(level)) for level in sorted(set(levels), reverse=True)),
        )

    def write_baseline(self, outcome: Outcome, path: str) -> str:
        """Write what is left as a baseline, and keep what this run cannot judge; a sentence about it."""
        from collections import Counter  # noqa: PLC0415 - most runs write none

        from clblint.lint.baseline import as_text, entry_of, read_baseline  # noqa: PLC0415 - most runs have none

        found = Counter(entry_of(finding, path) for finding in outcome.findings)
        kept, gone = 0, 0
        if os.path.exists(path):
            old = read_baseline(path)
            old.take(outcome.findings)
            pruned = old.gone(self._judges(outcome, self._ran(outcome, self.rules)))
            kept, gone = (old.unmatched - pruned).total(), pruned.total()
            found += old.unmatched - pruned
        files.replace(path, as_text(found).encode())
        return counted(
            "{path}: {count} finding; {kept} of other files or rules kept, {gone} gone",
            "{path}: {count} findings; {kept} of other files or rules kept, {gone} gone",
            found.total(),
            path=path,
            kept=kept,
            gone=gone,
        )

    def _choice(self) -> Choice:
        from clblint.scopes import Choice  # noqa: PLC0415 - where everything is known nothing is chosen

        return Choice(self.book.rules, *self.selection, self.config, narrows=bool(self.options.select))

    def _placing(self, ask: Callable[[], _T]) -> _T:
        """The answer; a rule that does not exist is named together with its place in the configuration."""
        try:
            return ask()
        except UnknownRuleError as error:
            given = self.selection if self.options.select or self.options.ignore else ()
            place = "" if any(error.name in names for names in given) else self._place_of(error.name)
            if not place:
                raise
            message = f"{place}: {error}"
            raise UsageError(message) from error

    def _place_of(self, name: str) -> str:
        from clblint.config_file import place_of_rule  # noqa: PLC0415 - only for a message

        return place_of_rule(self.config, name)

    def _ran(self, outcome: Outcome, rules: tuple[Rule, ...]) -> Ran:
        from clblint.lint.ran import Ran  # noqa: PLC0415 - as said

        letters = _EVERYWHERE + "I" * (self.inventory and not outcome.partial) + "O" * bool(self.options.against)
        return Ran(
            rules={rule.name: rule for rule in rules},
            known=self.book.rules,
            evidence=frozenset(letters),
            waited={self._shown(path): count.waited for path, count in outcome.counts.items() if count.waited},
            compared=outcome.compared,
            apart=frozenset({self._shown(files.STDIN)}),
            complete=not (outcome.errors or self.book.errors),
            partial=bool(self.config.disabled_plugins),
        )

    def _suppressions(self, outcome: Outcome) -> dict[str, list[Suppression]]:
        from clblint.lint.suppression import from_plain  # noqa: PLC0415 - as said

        return {
            self._shown(path): [from_plain(plain, self._shown(path)) for plain in found]
            for path, found in outcome.suppressions.items()
        }

    def _shown(self, path: str) -> str:
        """The path that a file is reported under."""
        return self.options.stdin_filename or path if path == files.STDIN else path

    def _judges(self, outcome: Outcome, ran: Ran) -> Callable[[str, str], bool]:
        """Whether a run can say that a rule has nothing to report of a file: it was read, or is gone from the paths."""
        asked = [files.shown(path) for path in self.options.paths or ["."]]

        def judges(path: str, rule: str) -> bool:
            path = files.shown(path)
            if not ran.has_looked(rule) or rule in ran.waited.get(path, ()):
                return False
            return path in outcome.counts or (
                not os.path.exists(path) and any(files.is_below(path, folder) for folder in asked)
            )

        return judges


def is_writable(outcome: Outcome, options: argparse.Namespace) -> Collection[str]:
    """The files of a run that may be written: those that are reported, under the names that they are reported by."""
    return {path for path in outcome.counts if path not in {files.STDIN, options.stdin_filename}}
