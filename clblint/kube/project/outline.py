"""`Outline`: the properties of a file that other files of the project depend on, without its text and syntax tree.

It is made once for each file (`outline_of`), cached, and sent to worker processes as bytes.
"""

from __future__ import annotations

import marshal

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.kube.clusters.folders import folder_of
from clblint.kube.project.refs import Claim, Labels, Ref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.files.codec import Plain

# What few files hold, as plain tuples: every run would pay for classes.
EndpointsRef = tuple[Ref, str | None]  # an Endpoints or EndpointSlice, and the name of its Service; None if unknown
ScalerRef = tuple[Ref, tuple[str, str] | None]  # a scaler, and the kind and name of what it scales; None if unknown
Patch = tuple[str, str, tuple[tuple[str, str], ...]]  # the kind and name of a target, either may be empty; the changes


class ServiceRef(NamedTuple):
    """A Service, the part of its selector that pod templates can have, and its claims."""

    ref: Ref
    selector: Labels = ()
    claims: tuple[Claim, ...] = ()


class WorkloadRef(NamedTuple):
    """A workload and the labels of its pods."""

    ref: Ref
    labels: Labels = ()


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

    `facts` are those about the cluster, each with the position of the object that states it, and packed. `home` is its
    folder if the path does not tell it (see `side_by_side`).
    """

    path: str
    roots: tuple[str, ...] = ()
    family: str = ""
    services: tuple[ServiceRef, ...] = ()
    workloads: tuple[WorkloadRef, ...] = ()
    endpoints: tuple[EndpointsRef, ...] = ()
    scalers: tuple[ScalerRef, ...] = ()
    patches: tuple[Patch, ...] = ()
    facts: tuple[tuple[int, Plain], ...] = ()
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


_REF = Codec(Ref)
OUTLINE = Codec(
    Outline,
    Codec(ServiceRef, _REF, Codec(Claim)),
    Codec(WorkloadRef, _REF),
    _REF,
    Codec(FileTraits),
)
_STABLE = 2  # later versions of marshal write equal values in different ways


def packed(outline: Outline) -> bytes:
    """An outline as bytes, which take a fifth of its memory; equal ones for equal outlines."""
    return marshal.dumps(OUTLINE.pack(outline), _STABLE)


def unpacked(data: bytes) -> Outline:
    """The inverse of `packed`."""
    return OUTLINE.unpack(marshal.loads(data))  # noqa: S302 - of our own process or cache
