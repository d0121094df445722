"""Finds duplicates among the load balancers of the inventory, and resources whose Services no longer exist."""

from __future__ import annotations

from collections import Counter

from clblint.balancer.neighbours.claims import CLB, MADE
from clblint.balancer.ownership import BOUND, OWNED
from clblint.fast import NamedTuple
from clblint.i18n.text import NAMED
from clblint.kube.project.refs import Claim
from clblint.kube.unrendered import is_unrendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from clblint.inventory.inventory import Balancers, Inventory
    from clblint.inventory.records import BalancerRecord, NamedKey
    from clblint.kube.fact import Fact
    from clblint.kube.project.refs import Ref


class ExistingBalancer(NamedTuple):
    """A load balancer of the inventory, the number of Services that reuse it, and its duplicates.

    `duplicates` are the first ones with the same owner tag, or the same name if none has the tag; `more` counts the
    others.
    """

    balancer: BalancerRecord
    reused_by: int
    duplicates: tuple[BalancerRecord, ...]
    more: int


class OrphanedResource(NamedTuple):
    """A resource that the CCM created for a Service that does not exist: a load balancer, or parts of one.

    Attributes:
        kind: the kind of the load balancer
        id: the id of the load balancer, or of a server group without one
        key: the Service; None if only a tag names it
        at: the tag, the name of a group, or the description of a listener
        parts: the number of groups and listeners
    """

    kind: str
    id: str
    key: NamedKey | None
    at: Fact[str]
    parts: int


def existing_balancers(inventory: Inventory, claims: Iterable[Claim]) -> Iterator[ExistingBalancer]:
    """The load balancers of the inventory; `claims` are those of the Services of its clusters."""
    users = Counter(claim.value for claim in claims if claim.kind == CLB)
    tables: tuple[Balancers[Any], ...] = (inventory.clbs, inventory.nlbs)
    for table in tables:
        for one in table:
            alike = _alike(table, one)
            duplicates = tuple(other for other in alike[: NAMED + 1] if other is not one)[:NAMED]
            yield ExistingBalancer(one, users[one.id.value], duplicates, max(len(alike) - 1 - len(duplicates), 0))


def _alike(table: Balancers[Any], one: BalancerRecord) -> Sequence[BalancerRecord]:
    """Those that the CCM finds with one, itself included: by tag, else by name (PB:FindLoadBalancer, NPB:FindNLB)."""
    if one.owner is not None and one.owner.value:
        return table.by_owner[one.owner.value]
    if one.default_name and one.tags is not None and one.default_name not in table.by_owner:
        return table.by_name_with_tags[one.default_name]
    return ()


def orphaned_resources(
    inventory: Inventory, refs: Iterable[Ref], claims: Iterable[Claim]
) -> Iterator[OrphanedResource]:
    """The resources of Services that are neither among the objects `refs` nor have one of the claims.

    None unless the project is a dump of a cluster, which UIDs and addresses show; only resources of the cluster of the
    existing Services.
    """
    dump = _Dump(refs, claims)
    balancers: list[BalancerRecord] = [*inventory.clbs, *inventory.nlbs]
    clusters = _clusters_of(balancers, dump) if dump.is_one else None
    if clusters is None:
        return
    for one in balancers:
        if not dump.has(one) and one.owner is not None and one.owner.value and one.api_server is None:
            if not one.cluster or one.cluster in clusters:
                yield OrphanedResource(one.kind, one.id.value, None, one.owner, 0)
        else:
            yield from _left(one.kind, one.id.value, _keys(one), dump, clusters)
    for group in inventory.nlb_groups:
        if group.key is not None and not group.balancers:
            yield from _left("NLB", group.id.value, [(group.key, group.name)], dump, clusters)
    for made in inventory.security_groups:
        if made.key is not None and made.owner is not None and not dump.owns(made.owner.value):
            yield from _left("NLB", made.id.value, [(made.key, made.id)], dump, clusters)


def _clusters_of(balancers: Sequence[BalancerRecord], dump: _Dump) -> set[str] | None:
    """The clusters of the dumped Services; if unknown, the only one of the inventory; None if it has several."""
    sure = {name for one in balancers for name in _clusters(one, dump)}
    if sure:
        return sure
    named = {name for one in balancers for name in (one.cluster, *(key.cluster for key, _ in _keys(one)))} - {""}
    return None if len(named) > 1 else named


def _left(
    kind: str, id_: str, keys: Iterable[tuple[NamedKey, Fact[str]]], dump: _Dump, clusters: set[str]
) -> Iterator[OrphanedResource]:
    by_service: dict[tuple[str, str], list[tuple[NamedKey, Fact[str]]]] = {}
    for key, at in keys:
        if key.cluster in clusters and dump.covers(key) and not dump.may_hold(key):
            by_service.setdefault((key.namespace, key.service), []).append((key, at))
    for found in by_service.values():
        key, at = found[0]
        yield OrphanedResource(kind, id_, key, at, len(found))


def _keys(one: BalancerRecord) -> Iterator[tuple[NamedKey, Fact[str]]]:
    for listener in one.listeners:
        if listener.key is not None:
            yield listener.key, listener.description
    for group in one.groups:
        if group.key is not None:
            yield group.key, group.name


def _clusters(one: BalancerRecord, dump: _Dump) -> Iterator[str]:
    """The clusters that the dumped Services certainly belong to."""
    if one.cluster and dump.has(one):
        yield one.cluster
    for key, _ in _keys(one):
        if dump.holds(key):
            yield key.cluster


class _Dump:
    """The Services of the project."""

    def __init__(self, refs: Iterable[Ref], claims: Iterable[Claim]) -> None:
        self._claims = set(claims)
        self._services = {(ref.namespace, ref.name) for ref in refs if ref.kind == "Service"}
        self._namespaces = {namespace for namespace, _ in self._services}
        self._vague = {namespace for namespace, name in self._services if is_unrendered(name)}

    @property
    def is_one(self) -> bool:
        """Whether these were read from a cluster."""
        return any(claim.kind in {OWNED, BOUND} for claim in self._claims)

    def has(self, one: BalancerRecord) -> bool:
        """Whether a load balancer is the one of a Service."""
        ties = {Claim(CLB, one.id.value), Claim(MADE, one.id.value), Claim(BOUND, one.shown.value)}
        if one.owner is not None and self.owns(one.owner.value):
            return True
        return not self._claims.isdisjoint(ties) or any(self.holds(key) for key, _ in _keys(one))

    def owns(self, name: str) -> bool:
        """Whether the owner tag of a resource is that of a Service of the dump."""
        return Claim(OWNED, name) in self._claims

    def holds(self, key: NamedKey) -> bool:
        """Whether the Service exists."""
        return not self._services.isdisjoint({(key.namespace, key.service), (None, key.service)})

    def may_hold(self, key: NamedKey) -> bool:
        """Whether the Service, or one with an unknown name, exists."""
        return self.holds(key) or not self._vague.isdisjoint({key.namespace, None})

    def covers(self, key: NamedKey) -> bool:
        """Whether the dump would contain the Service: it contains the namespace, or several namespaces."""
        return key.namespace in self._namespaces or len(self._namespaces) > 1
