"""`TrialWorker`: judges roots with other texts of some files, and only those objects for which that may matter.

From the run before, it knows the objects and findings of a root, and the questions to the project. It checks an object
again if its values have changed, or if its check may have looked at such an object. If an answer of the project has
changed, or this cannot be decided, it checks all objects of the root.
"""

from __future__ import annotations

from clblint.engine.build_predictor import BuildPredictor, gist_of
from clblint.engine.result import Count, Result
from clblint.engine.worker import Checked, Worker
from clblint.fast import NamedTuple
from clblint.kube.project.answers import users_of_address
from clblint.kube.project.questions import same_answers
from clblint.kube.project.refs import Ref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.files.codec import Plain
    from clblint.kube.kustomize.record import BuildRecord
    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.kube.manifest import Manifest
    from clblint.kube.project.project import Project
    from clblint.kube.project.questions import Answered
    from clblint.lint.edit import FixEdit
    from clblint.lint.finding import Finding
    from clblint.source.text import Source

_NOTHING = Count(
    0, template=False, services=0, balancers=0, nlbs=0, not_ours=0, workloads=0
)  # a trial needs no numbers


class _Again(NamedTuple):
    """The objects of a root that are to be judged again, by position, and the findings that are left of the others.

    `None` stands for all objects.
    """

    only: Collection[int] | None = None
    left: tuple[Finding, ...] = ()
    needs: tuple[str, ...] = ()


class TrialWorker(Worker):
    """A worker with other texts of some files for roots that another one may have judged `before`.

    The texts have these `edits`. `tried` are the paths of all roots that such workers check. If roots have the same
    number in `sample`, and their edited objects differ only in names and the like, one root is checked for all; the
    summaries of the others are empty.
    """

    def __init__(
        self,
        before: Worker,
        texts: Mapping[str, bytes],
        edits: Iterable[FixEdit],
        tried: Collection[str],
        sample: Mapping[str, int],
    ) -> None:
        settings, read, builder, self._before = before.with_texts(texts)
        super().__init__(settings._replace(show=None, progress=None, edits=False), read, builder.edited(texts))
        self._predictor = BuildPredictor(edits, builder)
        self._dispatcher.brief = True
        self._tried = tried
        self._sample = sample
        self._met: set[object] = set()  # the states of those that stand for others
        self._made: dict[str, Manifest | None] = {}  # predicted builds
        self._project: Project | None = None

    def set_roles(self, roles: Mapping[str, Plain], names: Mapping[str, str]) -> None:
        """As for any worker."""
        super().set_roles(roles, names)
        self._predictor.roles = roles

    def place(self, project: Project, digests: Mapping[str, bytes]) -> None:
        """As for any worker."""
        super().place(project, digests)
        self._project = project

    def _check_alone(self, read: Sequence[tuple[Input, Manifest]]) -> None:
        for item, _ in read:
            self._local_findings[item.path] = []  # until it is known which objects are to be judged

    def _open(self, item: Input) -> Manifest | BuildRecord | str:
        state = self._state(item.path) if item.path in self._sample else None
        if state in self._met:
            return ""
        if state is not None:
            self._met.add(state)
        return super()._open(item)

    def _state(self, path: str) -> object:
        """What is edited in a root; None if that is not known."""
        made = self._predicted_at(path)
        if made is None:
            return None
        pairs = zip(self._before[path].manifest.made, made.made, strict=True)
        edited = (thing for then, now in pairs if then is not now for thing in then.objects)
        return self._sample[path], tuple(map(gist_of, edited))

    def _predicted_at(self, path: str) -> Manifest | None:
        """What a root builds, if that can be predicted."""
        if path not in self._made:
            before = self._before.get(path)
            self._made[path] = self._predictor.manifest(before.manifest) if before is not None else None
        return self._made[path]

    def _build(self, source: Source, role: KustomizeRole, *, prefilter: bool) -> Manifest | BuildRecord:
        return self._predicted_at(source.path) or super()._build(source, role, prefilter=prefilter)

    def _built_before(self, path: str) -> Manifest | None:
        before = self._before.get(path)
        return before.manifest if before is not None else None

    def _check_batch(self, batch: Sequence[Input]) -> Iterator[Checked]:
        for item in batch:
            self._local_findings.pop(item.path, None)
        failures = self._dispatcher.failures
        before = len(failures)
        checked = list(self._checked_together(batch))
        if len(failures) > before and len(batch) > 1:  # which roots have them is to be seen from each alone
            del failures[before:]
            return (one for item in batch for one in self._check_batch([item]))
        alone = tuple(failures[before:])
        del failures[before:]
        return (one._replace(failures=(*alone, *one.failures)) for one in checked)

    def _checked_together(self, batch: Sequence[Input]) -> Iterator[Checked]:
        """Yield what is found in roots; what fails without the rest of the project is among the failures of all."""
        manifests = [self._load(item.path) for item in batch]
        again = list(map(self._again, manifests))
        only = [one.only for one in again]
        found = self._dispatcher.check_alone(manifests, only)
        checks = self._dispatcher.check_within(manifests, only)
        for manifest, one, alone, check in zip(manifests, again, found, checks, strict=True):
            path = manifest.source.path
            result = Result(_NOTHING, (*one.left, *self._in_order(alone + check.take_findings(), manifest)))
            needs = tuple(sorted({*check.questions.loaded, *one.needs} - {path}))
            check.end()
            yield Checked(path, needs, result, b"", failures=tuple(check.failures))

    def _again(self, manifest: Manifest) -> _Again:
        """What is to be judged again of a root."""
        path, project = manifest.source.path, self._project
        before = self._before.get(path)
        changed = _changed(manifest, before.manifest) if before is not None else None
        if before is None or changed is None or project is None or project.has_facts:
            return _Again()
        answered = same_answers(project, before.asked)
        lookers = _lookers(path, answered, self._tried) if answered is not None else None
        if lookers is None or not _tells_apart(manifest):
            return _Again()
        only = _reaching(changed, lookers)
        names = {thing.id for one in (manifest, before.manifest) for thing in one.objects if thing.index in only}
        return _Again(only, tuple(one for one in before.findings if one.object not in names), before.needs)


def _changed(now: Manifest, then: Manifest) -> set[int] | None:
    """The positions of the objects that have other values than before; None if there are other objects."""
    shape = [(one.first, len(one.objects)) for one in now.made]
    if shape != [(one.first, len(one.objects)) for one in then.made]:
        return None
    pairs = zip(now.made, then.made, strict=True)
    return {thing.index for one, other in pairs if one.says != other.says for thing in one.objects}


def _lookers(path: str, answered: Iterable[Answered], tried: Collection[str]) -> dict[int, set[int]] | None:
    """By the position of each object of a root those whose check may look at it.

    A check asks about its own object, and about those that an answer has named. None if that is not all there is: an
    answer names an object of another root that is tried, or nobody knows who has asked, or it names no objects at all.
    """
    found: dict[int, set[int]] = {}
    for answer, arguments, said in answered:
        named = set(_named(said))
        own = arguments[0] if arguments else None
        if answer is users_of_address and said != ((), ()):
            return None
        if any(name != path and name in tried for name, _ in named):
            return None
        here = [at for name, at in named if name == path]
        if not here:
            continue
        if not isinstance(own, tuple) or own[0] != path:
            return None
        for at in here:
            found.setdefault(at, set()).add(own[1])
    return found


def _named(said: object) -> Iterator[tuple[str, int]]:
    """Yield the places of the objects in an answer."""
    if isinstance(said, Ref):
        yield said.place
    elif isinstance(said, tuple):
        for one in said:
            yield from _named(one)


def _reaching(changed: Iterable[int], lookers: Mapping[int, Iterable[int]]) -> set[int]:
    """Some objects, those that look at one of them, those that look at these, and so on."""
    found: set[int] = set()
    left = [*changed]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += lookers.get(one, ())
    return found


def _tells_apart(manifest: Manifest) -> bool:
    """Whether each finding tells by its object which one it is about."""
    return len({thing.id for thing in manifest.objects}) == len(manifest.objects)
