"""`Folders`: finds the folders that objects of Flux and Argo CD name, and makes an input for each pair of the two.

Such an input names the folder as its resource, so that the folder is no root by itself, and a transformer, since
nothing is certain of the files unless this root is built.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_left
from fnmatch import fnmatchcase
from functools import cache

from clblint.discovery.walk import repository_of
from clblint.errors import UsageError
from clblint.fast import NamedTuple, cached_property
from clblint.files.digest import digest_of
from clblint.files.working_folder import relative
from clblint.kube.kustomize.build.deployed import FILLED_IN, deployed_in, is_filled_in, sources_in
from clblint.kube.kustomize.build.deployment import BuildRequest
from clblint.kube.kustomize.build_request import written_as
from clblint.kube.kustomize.deployed_remotes import Remotes
from clblint.kube.kustomize.deployed_settings import Settings
from clblint.kube.kustomize.deployed_versions import UNKNOWN, Makers, Object, Versions
from clblint.kube.kustomize.read import kustomizations_in, read_kustomization
from clblint.kube.kustomize.role import KUSTOMIZATIONS, is_kustomization
from clblint.kube.kustomize.roots import may_change
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.build.deployed import Deployed
    from clblint.kube.kustomize.build.files import Files
    from clblint.kube.kustomize.role import Kustomization

    Made = list[tuple[Input, bytes]]
    Read = Callable[[str], bytes]

_MOST = 2_000  # objects of Flux and Argo CD that are looked at
_MOST_LIKE = 300_000  # folders that are compared with paths with placeholders
_LONGEST = 100  # of a name
_MOST_FOUND = 20_000  # files of folders without a kustomization, those counted again that several objects are for
_OF_OBJECTS = (b"kustomize.toolkit.fluxcd.io/", b"argoproj.io/")  # words of a file with objects
_OF_SOURCES = (b"source.toolkit.fluxcd.io/", b"GitRepository")  # words of one with sources that matter
_MOST_LEVELS = 6  # of objects that build objects, and two to see that it is the last


class _Found(NamedTuple):
    """An object, and the absolute folder that it is for."""

    object: Object
    folder: str

    @property
    def deployed(self) -> Deployed:
        """What the object says."""
        return self.object.deployed


class Folders:
    """The folders of the inputs, by which objects of Flux and Argo CD name what they build."""

    def __init__(self, inputs: Iterable[Input], at: Callable[[str], str]) -> None:
        self._at = at = cache(at)
        self._inputs = {at(item.path): item for item in inputs}
        self._paths = sorted(self._inputs)
        self._kustomizations: dict[str, Input] = {}
        for path in sorted(filter(is_kustomization, self._paths), key=_rank):
            self._kustomizations.setdefault(os.path.dirname(path), self._inputs[path])
        self._left = _MOST_LIKE
        self._unknown: set[str] = set()  # the folders whose build is unknown
        self._to_find = _MOST_FOUND
        self._remotes = Remotes()
        self._parsed: dict[bytes, Kustomization | None] = {}  # of the contents of such inputs
        self._found: dict[str, Object] = {}  # by the inputs that stand for them
        self._top = os.path.commonpath([os.path.dirname(path) for path in self._paths]) if self._paths else ""

    def made(self, paths: Iterable[str], read: Read, files: Callable[[], Files]) -> tuple[Made, frozenset[str]]:
        """The inputs that stand for what objects in these files make of a folder, each with its content.

        Beside them are the names of the files that build such objects. `files` makes what is built from.
        """
        written = list(self._written(paths, read))
        if not written:
            return [], frozenset()
        changing = [item for item in self._kustomizations.values() if may_change(_read_or_nothing(item.path, read))]
        known = kustomizations_in(changing, read)
        patches = frozenset(self._patches(known))
        written = [one for one in written if self._at(one.file) not in patches]
        self._makers = Makers(files)
        names = {name for one in written for name in one.deployed.config_maps}
        self._settings = Settings([item.path for item in self._inputs.values()], names, read, self._at)
        made = self._made(written, None)
        if not (changing or names or any(one.deployed.changes_values for one in self._found.values())):
            return made, frozenset()
        known |= kustomizations_in([item for item in self._inputs.values() if item.path not in known], read)
        for _ in range(_MOST_LEVELS):
            versions = self._versions(made, read, known)
            objects = versions.of(written, self._is_own, self._makers)
            before, made = made, self._made(objects, versions)
            if made == before or not versions.are_built:
                break
        return made, self._makers.asked

    def _patches(self, known: Mapping[str, Kustomization]) -> Iterator[str]:
        """Yield the files of patches, which are no objects although they may look like some."""
        for path, kustomization in known.items():
            folder = os.path.dirname(self._at(path))
            yield from (os.path.normpath(os.path.join(folder, name)) for name, *_ in kustomization.patches)

    def _made(self, objects: Iterable[Object], versions: Versions | None) -> Made:
        """The inputs for objects, each with its content; `versions` tell which ConfigMaps count, None for none."""
        self._left, self._to_find = _MOST_LIKE, _MOST_FOUND
        self._unknown, self._found = set(), {}
        by_folder: dict[str, list[_Found]] = {}
        for one in objects:
            for found in self._placed(one):
                by_folder.setdefault(found.folder, []).append(found)
        return [
            made
            for folder, group in sorted(by_folder.items())
            if any(one.deployed.matters for one in group)
            for made in self._inputs_for(folder, self._with_settings(group, by_folder, versions))
        ]

    def _with_settings(
        self, group: Sequence[_Found], applied: Container[str], versions: Versions | None
    ) -> Sequence[_Found]:
        if versions is None:
            return group
        found = ((one, self._settings.of(one.object, versions, applied)) for one in group)
        return [one._replace(object=one.object._replace(settings=settings)) for one, settings in found]

    def _versions(self, made: Made, read: Read, known: Mapping[str, Kustomization]) -> Versions:
        """What the roots make of objects with these inputs among them; `known` are the other kustomizations."""
        contents = {item.path: data for item, data in made}

        def content_of(path: str) -> bytes:
            return contents[path] if path in contents else read(path)

        changing = {path for path, one in self._found.items() if one.deployed.changes_values}
        roots = dict(known)
        for path, data in contents.items():
            if data not in self._parsed:
                self._parsed[data] = read_kustomization(Source(path, data))
            found = self._parsed[data]
            roots |= {path: found} if found is not None else {}
        inputs = [*self._inputs.values(), *(item for item, _ in made)]
        return Versions(roots, inputs, content_of, self._at, changing)

    def _is_own(self, root: str, one: Object) -> bool:
        """Whether a root is what an object makes."""
        maker = self._found.get(root)
        return maker is not None and (maker.file, maker.deployed.origin[1]) == (one.file, one.deployed.origin[1])

    def _written(self, paths: Iterable[str], read: Read) -> Iterator[Object]:
        """Yield the objects in some files that may be for this repository."""
        left = _MOST
        files = [Source(path, read(path)) for path in paths]
        with_sources = [file for file in files if all(word in file.data for word in _OF_SOURCES)]
        addresses = {name: url for file in with_sources for name, url in sources_in(file).items()}
        for file in (one for one in files if any(word in one.data for word in _OF_OBJECTS)):
            for number, deployed in enumerate(deployed_in(file)):
                left -= 1
                if left < 0:
                    return
                if self._remotes.may_have(addresses.get(deployed.source, deployed.source), self._at(file.path)):
                    yield Object(deployed, file.path, number)

    def _placed(self, one: Object) -> Iterator[_Found]:
        """Yield an object with each folder that it may be for."""
        deployed = one.deployed
        if is_filled_in(deployed.path):
            folders = self._like(deployed, one.file) if deployed.changes else []
            for folder in (each for each in folders if each not in self._unknown):
                self._unknown.add(folder)
                yield _Found(one._replace(number=UNKNOWN, maker=None), folder)
        else:
            names = (os.path.join(top, deployed.path.lstrip("/")) for top in self._tops(one.file))
            folders = [folder for folder in map(os.path.normpath, names) if self._is_built(folder, deployed)]
            if folders:
                yield _Found(one, folders[0])

    def _like(self, deployed: Deployed, path: str) -> list[str]:
        """The folders of kustomizations that a path with placeholders may be."""
        patterns = [FILLED_IN.sub("*", deployed.path)]
        if not patterns[0].strip("*/."):
            patterns = list(deployed.generated_from) or (["*"] if deployed.may_mend else [])
        top = next(self._tops(path))
        self._left -= len(patterns) * len(self._kustomizations)
        wanted = [os.path.normpath(os.path.join(top, one.lstrip("/"))) for one in patterns if self._left >= 0]
        return [one for one in sorted(self._kustomizations) if any(fnmatchcase(one, pattern) for pattern in wanted)]

    def _tops(self, path: str) -> Iterator[str]:
        """Yield the folders that a path in a file may be relative to, the most likely first: that of the repository."""
        folder = os.path.dirname(self._at(path))
        top = repository_of(folder) or os.path.commonpath([self._top, folder])
        yield top
        below = os.path.relpath(folder, top)
        for name in below.split(os.sep) if below != os.curdir else ():
            top = os.path.join(top, name)
            yield top

    def _is_built(self, folder: str, deployed: Deployed) -> bool:
        return folder in self._kustomizations or (deployed.by_flux and any(self._below(folder)))

    def _below(self, folder: str) -> Iterator[str]:
        """Yield the manifests and kustomizations in a folder that has none, as Flux finds them (scanManifests)."""
        begin = os.path.join(folder, "")
        inner = ""
        for path in self._paths[bisect_left(self._paths, begin) :]:
            if not path.startswith(begin):
                return
            own = next((one for one in _between(path, folder) if one in self._kustomizations), "")
            if own and own != inner:
                yield own
            elif not own and path.endswith((".yaml", ".yml")):
                yield path
            inner = own

    def _inputs_for(self, folder: str, group: Sequence[_Found]) -> Iterator[tuple[Input, bytes]]:
        home = self._kustomizations.get(folder)
        found = [] if home is not None else list(self._below(folder))
        near = [home] if home is not None else [self._inputs.get(one) or self._kustomizations[one] for one in found]
        if not near:
            return
        shown = _shown(folder, near[0], self._at)
        names = [one.deployed.name for one in group]
        for one in group:
            self._to_find -= len(found)
            if self._to_find < 0:
                return
            label = _label(one.object, several=names.count(one.deployed.name) > 1)
            path = os.path.join(shown, label, KUSTOMIZATIONS[0])
            reported = any(item.reported for item in near)
            if path not in self._inputs and path not in self._found:
                self._found[path] = one.object
                made = near[0]._replace(path=path, explicit=False, reported=reported, stands_for="")
                yield made, self._content(one, path, shown, found)

    def _content(self, found: _Found, path: str, shown: str, below: Sequence[str]) -> bytes:
        """What stands for a file at a path: the fields of a kustomization, and where the object and the folder are.

        The paths of the former are those that are reported; the others are in the tree of the revision.
        """
        one = found.object
        there, own = os.path.dirname(self._at(path)), os.path.dirname(path)
        names = tuple(os.path.relpath(name, found.folder) for name in below)
        parts = self._parts_of(one)
        parts += sorted({self._inputs[path].path for _, path, _ in one.settings}.difference(parts, (one.file,)))
        object_there = self._at(one.file), one.number, names, tuple(map(self._at, parts))
        request = BuildRequest(found.folder, *object_there, one.maker, one.settings)
        shown_files = [relative(file, own) for file in (one.file, *parts)]
        held = {"resources": names or [os.curdir], "components": found.deployed.components}
        made = {key: [relative(os.path.join(shown, name), own) for name in held[key]] for key in held}
        deployed = {**written_as(request, there), "shown": shown_files, "digest": self._digest_of(one)}
        written = {"deployed": deployed, **made, "transformers": shown_files[:1], **found.deployed.renames}
        return json.dumps(written).encode(errors="replace")

    def _parts_of(self, one: Object) -> list[str]:
        """The other files of the run that an object comes from."""
        if one.maker is None:
            return []
        nodes = (node for _, cell in one.deployed.leaves for node in cell.nodes)
        return sorted({self._reported.get(node.source.path, one.file) for node in nodes} - {one.file})

    def _digest_of(self, one: Object) -> str:
        """A digest of what an object that is built says, and where; empty for one as it is written."""
        if one.maker is None:
            return ""
        said = [(path, cell.text, self._places_of(cell)) for path, cell in one.deployed.leaves]
        return digest_of(repr(said).encode(errors="replace")).hex()

    def _places_of(self, cell: Cell) -> list[tuple[str, int]]:
        return [(self._reported.get(node.source.path, ""), node.start) for node in cell.nodes]

    @cached_property
    def _reported(self) -> dict[str, str]:
        """The inputs by the names that builds have for them."""
        there = self._makers.files
        return {there.name(path): item.path for path, item in self._inputs.items()}


def _read_or_nothing(path: str, read: Read) -> bytes:
    """The content of a file, empty if it cannot be read, which is reported when it is read itself."""
    try:
        return read(path)
    except UsageError:
        return b""


def _rank(path: str) -> int:
    return KUSTOMIZATIONS.index(os.path.basename(path))


def _between(path: str, folder: str) -> Iterator[str]:
    """Yield the folders of a path below another folder, the outermost first."""
    end = path.find(os.sep, len(os.path.join(folder, "")))
    while end > 0:
        yield path[:end]
        end = path.find(os.sep, end + 1)


def _shown(folder: str, near: Input, at: Callable[[str], str]) -> str:
    """The path of a folder like that of an input in it or below."""
    depth = os.path.relpath(os.path.dirname(at(near.path)), folder)
    shown = os.path.dirname(near.path)
    for _ in depth.split(os.sep) if depth != os.curdir else ():
        shown = os.path.dirname(shown)
    return shown


def _label(one: Object, *, several: bool) -> str:
    name = "".join(char if char.isprintable() and char not in "/\\" else "-" for char in one.deployed.name)[:_LONGEST]
    where = os.path.dirname(one.made_by) or one.file
    return f"({name}, {where}:{one.number})" if several else f"({name})"
