"""`Questions`: the project as the check of one file asks it, with a record of the questions and their answers.

A file can so be checked before the others are read, against a few of them: if the recorded questions have the same
answers in the whole project, the findings are those of the whole project (`still_holds`). The same tells whether stored
findings hold after a change of other files.
"""

from __future__ import annotations

import marshal

from clblint.files.digest import digest_of
from clblint.kube.project import answers
from clblint.kube.project.answers import ANSWERS, NOTHING
from clblint.kube.project.project import MAX_WORKLOADS
from clblint.kube.project.refs import Ref
from clblint.kube.workloads.pods import UNSCALED, Scaling, Workload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Concatenate, ParamSpec, TypeVar

    from clblint.kube.clusters.facts import RangeSetting
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject, Service
    from clblint.kube.project.answers import Behind, Counted, Refs
    from clblint.kube.project.project import Project
    from clblint.kube.project.refs import Claim, Labels

    P = ParamSpec("P")
    A = TypeVar("A")
    Answered = tuple[Callable[..., object], tuple[Any, ...], object]  # a question, its arguments, and the answer

_NUMBERS = {answer: number for number, answer in enumerate(ANSWERS)}
_LONG = 200  # bytes of answers: of longer ones a digest is kept
_STABLE = 2  # later versions of marshal write equal values in different ways
_NOT_ASKED = object()
_PLAIN = {bool, int, str, type(None)}


class Questions:
    """The questions about the project, as checks ask them; objects of other files are read on access."""

    __slots__ = ("_any_facts", "_asked", "_behind", "_project", "_settled", "loaded", "ref_of")

    def __init__(self, project: Project) -> None:
        self.ref_of = project.objects.ref_of  # from the file of the object alone; None if it is not in the project
        self.loaded: set[str] = set()  # the files that were asked for
        self._project = project
        self._any_facts = project.has_facts
        self._asked: dict[tuple[Any, ...], object] = {}  # the answers by function and arguments
        self._behind: dict[int, Behind] = {}  # by the identity of the Service
        self._settled: set[str] = set()  # the files about whose patches was asked

    def record(self) -> bytes:
        """What was asked, for `still_holds`."""
        questions = [(_NUMBERS[question[0]], *question[1:]) for question in self._asked]
        return marshal.dumps((self._any_facts, _summary(self._asked.values()), questions))

    def add(self, others: Questions) -> None:
        """Record also what another check has asked."""
        self._asked.update(others._asked)
        self.loaded |= others.loaded

    def _ask(self, answer: Callable[Concatenate[Project, P], A], *arguments: P.args, **_named: P.kwargs) -> A:
        """The answer of one of `ANSWERS`, which takes plain arguments."""
        question = (answer, *arguments)
        found: Any = self._asked.get(question, _NOT_ASKED)
        if found is _NOT_ASKED:
            found = self._asked[question] = answer(self._project, *arguments, **_named)
        return found  # type: ignore[no-any-return]

    def load(self, path: str) -> Manifest:
        """A file of the project; it is settled."""
        self.loaded.add(path)
        manifest = self._project.load(path)
        self.settle(manifest)
        return manifest

    def resolve(self, ref: Ref) -> KubeObject:
        """The object behind a reference."""
        return self.load(ref.path).objects[ref.position]

    def rivals(self, own: Ref, claim: Claim, most: int) -> tuple[Counted, Counted]:
        """The other Services with a claim, the first `most`: certainly in the cluster of `own`, and perhaps in it."""
        return self._ask(answers.rivals, own[:2], *claim, most)

    def claimants(self, claim: Claim, most: int | None = None) -> Refs:
        """The Services that make a claim, in any cluster: the first `most`."""
        return self._ask(answers.claimants, *claim, most)

    def duplicates_before(self, own: Ref, most: int) -> Counted:
        """The last `most` duplicates of an object that are applied before it, and the number of all."""
        return self._ask(answers.duplicates_before, own[:2], most)

    def users_of_address(self, own: Ref, address: str, most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The first `most` files that use an address: certainly for the cluster of `own`, and perhaps for it."""
        return self._ask(answers.users_of_address, own[:2], address, most)

    def behind(self, service: Service) -> Behind:
        """What a Service selects; nothing if it has no selector."""
        known = self._behind.get(id(service))
        if known is None:
            own = self.ref_of(service) if service.selector else None
            known = self._ask(answers.behind, own[:2], _selector_of(service)) if own is not None else NOTHING
            self._behind[id(service)] = known
        return known

    def selects(self, service: Service, workload: Ref) -> bool:
        """Whether a Service selects a workload; False if its selector cannot be known."""
        known = self._behind.get(id(service))  # of a Service of another file it is rarely asked what else it selects
        if known is not None and (workload in known.selected or len(known.selected) < MAX_WORKLOADS):
            return workload in known.selected
        own, selector = self.ref_of(service), _selector_of(service)
        if own is None or not selector:
            return False
        return self._ask(answers.selects, own[:2], selector, workload[:2])

    def workloads_of(self, service: Service) -> tuple[Workload, ...]:
        """The workloads that a Service selects, as objects."""
        things = map(self.resolve, self.behind(service).selected)
        return tuple([thing for thing in things if isinstance(thing, Workload)])

    def may_select_more(self, service: Service) -> bool:
        """Whether a Service may select workloads of the project, but its selector or their labels are not known."""
        return self.behind(service).more

    def may_select(self, service: Service) -> bool:
        """Whether a Service may select pods that are not in the files, also if its selector is not known."""
        own, selector = self.ref_of(service), _selector_of(service)
        return own is None or selector is None or self._ask(answers.may_select, own[:2], selector)

    def may_gain_selector(self, own: Ref) -> bool:
        """Whether a patch or kustomization may add a selector to a Service."""
        return self._ask(answers.may_gain_selector, own[:2])

    def selecting(self, own: Ref, most: int) -> Refs:
        """The first `most` Services that may select the pods of a workload, the nearest ones first."""
        return self._ask(answers.selecting, own[:2], most)

    def is_selected(self, own: Ref) -> bool:
        """Whether any Service may select the pods of a workload."""
        return self._ask(answers.is_selected, own[:2])

    def beside(self, own: Ref) -> Refs:
        """The long-running workloads in the namespace of an object that are applied with it."""
        return self._ask(answers.beside, own[:2])

    def beside_in_file(self, own: Ref) -> Refs:
        """The long-running workloads in the file of an object, in any namespace."""
        return self._ask(answers.beside_in_file, own.path)

    def endpoints(self, own: Ref) -> Refs:
        """The Endpoints and EndpointSlices of a Service that are applied with it."""
        return self._ask(answers.endpoints, own[:2])

    def may_have_endpoints(self, own: Ref) -> bool:
        """Whether any in the project, or any that the files do not show, may belong to a Service."""
        return self._ask(answers.may_have_endpoints, own[:2])

    def services_named(self, own: Ref, name: str, namespace: str | None) -> tuple[Refs, bool]:
        """The Services of a name that are applied with a workload, and whether there may be others."""
        return self._ask(answers.services_named, own[:2], name, namespace)

    def scaling_of(self, workload: Workload) -> Scaling:
        """The scalers of a workload."""
        own = self.ref_of(workload)
        refs = self._ask(answers.scaling, own[:2]) if own is not None else ()
        if not any(refs):
            return UNSCALED
        from clblint.kube.workloads.scaling import Scaler  # noqa: PLC0415 - few workloads are scaled

        found = (map(self.resolve, some) for some in refs)
        sure, perhaps = (tuple([thing for thing in things if isinstance(thing, Scaler)]) for things in found)
        return Scaling(sure, perhaps)

    def facts_about(self, thing: KubeObject) -> tuple[RangeSetting, ...]:
        """The facts about the cluster of an object that manifests state."""
        if not self._any_facts:  # which is recorded
            return ()
        return self._ask(answers.facts_about, thing.path if self.ref_of(thing) is not None else "")

    def facts_in(self, path: str) -> list[tuple[int, tuple[RangeSetting, ...]]]:
        """The position of each object in a file that states a fact, and all facts about its cluster."""
        outline = self._project.by_path.get(path) if self._any_facts else None
        facts = outline.facts if outline is not None else ()
        return [(position, self._ask(answers.facts_about, path)) for position, _ in facts]

    def permissions(self) -> frozenset[str]:
        """The actions that newer CCM versions need and that RAM policies of the project allow."""
        return frozenset(self._ask(answers.permissions))

    def settle(self, manifest: Manifest) -> None:
        """Mark the fields of the objects in a file that patches of the project change as unknown, once."""
        path = manifest.source.path
        if manifest.role.roots and not (manifest.settled and path in self._settled):
            self._settled.add(path)
            from clblint.kube.kustomize.patched import apply_patches  # noqa: PLC0415 - most files are in no kustomization

            things = [(thing, ref) for thing in manifest.objects if (ref := self.ref_of(thing)) is not None]
            patched = [(thing, *self._ask(answers.patches_on, ref.place)) for thing, ref in things]
            for thing, changes, everywhere in patched if not manifest.settled else ():
                apply_patches(thing, changes, everywhere)
        manifest.settled = True


def still_holds(project: Project, recorded: bytes) -> bool:
    """Whether all questions of a record have the same answers in a project."""
    return _answers_if_same(project, marshal.loads(recorded)) is not None  # noqa: S302 - a record of ours


def same_answers(project: Project, recorded: bytes) -> list[Answered] | None:
    """The questions of a record with their answers if these are the same in a project."""
    record = marshal.loads(recorded)  # noqa: S302 - a record of ours
    found = _answers_if_same(project, record)
    if found is None:
        return None
    asked = [(ANSWERS[number], tuple(arguments)) for number, *arguments in record[2]]
    return [(*question, answer) for question, answer in zip(asked, found, strict=True)]


def _answers_if_same(project: Project, record: tuple[bool, bytes, list[tuple[Any, ...]]]) -> list[object] | None:
    any_facts, before, questions = record
    if any_facts is not project.has_facts:
        return None
    try:
        found = [ANSWERS[number](project, *arguments) for number, *arguments in questions]
    except KeyError:  # about an object that is not there any more
        return None
    return found if _summary(found) == before else None


def _summary(found: Iterable[object]) -> bytes:
    """Answers as bytes: equal ones of equal answers."""
    data = marshal.dumps([one if type(one) in _PLAIN else _plain(one) for one in found], _STABLE)
    return data if len(data) <= _LONG else digest_of(data)


def _plain(value: object) -> object:
    """An answer as a plain value: references by their places, which are enough as long as the files are the same."""
    kind = type(value)
    if kind in _PLAIN or not value:
        return value
    if kind is Ref:
        return value[:2]  # type: ignore[index]
    if not isinstance(value, tuple):
        return repr(value)
    return tuple(
        [one if not one or type(one) in _PLAIN else one[:2] if type(one) is Ref else _plain(one) for one in value]
    )


def _selector_of(service: Service) -> Labels | None:
    """The selector of a Service; None if it is absent or cannot be known."""
    known = service.selector_values
    return None if known is None else tuple(known.items())
