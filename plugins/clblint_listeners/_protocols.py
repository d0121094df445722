"""What is said of items of `protocol-port`, on CLBs and on NLBs."""

from __future__ import annotations

from clblint.api import N_, Case, NetworkProtocolItem, ProtocolFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ProtocolItem

_OF_CLBS = N_('write it like "https:443", several with a comma and no blanks between')
_OF_NLBS = N_('write it like "tcpssl:443", several with a comma and no blanks between')
_ON_CLB = {
    ProtocolFault.EMPTY: Case(
        "an item of protocol-port is empty, and the CCM gives up on the Service when it comes to it", fix=_OF_CLBS
    ),
    ProtocolFault.NO_COLON: Case(
        "{item} in protocol-port has no colon, and the CCM gives up on the Service when it comes to it", fix=_OF_CLBS
    ),
    ProtocolFault.NO_PROTOCOL: Case(
        "{item} in protocol-port does not begin with http, https, tcp or udp in lower case, and the CCM gives up on "
        "the Service when it comes to it",
        fix=_OF_CLBS,
    ),
    ProtocolFault.NO_NUMBER: Case("{item} in protocol-port names no numeric port, so it never applies", fix=_OF_CLBS),
}
_ON_NLB = {fault: case._replace(fix=_OF_NLBS) for fault, case in _ON_CLB.items()} | {
    ProtocolFault.NO_PROTOCOL: Case(
        "{item} in protocol-port does not begin with tcp, udp or tcpssl, and the CCM gives up on the Service when it "
        "comes to it",
        fix=_OF_NLBS,
    ),
}
TWINS = {"https": "tcpssl", "http": "tcp"}  # of CLBs' protocols on an NLB


def fault_of(item: ProtocolItem) -> Case | None:
    """What is wrong with an item; on an NLB a protocol of CLBs that a port comes to is another rule's matter."""
    of_nlb = isinstance(item, NetworkProtocolItem)
    of_clbs = item.port is not None and item.protocol.text.strip().lower() in TWINS
    if item.fault is None or (of_nlb and of_clbs and item.is_reached):
        return None
    return (_ON_NLB if of_nlb else _ON_CLB)[item.fault]
