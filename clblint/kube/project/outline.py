"""`Outline`: what a file tells the rest of the project, without its text and its syntax tree.

It is made once for each file (`outline_of`), stored in the cache and sent to worker processes as plain tuples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.kube.clusters.facts import RangeSetting
from clblint.kube.clusters.folders import folder_of
from clblint.kube.clusters.profile import PortRange
from clblint.kube.project.refs import Claim, Ref
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from clblint.kube.kustomize.patch import Change
    from clblint.kube.project.refs import Labels

    Plain = tuple[Any, ...]

_OF_REF = slice(1, 6)  # the fields of a `Ref` that are not those of its file


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
    changes: tuple[Change, ...]


class FactRef(NamedTuple):
    """A fact about the cluster, and the position of the object that states it."""

    position: int
    setting: RangeSetting


class FileTraits(NamedTuple):
    """Properties of a whole file.

    `addresses` are the IPv4 addresses in its text, `permissions` the actions that its RAM policies grant, `has_policy`
    says that one of these changes load balancers. `makers` are the namespaces in which its custom resources may make
    pods. `opaque` says that it hides something, `brings` that its kustomization builds more than the files show.
    """

    addresses: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()
    has_policy: bool = False
    makers: tuple[str, ...] = ()
    opaque: bool = False
    is_kustomization: bool = False
    brings: bool = False


NO_TRAITS = FileTraits()


class Outline(NamedTuple):
    """What a file tells the rest of the project; `roots` and `family` are those of `KustomizeRole`."""

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

    @property
    def folder(self) -> str:
        """The folder of the file."""
        return folder_of(self.path)

    @property
    def place(self) -> tuple[str, int]:
        """The file, and a position before all that it holds."""
        return self.path, -1

    @property
    def has_objects(self) -> bool:
        """Whether the file holds objects on which a load balancer depends; a scaler alone is none."""
        return bool(self.services or self.workloads or self.endpoints)


def to_plain(outline: Outline) -> Plain:
    """The outline as nested plain tuples; an empty one if it tells nothing."""
    # Most files hold one or two kinds of objects, so that empty parts are passed over.
    path, roots, family, services, workloads, endpoints, scalers, patches, facts, traits = outline
    plain = (
        tuple([(ref[_OF_REF], labels, tuple(map(tuple, claims))) for ref, labels, claims in services])
        if services
        else (),
        tuple([(ref[_OF_REF], labels) for ref, labels in workloads]) if workloads else (),
        tuple([(ref[_OF_REF], service) for ref, service in endpoints]) if endpoints else (),
        tuple([(ref[_OF_REF], target) for ref, target in scalers]) if scalers else (),
        tuple(map(tuple, patches)) if patches else (),
        tuple([(position, *_plain_setting(setting)) for position, setting in facts]) if facts else (),
        () if traits == NO_TRAITS else tuple(traits),
    )
    return (path, roots, family, *plain) if any(plain) else ()


def from_plain(plain: Plain) -> Outline:
    """The inverse of `to_plain`, for an outline that tells something."""
    path, roots, family, services, workloads, endpoints, scalers, patches, facts, traits = plain
    return Outline(
        path,
        roots,
        family,
        tuple(
            [
                ServiceRef(Ref._make((path, *of, roots, family)), labels, _claims(claims))
                for of, labels, claims in services
            ]
        )
        if services
        else (),
        tuple([WorkloadRef(Ref._make((path, *of, roots, family)), labels) for of, labels in workloads])
        if workloads
        else (),
        tuple([EndpointsRef(Ref._make((path, *of, roots, family)), service) for of, service in endpoints])
        if endpoints
        else (),
        tuple([ScalerRef(Ref._make((path, *of, roots, family)), target) for of, target in scalers]) if scalers else (),
        tuple([Patch(*patch) for patch in patches]) if patches else (),
        tuple([FactRef(position, _setting(path, *setting)) for position, *setting in facts]) if facts else (),
        FileTraits(*traits) if traits else NO_TRAITS,
    )


def _claims(plain: Plain) -> tuple[Claim, ...]:
    return plain and tuple([Claim(*claim) for claim in plain])


def _plain_setting(setting: RangeSetting) -> Plain:
    return setting.fact, tuple(setting.range) if setting.range else None, tuple(setting.place.span)


def _setting(path: str, fact: str, ports: tuple[int, int] | None, span: tuple[int, int, int, int]) -> RangeSetting:
    return RangeSetting(fact, PortRange(*ports) if ports else None, Place(path, Span(*span)))
