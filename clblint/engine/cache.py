"""The result cache: findings and cross-file facts of each file, stored from one run to the next.

The cache has its own files for each combination of code, configuration, selection and working directory. For every
path they hold the digest of the file, its outline, which other files need, the findings, the digest of the project
for which they were computed, and the digests of the other files that were read to compute them. An entry is used only
if all digests agree, so an outdated entry cannot change a report; the file is then read again.
"""

from __future__ import annotations

import marshal

from clblint.engine.packed_result import PackedResult, UnpackedResults, are_spilled, pack_result
from clblint.engine.result import Result
from clblint.errors import UsageError
from clblint.fast import NamedTuple, cached_property, use_fast_constructors
from clblint.files.cache_folder import is_cached, read_slices, remove_cached, write_slices
from clblint.files.codec import Codec
from clblint.files.digest import digest_of
from clblint.files.spill_file import SpillFile, new_spill_file
from clblint.files.working_folder import here, is_file, is_folder
from clblint.kube.kustomize.deployed import may_hold_deployed
from clblint.kube.kustomize.record import ABSENT, FOLDER, RECORD, BuildRecord
from clblint.kube.kustomize.role import KUSTOMIZATION, Kustomization
from clblint.light import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from clblint.discovery.walk import Input
    from clblint.files.cache_folder import Pieces
    from clblint.files.codec import Plain
    from clblint.files.spill_file import Slice
    from clblint.kube.project.project import Project
    from clblint.lint.severity import Severity

    Seen = tuple[bytes, bool, bool]  # the digest, whether there are NUL bytes, and maybe objects of Flux or Argo CD

ON_A_SAMPLE = b"sampled"  # follows the digest of what fixes were tried on, if that was one root for several
DIGEST_SIZE = 16  # bytes: the digest of an entry begins with that of the file alone
_MARSHAL_VERSION = 2  # later versions of marshal write equal values in different ways
_LAYOUT = b"15"  # of an entry; raise it when `CacheEntry` changes
_ALL, _CHANGED = "files-", "changed-"  # how the names of the two files of a combination begin
_MOST = 50_000  # entries under one name, unless one run has more
_ONE_IN = 10  # what has changed is written apart while it is at most one entry in so many
# Entries: fewer are written faster here, and always together; with more, another process would take too much memory.
_MANY, _TOO_MANY = 500, 10_000


class CacheEntry(NamedTuple):
    """The cached state of one file.

    Attributes:
        digest: that of the file, with the digests of its role, of its settings and of what it builds.
        outline: what other files need of it; empty if they need nothing.
        project: the digest of the project; empty for a file that was read only as context.
        result: a `PackedResult`, or the `Result` itself; None for a file that was read only as context.
        needs: paths and digests of the other files that the findings depend on.
        asked: the other questions that the findings depend on (see `clblint.kube.project.questions`).
        kustomization: the parsed kustomization, which gives other files their roles.
        show: the key of the renderer that made the text of the findings.
        build: the record of the build, for a root.
        tried: the files whose fixes were tried, each with a digest of all roots that use it, and with `ON_A_SAMPLE` if
            one of these roots stood for others.
        counted: the number of pedantic findings that were only counted; a run that reports them has to find them again.
    """

    digest: bytes
    outline: bytes
    project: bytes = b""
    result: Any = None
    needs: tuple[tuple[str, bytes], ...] = ()
    asked: bytes = b""
    kustomization: Kustomization | None = None
    show: str = ""
    build: BuildRecord | None = None
    tried: tuple[tuple[str, bytes], ...] = ()
    counted: int = 0


_ENTRY = Codec(CacheEntry, KUSTOMIZATION, RECORD)
_RESULT = CacheEntry._fields.index("result")


class ResultCache:
    """The entries of one combination: one file has all of them, a second one those that have changed since then.

    So one changed file among thousands is stored without writing the results of all others again.
    """

    def __init__(self, name: str, jobs: int = 1) -> None:
        self._name = name
        self._jobs = jobs
        self._writing: Callable[[], None] | None = None  # waits for its end
        self._plain: dict[str, Plain] = {}  # the entries as they are stored
        self._written = b""  # the checksum of the file with all entries; empty if it is small, or there is none
        self._later: dict[str, CacheEntry] = {}  # those that changed after it was written
        self.unpacked = UnpackedResults()

    @property
    def is_stored(self) -> bool:
        """Whether there may be entries; it is not read yet."""
        return is_cached(_ALL + self._name)

    @cached_property
    def entries(self) -> dict[str, CacheEntry]:
        """The stored entries, by path."""
        stored = read_slices(_ALL + self._name)
        if stored is None:
            return {}
        if len(stored.value) < _MANY:
            return self._unpacked(stored, stored.value)
        use_fast_constructors()
        found = self._unpacked(stored, stored.value)
        self._written = stored.checksum
        changed = read_slices(_CHANGED + self._name)
        if changed is not None and changed.value[0] == self._written:
            self._later = self._unpacked(changed, changed.value[1])
        return found | self._later

    def unpack_results(self, paths: Sequence[str], lowest: Severity) -> None:
        """Unpack the stored results of some files, without the findings below a severity: most runs report them all."""
        spill = are_spilled(len(paths))
        for path in paths:
            entry = self.entries.get(path)
            if entry is not None and entry.result is not None:
                self.unpacked.add(path, entry.result, lowest, spill=spill)

    def _unpacked(self, stored: Pieces, index: Mapping[str, tuple[Any, ...]]) -> dict[str, CacheEntry]:
        found: dict[str, CacheEntry] = {}
        for path, (plain, *place) in index.items():
            brief = plain[_RESULT]
            result = PackedResult(brief, stored.at(*place) if place else None) if brief is not None else None
            found[path] = _ENTRY.unpack((*plain[:_RESULT], result, *plain[_RESULT + 1 :]))
            self._plain[path] = plain
        return found

    def save(self, fresh: Mapping[str, CacheEntry], known: Mapping[str, CacheEntry]) -> None:
        """Add the entries that a run has made to the stored ones; if many are written, see `wait`.

        `known` are all entries of the run: the others are dropped when there are too many.
        """
        if not fresh:
            return
        entries = {**self.entries, **fresh}
        later = {**self._later, **fresh}
        if self._written and len(later) * _ONE_IN <= len(entries) <= max(_MOST, len(known)):
            self._write_later(later)
            return
        entries = entries if len(entries) <= _MOST else {**known}
        if not _MANY <= len(entries) < _TOO_MANY or self._jobs == 1:
            self._write(entries)
            return
        from clblint.engine.background import run_in_background  # noqa: PLC0415 - only for many

        self._writing = run_in_background(lambda: self._write(entries))

    def wait(self) -> None:
        """Wait until the entries are written."""
        writing, self._writing = self._writing, None
        if writing is not None:
            writing()

    def _write(self, entries: Mapping[str, CacheEntry]) -> None:
        if write_slices(_ALL + self._name, *self._packed(entries)):
            remove_cached(_CHANGED + self._name)  # of the file that was there before

    def _write_later(self, entries: Mapping[str, CacheEntry]) -> None:
        index, slices = self._packed(entries)
        write_slices(_CHANGED + self._name, (self._written, index), slices)

    def _packed(self, entries: Mapping[str, CacheEntry]) -> tuple[dict[str, Plain], list[Slice]]:
        """Plain entries by path, each with the place of the rest of its result among the slices if it has one."""
        index: dict[str, Plain] = {}
        slices: list[Slice] = []
        spill = SpillFile() if len(entries) < _TOO_MANY else new_spill_file()
        start = 0
        for path, entry in entries.items():
            is_stored = self.entries.get(path) is entry
            result = pack_result(entry.result, spill) if isinstance(entry.result, Result) else entry.result
            brief, rest = result or (None, None)
            plain = self._plain[path] if is_stored else _ENTRY.pack(entry._replace(result=brief))
            index[path] = (plain,)
            if rest is not None:
                index[path] = plain, start, rest.size
                slices.append(rest)
                start += rest.size
        return index, slices


class FilesSeen:
    """The digests of files. Each file is read once, both for its digest and for the marks of Flux and Argo CD objects.

    `kustomizations` are those that others have parsed: in plain form, each with its digest.
    """

    def __init__(
        self,
        read: Callable[[str], bytes],
        known: Mapping[str, Seen | None] | None = None,
        kustomizations: Mapping[str, Plain] | None = None,
    ) -> None:
        self.read = read
        self.known = dict(known or {})
        self.kustomizations = kustomizations or {}

    def see(self, paths: Sequence[str], jobs: int, meanwhile: Callable[[], object]) -> None:
        """Read files in several processes; this one does something else first."""
        from clblint.engine.parallel_map import map_in_processes  # noqa: PLC0415 - a small run has one process

        found = map_in_processes(paths, partial(_seen, read=self.read), jobs, meanwhile)
        self.known.update(zip(paths, found, strict=True))

    def of(self, item: Input) -> tuple[bytes, bool] | None:
        """The digest of a file, and whether the user named it and it has NUL bytes; None if it cannot be read."""
        found = self._of(item.path)
        if found is None:
            return None
        digest, binary, _ = found
        return digest, item.explicit and binary

    def digest_of(self, path: str) -> bytes:
        """The digest of what is at a path, as in `BuildRecord.asked`."""
        found = self._of(path) if path in self.known or is_file(path) else None
        return found[0] if found is not None else FOLDER if is_folder(path) else ABSENT

    def is_marked(self, path: str) -> bool:
        """Whether a file may hold objects of Flux or Argo CD."""
        found = self._of(path)
        return found is not None and found[2]

    def _of(self, path: str) -> Seen | None:
        if path not in self.known:
            self.known[path] = _seen(path, self.read)
        return self.known[path]


def _seen(path: str, read: Callable[[str], bytes]) -> Seen | None:
    """What is seen of a file; None for one that cannot be read."""
    try:
        data = read(path)
    except UsageError:
        return None
    return digest_of(data), b"\0" in data, may_hold_deployed(data)


def open_cache(parts: Iterable[bytes], jobs: int = 1) -> ResultCache:
    """Open the cache of a run with so many processes; `parts` are all that its findings depend on beside the files."""
    depends = (_LAYOUT, here().encode(errors="replace"), *parts)
    name = digest_of(b"\0\0".join(depends)).hex()
    return ResultCache(name, jobs)


def stable_digest(value: Any) -> bytes:  # noqa: ANN401 - anything that marshal takes
    """The digest of a value; that of equal values is the same."""
    return digest_of(marshal.dumps(value, _MARSHAL_VERSION))


class Validity:
    """Answers whether cache entries still hold. `known` are those of all files now, `users` the roots that use a file.

    If `sampled`, fixes that were tried on one root for several hold, too.
    """

    def __init__(self, known: Mapping[str, CacheEntry], users: Mapping[str, Sequence[str]], *, sampled: bool) -> None:
        self._known = known
        self._users = users
        self._marks = (b"", ON_A_SAMPLE) if sampled else (b"",)
        self._states: dict[str, bytes] = {}

    def holds(self, entry: CacheEntry, project: bytes) -> bool:
        """Whether the findings of an entry are those in a project with this digest."""
        known = self._known
        if entry.project != project or (entry.tried and not self._are_the_same(entry.tried)):
            return False
        return not entry.needs or all(p in known and known[p].digest == d for p, d in entry.needs)

    def _are_the_same(self, tried: Iterable[tuple[str, bytes]]) -> bool:
        """Whether the roots that fixes were tried on are the same."""
        return all(digest in {self.state_of(path) + mark for mark in self._marks} for path, digest in tried)

    def state_of(self, path: str) -> bytes:
        """The digest of the roots that use a file, each with that of what it depends on."""
        if path not in self._states:
            known = self._known
            state = [(root, known[root].digest if root in known else b"") for root in self._users.get(path, ())]
            self._states[path] = stable_digest(state)
        return self._states[path]


def still_holds(old: CacheEntry, new: CacheEntry, project: Project) -> bool:
    """Whether stored findings hold in another project: its settings are the same, and so are the answers recorded."""
    from clblint.kube.project.questions import still_holds as answers_hold  # noqa: PLC0415 - not needed if nothing has changed

    same_settings = old.project[DIGEST_SIZE:] == new.project[DIGEST_SIZE:]
    return same_settings and not old.tried and answers_hold(project, old.asked)
