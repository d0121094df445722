"""`Layout`: the files of a session with their roles in kustomizations, and what is known of each.

After a change, only what depends on it is redone: the file is read again, the roots that look for it are built again,
and if a kustomization names other files than before, or files were added or removed, all files get their roles anew.
"""

from __future__ import annotations

from clblint.engine.root_builder import RootBuilder
from clblint.engine.roots import Roots
from clblint.errors import UsageError
from clblint.files.working_folder import absolute
from clblint.kube.kustomize.deployed import is_marked
from clblint.kube.kustomize.deployed_inputs import deployed
from clblint.kube.kustomize.read import read_kustomization
from clblint.kube.kustomize.role import is_kustomization
from clblint.kube.kustomize.roots import may_change
from clblint.session.entry import Entry
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.worker import FileSummary, Worker
    from clblint.kube.kustomize.record import BuildRecord
    from clblint.kube.kustomize.role import Kustomization
    from clblint.session.texts import Texts

_BATCH = 20  # files between two steps


class Layout:
    """The files of a session: `inputs` with their roles, and `entries` by path."""

    def __init__(self, worker: Worker, texts: Texts) -> None:
        self._worker = worker
        self._texts = texts
        self._files: Mapping[str, Input] = {}  # as they were found, without roles
        self._found: Mapping[str, Input] = {}  # these, and what Flux and Argo CD make of kustomizations
        self._marked: set[str] = set()  # the files that may hold objects of Flux and Argo CD
        self._beside: frozenset[str] = frozenset()  # other files that build such objects
        self._layouts: dict[str, tuple[Kustomization | None, bool]] = {}  # and whether they may change objects
        self._kustomizations: dict[str, Kustomization | None] = {}
        self._records: dict[str, BuildRecord | None] = {}
        self.inputs: dict[str, Input] = {}
        self.entries: dict[str, Entry] = {}
        self.roots: Roots | None = None  # None without a kustomization
        self.changed: set[str] = set()  # the files that were read, or are gone, since `Judge` has emptied it

    @property
    def records(self) -> dict[str, BuildRecord]:
        """The records of the roots that could be built, by path."""
        return {path: one for path, one in self._records.items() if one is not None and one.known}

    def users(self, path: str) -> frozenset[str]:
        """The roots that use a file, or are made by it."""
        return frozenset(root for root, record in self.records.items() if path in (root, *record.files))

    def renew(self, changed: set[str], found: Mapping[str, Input] | None) -> Iterator[int]:
        """Take the changes of some files in steps; yields how many files are left to read.

        `found` are all files of the project if some came or went.
        """
        if found is not None:
            self._files = self._found = found
        remade = self._deployed_anew(changed, all_files=found is not None)
        changed = changed | remade
        self.changed |= changed
        for path in changed:
            self.entries.pop(path, None)
        rebuilt = self._looking_for(changed)
        moved = self._kustomizations_moved(changed if found is None else {*changed, *self._found})
        if moved or remade or found is not None or not self._rebuild(rebuilt):
            self._lay_out(rebuilt)
            unread = [item for item in self.inputs.values() if self._is_unread(item)]
        else:
            unread = [self.inputs[path] for path in changed if path in self.inputs and path not in self.entries]
        yield from self._read(unread)

    def _deployed_anew(self, changed: set[str], *, all_files: bool) -> set[str]:
        """Find the inputs that Flux and Argo CD objects make of kustomizations; returns those that have changed."""
        files, texts = self._files, self._texts
        marked = {path for path in (files if all_files else changed) if path in files and is_marked(path, texts)}
        building = [path for path in changed if self._marked and self._may_make_objects(path)]
        if not (all_files or marked or building or not self._marked.isdisjoint(changed)):
            return set()
        self._marked = marked if all_files else (self._marked - changed) | marked
        made, self._beside = deployed(files.values(), sorted(self._marked), texts, absolute)
        before, texts.made = texts.made, {item.path: data for item, data in made}
        self._found = {**files, **{item.path: item for item, _ in made}}
        return {path for path in {*before, *texts.made} if before.get(path) != texts.made.get(path)}

    def _may_make_objects(self, path: str) -> bool:
        """Whether the change of another file may change objects of Flux and Argo CD."""
        if path in self._beside or not is_kustomization(path):
            return path in self._beside or self._texts.holds(path, b"ConfigMap")
        try:
            source = Source(path, self._texts(path))
        except UsageError:
            return True
        before = self._layouts.get(path)
        now = self._layouts[path] = read_kustomization(source), may_change(source.data)
        return now != before

    def _looking_for(self, changed: set[str]) -> set[str]:
        """The roots among some files, and those whose builds have looked for one of them."""
        records = self._records.items()
        asked = {root for root, one in records if one is None or any(name in changed for name, _ in one.asked)}
        return asked | (changed & self._records.keys())

    def _kustomizations_moved(self, paths: Iterable[str]) -> bool:
        """Read the kustomizations among some files; whether one has changed."""
        before = dict(self._kustomizations)
        for path in filter(is_kustomization, paths):
            self._kustomizations.pop(path, None)
            try:
                self._kustomizations[path] = read_kustomization(Source(path, self._texts(path)))
            except UsageError:  # reported when the file itself is read, or gone
                continue
        return before != self._kustomizations

    def _rebuild(self, roots: set[str]) -> bool:
        """Build some roots again; false if that changes the roles of other files."""
        before = {root: one.files for root, one in self.records.items() if root in roots}
        if before.keys() != roots or not roots:
            return not roots
        self._renew_builder()
        self._take_built([self.inputs[root] for root in sorted(roots)])
        if self.roots is not None:
            self.roots.take(self._records)
        after = self.records
        return all(root in after and set(after[root].files) == set(files) for root, files in before.items())

    def _lay_out(self, rebuilt: set[str]) -> None:
        """Find the roles of all files; `rebuilt` are the roots whose records are outdated."""
        known = {path: one for path, one in self._kustomizations.items() if one and path in self._found}
        files = list(self._found.values())
        self.roots = Roots(files, known) if known else None
        self._records = {path: one for path, one in self._records.items() if path in known and path not in rebuilt}
        if self.roots is not None:
            self._build(self.roots)
            files = self.roots.with_roles()
        self._worker.set_roles(*(({}, {}) if self.roots is None else self.roots.roles_and_names(files)))
        self.inputs = {item.path: item for item in files}
        self.changed |= self.entries.keys() - self.inputs.keys()
        self.entries = {path: one for path, one in self.entries.items() if path in self.inputs}

    def _build(self, roots: Roots) -> None:
        """Build the roots without a valid record."""
        self._records = {path: one for path, one in self._records.items() if path in roots.paths}
        roots.take(self._records)
        to_build = roots.to_build
        if to_build:
            self._worker.set_roles(*roots.roles_and_names(to_build))
            self._renew_builder()
            self._take_built(to_build)
            roots.take(self._records)

    def _renew_builder(self) -> None:
        """Make builds read files anew."""
        self._worker.builder = RootBuilder(self._texts, {item.absolute: path for path, item in self._found.items()})

    def _take_built(self, roots: Sequence[Input]) -> None:
        """Build roots; a root that cannot be built is read as a file, with the others."""
        for item, one in zip(roots, self._summaries(roots), strict=True):
            self._records[item.path] = one.build
            if one.build is not None and one.build.known:
                self.entries[item.path] = Entry(one, item.role)

    def _summaries(self, items: Sequence[Input]) -> list[FileSummary]:
        """The summaries of files and of the objects of roots."""
        found = self._worker.read_all([item._replace(reported=False) for item in items])
        self._worker.release()
        self.changed.update([item.path for item in items])
        return found

    def _is_unread(self, item: Input) -> bool:
        entry = self.entries.get(item.path)
        return entry is None or entry.role != item.role

    def _read(self, items: Sequence[Input]) -> Iterator[int]:
        """Read files in batches."""
        for at in range(0, len(items), _BATCH):
            batch = items[at : at + _BATCH]
            for item, one in zip(batch, self._summaries(batch), strict=True):
                self.entries[item.path] = Entry(one, item.role)
            yield len(items) - at - len(batch)
