"""The listeners of an NLB: created, updated, deleted (NA:buildActionsForListeners, NL:UpdateNLBListener)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.nlb.calls import batches, numbered, on_the_wire, same_set, texts_of
from clblint.change.nlb.cloud import CloudListener
from clblint.i18n.text import phrase
from clblint.nlb.options import KIND_OF, LIST

if TYPE_CHECKING:
    from clblint.change.nlb.calls import Calls
    from clblint.change.nlb.cloud import CloudNlb, ListenerKey
    from clblint.i18n.text import Text
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer

_CERTIFICATES_A_CALL = 15
# Compared for TCPSSL listeners only.
_OF_TLS = frozenset(
    {"SecurityPolicyId", "CertificateIds", "CaCertificateIds", "CaEnabled", "AlpnEnabled", "AlpnPolicy"}
)
_FIXED = frozenset({"ListenerProtocol", "ListenerPort", "StartPort", "EndPort"})


class ListenerUpdate:
    """Brings the listeners of one NLB to what a Service asks for; `groups` are the ids of its groups by name."""

    def __init__(self, balancer: NetworkLoadBalancer, nlb: CloudNlb, groups: dict[str, str], calls: Calls) -> None:
        self._balancer = balancer
        self._nlb = nlb
        self._groups = groups
        self._calls = calls

    def run(self, ours: str) -> None:
        """Delete what no port asks for, then create and update; `ours` ends the names of listeners of this Service."""
        wanted = {key_of(listener): listener for listener in self._balancer.listeners}
        for key in [key for key in self._nlb.listeners if key not in wanted]:
            if not self._balancer.is_reused or self._nlb.listeners[key].name.endswith(ours):
                self._calls.add("DeleteListener", about(key), {"ListenerId": _id(key, self._nlb)})
                del self._nlb.listeners[key]
        for key, listener in wanted.items():
            there = self._nlb.listeners.get(key)
            if there is None:
                self._create(key, listener)
            else:
                self._update(key, listener, there)

    def _group_of(self, listener: NetworkListener) -> str:
        group = listener.server_group
        return group.vgroup_id.value or self._groups.get(group.name, "")

    def _create(self, key: ListenerKey, listener: NetworkListener) -> None:
        params, group = texts_of(listener.settings), self._group_of(listener)
        made = CloudListener(listener.name, params, group)
        sent = {"LoadBalancerId": self._nlb.id, "ServerGroupId": group, **on_the_wire(params)}
        self._calls.add("CreateListener", about(key), sent)
        self._nlb.listeners[key] = made
        made.additional = [one.text for one in listener.additional_certificates]
        self._associate(key, made.additional)

    def _associate(self, key: ListenerKey, ids: list[str], action: str = "Associate", to: str = "With") -> None:
        for some in batches(ids, _CERTIFICATES_A_CALL):
            params = {"ListenerId": _id(key, self._nlb), **numbered("AdditionalCertificateIds", some)}
            self._calls.add(f"{action}AdditionalCertificates{to}Listener", about(key), params)

    def _update(self, key: ListenerKey, listener: NetworkListener, there: CloudListener) -> None:
        if not there.running:
            self._calls.add("StartListener", about(key), {"ListenerId": _id(key, self._nlb)})
            there.running = True
        self._update_certificates(key, listener, there)
        wanted, group = texts_of(listener.settings), self._group_of(listener)
        changed: dict[str, tuple[str | None, str | None]] = {
            name: (there.params.get(name), value)
            for name, value in wanted.items()
            if name not in _FIXED and _is_other(name, value, there.params, listener)
        }
        if group != there.group:
            changed["ServerGroupId"] = (there.group, group)
        if not changed:
            return
        sent = {**{name: value for name, (_, value) in changed.items() if value is not None}}
        kept = {name: value for name, value in there.params.items() if name not in _FIXED}
        params = on_the_wire({**kept, "ServerGroupId": group, **sent})
        self._calls.add("UpdateListenerAttribute", about(key), {"ListenerId": _id(key, self._nlb), **params}, changed)
        there.group, there.name = group, listener.name
        there.params |= {name: value for name, value in sent.items() if name != "ServerGroupId"}

    def _update_certificates(self, key: ListenerKey, listener: NetworkListener, there: CloudListener) -> None:
        wanted = [one.text for one in listener.additional_certificates]
        named = self._balancer.annotations.has("additional-cert-ids")
        if not (named and listener.is_tcpssl) or same_set(wanted, there.additional):
            return
        self._associate(key, [one for one in wanted if one not in there.additional])
        self._associate(key, [one for one in there.additional if one not in wanted], "Disassociate")
        there.additional = wanted


def _is_other(name: str, value: str, there: dict[str, str], listener: NetworkListener) -> bool:
    """Whether the CCM sends a wanted value to a listener that is there."""
    if name in _OF_TLS and not listener.is_tcpssl:
        return False
    if name == "AlpnPolicy" and not value:
        return False
    if KIND_OF.get(name) == LIST:
        return not same_set(value.split(","), _listed(there.get(name, "")))
    return value != there.get(name, _UNSET.get(name, ""))


def _listed(text: str) -> list[str]:
    return text.split(",") if text else []


# What the CCM takes an attribute for that the API does not report.
_UNSET = {"Cps": "0", "CaEnabled": "false", "AlpnEnabled": "false", "ProxyProtocolEnabled": "false"}


def key_of(listener: NetworkListener) -> ListenerKey:
    """What tells a listener from others of its NLB: protocol and ports."""
    return listener.protocol.value, listener.shown_ports


def about(key: ListenerKey) -> Text:
    """A listener in words."""
    protocol, ports = key
    return phrase("{protocol} listener {port}", protocol=protocol, port=ports)


def _id(key: ListenerKey, nlb: CloudNlb) -> str:
    return f"{key[0]} {key[1]} of {nlb.id}"
