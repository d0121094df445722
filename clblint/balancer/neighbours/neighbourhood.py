"""`Neighbourhood`: creates the subjects that relate a Service or workload to other objects of the project."""

from __future__ import annotations

from itertools import chain

from clblint.balancer.handling import NONE
from clblint.balancer.neighbours.claims import CLB, CLB_PORT, MADE, NODE_PORT, known_ports, node_ports
from clblint.balancer.neighbours.selection import Selection
from clblint.balancer.neighbours.sharing import AddressUse, DuplicateService, Sharing
from clblint.balancer.neighbours.workloads import (
    ReadinessGate,
    TargetPort,
    WorkloadBehind,
    readiness_gates_of,
    service_of,
)
from clblint.i18n.text import NAMED
from clblint.kube.objects import Service
from clblint.kube.project.refs import Claim
from clblint.kube.workloads.pods import Workload
from clblint.light import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.neighbours.node_port import NodePort, OtherPort
    from clblint.kube.addresses import Mention
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.endpoints import Endpoints
    from clblint.kube.objects import KubeObject, ServicePort
    from clblint.kube.project.answers import Counted
    from clblint.kube.project.questions import Questions
    from clblint.kube.project.refs import Ref

T = TypeVar("T")
_NONE: Counted = ((), 0)
MAX_SHARED = 60  # the maximum of Services per CLB to read: a CLB has at most 50 listeners


class Neighbourhood:
    """The project from the view of one file: creates the related subjects of its objects."""

    def __init__(
        self,
        questions: Questions,
        balancer_of: Callable[[Service], LoadBalancer],
        cluster_of: Callable[[KubeObject], Cluster],
        supposed_for: Callable[[KubeObject], Cluster | None],
    ) -> None:
        self._project = questions
        self._balancer = balancer_of
        self._cluster_of = cluster_of
        self._supposed_for = supposed_for

    def node_ports(self, service: Service) -> Iterator[NodePort]:
        """The node ports that a Service asks for."""
        asked = node_ports(service)
        if not asked:
            return
        from clblint.balancer.neighbours.node_port import NodePort, OwnPorts  # noqa: PLC0415 - few Services ask for one

        own = self._project.ref_of(service)
        cluster, supposed = self._cluster_of(service), self._supposed_for(service)
        by_number = OwnPorts(service)
        for port in asked:
            claim = Claim(NODE_PORT, str(port.node_port.value))
            sure, perhaps = self._project.rivals(own, claim, NAMED) if own is not None else (_NONE, _NONE)
            beside, count = by_number.others(port, NAMED)
            others, more = self._on_node_port(port, sure)
            open_ones, open_more = self._on_node_port(port, perhaps)
            more = more + count if beside or others else open_more
            yield NodePort(service, port, (*beside, *others), cluster, open_ones, supposed, more)

    def _on_node_port(self, port: ServicePort, counted: Counted) -> tuple[tuple[OtherPort, ...], int]:
        """The ports of the first few other Services with a node port, and the number of further Services."""
        from clblint.balancer.neighbours.node_port import same_node_port  # noqa: PLC0415 - as above

        refs, count = counted
        first = self._services(refs)
        return tuple(chain.from_iterable(same_node_port(port, one) for one in first)), count - len(refs)

    def duplicates(self, service: Service) -> Iterator[DuplicateService]:
        """Yield the last duplicates of a Service before it, if there are any and its name is known."""
        own = self._project.ref_of(service)
        if own is None or not service.name.readable:
            return
        refs, count = self._project.duplicates_before(own, NAMED)
        if refs:
            built = not set(refs[-1].roots).isdisjoint(own.roots)
            yield DuplicateService(service, tuple(self._services(refs)), built, count - len(refs))

    def sharing(self, balancer: LoadBalancer) -> Sharing:
        """The other Services on the CLB; if there are very many, the first ones and those with the same ports."""
        project, asked = self._project, balancer.reuses
        own = project.ref_of(balancer.service)
        if own is None or not asked.readable:
            return Sharing(balancer, (), (), ())
        (sure, count), (perhaps, perhaps_count) = project.rivals(own, Claim(CLB, asked.value), MAX_SHARED)
        made_for = tuple(self._services(project.claimants(Claim(MADE, asked.value), MAX_SHARED)))
        near, far = set(sure), set(perhaps)
        unread: dict[int, int] = {}
        if count > MAX_SHARED or perhaps_count > MAX_SHARED:
            for port in dict.fromkeys(known_ports(balancer.service)):
                claim = Claim(CLB_PORT, f"{asked.value}:{port}")
                (on_port, number), (perhaps_on_port, perhaps_number) = project.rivals(own, claim, NAMED)
                near.update(on_port)
                far.update(perhaps_on_port)
                unread[port] = number or perhaps_number
        before, after = (tuple(self._balancers(refs, balancer)) for refs in _split_at(own, sorted(near, key=_place_of)))
        return Sharing(
            balancer, before, after, made_for, tuple(self._balancers(sorted(far, key=_place_of), balancer)), unread
        )

    def address_use(self, balancer: LoadBalancer) -> AddressUse:
        """The uses of its address in other files."""
        project, own = self._project, self._project.ref_of(balancer.service)
        if own is None:
            return AddressUse(balancer, ())
        found: tuple[list[Mention], list[Mention]] = ([], [])
        for address in balancer.addresses:
            for users, kept in zip(project.users_of_address(own, address, MAX_SHARED), found, strict=True):
                for path in users:
                    kept.extend(project.load(path).mentions_of(address))
        return AddressUse(balancer, tuple(found[0]), tuple(found[1]))

    def selection(self, back_ends: BackEnds) -> Selection:
        """The workloads that a Service selects or may select."""
        project, service = self._project, back_ends.service
        own = project.ref_of(service)
        return Selection(
            back_ends=back_ends,
            find_beside=lambda: self._things(Workload, project.beside(own) if own and not back_ends.workloads else ()),
            find_own=lambda: self._things(
                Workload, filter(self._is_unselected, project.beside_in_file(own) if own else ())
            ),
            find_endpoints=lambda: self._endpoints(project.endpoints(own) if own else ()),
            find_hidden=lambda: project.may_select(service),
            find_patched=lambda: own is None or project.may_gain_selector(own),
            find_elsewhere=lambda: own is None or project.may_have_endpoints(own),
        )

    def target_ports(self, back_ends: BackEnds) -> Iterator[TargetPort]:
        """Yield the ports of a Service with the workloads or endpoints behind them."""
        project, own = self._project, self._project.ref_of(back_ends.service)
        behind = project.behind(back_ends.service)
        refs = () if own is None or behind.patched or behind.more else behind.selected
        workloads = self._things(Workload, [ref for ref in refs if ref.serves])
        if any(workload.fragment for workload in workloads):
            workloads = ()
        endpoints = () if back_ends.service.selector else self.selection(back_ends).endpoints
        for port in back_ends.ports if workloads or endpoints else ():
            yield TargetPort(back_ends, port, workloads, endpoints)

    def workloads_behind(self, workload: Workload) -> Iterator[WorkloadBehind]:
        """Yield the load balancers in front of a workload, except those of other controllers."""
        for balancer in self._in_front(workload):
            if balancer.handled_by.value != NONE:
                yield WorkloadBehind(balancer.back_ends, workload, balancer, lambda: self._beside(workload))

    def _beside(self, workload: Workload) -> Iterable[KubeObject]:
        """The objects in the file of a workload, of any kind; none if patches or templates may change them."""
        from clblint.kube.manifest import read_manifest  # noqa: PLC0415 - few rules ask

        own = self._project.ref_of(workload)
        if own is None or self._project.may_gain_selector(own):
            return ()
        manifest = self._project.load(own.path)
        return manifest.objects if own.is_built else read_manifest(manifest.source, prefilter=False).objects

    def readiness_gates(self, workload: Workload) -> Iterator[ReadinessGate]:
        """Yield its readiness gates that the CCM opens."""
        conditions = readiness_gates_of(workload)
        own = self._project.ref_of(workload) if conditions else None
        if own is None:
            return
        selecting = tuple(self._in_front(workload))
        for condition in conditions:
            near, elsewhere = self._project.services_named(own, service_of(condition), workload.namespace)
            named = tuple(map(self._balancer, self._services(near)))
            yield ReadinessGate(workload, condition, self._cluster_of(workload), named, elsewhere, selecting)

    def _in_front(self, workload: Workload) -> Iterator[LoadBalancer]:
        own = self._project.ref_of(workload)
        # A problem is reported once, for the nearest Service.
        for ref in self._project.selecting(own, MAX_SHARED) if own is not None else ():
            service = self._project.resolve(ref)
            if not isinstance(service, Service) or service.type.value != "LoadBalancer" or service.unsettled:
                continue
            if own is not None and self._project.selects(service, own):
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
        return not self._project.is_selected(workload)

    def _endpoints(self, refs: tuple[Ref, ...]) -> tuple[Endpoints, ...]:
        if not refs:
            return ()
        from clblint.kube.endpoints import Endpoints  # noqa: PLC0415 - few files have any

        return self._things(Endpoints, refs)

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
