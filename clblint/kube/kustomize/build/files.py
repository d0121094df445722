"""Reads the files of kustomizations: bounded, none outside of the given folders, each once (api/internal/loader)."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from copy import copy

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.links import is_within
from clblint.files.paths import display_path
from clblint.files.view import Disk
from clblint.files.working_folder import absolute
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.bases import Bases
from clblint.kube.kustomize.build.kustomization import NAMES, read_kustomization
from clblint.kube.kustomize.build.parse import manifests
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.light import TypeVar, cast
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping
    from typing import Any

    from clblint.files.view import View
    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.build.form import Form
    from clblint.source.place import Place

_REMOTE = re.compile(
    r"(?:git::)?(?:https?|ssh|git|file|oci)://|git@|git::|[\w.-]+@[\w.-]+:|(?:www\.)?github\.com[/:]|gh:"
)
_HTTP = re.compile(r"https?://", re.IGNORECASE)


T = TypeVar("T")


class Asked(NamedTuple):
    """What a build depends on: the names of the files that it read, and all absolute paths that it looked for."""

    read: tuple[str, ...] = ()
    looked_for: tuple[str, ...] = ()


class Files:
    """Reads and parses each file once; links must not lead out of some folders, the roots.

    Paths without links may in a run: `given` are the absolute paths of its files. `view` is what there is instead of
    the disk. `name_of` gives the name by which a path is reported, `read` are files by these names that others have
    read.
    """

    def __init__(
        self,
        roots: Iterable[str],
        view: View | None = None,
        name_of: Callable[[str], str] = display_path,
        read: Mapping[str, Source] | None = None,
        *,
        given: Container[str] | None = None,
    ) -> None:
        self._beyond = given is not None
        self._given = given or ()
        self._view = view or Disk()
        self._name_of = name_of
        self._read = read or {}
        self._real: dict[str, str] = {}
        self._roots = _outermost({self.real(absolute(root)) for root in roots})
        self._readable: dict[str, bool] = {}
        self._names: dict[str, str] = {}
        self._sources: dict[str, Source | None] = {}
        self._edited: dict[str, Source] = {}
        self._documents: dict[Source, list[Cell]] = {}
        self._forms: dict[Source, Form] = {}
        self._once: dict[object, object] = {}
        self._texts: dict[tuple[int, object], tuple[Cell, object]] = {}
        self._asked: set[str] = set()
        self.bases: Bases[Any] = Bases()  # of what `Gathering` gathers
        self.makers: Bases[Any] = Bases()  # of the objects of Flux and Argo CD that roots build

    def edited(self, contents: Mapping[str, bytes]) -> Files:
        """The same files with new contents of some, by absolute path; what is parsed of the others is shared."""
        made = copy(self)
        made._edited = {path: Source(self.name(path), data).keep() for path, data in contents.items()}  # noqa: SLF001 - files like these
        made.bases, made.makers = self.bases.without(contents), self.makers.without(contents)
        made.start()
        return made

    @contextmanager
    def asking(self) -> Iterator[set[str]]:
        """Collect the paths that are asked for meanwhile."""
        before, self._asked = self._asked, set()
        try:
            yield self._asked
        finally:
            before |= self._asked
            self._asked = before

    @contextmanager
    def aside(self) -> Iterator[set[str]]:
        """Collect the paths that are asked for meanwhile, of which the build at hand does not depend."""
        before, self._asked = self._asked, set()
        try:
            yield self._asked
        finally:
            self._asked = before

    def repeat(self, asked: frozenset[str]) -> None:
        """Note paths that an earlier build has asked for."""
        self._asked |= asked

    def start(self) -> None:
        """Begin another list of the paths that are `asked` for."""
        self._asked = set()

    def asked(self) -> Asked:
        """The files that have been read since `start`, and all paths that have been looked for."""
        paths = sorted(self._asked)
        read = [source.path for path in paths if (source := self.known(path)) is not None]
        return Asked(tuple(read), tuple(paths))

    def source(self, path: str) -> Source | None:
        """A file by its absolute path; None if there is none that may be read."""
        self._asked.add(path)
        if path not in self._edited and path not in self._sources:
            self._sources[path] = self._load(path)
        return self.known(path)

    def known(self, path: str) -> Source | None:
        """A file that has been read, by its absolute path."""
        return self._edited.get(path) or self._sources.get(path)

    def manifests(self, source: Source) -> list[Cell]:
        """Copies of the documents of a file, which is parsed once."""
        known = self._documents.get(source)
        if known is None:
            known = self._documents[source] = manifests(source)
        return [cell.twin() for cell in known]

    def of_text(self, cell: Cell, read: Callable[[Cell], T]) -> T:
        """What a function reads in a text inside of a kustomization, which is done once; do not change the result."""
        known = self._texts.get((id(cell), read))  # kept with the cell, so that no other one gets its identity
        if known is None:
            known = self._texts[id(cell), read] = (
                cell,
                read(cell),
            )  # with the cell, so that no other one has its identity
        return cast("T", known[1])

    def kustomization(self, source: Source) -> Form:
        """The fields of a kustomization, which is parsed once; do not change them."""
        known = self._forms.get(source)
        if known is None:
            known = self._forms[source] = read_kustomization(source)
        return known

    def read_once(self, source: Source, read: Callable[[Source], T]) -> T:
        """What a function reads in a file, which is done once."""
        key = source, read
        if key not in self._once:
            self._once[key] = read(source)
        return cast("T", self._once[key])

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder that may be read."""
        path = os.path.normpath(path)
        self._asked.add(path)
        return self._view.is_folder(path) and self._may_read(path)

    def is_of_a_root(self, path: str) -> bool:
        """Whether a path is in one of the roots or that of a file of the run."""
        return path in self._given or is_within(self.real(path), self._roots)

    def exists(self, path: str) -> bool:
        """Whether there is a file or folder."""
        path = os.path.normpath(path)
        self._asked.add(path)
        return self._view.exists(path)

    def real(self, path: str) -> str:
        """A path with all links followed."""
        found = self._real.get(path)
        if found is None:
            found = self._real[path] = self._view.real(path)
        return found

    def name(self, path: str) -> str:
        """The name by which a path is reported."""
        found = self._names.get(path)
        if found is None:
            found = self._names[path] = self._name_of(path)
        return found

    def _load(self, path: str) -> Source | None:
        if not self._may_read(path):
            return None
        try:
            name, data = self.name(path), self._view.read(path)
        except (OSError, UsageError):
            return None
        read = self._read.get(name)
        return read if read is not None and read.data == data else Source(name, data).keep()

    def _may_read(self, path: str) -> bool:
        found = self._readable.get(path)
        if found is None:
            real = self.real(path)
            found = self._beyond and real == path and is_within(real, [os.sep])
            found = self._readable[path] = found or is_within(real, self._roots)
        return found


def files_of_run(names: Mapping[str, str], read: Callable[[str], bytes]) -> Files:
    """The files on disk, read and reported by the `names` of those of the run, which are by absolute paths."""
    from clblint.discovery.walk import repository_of  # noqa: PLC0415 - not needed where somebody else knows the roots

    def name_of(path: str) -> str:
        return names.get(path) or display_path(path)

    folders = {os.path.dirname(path) for path in names if os.path.basename(path) in NAMES}
    tops = {repository_of(folder) or folder for folder in folders}
    return Files(tops, Disk(lambda path: read(name_of(path))), name_of, given=names)


class Folder:
    """The folder of a kustomization, and those of the kustomizations that lead to it.

    `is_free` says that it may name files anywhere in the repository (LoadRestrictionsNone), as with Flux.
    """

    def __init__(
        self,
        files: Files,
        path: str,
        users: tuple[str, ...] = (),
        named_at: Place | None = None,
        *,
        is_free: bool = False,
    ) -> None:
        self.is_free = is_free
        self.files = files
        self.path = path
        self._users = users
        self._named_at = named_at

    def form(self) -> Form:
        """The fields of its kustomization."""
        return self.files.kustomization(self.kustomization())

    def kustomization(self) -> Source:
        """Its kustomization file; raises `RefusedError` if there is none or more than one (LoadKustFile)."""
        found = [source for name in NAMES if (source := self.files.source(os.path.join(self.path, name)))]
        where = self.files.name(self.path)
        if not found:
            raise RefusedError(
                self._named_at, "no-kustomization", phrase("there is no kustomization in {where}", where=where)
            )
        if len(found) > 1:
            raise RefusedError(
                self._named_at,
                "several-kustomization-files",
                phrase("there are several kustomizations in {where}", where=where),
            )
        return found[0]

    def is_below(self, folders: Iterable[str]) -> bool:
        """Whether one of some folders, without links, contains a kustomization that leads here: a cycle."""
        return any(_is_in(user, folder) for folder in folders for user in self._users)

    def file(self, name: str, place: Place | None) -> Source:
        """A file that the kustomization names: in its folder or below (RestrictionRootOnly).

        Raises `RefusedError` if there is none, and `UnknownError` if it is remote, or if it may be anywhere and is in
        no root: the repository that Flux gets ends somewhere (securefs), and so does what is read here.
        """
        if _HTTP.match(name):
            raise UnknownError(Unbuildable("remote", name, place))
        path = os.path.normpath(os.path.join(self.path, name))
        if self.is_free and not self.files.is_of_a_root(path):
            raise UnknownError(Unbuildable("outside-root", phrase("{name} is not in the repository", name=name), place))
        is_inside = self.is_free or _is_in(self.files.real(path), self.files.real(self.path))
        if not is_inside and self.files.exists(path):
            raise RefusedError(
                place, "outside-root", phrase("{name} is not in the folder of the kustomization or below", name=name)
            )
        found = self.files.source(path)
        if found is None:
            raise RefusedError(place, "missing-file", phrase("{name} cannot be read", name=name))
        return found

    def is_folder(self, name: str) -> bool:
        """Whether a resource is a folder."""
        return not is_remote(name) and self.files.is_folder(os.path.join(self.path, name))

    def refuse_remote(self, name: str, place: Place | None) -> None:
        """Raise `UnknownError` for a resource that is an address, unless there is a file of this name."""
        if is_remote(name) and not self.files.exists(os.path.join(self.path, name)):
            raise UnknownError(Unbuildable("remote", name, place))

    def folder(self, name: str, place: Place | None) -> Folder:
        """The folder of a base or component; raises `RefusedError` for none, and for a cycle (fileloader.go:New).

        Raises `UnknownError` if it is remote.
        """
        if is_remote(name):
            raise UnknownError(Unbuildable("remote", name, place))
        path = os.path.normpath(os.path.join(self.path, name))
        if not name or os.path.isabs(name) or not self.files.is_folder(path):
            raise RefusedError(place, "missing-file", phrase("there is no file or folder {name}", name=name))
        users = (*self._users, self.files.real(self.path))
        if any(_is_in(user, self.files.real(path)) for user in users):
            raise RefusedError(place, "cycle", phrase("{name} contains a kustomization that leads to it", name=name))
        return Folder(self.files, path, users, place, is_free=self.is_free)


def _outermost(folders: set[str]) -> list[str]:
    """The folders that are not in another one of them."""
    found: list[str] = []
    for one in sorted(folders, key=lambda folder: os.path.join(folder, "")):
        if not (found and _is_in(one, found[-1])):
            found.append(one)
    return found


def is_remote(name: str) -> bool:
    """Whether a resource is an address and not a path (api/internal/git/repospec.go)."""
    return _REMOTE.match(name) is not None


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))
