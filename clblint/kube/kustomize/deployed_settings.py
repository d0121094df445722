"""`Settings`: the ConfigMaps of a project from which objects of Flux take variables."""

from __future__ import annotations

import os
import re

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.kube.kustomize.build.settings import config_maps_in
from clblint.kube.kustomize.role import is_kustomization
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Iterator

    from clblint.kube.kustomize.deployed_versions import Object, Versions

    Read = Callable[[str], bytes]

_CONFIG_MAP = re.compile(rb"""(?m)(?:^|[{,])[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?ConfigMap""")
_MOST = 100  # ConfigMaps of one name; of more, none is known
_NO_NUMBER = -1  # of what may be such a ConfigMap, but is not known


class _Candidate(NamedTuple):
    """A ConfigMap: the reported path of its file, its number there, its namespace if that is known."""

    path: str
    number: int
    namespace: str = ""


class Settings:
    """The ConfigMaps with some names among the files of a run; `at` gives the absolute path of one."""

    def __init__(self, paths: Iterable[str], names: Collection[str], read: Read, at: Callable[[str], str]) -> None:
        self._at = at
        self._found: dict[str, list[_Candidate]] = {}
        wanted = {name: name.encode(errors="replace") for name in names if name}
        for path in paths if wanted else ():
            try:
                data = read(path)
            except UsageError:  # reported when the file itself is read
                continue
            for name, one in _candidates(path, data, {name for name, text in wanted.items() if text in data}):
                self._found.setdefault(name, []).append(one)

    def of(self, one: Object, versions: Versions, applied: Container[str]) -> tuple[tuple[str, str, int], ...]:
        """The ConfigMaps that an object takes variables from: name, absolute path of the file, and number there.

        Of several with one name it is the one that is `applied` by the same object: of these folders, the innermost
        one with the object has it, too.
        """
        names = dict.fromkeys(name for name in one.deployed.config_maps if name not in one.deployed.beside)
        around = next(filter(applied.__contains__, _folders_of(self._at(one.file))), "") if names else ""
        found = ((name, self._only(name, one, versions, around)) for name in names)
        return tuple((name, self._at(only.path), only.number) for name, only in found if only is not None)

    def _only(self, name: str, one: Object, versions: Versions, around: str) -> _Candidate | None:
        own = one.deployed.namespace if one.maker is not None else versions.namespace(one.file, one.deployed.namespace)
        known = self._found.get(name, ())[: _MOST + 1]
        found = [each for each in known if _may_be(own, versions.namespace(each.path, each.namespace))]
        if 1 < len(found) <= _MOST:
            found = [each for each in found if around and _is_in(self._at(each.path), around)]
        only = found[0] if len(found) == 1 and found[0].number != _NO_NUMBER else None
        return only if only is not None and versions.leaves(only.path) else None


def _candidates(path: str, data: bytes, names: Collection[str]) -> Iterator[tuple[str, _Candidate]]:
    if names and is_kustomization(path) and b"configMapGenerator" in data:
        yield from ((name, _Candidate(path, _NO_NUMBER)) for name in names)
    elif names and _CONFIG_MAP.search(data):
        for number, one in enumerate(config_maps_in(Source(path, data))):
            if one.name in names:
                yield one.name, _Candidate(path, number, one.namespace)


def _may_be(namespace: str, other: str) -> bool:
    return namespace == other or not namespace or not other


def _folders_of(path: str) -> Iterator[str]:
    """Yield the folders that a file is in, the innermost first."""
    folder = os.path.dirname(path)
    while folder != path:
        yield folder
        path, folder = folder, os.path.dirname(folder)


def _is_in(path: str, folder: str) -> bool:
    return path.startswith(os.path.join(folder, ""))
