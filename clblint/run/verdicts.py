"""`clblint plan`: asks the rules whether the sync of a Service fails or yields no load balancer.

The model of the controller does not cover the answers of the cloud API; rules do. Their findings complete a plan, so
that a plan and a check never contradict each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.handling import CLB, NONE
from clblint.balancer.neighbours.sharing import claims_of
from clblint.balancer.refusal import WELL, SyncEnd
from clblint.change.effect import CREATE, UPDATE
from clblint.change.sync_errors import sync_end_of
from clblint.engine.dispatch import Dispatcher
from clblint.i18n.language import ENGLISH
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.lint.severity import Severity
from clblint.report.translator import Translator
from clblint.run.stages import CREATION, stage_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

    from clblint.balancer.model import LoadBalancer
    from clblint.change.change import Change
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.kube.manifest import Manifest
    from clblint.lint.finding import Finding
    from clblint.lint.settings import SettingsByFile
    from clblint.run.lint_settings import SettingsFactory


class Verdicts:
    """The findings that decide how syncs end; `translate` translates a finding."""

    def __init__(self, settings_by_file: SettingsByFile, translate: Callable[[Finding], Finding] | None = None) -> None:
        self._dispatcher = Dispatcher(settings_by_file)
        self._found: dict[str, list[Finding]] = {}
        self._translate = translate
        self._settings_by_file = settings_by_file

    def read(self, project: Project, manifests: Iterable[Manifest]) -> None:
        """Check the Services of some files within their project."""
        self._dispatcher.within(project)
        for manifest in manifests:
            found = _findings_in(manifest, self._dispatcher)
            self._found[manifest.source.path] = [finding for finding in found if finding.fails_sync]

    def sync_end_of(self, balancer: LoadBalancer) -> SyncEnd:
        """How the sync of a Service ends: by the model of the controller, otherwise by the findings of rules."""
        if balancer.handled_by.value == NONE:
            return WELL  # nobody syncs it
        if balancer.stopped is not None:
            return sync_end_of(balancer)
        return self._completed(sync_end_of(balancer), self.fault_of(balancer))

    def fault_of(self, balancer: LoadBalancer, without: Container[object] = ()) -> Finding | None:
        """The finding according to which the sync of a Service fails first; None if there is none.

        `without` are findings that do not hold: (sort key, object).
        """
        service = balancer.service
        found = (one for one in self._found.get(service.path, ()) if one.object == service.id)
        holding = (one for one in found if (one.sort_key, one.object) not in without)
        return self._first(holding, service.path, balancer.handled_by.value)

    def fault_of_change(self, change: Change) -> Finding | None:
        """The finding according to which the sync of a change fails first; None if there is none."""
        path = change.service.path
        found = self._dispatcher.check_subject(change, change.owner.id, path)
        failing = (one for one in found if one.fails_sync)
        return self._first(failing, path, change.new.handled_by.value if change.new is not None else CLB)

    def _first(self, found: Iterable[Finding], path: str, controller: str) -> Finding | None:
        """The finding about the earliest stage of a sync; of several at one stage, the first in the file."""
        faults = list(found)
        if len(faults) <= 1:
            return faults[0] if faults else None
        return min(faults, key=lambda one: (self._stage_of(one, path, controller), one.sort_key))

    def _stage_of(self, finding: Finding, path: str, controller: str) -> int:
        rules = self._settings_by_file.of(path).rules
        return stage_of(finding, next((rule for rule in rules if rule.name == finding.rule), None), controller)

    def of_move(self, balancer: ClassicLoadBalancer) -> list[Finding]:
        """All findings about the move of a CLB to an NLB, translated."""
        service, move = balancer.service, self._dispatcher.check_at(balancer.service.path).move_of(balancer)
        found = self._dispatcher.check_subject(move, service.id, service.path)
        return self._in_order(found)

    def errors_in(self, manifest: Manifest) -> list[Finding]:
        """The errors in a file that nobody has written yet, whatever the project holds; translated."""
        dispatcher = Dispatcher(self._settings_by_file)
        dispatcher.within(Project([outline_of(manifest, claims_of)], lambda _: manifest))
        found = _findings_in(manifest, dispatcher)
        return self._in_order(one for one in found if one.severity is Severity.ERROR)

    def _in_order(self, found: Iterable[Finding]) -> list[Finding]:
        in_order = sorted(found, key=lambda one: one.sort_key)
        return [self._translate(one) if self._translate is not None else one for one in in_order]

    def sync_end_of_change(self, change: Change) -> SyncEnd:
        """How the sync of a change ends, by rules about changes, or about its Service if the CCM has to act at all."""
        new = change.new if change.effect.kind in {CREATE, UPDATE} else None
        own = self._fault_of_new(change, new) if new is not None else None
        ends = self._completed(WELL, own or self.fault_of_change(change))
        if own is None or new is None or change.effect.kind != CREATE:
            return ends
        return ends._replace(uncreated=self._stage_of(own, new.service.path, new.handled_by.value) == CREATION)

    def _fault_of_new(self, change: Change, new: LoadBalancer) -> Finding | None:
        """The same of the new revision of a change: what does not hold for values that are kept is left out."""
        if self.fault_of(new) is None:
            return None
        from clblint.run.against import overtaken  # noqa: PLC0415 - few plans have a fault

        return self.fault_of(new, {key[:2] for key in overtaken([change], self._settings_by_file)})

    def _completed(self, ends: SyncEnd, finding: Finding | None) -> SyncEnd:
        if ends != WELL or finding is None:
            return ends
        shown = self._translate(finding) if self._translate is not None else finding
        return SyncEnd(str(shown.seen), "", finding.rule)


def _findings_in(manifest: Manifest, dispatcher: Dispatcher) -> list[Finding]:
    (found,) = dispatcher.check_alone([manifest])
    (check,) = dispatcher.check_within([manifest])
    found += check.take_findings()
    check.end()
    return found


def verdicts_of(factory: SettingsFactory, language: str) -> Verdicts:
    """The verdicts of the rules that the configurations select, translated into a language."""
    packs = {rule.name: rule.pack for rule in factory.book.rules}
    return Verdicts(factory.settings_by_file, Translator(language, packs) if language != ENGLISH else None)
