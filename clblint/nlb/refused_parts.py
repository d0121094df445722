"""Finds the settings for which the API surely refuses to create a listener or a server group of an NLB (NLB API).

The NLB exists then. A listener needs its server group: without one it is not created either (NA:applyListeners).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.refused_values import refused_value
from clblint.nlb.options import BY_SUFFIX, wrapped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from clblint.kube.fact import Fact
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup
    from clblint.source.place import Located

# (switch, what it needs): settings of TLS alone.
_NEEDS = (("AlpnEnabled", "AlpnPolicy"), ("CaEnabled", "CaCertificateIds"))
# Sent for TCP and UDP, too, where nothing is documented of what the API makes of them.
_OF_TLS = frozenset({"CertificateIds", "CaCertificateIds", "CaEnabled", "SecurityPolicyId"})


def refused_of_listener(listener: NetworkListener) -> Located | None:
    """The first setting for which the API surely refuses to create the listener; None if there is none."""
    return next(_refused(listener), None) if listener.protocol.known else None


def refused_of_group(group: NetworkServerGroup) -> Fact[str] | None:
    """The first setting for which the API surely refuses to create the group; None if there is none."""
    sent, scheduler = group.settings, group.balancer.annotations.get("scheduler")
    if group.protocol.is_("SCTP"):
        return group.protocol
    if "Scheduler" in sent and group.protocol.is_not("UDP") and scheduler.value.lower() == "qch":
        return scheduler
    return _wrong(group.balancer, sent)


def _refused(listener: NetworkListener) -> Iterator[Located]:
    if not listener.supported:
        yield listener.protocol
    sent = listener.settings
    if listener.is_tcpssl:
        if "CertificateIds" not in sent:
            yield listener.balancer.annotations.get("cert-id")
        yield from (sent[switch] for switch, needed in _NEEDS if _is_on(sent, switch) and _lacks(sent, needed))
    wrong = _wrong(listener.balancer, [name for name in sent if listener.is_tcpssl or name not in _OF_TLS])
    if wrong is not None:
        yield wrong
    group = listener.server_group.uncreatable
    if group is not None:
        yield group


def _is_on(sent: Mapping[str, Fact[str]], switch: str) -> bool:
    return switch in sent and sent[switch].is_("true")


def _lacks(sent: Mapping[str, Fact[str]], name: str) -> bool:
    return name not in sent or sent[name].is_empty


def _wrong(balancer: NetworkLoadBalancer, sent: Collection[str]) -> Fact[str] | None:
    """The first setting with a refused value; of a number that is cut to 32 bits the rest counts."""
    annotations = balancer.annotations
    read = (suffix for suffix, option in BY_SUFFIX.items() if option.parameter in sent)
    whole = [suffix for suffix in read if wrapped(suffix, annotations.get(suffix)) is None]
    return refused_value(annotations, whole, "nlb")
