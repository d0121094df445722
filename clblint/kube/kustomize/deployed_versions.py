"""`Versions`: objects of Flux and Argo CD that are built themselves, as the roots that build them make them.

A parent may patch its children, and an overlay of a cluster what all clusters share.
"""

from __future__ import annotations

import os

from clblint.fast import NamedTuple, cached_property
from clblint.kube.kustomize.build.build import deployed_by
from clblint.kube.kustomize.build_request import read_request
from clblint.kube.kustomize.role import FOR_AN_OBJECT, NO_ROLE, role_of
from clblint.kube.kustomize.roots import may_change, with_roles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.build.deployed import Deployed
    from clblint.kube.kustomize.build.deployment import BuildRequest
    from clblint.kube.kustomize.build.files import Files
    from clblint.kube.kustomize.role import Kustomization, KustomizeRole

    Read = Callable[[str], bytes]

UNKNOWN = -1  # the number of an object whose effect on a folder is unknown
_MOST = 10_000  # objects that roots make of others, and these roots


class Object(NamedTuple):
    """An object, the file where it stands and its number there, or among those that its `maker` builds.

    `made_by` is the kustomization of that root. `settings` are the ConfigMaps that it takes variables
    from, as in `BuildRequest`.
    """

    deployed: Deployed
    file: str
    number: int
    made_by: str = ""
    maker: BuildRequest | None = None
    settings: tuple[tuple[str, str, int], ...] = ()


class Makers:
    """The roots that build objects of Flux and Argo CD, not too many; `files` makes what they are built from."""

    def __init__(self, files: Callable[[], Files]) -> None:
        self._make = files
        self._left = _MOST

    @cached_property
    def files(self) -> Files:
        """What they are built from."""
        return self._make()

    def built_by(self, request: BuildRequest) -> Sequence[Deployed] | None:
        """The objects that a root builds; None if that cannot be known."""
        built = deployed_by(request, self.files) if self._left > 0 else None
        self._left -= 1 + len(built or ())
        return built

    @property
    def asked(self) -> frozenset[str]:
        """The names of the files that they are built from."""
        return frozenset(map(self.files.name, self.files.makers.asked)) if self._left < _MOST else frozenset()


class Versions:
    """What the roots among some inputs make of objects; `at` gives the absolute path of an input.

    `known` are the kustomizations among the inputs. `changing` are the inputs that stand for objects that change what
    is built.
    """

    def __init__(
        self,
        known: Mapping[str, Kustomization],
        inputs: Sequence[Input],
        read: Read,
        at: Callable[[str], str],
        changing: Container[str],
    ) -> None:
        self._read = read
        self._at = at
        self.are_built = False  # whether roots were built to see what they make of objects
        changed_by = [path for path in known if self._may_change(path, changing)]
        self._roles = {item.path: role_of(item.role) for item in with_roles(inputs, known) if item.role}
        self._changing = {root for path in changed_by for root in self._role(path).roots}

    def _role(self, path: str) -> KustomizeRole:
        return self._roles.get(path, NO_ROLE)

    def namespace(self, path: str, written: str) -> str:
        """The namespace of an object in a file; empty if it is not known."""
        found = self._role(path).namespace
        return written if found is None else found

    def leaves(self, path: str) -> bool:
        """Whether the objects in a file are built as they stand there, but for the namespace."""
        role = self._role(path)
        return not (role.prefix or role.suffix or role.partial or self._changing.intersection(role.roots))

    def _may_change(self, path: str, changing: Container[str]) -> bool:
        data = self._read(path)
        return path in changing if data.startswith(FOR_AN_OBJECT) else may_change(data)

    def of(self, written: Sequence[Object], own: Callable[[str, Object], bool], makers: Makers) -> list[Object]:
        """The objects as they are built, those as `written` that nothing changes.

        `own` says whether a root is what an object makes: no object is built by itself.
        """
        found: list[Object] = []
        changed: dict[str, list[Object]] = {}
        for one in written:
            roots = self._role(one.file).roots
            others = [root for root in roots if root in self._changing and not own(root, one)]
            for root in others:
                changed.setdefault(root, []).append(one)
            if len(others) < len(roots) or not roots:
                found.append(one)
        self.are_built = bool(changed)
        lost: dict[tuple[str, int], Object] = {}
        for root, objects in sorted(changed.items()):
            request = read_request(os.path.dirname(self._at(root)), self._read(root))
            built = makers.built_by(request)
            if built is None:
                lost |= {(one.file, one.number): one for one in objects}
            else:
                found += self._built(built, objects, makers.files, root, request)
        return [*found, *(one._replace(number=UNKNOWN) for one in lost.values())]

    def _built(
        self, built: Iterable[Deployed], written: Iterable[Object], files: Files, root: str, request: BuildRequest
    ) -> Iterator[Object]:
        """Yield what a root makes of objects."""
        wanted = {(files.name(self._at(one.file)), one.deployed.origin[1]): one.file for one in written}
        for number, deployed in enumerate(built):
            if deployed.origin in wanted:
                yield Object(deployed, wanted[deployed.origin], number, root, request)
