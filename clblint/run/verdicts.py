"""`clblint plan`: asks the rules whether the sync of a Service fails or yields no load balancer.

The model of the controller does not cover the answers of the cloud API; rules do. Their findings complete a plan, so
that a plan and a check never contradict each other.
"""

from __future__ import annotations

from clblint.balancer.handling import CLB, NONE
from clblint.balancer.neighbours.claims import claims_of
from clblint.balancer.refusal import WELL, SyncEnd
from clblint.change.effect import CREATE, CREATION, REFUSED, UPDATE, stage_of_error
from clblint.change.sync_errors import sync_end_of
from clblint.engine.dispatch import Dispatcher
from clblint.i18n.language import ENGLISH
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.lint.severity import Severity
from clblint.report.translator import Translator
from clblint.run.stages import stage_of

TYPE_CHECKING = False
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
        ends = sync_end_of(balancer)
        if balancer.stopped is not None:
            return ends
        fault = self.fault_of(balancer, later=ends.later.strip())
        if fault is None or (ends.first and self._stage_at(fault, balancer) >= ends.stage):
            return ends
        if not _fails_later(fault, ends.later.strip()):
            return SyncEnd(self._seen(fault), "", fault.rule)
        return SyncEnd("", self._seen(fault), fault.rule) if ends == WELL else ends

    def fault_of(self, balancer: LoadBalancer, without: Container[object] = (), later: str = "") -> Finding | None:
        """The finding according to which the sync of a Service fails first; None if there is none.

        `without` are findings that do not hold: (sort key, object). `later` is the error of the syncs after the first
        one by the model.
        """
        service = balancer.service
        found = (one for one in self._found.get(service.path, ()) if one.object == service.id)
        holding = (one for one in found if (one.sort_key, one.object) not in without)
        return self._first(holding, service.path, balancer.handled_by.value, later)

    def fault_of_change(self, change: Change) -> Finding | None:
        """The finding according to which the sync of a change fails first; None if there is none."""
        path = change.service.path
        found = self._dispatcher.check_subject(change, change.owner.id, path)
        failing = (one for one in found if one.fails_sync)
        return self._first(failing, path, change.new.handled_by.value if change.new is not None else CLB)

    def _first(self, found: Iterable[Finding], path: str, controller: str, later: str = "") -> Finding | None:
        """The finding about the earliest stage of the first sync.

        Of several at one stage it is the first by what they are about: the order of annotations means nothing. In one
        annotation it is the first item.
        """

        def order(one: Finding) -> tuple[object, ...]:
            about = one.subject.partition(" ")[0]
            return _fails_later(one, later), self._stage_of(one, path, controller), about, one.rule, one.sort_key

        return min(found, key=order, default=None)

    def _stage_at(self, finding: Finding, balancer: LoadBalancer) -> int:
        return self._stage_of(finding, balancer.service.path, balancer.handled_by.value)

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
        """How the sync of a change ends, by rules about changes, or about its Service if the CCM has to act at all.

        Of a change that the model refuses no end is given, unless it comes before that of the model.
        """
        effect, new = change.effect, change.new
        own = self._fault_of_new(change, new) if new is not None and effect.kind in {CREATE, UPDATE, REFUSED} else None
        if own is None or new is None:
            found = self.fault_of_change(change) if effect.kind != REFUSED else None
            return SyncEnd(self._seen(found), "", found.rule) if found is not None else WELL
        stage = self._stage_at(own, new)
        if effect.kind == REFUSED and (own.fails_later or stage >= stage_of_error(effect.calls, effect.refused)):
            return WELL
        return SyncEnd(self._seen(own), "", own.rule, uncreated=stage == CREATION and effect.kind != UPDATE)

    def _fault_of_new(self, change: Change, new: LoadBalancer) -> Finding | None:
        """The same of the new revision of a change: what does not hold for values that are kept is left out."""
        if self.fault_of(new) is None:
            return None
        from clblint.run.against import overtaken  # noqa: PLC0415 - few plans have a fault

        return self.fault_of(new, {key[:2] for key in overtaken([change], self._settings_by_file)})

    def _seen(self, finding: Finding) -> str:
        return str((self._translate(finding) if self._translate is not None else finding).seen)


def _fails_later(finding: Finding, later: str) -> bool:
    """Whether a finding is about syncs after the first one: it says so, or quotes the model's error of these."""
    if finding.fails_later or not later:
        return finding.fails_later
    quoted = (piece.strip(". ") for piece in str(finding.seen).split('"')[1::2])
    return any(piece in later for piece in quoted if " " in piece)


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
