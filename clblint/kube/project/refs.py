"""`Ref`: a reference to an object of the project by identity and place; the object itself is read on access."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.clusters.folders import folder_of
from clblint.kube.kustomize.role import NOT_ONE
from clblint.kube.unrendered import is_unrendered
from clblint.kube.workloads.pods import RUN_TO_COMPLETION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.project.in_file import InFile

Identity = tuple[str | None, str, str]  # namespace, kind and name in the cluster
Labels = tuple[tuple[str, str], ...]  # keys and values, sorted

_NO_PODS = frozenset({"Service", "Endpoints", "EndpointSlice", *RUN_TO_COMPLETION})


def place_of(one: InFile) -> tuple[str, int]:
    """The place of an object or file, as a key to sort by."""
    return one.place


class Ref(NamedTuple):
    """An object of the project; `alias`, `roots` and `family` are those of `KustomizeRole`.

    `home` is the folder of its file if the path does not tell it (see `side_by_side`).
    """

    path: str
    position: int
    kind: str
    namespace: str | None
    name: str
    alias: str = ""
    roots: tuple[str, ...] = ()
    family: str = ""
    home: str | None = None

    @property
    def folder(self) -> str:
        """The folder of its file."""
        return folder_of(self.path) if self.home is None else self.home

    @property
    def is_built(self) -> bool:
        """Whether it is the result of a build, which nothing changes any more."""
        return self.roots == (self.path,)

    @property
    def place(self) -> tuple[str, int]:
        """Its file and its position there: objects are applied in this order."""
        return self.path, self.position

    @property
    def built_name(self) -> str:
        """Its name in the cluster; `NOT_ONE` if it has several."""
        return self.alias or self.name

    @property
    def identity(self) -> Identity:
        """What identifies it in a cluster: namespace, kind and name."""
        return (self.namespace, self.kind, self.built_name)

    @property
    def serves(self) -> bool:
        """Whether it makes pods that keep running."""
        return self.kind not in _NO_PODS

    def may_be_named(self, name: str) -> bool:
        """Whether it has, or may have, a name in the cluster."""
        return self.built_name == name or (NOT_ONE in self.alias and self.name in name) or is_unrendered(self.name)


class Claim(NamedTuple):
    """Something that at most one object of a cluster may have, such as a node port, by its kind and its value."""

    kind: str
    value: str


def may_be_same_namespace(one: str | None, other: str | None) -> bool:
    """Whether two namespaces may be the same; None depends on `kubectl -n`."""
    return one == other or one is None or other is None
