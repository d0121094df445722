"""The effect of a change on the NLB of a Service."""

from __future__ import annotations

from clblint.balancer.handling import NLB
from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG
from clblint.build import as_network
from clblint.change.effect import CREATE, DELETE, EARLIER, NONE, NOTHING, REFUSED, UPDATE, Effect, LeftBehind
from clblint.change.fingerprint import watched
from clblint.change.nlb.groups import is_named
from clblint.change.nlb.listeners import key_of
from clblint.change.nlb.making import put_nlb
from clblint.change.nlb.present import adopt
from clblint.change.nlb.security import range_group
from clblint.change.nlb.state import network_of
from clblint.change.nlb.sync import NetworkSync
from clblint.i18n.text import phrase
from clblint.nlb.instance import IP_VERSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.change.cloud import State
    from clblint.change.nlb.cloud import NetworkCloud, Nlb
    from clblint.i18n.text import Text
    from clblint.nlb.model import NetworkLoadBalancer

_HIDDEN = phrase("what earlier revisions made on its NLB is deleted, and cannot be known: the last one made nothing")


def effect_on_nlb(state: State, old: LoadBalancer | None, new: LoadBalancer | None) -> Effect:
    """The effect of the NLB controller; changes the state. Without an old Service it syncs the new one at once."""
    last = new if new is not None else old
    if last is None or not any(side is not None and side.handled_by.value == NLB for side in (old, new)):
        return NOTHING
    if old is not None and new is not None and watched(old) == watched(new):
        return NOTHING
    balancer = as_network(last)
    goes = new is None or new.handled_by.value != NLB
    adopt(state, balancer)
    assumed = goes and old is not None and _assume_earlier(state, old)
    sync = NetworkSync(state, balancer, state.cloud.node_ports[1], gone=new is None)
    sync.run()
    if goes and not sync.error and _hides_earlier(state, old, balancer):
        return Effect(NONE, (), (), "", _HIDDEN, (), EARLIER)
    left = () if sync.error else tuple(_left(state, balancer, goes=goes))
    provided = EARLIER if assumed and sync.calls else None
    kind = _kind(sync, goes=goes)
    return Effect(kind, tuple(sync.calls), tuple(sync.refused), sync.error, left=left, provided=provided)


def settle(state: State, old: LoadBalancer) -> None:
    """Apply a Service to an empty cloud, before values of the inventory override it."""
    if old.handled_by.value != NLB:
        return
    if old.uncreatable is not None and state.cloud.documented:
        state.node_ports.allocate(old, state.cloud.node_ports[0])
        network_of(state).finalizer = True
    else:
        NetworkSync(state, as_network(old), state.cloud.node_ports[0]).run()
        if state.cloud.documented:
            _forget_refused(state, as_network(old))
        for nlb in network_of(state).cloud.nlbs.values():
            version = nlb.instance.attributes.get("AddressIpVersion")
            if version is not None and version.lower() not in IP_VERSIONS:
                nlb.instance.attributes["AddressIpVersion"] = None  # no NLB has that


def _forget_refused(state: State, old: NetworkLoadBalancer) -> None:
    """Remove the listeners and groups that the API refused to create; the sync then ended with an error."""
    network, refused = network_of(state), {key_of(one) for one in old.listeners if one.uncreatable is not None}
    names = {state.node_ports.name_of(one) for one in old.own_groups if one.uncreatable is not None}
    cloud = network.cloud
    cloud.groups = {id_: group for id_, group in cloud.groups.items() if group.name not in names}
    for nlb in cloud.nlbs.values():
        nlb.listeners = {key: listener for key, listener in nlb.listeners.items() if key not in refused}
    if refused or names:
        state.synced, state.hostname, network.bound = None, False, ""


def _assume_earlier(state: State, old: LoadBalancer) -> bool:
    """Assume an NLB if the old revision made none, but an earlier one may have; return whether that is so."""
    network, made = network_of(state), as_network(old)
    if not state.cloud.earlier or made.is_reused or any(nlb.owner == made.key for nlb in network.cloud.nlbs.values()):
        return False
    put_nlb({}, {OWNER_TAG: DEFAULT_NAME, CLUSTER_TAG: "{clusterId}"}, made, network.cloud)
    network.finalizer = True
    return True


def _hides_earlier(state: State, old: LoadBalancer | None, balancer: NetworkLoadBalancer) -> bool:
    """Whether the old revision made nothing on the reused NLB, and nothing shows what an earlier one made there."""
    if old is None or not state.cloud.earlier or not old.is_reused:
        return False
    if old.refusal is None and not all(group.uncreatable is not None for group in old.server_groups):
        return False
    inventory, existing = balancer.inventory, balancer.existing
    if not balancer.reuses.equals(old.reuses):
        return True  # it finds its server groups without the NLB
    if inventory is not None and inventory.nlbs.lacks(balancer.reuses.value):
        return False
    return existing is None or not existing.all_listeners


def _kind(sync: NetworkSync, *, goes: bool) -> str:
    if sync.error:
        return REFUSED
    actions = {call.action for call in sync.calls}
    if "nlb:CreateLoadBalancer" in actions:
        return CREATE
    if not actions:
        return NONE
    return DELETE if goes else UPDATE


def _left(state: State, balancer: NetworkLoadBalancer, *, goes: bool) -> Iterator[LeftBehind]:
    """Yield what remains on NLBs that the Service no longer uses, and groups that stay for good."""
    network = network_of(state)
    cloud, key = network.cloud, balancer.key
    for nlb in cloud.nlbs.values():
        about = tuple(_listeners_of(nlb, key)) if nlb.id != network.bound else ()
        if about:
            yield LeftBehind("" if nlb.is_new else nlb.id, about, NLB)
    named = frozenset() if goes else frozenset(item.group.text for item in balancer.vgroup_items)
    groups = (*_groups_left(cloud, key, named), *(_range_groups_left(cloud, key) if goes else ()))
    if groups:
        yield LeftBehind("", groups, "")


def _listeners_of(nlb: Nlb, key: str) -> Iterator[Text]:
    for (protocol, ports), listener in sorted(nlb.listeners.items()):
        if nlb.owner == key or is_named(listener.params.get("ListenerDescription") or "", key):
            yield phrase("{protocol} listener {port}", protocol=protocol, port=ports)


def _range_groups_left(cloud: NetworkCloud, key: str) -> Iterator[Text]:
    """Yield the security group of the source ranges, which stays with a preserved NLB (NA:cleanup)."""
    return (range_group() for group in cloud.security_groups.values() if group.owner == key)


def _groups_left(cloud: NetworkCloud, key: str, named: Container[str]) -> Iterator[Text]:
    """Yield the groups of a Service that the CCM no longer finds, and its back ends in groups no longer `named`."""
    for group in cloud.groups.values():
        if not group.owner and is_named(group.name, key):
            yield phrase("server group {name}", name=group.name)
        elif not group.owner and group.id not in named and any(is_named(one.name, key) for one in group.servers):
            yield phrase("back ends in server group {name}", name=group.id)
