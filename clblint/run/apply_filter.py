"""`ReportFilter`: applies suppressions, settings for paths and the baseline to the outcome of a run."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.files.read import STDIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from clblint.config.overrides import Overrides
    from clblint.engine.outcome import Outcome
    from clblint.run.lint_settings import SettingsFactory
    from clblint.run.options import Options


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
            name = options.stdin_filename
            counts = {name if path == STDIN else path: count for path, count in outcome.counts.items()}
            outcome = outcome._replace(counts=counts)
        configs = {part.config.path: part.config for part in factory.configs.parts}.values()
        if not (outcome.suppressions or options.baseline or any(config.paths for config in configs)):
            return self._without_low_severities(_merged(outcome), None)
        from clblint.run.filtered import filtered  # noqa: PLC0415 - most runs need none of this

        return self._without_low_severities(*filtered(factory, options, outcome))

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
        shown = tuple(finding for finding in outcome.findings if id(finding) not in dropped)
        return outcome._replace(findings=shown, lower=tuple(lower)).hiding_also(levels)


def _merged(outcome: Outcome) -> Outcome:
    if not any(finding.roots for finding in outcome.findings):
        return outcome
    from clblint.lint.merging import merged  # noqa: PLC0415 - only with kustomizations

    return outcome._replace(findings=merged(outcome.findings))


def is_writable(outcome: Outcome, options: Options) -> Collection[str]:
    """The paths of the files that may be written: the reported ones, without standard input."""
    return {path for path in outcome.counts if path not in {STDIN, options.stdin_filename}}
