"""`ReportFilter`: applies suppressions, settings for paths and the baseline to the outcome of a run."""

from __future__ import annotations

import time

from clblint.engine.outcome import by_level
from clblint.fast import NamedTuple
from clblint.files.paths import display_path, is_below
from clblint.files.read import STDIN
from clblint.files.working_folder import exists
from clblint.i18n.language import ntr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from clblint.config.overrides import Overrides
    from clblint.engine.outcome import Outcome
    from clblint.lint.rule import Rule
    from clblint.run.lint_settings import SettingsFactory
    from clblint.run.options import Options
    from clblint.suppress.model import Suppression
    from clblint.suppress.run_coverage import RunCoverage

_EVERYWHERE = "SXP"  # the evidence letters that hold for every run (see `Rule.evidence`)


class ReportFilter(NamedTuple):
    """Removes findings from an outcome according to the configurations and the options."""

    factory: SettingsFactory
    options: Options

    def apply(self, outcome: Outcome) -> Outcome:
        """The outcome with only the findings to report; the others are moved to `silenced` and `lower`.

        The modules for this are imported only if there are suppressions, settings for paths or a baseline.
        """
        options, factory = self.options, self.factory
        if options.stdin_filename:
            counts = {self._reported_path(path): count for path, count in outcome.counts.items()}
            outcome = outcome._replace(counts=counts)
        configs = {part.config.path: part.config for part in factory.configs.parts}.values()
        if not (outcome.suppressions or options.baseline or any(config.paths for config in configs)):
            return self._without_low_severities(_merged(outcome), None)
        from clblint.config.overrides import overrides_on  # noqa: PLC0415 - most runs need none
        from clblint.run.filter import expired, filter_findings, without  # noqa: PLC0415 - most runs need none

        outcome = outcome.ungraded
        ran = self._run_coverage(outcome)
        today = time.strftime("%Y-%m-%d", time.gmtime())
        over, failures = expired(configs, today, ran)
        overrides: dict[str, Overrides] = {}

        def overrides_of(path: str) -> Overrides:
            config = factory.configs.of(path)
            if config.path not in overrides:
                overrides[config.path] = overrides_on(factory.choice(config), today)
            return overrides[config.path]

        done = filter_findings((*outcome.findings, *over), self._suppressions(outcome), ran, overrides_of)
        if options.baseline:
            from clblint.suppress.baseline import read_baseline  # noqa: PLC0415 - only with --baseline

            baseline = read_baseline(options.baseline)
            done = without(done, baseline)
            outcome = outcome._replace(gone=baseline.gone(self._judges(outcome, ran)).total())
        done = done.merged()
        errors = (*outcome.errors, *failures, *done.failures)
        outcome = outcome._replace(findings=done.reported, silenced=done.silenced, errors=errors)
        return self._without_low_severities(outcome, overrides_of)

    def _without_low_severities(self, outcome: Outcome, overrides_of: Callable[[str], Overrides] | None) -> Outcome:
        """Move findings below the reported severity to `lower`, unless a setting selects their rule by name."""
        lowest = {path: self.factory.lowest(path) for path in {finding.path for finding in outcome.findings}}
        lower = [finding for finding in outcome.findings if finding.severity < lowest[finding.path]]
        if overrides_of is not None and not self.options.min_severity:
            lower = [finding for finding in lower if not overrides_of(finding.path).names(finding)]
        if not lower:
            return outcome
        dropped = set(map(id, lower))
        levels = [finding.severity for finding in lower]
        return outcome._replace(
            findings=tuple(finding for finding in outcome.findings if id(finding) not in dropped),
            hidden=by_level(levels),
            lower=tuple(lower),
        )

    def write_baseline(self, outcome: Outcome, path: str) -> str:
        """Write the findings as a baseline, with the old entries of files and rules that this run did not check.

        Returns a sentence for the user.
        """
        from collections import Counter  # noqa: PLC0415 - most runs write none

        from clblint.lint.merging import by_object  # noqa: PLC0415 - as said
        from clblint.suppress.baseline import as_text, entry_of, read_baseline  # noqa: PLC0415 - most runs have none

        findings = by_object(outcome.findings)
        found = Counter(entry_of(finding, path) for finding in findings)
        kept, gone = 0, 0
        if exists(path):
            old = read_baseline(path)
            old.take(findings)
            left = old.unmatched
            old.take((*findings, *by_object(outcome.lower)))  # findings of low severity still exist
            pruned = old.gone(self._judges(outcome, self._run_coverage(outcome)))
            kept, gone = (left - pruned).total(), pruned.total()
            found += left - pruned
        from clblint.files.replace import replace_file  # noqa: PLC0415 - few runs write a baseline

        replace_file(path, as_text(found).encode())
        return ntr(
            "{path}: {count} finding; {kept} of other files or rules kept, {gone} no longer found",
            "{path}: {count} findings; {kept} of other files or rules kept, {gone} no longer found",
            found.total(),
            path=path,
            kept=kept,
            gone=gone,
        )

    def _run_coverage(self, outcome: Outcome) -> RunCoverage:
        from clblint.suppress.run_coverage import RunCoverage  # noqa: PLC0415 - most runs need none

        factory = self.factory
        known: dict[int, tuple[Mapping[str, Rule], frozenset[str]]] = {}

        def at(path: str) -> tuple[Mapping[str, Rule], frozenset[str]]:
            number = factory.configs.number_of(path)
            if number not in known:
                rules = factory.rules(factory.configs.parts[number].config)
                has_inventory = factory.inventories.export(number) is not None and not outcome.partial
                letters = _EVERYWHERE + "I" * has_inventory + "O" * bool(self.options.against)
                known[number] = {rule.name: rule for rule in rules}, frozenset(letters)
            return known[number]

        return RunCoverage(
            rules={},
            known=factory.book.rules,
            waited={self._reported_path(path): rules for path, rules in _waited(outcome).items()},
            compared=outcome.compared,
            apart=frozenset({self._reported_path(STDIN)}),
            unnamed=outcome.unnamed,
            complete=not (outcome.errors or factory.book.errors),
            partial=bool(factory.configs.main.disabled_plugins),
            at=at,
        )

    def _suppressions(self, outcome: Outcome) -> dict[str, list[Suppression]]:
        from clblint.suppress.model import SUPPRESSION  # noqa: PLC0415 - most files have none

        found = {path: list(map(SUPPRESSION.unpack, packed)) for path, packed in outcome.suppressions.items()}
        if STDIN in found and self.options.stdin_filename:
            path = self.options.stdin_filename
            found[path] = [one.reported_as(path) for one in found.pop(STDIN)]
        return found

    def _reported_path(self, path: str) -> str:
        """The path that a file is reported under."""
        return self.options.stdin_filename or path if path == STDIN else path

    def _judges(self, outcome: Outcome, ran: RunCoverage) -> Callable[[str, str], bool]:
        """A function of a path and a rule: whether this run checked the file with the rule, or the file was deleted."""
        asked = [display_path(path) for path in self.options.roots]

        def judges(path: str, rule: str) -> bool:
            path = display_path(path)
            if not ran.has_run(rule, path) or rule in ran.waited.get(path, ()):
                return False
            return path in outcome.counts or (not exists(path) and any(is_below(path, folder) for folder in asked))

        return judges


def _merged(outcome: Outcome) -> Outcome:
    if not any(finding.roots for finding in outcome.findings):
        return outcome
    from clblint.lint.merging import merged  # noqa: PLC0415 - only with kustomizations

    return outcome._replace(findings=merged(outcome.findings))


def _waited(outcome: Outcome) -> dict[str, tuple[str, ...]]:
    """The rules that lacked a declared fact, by file; what waits in a build waits in all files of it."""
    found = {path: count.waited for path, count in outcome.counts.items() if count.waited}
    for path in list(found):
        build = outcome.known[path].build if path in outcome.known else None
        for used in build.files if build is not None and build.known else ():
            found[used] = (*found.get(used, ()), *found[path])
    return found


def is_writable(outcome: Outcome, options: Options) -> Collection[str]:
    """The paths of the files that may be written: the reported ones, without standard input."""
    return {path for path in outcome.counts if path not in {STDIN, options.stdin_filename}}
