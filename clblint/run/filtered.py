"""`filtered`: the outcome of a run to which suppressions, settings for paths or a baseline apply."""

from __future__ import annotations

import time

from clblint.config.overrides import overrides_on
from clblint.files.paths import display_path, is_below
from clblint.files.read import STDIN
from clblint.files.working_folder import exists
from clblint.run.filter import expired, filter_findings, without
from clblint.suppress.model import SUPPRESSION
from clblint.suppress.run_coverage import RunCoverage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clblint.config.overrides import Overrides
    from clblint.engine.outcome import Outcome
    from clblint.lint.rule import Rule
    from clblint.run.lint_settings import SettingsFactory
    from clblint.run.options import Options
    from clblint.suppress.model import Suppression

_EVERYWHERE = "SXP"  # the evidence letters that hold for every run (see `Rule.evidence`)


def filtered(
    factory: SettingsFactory, options: Options, outcome: Outcome
) -> tuple[Outcome, Callable[[str], Overrides]]:
    """The outcome with only the findings to report, whatever their severity, and the overrides for each file."""
    outcome = outcome.ungraded
    ran = coverage_of(factory, options, outcome)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    configs = {part.config.path: part.config for part in factory.configs.parts}.values()
    over, failures = expired(configs, today, ran)
    overrides: dict[str, Overrides] = {}

    def overrides_of(path: str) -> Overrides:
        config = factory.configs.of(path)
        if config.path not in overrides:
            overrides[config.path] = overrides_on(factory.choice(config), today)
        return overrides[config.path]

    done = filter_findings((*outcome.findings, *over), _suppressions(outcome, options), ran, overrides_of)
    if options.baseline:
        from clblint.suppress.baseline import read_baseline  # noqa: PLC0415 - only with --baseline

        baseline = read_baseline(options.baseline)
        done = without(done, baseline)
        outcome = outcome._replace(gone=baseline.gone(judged(options, outcome, ran)).total())
    done = done.merged()
    errors = (*outcome.errors, *failures, *done.failures)
    return outcome._replace(findings=done.reported, silenced=done.silenced, errors=errors), overrides_of


def coverage_of(factory: SettingsFactory, options: Options, outcome: Outcome) -> RunCoverage:
    """What a run has checked, with which rules and facts."""
    known: dict[int, tuple[Mapping[str, Rule], frozenset[str]]] = {}

    def at(path: str) -> tuple[Mapping[str, Rule], frozenset[str]]:
        number = factory.configs.number_of(path)
        if number not in known:
            rules = factory.rules(factory.configs.parts[number].config)
            has_inventory = factory.inventories.export(number) is not None and not outcome.partial
            letters = _EVERYWHERE + "I" * has_inventory + "O" * bool(options.against)
            known[number] = {rule.name: rule for rule in rules}, frozenset(letters)
        return known[number]

    return RunCoverage(
        rules={},
        known=factory.book.rules,
        waited={_reported_path(path, options): rules for path, rules in _waited(outcome).items()},
        compared=outcome.compared,
        apart=frozenset({_reported_path(STDIN, options)}),
        unnamed=outcome.unnamed,
        complete=not (outcome.errors or factory.book.errors),
        partial=bool(factory.configs.main.disabled_plugins),
        at=at,
    )


def _suppressions(outcome: Outcome, options: Options) -> dict[str, list[Suppression]]:
    found = {path: list(map(SUPPRESSION.unpack, packed)) for path, packed in outcome.suppressions.items()}
    if STDIN in found and options.stdin_filename:
        path = options.stdin_filename
        found[path] = [one.reported_as(path) for one in found.pop(STDIN)]
    return found


def _reported_path(path: str, options: Options) -> str:
    """The path that a file is reported under."""
    return options.stdin_filename or path if path == STDIN else path


def judged(options: Options, outcome: Outcome, ran: RunCoverage) -> Callable[[str, str], bool]:
    """A function of a path and a rule: whether this run checked the file with the rule, or the file was deleted."""
    asked = [display_path(path) for path in options.roots]

    def judges(path: str, rule: str) -> bool:
        path = display_path(path)
        if not ran.has_run(rule, path) or rule in ran.waited.get(path, ()):
            return False
        return path in outcome.counts or (not exists(path) and any(is_below(path, folder) for folder in asked))

    return judges


def _waited(outcome: Outcome) -> dict[str, tuple[str, ...]]:
    """The rules that lacked a declared fact, by file; what waits in a build waits in all files of it."""
    found = {path: count.waited for path, count in outcome.counts.items() if count.waited}
    for path in list(found):
        build = outcome.known[path].build if path in outcome.known else None
        for used in build.files if build is not None and build.known else ():
            found[used] = (*found.get(used, ()), *found[path])
    return found
