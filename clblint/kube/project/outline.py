"""`Outline`: the properties of a file that other files of the project depend on, without its text and syntax tree.

It is made once for each file (`outline_of`), cached, and sent to worker processes as bytes.
"""

from __future__ import annotations

import marshal

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.kube.clusters.facts import RangeSetting
from clblint.kube.clusters.folders import folder_of
from clblint.kube.clusters.profile import PortRange
from clblint.kube.project.refs import Claim, Labels, Ref
from clblint.source.place import Place, Span


class ServiceRef(NamedTuple):
    """A Service, the part of its selector that pod templates can have, and its claims."""

    ref: Ref
    selector: Labels = ()
    claims: tuple[Claim, ...] = ()


class WorkloadRef(NamedTuple):
    """A workload and the labels of its pods."""

    ref: Ref
    labels: Labels = ()


class EndpointsRef(NamedTuple):
    """An Endpoints or EndpointSlice and the name of its Service; None if that cannot be known."""

    ref: Ref
    service: str | None


class ScalerRef(NamedTuple):
    """A scaler and the kind and name of what it scales; None if that cannot be known."""

    ref: Ref
    target: tuple[str, str] | None


class Patch(NamedTuple):
    """The changes of a patch, and the kind and name of its target, of which either may be empty."""

    kind: str
    name: str
    changes: tuple[tuple[str, str], ...]


class FactRef(NamedTuple):
    """A fact about the cluster, and the position of the object that states it."""

    position: int
    setting: RangeSetting


class FileTraits(NamedTuple):
    """Properties of a whole file.

    `addresses` are the IPv4 addresses in its text, `permissions` the actions that its RAM policies grant, `has_policy`
    says that one of these changes load balancers. `makers` are the namespaces in which its custom resources may make
    pods, `sidecars` the labels of pods into which they put containers with ports. `opaque` says that it hides
    something, `brings` that its kustomization builds more than the files show.
    """

    addresses: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()
    has_policy: bool = False
    makers: tuple[str, ...] = ()
    sidecars: tuple[Labels, ...] = ()
    opaque: bool = False
    is_kustomization: bool = False
    brings: bool = False


NO_TRAITS = FileTraits()


class Outline(NamedTuple):
    """The properties of a file that other files depend on; `roots` and `family` are those of `KustomizeRole`.

    `home` is its folder if the path does not tell it (see `side_by_side`).
    """

    path: str
    roots: tuple[str, ...] = ()
    family: str = ""
    services: tuple[ServiceRef, ...] = ()
    workloads: tuple[WorkloadRef, ...] = ()
    endpoints: tuple[EndpointsRef, ...] = ()
    scalers: tuple[ScalerRef, ...] = ()
    patches: tuple[Patch, ...] = ()
    facts: tuple[FactRef, ...] = ()
    traits: FileTraits = NO_TRAITS
    home: str | None = None

    @property
    def folder(self) -> str:
        """The folder of the file."""
        return folder_of(self.path) if self.home is None else self.home

    @property
    def place(self) -> tuple[str, int]:
        """The file, and a position before all that it holds."""
        return self.path, -1

    @property
    def says_nothing(self) -> bool:
        """Whether no other file depends on it."""
        return not any(self[3:-2]) and self.traits == NO_TRAITS

    @property
    def has_objects(self) -> bool:
        """Whether the file holds objects on which a load balancer depends; a scaler alone is none."""
        return bool(self.services or self.workloads or self.endpoints)


_PLACE = Codec(Place, Codec(Span))
_REF = Codec(Ref)
OUTLINE = Codec(
    Outline,
    Codec(ServiceRef, _REF, Codec(Claim)),
    Codec(WorkloadRef, _REF),
    Codec(EndpointsRef, _REF),
    Codec(ScalerRef, _REF),
    Codec(Patch),
    Codec(FactRef, Codec(RangeSetting, Codec(PortRange), _PLACE)),
    Codec(FileTraits),
)
_STABLE = 2  # later versions of marshal write equal values in different ways


def packed(outline: Outline) -> bytes:
    """An outline as bytes, which take a fifth of its memory; equal ones for equal outlines."""
    return marshal.dumps(OUTLINE.pack(outline), _STABLE)


def unpacked(data: bytes) -> Outline:
    """The inverse of `packed`."""
    return OUTLINE.unpack(marshal.loads(data))  # noqa: S302 - of our own process or cache
