"""`with_changes`: the findings of a run with those about changes since an older revision."""

from __future__ import annotations

from clblint.run.against import key_of
from clblint.run.builds import Built
from clblint.run.inputs import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.outcome import Outcome
    from clblint.lint.finding import Finding
    from clblint.run.against import OlderRevision
    from clblint.run.lint_settings import SettingsFactory


def with_changes(
    outcome: Outcome,
    older: OlderRevision,
    factory: SettingsFactory,
    inputs: Sequence[Input],
    read: Callable[[str], bytes],
) -> Outcome:
    """The outcome with the findings about changes since the older revision."""
    stdin, at = factory.options.stdin_filename or "", place_of(factory.options)
    records = {path: entry.build for path, entry in outcome.known.items() if entry.build and entry.build.known}
    asked = {path: [at(name) for name, _ in record.asked] for path, record in records.items()}
    built = Built(list(inputs), asked=asked, pending=True)
    changes = older.changes(built, read, factory.configs, factory.inventories.of, stdin)
    gone = older.overtaken(changes, factory.settings_by_file)
    outcome = outcome._replace(findings=tuple([one for one in outcome.findings if key_of(one) not in gone]))
    outcome = _with_findings(outcome, *older.findings(changes, factory.settings_by_file))
    nodes = (change.service.node for change in changes if change.can_be_judged)
    return outcome._replace(compared=frozenset((node.source.path, (node.line, node.column)) for node in nodes))


def _with_findings(outcome: Outcome, found: list[Finding], failures: list[str]) -> Outcome:
    findings = sorted([*outcome.findings, *found], key=lambda finding: finding.sort_key)
    return outcome._replace(findings=tuple(findings), errors=(*outcome.errors, *failures))
