"""`Roots`: the kustomizations of a run that are built, and the roles that this gives to the files they use."""

from __future__ import annotations

import os

from clblint.discovery.walk import would_be_walked
from clblint.fast import cached_property
from clblint.files.working_folder import absolutes
from clblint.i18n.text import NAMED
from clblint.kube.kustomize.record import RefusedBuild
from clblint.kube.kustomize.role import role_of
from clblint.kube.kustomize.roots import Layout, deployments, is_built, used_as_they_are
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.engine.cache import CacheEntry, FilesSeen
    from clblint.files.codec import Plain
    from clblint.kube.kustomize.record import BuildRecord, Gap
    from clblint.kube.kustomize.role import Kustomization
    from clblint.lint.finding import Finding


class Roots:
    """The roots among the files of a run; `to_build` are those of which no valid record is known."""

    def __init__(self, inputs: Sequence[Input], kustomizations: Mapping[str, Kustomization]) -> None:
        self._inputs = inputs
        self._kustomizations = kustomizations
        self._layout = Layout(kustomizations, self.names)
        self._paths = self._layout.roots_to_build()
        self._records: dict[str, BuildRecord | None] = {}
        self._to_build: list[Input] | None = None
        # The files of the run that are not named, but used by a root that is and could not be built.
        self.unbuilt_parts = frozenset[str]()

    @property
    def paths(self) -> frozenset[str]:
        """The roots, by the paths of their kustomizations."""
        return frozenset(self._paths)

    def take_stored(self, stored: Mapping[str, CacheEntry], seen: FilesSeen) -> None:
        """Take the records of an earlier run that are still valid."""
        for item in self._inputs:
            entry = stored.get(item.path) if item.path in self._paths else None
            if entry is not None and entry.build is not None and _is_as_then(item, entry, entry.build, seen):
                self._records[item.path] = entry.build

    def take(self, records: Mapping[str, BuildRecord | None]) -> None:
        """Take the records of roots that were built; None for one that cannot be read."""
        self._records.update(records)

    @property
    def to_build(self) -> list[Input]:
        """The roots that have to be built, with the role of such a root; those of one base are neighbours."""
        wanted = frozenset(path for path in self._paths if path not in self._records)
        if not wanted:
            return []
        if self._to_build is None:
            items = self._layout.as_roots(self._inputs, frozenset(self._paths))
            self._to_build = sorted(items, key=self._first_base_of)
        return [item for item in self._to_build if item.path in wanted]

    def _first_base_of(self, item: Input) -> str:
        """The first file or folder that a root names: one process builds those that share it."""
        found = self._kustomizations.get(item.path)
        first = next(iter(found.resources), "") if found is not None else ""
        return os.path.normpath(os.path.join(os.path.dirname(item.path), first))

    def record_of(self, path: str) -> BuildRecord | None:
        """The record of a root; None for another file."""
        return self._records.get(path)

    def digest_of(self, path: str) -> bytes:
        """The digest of all that a root depends on; empty for a file and for a root that cannot be built."""
        record = self._records.get(path)
        return record.digest if record is not None and record.known else b""

    def could_be_built(self, path: str) -> bool:
        """Whether a file is a root that could be built."""
        record = self._records.get(path)
        return record is not None and record.known

    def with_roles(self) -> list[Input]:
        """All files with their roles, once no root is to be built any more; what a reported root uses is reported."""
        items = self._layout.with_roles(self._inputs, self._files)
        unbuilt = self._given.intersection(path for path in self._paths if path not in self._files)
        self.unbuilt_parts = used_as_they_are(items, unbuilt) - self._given
        unnamed = self.unnamed_parts
        return [item._replace(reported=True) if item.path in unnamed else item for item in items] if unnamed else items

    def roles_and_names(self, inputs: Iterable[Input]) -> tuple[dict[str, Plain], dict[str, str]]:
        """The roles of some files and the names of all for workers (see `Worker.set_roles`)."""
        roles = {item.path: item.role for item in inputs if item.role}
        return roles, self.names

    @cached_property
    def names(self) -> dict[str, str]:
        """The reported paths of all files, by absolute path."""
        paths = [item.path for item in self._inputs]
        return dict(zip(absolutes(item.file for item in self._inputs), paths, strict=True))

    def built(self, inputs: Iterable[Input]) -> dict[str, Input]:
        """The roots among some files that could be built, by path."""
        files = self._files
        return {item.path: item for item in inputs if item.path in files}

    @property
    def made(self) -> dict[str, bytes]:
        """The digests of what the roots build that could be built."""
        return {path: one.made for path, one in self._records.items() if one is not None and one.known}

    def users(self, inputs: Iterable[Input]) -> dict[str, list[str]]:
        """The named files that are checked only as parts of builds, each with all roots that use it."""
        deploying, given = self._deploying, self._given
        parts = {item.path for item in inputs if item.path in given and (is_built(item) or item.path in deploying)}
        found: dict[str, list[str]] = {}
        for root, files in sorted(self._files.items()):
            for path in parts.intersection(files):
                found.setdefault(path, []).append(root)
        return found

    def refused(self, inputs: Iterable[Input]) -> list[RefusedBuild]:
        """What kustomize refuses to build with a named file, one for each fault; the inputs have their roles."""
        refused = {path: gaps for path, record in sorted(self._records.items()) if (gaps := self._refusals_of(record))}
        given = self._given
        asked = {root for item in inputs if refused and item.path in given for root in role_of(item.role).roots}
        found: dict[tuple[str, str, Place], tuple[Gap, list[str]]] = {}
        for path in filter(asked.__contains__, refused):
            for gap in refused[path]:
                place = gap.place if gap.place is not None else Place(path, Span(1, 1, 1, 1))
                _, folders = found.setdefault((gap.kind, str(gap.text), place), (gap, []))
                folders.append(os.path.dirname(path) or ".")
        return [
            RefusedBuild(gap.kind, gap.text, place, tuple(folders[:NAMED]), max(len(folders) - NAMED, 0))
            for (_, _, place), (gap, folders) in found.items()
        ]

    def _refusals_of(self, record: BuildRecord | None) -> list[Gap]:
        """Why kustomize refuses to build a root."""
        return [gap for gap in record.gaps if gap.refused and not self._is_reported(gap)] if record is not None else []

    def _is_reported(self, gap: Gap) -> bool:
        """Whether a fault is reported in the file itself."""
        return gap.kind == "yaml" and gap.place is not None and gap.place.path in self._given

    @property
    def also_judged(self) -> frozenset[str]:
        """The roots that are not named, but use a file that is."""
        return frozenset(
            path for path, files in self._files.items() if path not in self._given and not self._given.isdisjoint(files)
        )

    @cached_property
    def unnamed_parts(self) -> frozenset[str]:
        """The files of the run that are not named, but used by a root that is; once all have their roles."""
        used = {file for path, files in self._files.items() if path in self._given for file in files}
        return frozenset(used & self._names - self._given) | self.unbuilt_parts

    def is_given(self, finding: Finding) -> bool:
        """Whether a finding is in a file that is named, or is about what a root builds that is.

        What is left out of the project stays silent. Such a file has no findings of its own if it is more than a part.
        """
        path = finding.path
        if path in self._given:
            return True
        if not finding.roots:
            return path not in self.unnamed_parts or path not in self._deploying
        return (path in self._names or not would_be_walked(path)) and self._root_is_given(finding)

    @cached_property
    def _deploying(self) -> frozenset[str]:
        return deployments(self._inputs, self._kustomizations)

    def _root_is_given(self, finding: Finding) -> bool:
        return any(one.root in self._given_roots for one in finding.roots)

    @cached_property
    def _given_roots(self) -> frozenset[str]:
        """The folders of the roots that are reported and could be built, once all are."""
        return frozenset(os.path.dirname(path) or "." for path in self._files if path in self._given)

    @property
    def _files(self) -> dict[str, tuple[str, ...]]:
        """The roots that could be built, each with the files that it uses."""
        return {path: one.files for path, one in self._records.items() if one is not None and one.known}

    @cached_property
    def _given(self) -> frozenset[str]:
        return frozenset(item.path for item in self._inputs if item.reported)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(item.path for item in self._inputs)


def _is_as_then(item: Input, entry: CacheEntry, record: BuildRecord, seen: FilesSeen) -> bool:
    """Whether a root and all that its build looked for are as they were; the root may be no file on disk."""
    now = seen.of(item)
    if now is None or not entry.digest.startswith(now[0]):
        return False
    return all(seen.digest_of(name) == then for name, then in record.asked)
