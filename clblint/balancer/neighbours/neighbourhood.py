"""`Neighbourhood`: creates the subjects that relate a Service or workload to other objects of the project."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

from clblint.balancer.handling import NONE
from clblint.balancer.neighbours.selection import Selection
from clblint.balancer.neighbours.sharing import (
    CLB,
    CLB_PORT,
    MADE,
    NODE_PORT,
    AddressUse,
    DuplicateService,
    NodePort,
    OwnPorts,
    Sharing,
    known_ports,
    node_ports,
    same_node_port,
)
from clblint.balancer.neighbours.workloads import (
    ReadinessGate,
    TargetPort,
    WorkloadBehind,
    readiness_gates_of,
    service_of,
)
from clblint.i18n.text import NAMED
from clblint.kube.endpoints import Endpoints
from clblint.kube.objects import Service
from clblint.kube.project.project import MAX_WORKLOADS
from clblint.kube.project.refs import Claim
from clblint.kube.workloads.pods import Workload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.neighbours.sharing import OtherPort
    from clblint.kube.addresses import Mention
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.objects import KubeObject, ServicePort
    from clblint.kube.project.peers import Rivals
    from clblint.kube.project.project import Project
    from clblint.kube.project.refs import Ref

T = TypeVar("T")
MAX_SHARED = 60  # the most Services on one CLB that are read: a CLB has at most 50 listeners


class Neighbourhood:
    """The project from the view of one file: creates the related subjects of its objects."""

    def __init__(
        self,
        project: Project,
        balancer_of: Callable[[Service], LoadBalancer],
        cluster_of: Callable[[KubeObject], Cluster],
        supposed_for: Callable[[KubeObject], Cluster | None],
    ) -> None:
        self._project = project
        self._balancer = balancer_of
        self._cluster_of = cluster_of
        self._supposed_for = supposed_for

    def node_ports(self, service: Service) -> Iterator[NodePort]:
        """The node ports that a Service asks for."""
        project, own = self._project, self._project.objects.ref_of(service)
        cluster, supposed = self._cluster_of(service), self._supposed_for(service)
        by_number = OwnPorts(service)
        for port in node_ports(service):
            claim = Claim(NODE_PORT, str(port.node_port.value))
            sure, perhaps = project.claims.rivals(own, claim) if own is not None else ((), ())
            beside, count = by_number.others(port, NAMED)
            others, more = self._on_node_port(port, sure)
            open_ones, open_more = self._on_node_port(port, perhaps)
            more = more + count if beside or others else open_more
            yield NodePort(service, port, (*beside, *others), cluster, open_ones, supposed, more)

    def _on_node_port(self, port: ServicePort, refs: Rivals | tuple[()]) -> tuple[tuple[OtherPort, ...], int]:
        """The ports of the first few other Services with a node port, and the number of further Services."""
        first = self._services(islice(refs, NAMED))
        return tuple(chain.from_iterable(same_node_port(port, one) for one in first)), max(len(refs) - NAMED, 0)

    def duplicates(self, service: Service) -> DuplicateService | None:
        """The last duplicates of a Service before it; None if there are none, or its name cannot be known."""
        own = self._project.objects.ref_of(service)
        if own is None or not service.name.readable:
            return None
        refs, count = self._project.duplicates.before(own, NAMED)
        built = any(ref.path != own.path and not set(ref.roots).isdisjoint(own.roots) for ref in refs[-1:])
        return DuplicateService(service, tuple(self._services(refs)), built, count - len(refs)) if refs else None

    def sharing(self, balancer: LoadBalancer) -> Sharing:
        """The other Services on the CLB: of very many, the first ones and those with the same ports."""
        asked, own = balancer.reuses, self._project.objects.ref_of(balancer.service)
        if own is None or not asked.readable:
            return Sharing(balancer, (), (), ())
        claims = self._project.claims
        sure, perhaps = claims.rivals(own, Claim(CLB, asked.value))
        made_for = tuple(self._services(islice(claims.claimants(Claim(MADE, asked.value)), MAX_SHARED)))
        near, far = set(islice(sure, MAX_SHARED)), set(islice(perhaps, MAX_SHARED))
        unread: dict[int, int] = {}
        if len(sure) > MAX_SHARED or len(perhaps) > MAX_SHARED:
            for port in dict.fromkeys(known_ports(balancer.service)):
                on_port, perhaps_on_port = claims.rivals(own, Claim(CLB_PORT, f"{asked.value}:{port}"))
                near.update(islice(on_port, NAMED))
                far.update(islice(perhaps_on_port, NAMED))
                unread[port] = len(on_port) or len(perhaps_on_port)
        before, after = (tuple(self._balancers(refs, balancer)) for refs in _split_at(own, sorted(near, key=_place_of)))
        return Sharing(
            balancer, before, after, made_for, tuple(self._balancers(sorted(far, key=_place_of), balancer)), unread
        )

    def address_use(self, balancer: LoadBalancer) -> AddressUse:
        """The uses of its address in other files."""
        project, own = self._project, self._project.objects.ref_of(balancer.service)
        if own is None:
            return AddressUse(balancer, ())
        found: tuple[list[Mention], list[Mention]] = ([], [])
        for address in balancer.addresses:
            for users, kept in zip(project.addresses.users(own, address), found, strict=True):
                for user in islice(users, MAX_SHARED):
                    kept.extend(project.load(user.path).mentions_of(address))
        return AddressUse(balancer, tuple(found[0]), tuple(found[1]))

    def selection(self, back_ends: BackEnds) -> Selection:
        """The workloads that a Service selects or may select."""
        project, service = self._project, back_ends.service
        own = project.objects.ref_of(service)
        beside = project.workloads.beside(own, project.clusters) if own and not back_ends.workloads else []
        return Selection(
            back_ends=back_ends,
            find_beside=lambda: self._things(Workload, beside),
            find_own=lambda: self._things(
                Workload, filter(self._is_unselected, project.workloads.beside_in_file(own) if own else ())
            ),
            find_endpoints=lambda: self._things(Endpoints, project.endpoints.of(own) if own else ()),
            find_hidden=lambda: project.may_select(service),
            find_patched=lambda: own is None or project.traits.may_gain_selector(own),
            find_elsewhere=lambda: own is None or project.endpoints.may_be_of(own),
        )

    def target_ports(self, back_ends: BackEnds) -> Iterator[TargetPort]:
        """Yield the ports of a Service with the workloads or endpoints behind them."""
        project, own = self._project, self._project.objects.ref_of(back_ends.service)
        refs = [ref for ref in islice(project.selected_by(back_ends.service), MAX_WORKLOADS) if ref.serves]
        patched = own is None or any(project.doubts.may_be_patched(ref, own) for ref in refs)
        workloads = () if patched or project.may_select_more(back_ends.service) else self._things(Workload, refs)
        if any(workload.fragment for workload in workloads):
            workloads = ()
        endpoints = () if back_ends.service.selector else self.selection(back_ends).endpoints
        for port in back_ends.ports if workloads or endpoints else ():
            yield TargetPort(back_ends, port, workloads, endpoints)

    def workloads_behind(self, workload: Workload) -> Iterator[WorkloadBehind]:
        """Yield the load balancers in front of a workload, except those of other controllers."""
        for balancer in self._in_front(workload):
            if balancer.handled_by.value != NONE:
                yield WorkloadBehind(balancer.back_ends, workload, balancer)

    def readiness_gates(self, workload: Workload) -> Iterator[ReadinessGate]:
        """Yield its readiness gates that the CCM opens."""
        conditions, own = readiness_gates_of(workload), self._project.objects.ref_of(workload)
        if not conditions or own is None:
            return
        selecting, clusters = tuple(self._in_front(workload)), self._project.clusters
        for condition in conditions:
            named_so = self._project.objects.services_named(service_of(condition), workload.namespace)
            refs = [ref for ref in named_so if clusters.may_meet(own, ref)]
            there = [ref for ref in refs if ref.namespace == own.namespace and clusters.is_behind(own, ref)]
            near = [ref for ref in there if ref.built_name == service_of(condition)]
            named = tuple(map(self._balancer, self._services(near)))
            elsewhere = len(near) < len(refs) or self._project.traits.is_joined(own)
            yield ReadinessGate(workload, condition, self._cluster_of(workload), named, elsewhere, selecting)

    def _in_front(self, workload: Workload) -> Iterator[LoadBalancer]:
        own = self._project.objects.ref_of(workload)
        # A problem that is reported once is reported for the nearest Service.
        near = self._project.selecting(own).nearest(own) if own else ()
        for ref in islice(near, MAX_SHARED):
            service = self._project.resolve(ref)
            if not isinstance(service, Service) or service.type.value != "LoadBalancer" or service.unsettled:
                continue
            if own is not None and (own.path, own.position) in self._project.selected_by(service).places:
                yield self._balancer(service)

    def _balancers(self, refs: Iterable[Ref], like: LoadBalancer) -> Iterator[LoadBalancer]:
        """Yield the load balancers of Services that the controller of another one handles."""
        made = map(self._balancer, self._services(refs))
        return (balancer for balancer in made if balancer.handled_by.value == like.handled_by.value)

    def _services(self, refs: Iterable[Ref]) -> Iterator[Service]:
        things = map(self._project.resolve, refs)
        return (thing for thing in things if isinstance(thing, Service) and not thing.fragment)

    def _is_unselected(self, workload: Ref) -> bool:
        """Whether no Service selects a workload."""
        return not self._project.selecting(workload)

    def _things(self, kind: type[T], refs: Iterable[Ref]) -> tuple[T, ...]:
        things = map(self._project.resolve, refs)
        return tuple(thing for thing in things if isinstance(thing, kind))


def _place_of(ref: Ref) -> tuple[str, int]:
    return ref.path, ref.position


def _split_at(own: Ref, refs: Iterable[Ref]) -> tuple[list[Ref], list[Ref]]:
    """The references before and after one, in the order in which files and documents are applied."""
    place = (own.path, own.position)
    before = [ref for ref in refs if (ref.path, ref.position) < place]
    after = [ref for ref in refs if (ref.path, ref.position) > place]
    return before, after
