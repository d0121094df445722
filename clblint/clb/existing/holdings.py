"""Finds duplicates among the CLBs of the inventory, and resources whose Services no longer exist."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from clblint.balancer.neighbours.sharing import CLB, MADE
from clblint.balancer.ties import BOUND, OWNED
from clblint.fast import NamedTuple
from clblint.i18n.text import NAMED
from clblint.kube.project.refs import Claim
from clblint.kube.unrendered import is_unrendered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.inventory.inventory import Inventory
    from clblint.inventory.records import Clb, NamedKey
    from clblint.kube.fact import Fact
    from clblint.kube.project.refs import Ref


class ExistingClb(NamedTuple):
    """A CLB of the inventory, how many Services of the project reuse it, and those that the CCM takes for the same.

    `duplicates` carry the same owner's tag, or the same name where none carries that: the first ones, and how many
    `more`.
    """

    clb: Clb
    reused_by: int
    duplicates: tuple[Clb, ...]
    more: int = 0


class OrphanedResource(NamedTuple):
    """A resource that the CCM created for a Service that does not exist: a CLB, or parts of one for the Service `key`.

    `at` is the tag, the name of a server group, or the description of a listener; `parts` counts the latter two.
    """

    clb: Clb
    key: NamedKey | None
    at: Fact[str]
    parts: int


def existing_clbs(inventory: Inventory, claims: Iterable[Claim]) -> Iterator[ExistingClb]:
    """The CLBs of the inventory; `claims` are those of the Services of its clusters."""
    users = Counter(claim.value for claim in claims if claim.kind == CLB)
    for clb in inventory.clbs:
        alike = _alike(inventory, clb)
        duplicates = tuple(other for other in alike[: NAMED + 1] if other is not clb)[:NAMED]
        yield ExistingClb(clb, users[clb.id.value], duplicates, max(len(alike) - 1 - len(duplicates), 0))


def _alike(inventory: Inventory, clb: Clb) -> Sequence[Clb]:
    """What is found together with a CLB (PB:FindLoadBalancer), itself included: by the tag, else by the name."""
    if clb.owner is not None and clb.owner.value:
        return inventory.clbs.by_owner[clb.owner.value]
    if clb.default_name and clb.tags is not None and clb.default_name not in inventory.clbs.by_owner:
        return inventory.clbs.by_name_with_tags[clb.default_name]
    return ()


def orphaned_resources(
    inventory: Inventory, refs: Iterable[Ref], claims: Iterable[Claim]
) -> Iterator[OrphanedResource]:
    """What the CCM made for Services that are not among the objects `refs`, and not those with the claims.

    Only where the project is a dump of a cluster, which shows in UIDs and addresses; and only what belongs to the
    cluster of the Services that are there.
    """
    dump = _Dump(refs, claims)
    if not dump.is_one:
        return
    clusters = {name for clb in inventory.clbs for name in _clusters(clb, dump)}
    if not clusters:
        clusters = {name for clb in inventory.clbs for name in (clb.cluster, *(key.cluster for key, _ in _keys(clb)))}
        clusters.discard("")
        if len(clusters) > 1:
            return
    for clb in inventory.clbs:
        if not dump.has(clb) and clb.owner is not None and clb.owner.value and clb.api_server is None:
            if not clb.cluster or clb.cluster in clusters:
                yield OrphanedResource(clb, None, clb.owner, 0)
        else:
            yield from _parts(clb, dump, clusters)


def _parts(clb: Clb, dump: _Dump, clusters: set[str]) -> Iterator[OrphanedResource]:
    by_service: dict[tuple[str, str], list[tuple[NamedKey, Fact[str]]]] = {}
    for key, at in _keys(clb):
        if key.cluster in clusters and dump.covers(key) and not dump.may_hold(key):
            by_service.setdefault((key.namespace, key.service), []).append((key, at))
    for found in by_service.values():
        key, at = found[0]
        yield OrphanedResource(clb, key, at, len(found))


def _keys(clb: Clb) -> Iterator[tuple[NamedKey, Fact[str]]]:
    for listener in clb.listeners:
        if listener.key is not None:
            yield listener.key, listener.description
    for group in clb.groups:
        if group.key is not None:
            yield group.key, group.name


def _clusters(clb: Clb, dump: _Dump) -> Iterator[str]:
    """The clusters that the Services of the dump are surely of."""
    if clb.cluster and dump.has(clb):
        yield clb.cluster
    for key, _ in _keys(clb):
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

    def has(self, clb: Clb) -> bool:
        """Whether a CLB is the one of a Service."""
        ties = {Claim(CLB, clb.id.value), Claim(MADE, clb.id.value), Claim(BOUND, clb.address.value)}
        if clb.owner is not None:
            ties.add(Claim(OWNED, clb.owner.value))
        return not self._claims.isdisjoint(ties) or any(self.holds(key) for key, _ in _keys(clb))

    def holds(self, key: NamedKey) -> bool:
        """Whether the Service is there."""
        return not self._services.isdisjoint({(key.namespace, key.service), (None, key.service)})

    def may_hold(self, key: NamedKey) -> bool:
        """Whether the Service is there, or one whose name cannot be known."""
        return self.holds(key) or not self._vague.isdisjoint({key.namespace, None})

    def covers(self, key: NamedKey) -> bool:
        """Whether the Service would be there: its namespace is, or the dump is one of several namespaces."""
        return key.namespace in self._namespaces or len(self._namespaces) > 1
