"""`RootBuilder`: builds kustomizations in a worker; what several of them use is read and parsed once."""

from __future__ import annotations

import os
from copy import copy

from clblint.discovery.walk import repository_of
from clblint.files.digest import digest_of
from clblint.files.paths import display_path
from clblint.files.view import Disk, Listed
from clblint.files.working_folder import absolute, here
from clblint.kube.built import read_build
from clblint.kube.kustomize.build.build import build
from clblint.kube.kustomize.build.files import Files
from clblint.kube.kustomize.build.refusal import Unbuildable
from clblint.kube.kustomize.deployed_inputs import built_at
from clblint.kube.kustomize.record import ABSENT, FOLDER, BuildRecord, Gap
from clblint.kube.kustomize.role import is_kustomization
from clblint.kube.unrendered import is_variable
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from clblint.kube.kustomize.build.build import Build
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.kube.manifest import Manifest
    from clblint.source.place import Place


class RootBuilder:
    """Builds roots, which are given by their kustomizations.

    `read` gives the bytes of a reported path; `names` are the reported paths of all files of the run. `sources` are
    files that have been read before, by these paths.
    """

    def __init__(
        self, read: Callable[[str], bytes], names: Mapping[str, str], sources: Mapping[str, Source] | None = None
    ) -> None:
        self._names = names
        self._sources = sources or {}
        folders = {os.path.dirname(name) for name, path in names.items() if is_kustomization(path)}
        tops = {repository_of(folder) or folder for folder in folders}
        self._files = Files(tops, _RunView(names, read), self._name_of, sources, given=names)
        self._digests: dict[str, bytes] = {}
        self._here = here()
        self._folders: dict[str, str] = {self._here: "."}  # how they are reported
        self._paths = {name: path for path, name in names.items()}

    def built(
        self, source: Source, role: KustomizeRole, *, prefilter: bool, before: Manifest | None = None
    ) -> tuple[Manifest | None, BuildRecord]:
        """What a root builds, None if that cannot be known; `source` is its kustomization.

        `before` is what it has built with other texts of some files (see `read_build`).
        """
        folder, deployment = built_at(os.path.dirname(absolute(source.path)), source.data)
        made = build(folder, self._files, deployment)
        try:
            known = made.is_known
            manifest = read_build(made, source, role, prefilter=prefilter, before=before) if known else None
        except RecursionError:  # built just less deep than it can be
            manifest, made = (
                None,
                made._replace(
                    unbuildables=(*made.unbuildables, Unbuildable("too-deep", source.path, None, changes=True))
                ),
            )
        asked = tuple((self._files.name(path), self._digest(path)) for path in made.asked.looked_for)
        gaps = tuple(self._gaps(made))
        digest = digest_of(manifest.text.encode(errors="replace")) if manifest is not None else b""
        record = BuildRecord(asked, made.asked.read, made.is_known, gaps, len(made.objects), digest)
        if manifest is not None:
            manifest.record = record
        return manifest, record

    def source(self, path: str, data: bytes) -> Source:
        """A file that was read by its reported path; the one that is parsed already if it is one, or will be built."""
        known = self.known(path) or self._sources.get(path)
        if known is None and is_kustomization(path) and path in self._paths:
            known = self._files.source(self._paths[path])
        return known if known is not None and known.data == data else Source(path, data)

    def known(self, path: str) -> Source | None:
        """A file that builds have read, by its reported path."""
        return self._files.known(self._paths.get(path, ""))

    def kustomization(self, path: str) -> Form | None:
        """The fields of a kustomization that was built, by its reported path."""
        source = self.known(path)
        return self._files.kustomization(source) if source is not None else None

    def edited(self, contents: Mapping[str, bytes]) -> RootBuilder:
        """The same with new contents of some files, by reported path."""
        made = copy(self)
        made._files = self._files.edited({self._paths[name]: data for name, data in contents.items()})  # noqa: SLF001 - a builder like this one
        edited = {self._paths[name] for name in contents}
        made._digests = {path: known for path, known in self._digests.items() if path not in edited}  # noqa: SLF001 - a builder like this one
        return made

    def _name_of(self, path: str) -> str:
        return self._names.get(path) or self._displayed(path)

    def _displayed(self, path: str) -> str:
        """What `display_path` gives for a path without `..`, by that of its folder: that is asked for so often."""
        folder, name = os.path.split(path)
        if not name or name.startswith("..") or path == self._here:
            return display_path(path)
        shown = self._folders.get(folder)
        if shown is None:
            below = folder.removeprefix(os.path.join(self._here, ""))
            shown = self._folders[folder] = display_path(folder) if below == folder else below.replace(os.sep, "/")
        return name if shown == "." else f"{shown.removesuffix('/')}/{name}"

    def _gaps(self, made: Build) -> Iterator[Gap]:
        """Yield why a build is not the real one; what a step before it fills in may mend a refusal."""
        for unbuildable in made.unbuildables:
            yield Gap(unbuildable.kind, unbuildable.words, _in_file(unbuildable.place))
        if made.error is not None:
            sources = filter(None, map(self._files.source, made.asked.looked_for))
            is_filled_in = any(is_variable(source.text) for source in sources)
            yield Gap(made.error.kind, made.error.message, _in_file(made.error.place), refused=not is_filled_in)

    def _digest(self, path: str) -> bytes:
        found = self._digests.get(path)
        if found is None:
            source = self._files.source(path)
            found = self._digests[path] = self._empty(path) if source is None else digest_of(source.data)
        return found

    def _empty(self, path: str) -> bytes:
        return FOLDER if self._files.is_folder(path) else ABSENT


class _RunView(Disk):
    """The files of a run, which may be others than those on disk, and what else is on disk."""

    def __init__(self, names: Mapping[str, str], read: Callable[[str], bytes]) -> None:
        super().__init__()
        self._names = names
        self._of_run = Listed(names, lambda path: read(names[path]))

    def exists(self, path: str) -> bool:
        return self._of_run.exists(path) or super().exists(path)

    def is_folder(self, path: str) -> bool:
        return self._of_run.is_folder(path) or super().is_folder(path)

    def read(self, path: str) -> bytes:
        return self._of_run.read(path) if path in self._names else super().read(path)


def _in_file(place: Place | None) -> Place | None:
    """The place, None for one in a text that is in no file, such as a quoted patch."""
    return place if place is not None and place.path else None
