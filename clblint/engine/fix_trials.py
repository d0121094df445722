"""`FixTrials`: tries the fixes of what kustomizations build, and keeps those that mend every build and harm none.

A file may be a part of many builds: an edit that mends one build can break another. So all fixes are made in memory,
and the roots that use an edited file are built and checked again. If a root then has new findings, or still has those
that a fix is for, each of its fixes is tried alone; the number of further builds is limited.
"""

from __future__ import annotations

from collections import Counter

from clblint.engine.packed_result import load_graded
from clblint.engine.pool import WorkerPool
from clblint.engine.result import Result
from clblint.engine.root_builder import RootBuilder
from clblint.errors import ChangedError, UsageError
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.kube.kustomize.role import role_of
from clblint.lint.severity import Severity
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.worker import Checked, WorkerSettings
    from clblint.files.codec import Plain
    from clblint.lint.edit import FixEdit, Replacement
    from clblint.lint.finding import Finding
    from clblint.source.place import Place

    Edits = tuple[FixEdit, ...]
    Proven = dict[Edits, tuple[Replacement, ...]]

_ROUNDS = 3  # in which all fixes that are left are tried together
_SPARE = 100  # builds for fixes that are tried alone, beside one for each root
_SAMPLE = 3  # roots that one fix is tried alone on

_NOTHING: tuple[Proven, dict[str, set[str]]] = ({}, {})

_Key = tuple[str, str, str]  # rule, object, subject: what survives moved lines


class TrialContext(NamedTuple):
    """The state of a run that fixes are tried on.

    Attributes:
        settings: those of the run.
        read: reads a file.
        roles_and_names: the arguments of `Worker.set_roles`.
        roots: the roots that could be built, by path.
        made: the digests of the objects of each root.
        users: the roots that use a file.
        known: the digests of all files as the run has read them.
        outlines: the outline of each file; empty if other files need nothing of it.
        result_of: gives the result of a root; None if it has none.
        workers: the workers that judged roots in this run, if they have not ended.
        sampled: whether one root may stand for those in the same state.
    """

    settings: WorkerSettings
    read: Callable[[str], bytes]
    roles_and_names: tuple[dict[str, Plain], dict[str, str]]
    roots: Mapping[str, Input]
    made: Mapping[str, bytes]
    users: Mapping[str, Sequence[str]]
    known: Mapping[str, bytes]
    outlines: Mapping[str, bytes]
    result_of: Callable[[str], Result | None]
    workers: WorkerPool | None = None
    sampled: bool = False


class Kept(NamedTuple):
    """The result of a file with the fixes that hold.

    `files` are those with fixes, tried or not, `needs` further ones that the choice depends on, beside the roots that
    use these. `sampled` says that roots stood for others.
    """

    path: str
    result: Result
    files: set[str]
    needs: set[str]
    sampled: bool


def keep_proven(context: TrialContext, results: Mapping[str, Result]) -> Iterator[Kept]:
    """The results that have fixes in files that roots use, without those that do not hold in all of these.

    All fixes are tried before this returns. If the run needs no edits, none is tried or kept.
    """
    users = context.users
    found = (one for result in results.values() for one in result.findings if context.settings.edits)
    tried = [one for one in found if one.edits and one.path in users]
    trials = FixTrials(context) if tried else None
    proven, needs = trials.proven(tried) if trials is not None else _NOTHING
    return _kept(context, results, proven, needs, sampled=trials is not None and trials.sampled)


def _kept(
    context: TrialContext,
    results: Mapping[str, Result],
    proven: Proven,
    needs: Mapping[str, set[str]],
    *,
    sampled: bool,
) -> Iterator[Kept]:
    for path, result in results.items():
        mine = {one.path for one in result.findings if one.edits and (one.roots or one.path in context.users)}
        if mine:
            findings = tuple(_settled(one, proven, context) for one in result.findings)
            more = set[str]().union(*(needs.get(name, ()) for name in mine))
            # Also of files that no root was tried for, since one that uses them could not be built.
            files = mine if context.settings.edits else set()
            yield Kept(path, result._replace(findings=findings), files, more, sampled)


def _settled(finding: Finding, proven: Proven, context: TrialContext) -> Finding:
    """The finding with its fix if that holds."""
    if not finding.edits or not (finding.roots or finding.path in context.users):
        return finding
    if finding.edits not in proven:
        return finding.with_replacements(None)._replace(edits=(), safe=False, shown="")
    return finding.with_replacements(proven[finding.edits])._replace(shown="")


class _Fix:
    """A fix with all findings that it is for: those of its rule at its place, whichever root they are of."""

    def __init__(self, edits: Edits, *, safe: bool) -> None:
        self.edits = edits
        self.path = edits[0].path
        self.safe = safe
        self.idle = safe  # whether what it mends may only have no effect today
        self.written: tuple[Replacement, ...] = ()  # as text, once it was made
        self.spots: set[tuple[str, Place]] = set()


class _Trial(NamedTuple):
    """Files with some fixes made. Of the others some overlap with these."""

    texts: dict[str, bytes]
    made: list[_Fix]
    overlapping: list[_Fix]


class _Blame(NamedTuple):
    """The fixes that leave their finding in place, and those that may do harm, each with the roots where they do."""

    failing: set[_Fix]
    doubtful: dict[_Fix, list[str]]

    @property
    def is_none(self) -> bool:
        """Whether all is well."""
        return not self.failing and not self.doubtful


class _Seen(NamedTuple):
    """What was found in a root with fixes made; None if it cannot be built any more. And the files that this needs."""

    findings: tuple[Finding, ...] | None
    needs: tuple[str, ...]


class FixTrials:
    """The fixes in files that roots use, each tried on all of these.

    Where that is enough (`TrialContext.sampled`), all fixes together are first tried on some of the roots
    in which they meet the same (see `TrialWorker`).
    """

    def __init__(self, context: TrialContext) -> None:
        self.sampled = False  # whether a root stood for others
        self._context = context
        self._texts: dict[str, bytes] = {}
        self._before: dict[str, tuple[Finding, ...]] = {}
        self._by_spot: dict[str, dict[tuple[str, Place], list[Finding]]] = {}
        self._needs: dict[str, set[str]] = {}
        known = context.workers.builder if context.workers is not None else None
        self._builder = known or RootBuilder(context.read, context.roles_and_names[1])
        self._workers = context.workers or WorkerPool(context.settings, context.read, 1, self._builder)
        self._spare = len(context.roots) + _SPARE

    def proven(self, findings: Iterable[Finding]) -> tuple[Proven, dict[str, set[str]]]:
        """The fixes that hold, as text, of those of some findings; and, by file, what this depends on beside its users.

        Where not all hold together the safe ones are tried first, since they are made without the others, too.
        """
        fixes = self._fixes(findings)
        tried = {fix.path for fix in fixes}
        fixes = self._undisturbing(fixes)
        kept, overlapping = self._holding(fixes)
        kept += self._holding(overlapping)[0]  # each of these holds without the others
        users = self._context.users
        needs = {path: set[str]().union(*(self._needs.get(root, ()) for root in users[path])) for path in tried}
        proven = {fix.edits: fix.written for fix in kept}  # it can be made without the others, too
        return proven, {path: found.difference(users[path]) for path, found in needs.items()}

    def _holding(self, fixes: list[_Fix]) -> tuple[list[_Fix], list[_Fix]]:
        """The fixes that hold together, and those that overlap with others."""
        trial = self._made(fixes)
        by_root = self._by_root(trial.made)
        sample = self._sample(by_root) if self._context.sampled else {}
        if trial.made and self._blamed(trial, trial.made, by_root, sample).is_none:
            self.sampled |= len(sample) > len(set(sample.values()))
            return trial.made, trial.overlapping
        kept: list[_Fix] = []
        overlapping: list[_Fix] = []
        for safe in (True, False) if trial.made else ():
            overlapping += self._extend(kept, [fix for fix in fixes if fix.safe is safe])
        return kept, overlapping

    def _fixes(self, findings: Iterable[Finding]) -> list[_Fix]:
        found: dict[Edits, _Fix] = {}
        for finding in findings:
            fix = found.setdefault(finding.edits, _Fix(finding.edits, safe=finding.safe))
            fix.spots.add((finding.rule, finding.place))
            fix.safe = fix.safe and finding.safe
            fix.idle = fix.idle and fix.safe and finding.severity < Severity.ERROR
        return [found[edits] for edits in sorted(found)]

    def _undisturbing(self, fixes: list[_Fix]) -> list[_Fix]:
        """The fixes that leave roots unchanged that do not have the finding."""
        spared: dict[tuple[_Fix, ...], list[str]] = {}
        for root, own in sorted(self._by_root(fixes).items()):
            without = tuple(fix for fix in own if not any(self._findings_of(fix, root)))
            if without:
                spared.setdefault(without, []).append(root)
        bad = {fix for group, roots in spared.items() for fix in self._disturbing(group, roots)}
        return [fix for fix in fixes if fix not in bad]

    def _disturbing(self, group: Iterable[_Fix], roots: Sequence[str]) -> Iterator[_Fix]:
        """Yield those of some fixes that change what is built in roots where they should not."""
        trial = self._made(group)
        yield from trial.overlapping
        left = trial.made
        while left and (root := self._first_changed(left, roots)):
            alone = (fix for fix in left if len(left) == 1 or self._changes(fix, root))
            bad = set(alone) or set(left)
            yield from bad
            left = [fix for fix in left if fix not in bad]

    def _changes(self, fix: _Fix, root: str) -> bool:
        self._spare -= 1
        return self._spare < 0 or bool(self._first_changed([fix], [root]))

    def _first_changed(self, fixes: Iterable[_Fix], roots: Iterable[str]) -> str:
        """The first root of which something else is built with these fixes; empty if there is none."""
        builder = self._builder.edited(self._made(fixes).texts)
        return next((root for root in roots if self._is_changed(root, builder)), "")

    def _is_changed(self, root: str, builder: RootBuilder) -> bool:
        role = role_of(self._context.roots[root].role)
        _, record = builder.built(Source(root, self._text(root)), role, prefilter=True)
        return record.made != self._context.made[root]

    def _extend(self, kept: list[_Fix], fixes: list[_Fix]) -> list[_Fix]:
        """Add to the kept fixes those that hold together with them; returns those that overlap with others."""
        overlapping: list[_Fix] = []
        for _ in range(_ROUNDS):
            trial = self._made([*kept, *fixes])
            overlapping += trial.overlapping
            made = set(trial.made)
            fixes = [fix for fix in fixes if fix in made]
            blame = self._blamed(trial, fixes, self._by_root(fixes))
            if blame.is_none:
                kept += fixes
                break
            fixes = [fix for fix in fixes if fix not in blame.failing and self._holds_alone(fix, kept, blame)]
        return overlapping

    def _holds_alone(self, fix: _Fix, kept: list[_Fix], blame: _Blame) -> bool:
        """Whether it does no harm without the others, in some of the roots that were not well."""
        roots = blame.doubtful.get(fix, [])[:_SAMPLE]
        self._spare -= len(roots)
        if not roots or self._spare < 0:
            return not roots
        trial = self._made([*kept, fix])
        return fix in trial.made and self._blamed(trial, [fix], roots).is_none

    def _by_root(self, fixes: Iterable[_Fix]) -> dict[str, list[_Fix]]:
        """The roots that use the files of some fixes, each with these fixes."""
        found: dict[str, list[_Fix]] = {}
        for fix in fixes:
            for root in self._context.users[fix.path]:
                found.setdefault(root, []).append(fix)
        return found

    def _made(self, fixes: Iterable[_Fix]) -> _Trial:
        trial = _Trial({}, [], [])
        by_path: dict[str, list[_Fix]] = {}
        for fix in fixes:
            by_path.setdefault(fix.path, []).append(fix)
        texts = {path: self._text(path) for path in by_path}
        made = self._workers.amended(texts, {path: [fix.edits for fix in group] for path, group in by_path.items()})
        for path, group in by_path.items():
            amended = made[path]
            settled = {*amended.made, *(number for number, _ in amended.refused)}
            for number, written in zip(amended.made, amended.written, strict=True):
                group[number].written = written
                trial.made.append(group[number])
            trial.overlapping.extend(fix for number, fix in enumerate(group) if number not in settled)
            trial.texts[path] = amended.data
        return trial

    def _sample(self, by_root: Mapping[str, Sequence[_Fix]]) -> dict[str, int]:
        """A number for each root, the same for those with the same fixes for objects that the rules say the same of."""
        numbers: dict[object, int] = {}
        return {root: numbers.setdefault(self._met_by(fixes, root), len(numbers)) for root, fixes in by_root.items()}

    def _met_by(self, fixes: Iterable[_Fix], root: str) -> object:
        """What is found in the objects of a root for which some fixes are, and by which settings."""
        objects = {one.object for fix in fixes for one in self._findings_of(fix, root)}
        met = sorted((one.rule, one.alike, one.edits) for one in self._found_in(root) if one.object in objects)
        return self._context.settings.by_file.number_of(root), tuple(fix.edits for fix in fixes), tuple(met)

    def _blamed(
        self, trial: _Trial, fixes: list[_Fix], roots: Iterable[str], sample: Mapping[str, int] | None = None
    ) -> _Blame:
        """Judge roots, or a `sample` of them, in a trial in which these fixes are new."""
        blame = _Blame(set(), {})
        by_root = self._by_root(fixes)
        after = self._judged(roots, trial, sample or {}) if fixes else {}
        for root, seen in after.items():
            self._needs.setdefault(root, set()).update(seen.needs)
            own, found = by_root[root], seen.findings
            if found is not None:
                blame.failing.update(self._not_mended(root, own, found))
            for fix in own if found is None else self._harmful(root, own, found):
                blame.doubtful.setdefault(fix, []).append(root)
        return blame

    def _not_mended(self, root: str, fixes: list[_Fix], found: Iterable[Finding]) -> set[_Fix]:
        """The fixes whose findings are still there."""
        then, now = Counter(map(_key, self._found_in(root))), Counter(map(_key, found))
        wanted = {fix: Counter(_key(one) for one in self._findings_of(fix, root)) for fix in fixes}
        gone = Counter(key for keys in wanted.values() for key in keys.elements())
        return {fix for fix, keys in wanted.items() if any(now[key] > then[key] - gone[key] for key in keys)}

    def _harmful(self, root: str, fixes: list[_Fix], found: Iterable[Finding]) -> set[_Fix]:
        """The fixes that may be why there are more findings, or worse ones: those in the same object, or else all.

        A note counts against the safe fix of what only has no effect today (see `file_trials`).
        """
        then, worst = Counter(map(_key, self._found_in(root))), _worst(self._found_in(root))
        now, news = _worst(found), Counter(map(_key, found)) - then
        worse = {key for key, level in now.items() if level >= Severity.NOTE}
        worse = {key for key in worse if news[key] or now[key] > worst.get(key, Severity.PEDANTIC)}
        if not worse:
            return set()
        near: dict[str, set[_Fix]] = {}
        for fix in fixes:
            for one in self._findings_of(fix, root):
                near.setdefault(one.object, set()).add(fix)
        heavy = {key[1] for key in worse if now[key] >= Severity.WARNING}
        noted = {fix for _, name, _ in worse for fix in near.get(name, ()) if fix.idle}
        return noted.union(*(near.get(name) or fixes for name in heavy))

    def _findings_of(self, fix: _Fix, root: str) -> Iterator[Finding]:
        if root not in self._by_spot:
            found = self._by_spot[root] = {}
            for one in self._found_in(root):
                found.setdefault((one.rule, one.place), []).append(one)
        return (one for spot in fix.spots for one in self._by_spot[root].get(spot, ()))

    def _found_in(self, root: str) -> tuple[Finding, ...]:
        """What was found in a root before."""
        if root not in self._before:
            result = self._context.result_of(root)
            self._before[root] = tuple(one for one in result.findings if one.roots) if result is not None else ()
        return self._before[root]

    def _judged(self, roots: Iterable[str], trial: _Trial, sample: Mapping[str, int]) -> dict[str, _Seen]:
        """Build and judge roots, or a sample of them, with some fixes made."""
        inputs = [self._context.roots[root]._replace(reported=False) for root in roots]
        edits = (edit for fix in trial.made for edit in fix.edits)
        self._workers.begin_trial(trial.texts, edits, inputs, sample)
        seen = dict(self._seen_in(inputs))
        self._workers.end_trial()
        return seen

    def _seen_in(self, inputs: Sequence[Input]) -> Iterator[tuple[str, _Seen]]:
        """Yield what is found in roots; what comes later counts."""
        workers = self._workers
        workers.set_roles(*self._context.roles_and_names)
        summaries = workers.read_all(inputs)
        yield from ((one.path, _Seen(None, ())) for one in summaries if one.build is not None)
        built = {one.path: one.outline for one in summaries if one.build is not None and one.build.known}
        outlines = {**self._context.outlines, **built}
        workers.begin(list(filter(None, outlines.values())), {})
        for checked in workers.check([item for item in inputs if item.path in built], []):
            findings = None if checked.failures else tuple(one for one in _findings_of(checked) if one.roots)
            yield checked.path, _Seen(findings, checked.needs)

    def _text(self, path: str) -> bytes:
        """A file as it was judged; raises `ChangedError` if it has changed since."""
        if path not in self._texts:
            try:
                data = self._context.read(path)
            except UsageError as error:
                raise ChangedError(path) from error
            if not self._context.known[path].startswith(digest_of(data)):
                raise ChangedError(path)
            self._texts[path] = data
        return self._texts[path]


def _findings_of(checked: Checked) -> tuple[Finding, ...]:
    result = checked.result
    found = result if isinstance(result, Result) else load_graded(result, Severity.PEDANTIC).result
    return found.findings


def _key(finding: Finding) -> _Key:
    return finding.rule, finding.object, finding.subject


def _worst(findings: Iterable[Finding]) -> dict[_Key, Severity]:
    """The highest severity of the findings of each key."""
    found: dict[_Key, Severity] = {}
    for finding in findings:
        key = _key(finding)
        found[key] = max(found.get(key, finding.severity), finding.severity)
    return found
