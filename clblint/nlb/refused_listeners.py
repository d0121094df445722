"""Finds the settings for which the API surely refuses to create a listener of an NLB (NLB API).

The NLB exists then. A listener needs its server group: without one it is not created either (NA:applyListeners).
"""

from __future__ import annotations

from clblint.nlb.refused_groups import refused_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clblint.kube.fact import Fact
    from clblint.nlb.listeners import NetworkListener
    from clblint.source.located import Located

# (switch, what it needs): settings of TLS alone.
_NEEDS = (("AlpnEnabled", "AlpnPolicy"), ("CaEnabled", "CaCertificateIds"))
# Sent for TCP and UDP, too, where nothing is documented of what the API makes of them.
_OF_TLS = frozenset({"CertificateIds", "CaCertificateIds", "CaEnabled", "SecurityPolicyId"})


def refused_of_listener(listener: NetworkListener) -> Located | None:
    """The first setting for which the API surely refuses to create the listener; None if there is none."""
    return next(_refused(listener), None) if listener.protocol.known else None


def _refused(listener: NetworkListener) -> Iterator[Located]:
    if not listener.supported:
        yield listener.protocol
    sent = listener.settings
    if listener.is_tcpssl:
        if "CertificateIds" not in sent:
            yield listener.balancer.annotations.get("cert-id")
        yield from (sent[switch] for switch, needed in _NEEDS if _is_on(sent, switch) and _lacks(sent, needed))
    read = [name for name in sent if listener.is_tcpssl or name not in _OF_TLS]
    wrong = refused_of(listener.balancer.annotations, read)
    if wrong is not None:
        yield wrong
    group = listener.server_group.uncreatable
    if group is not None:
        yield group


def _is_on(sent: Mapping[str, Fact[str]], switch: str) -> bool:
    return switch in sent and sent[switch].is_("true")


def _lacks(sent: Mapping[str, Fact[str]], name: str) -> bool:
    return name not in sent or sent[name].is_empty
