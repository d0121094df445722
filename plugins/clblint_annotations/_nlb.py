"""What the NLB controller reads of `protocol-port`: the items up to the one that it looks for."""

from __future__ import annotations

from clblint.api import reach_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Service

_OF_CLBS = frozenset({"http", "https"})


def part_read(service: Service, value: str) -> str:
    """The items of `protocol-port` that are looked at: for each port those up to its own (NL:nlbListenerProtocol).

    Without those that ask for http or https, of which nlb-protocol-http speaks.
    """
    items = value.split(",")
    ports = (str(port.port.value) for port in service.ports if port.port.holds)
    read = items[: reach_of([":".join(item.split(":")[1:2]) for item in items], ports)]
    return ",".join(item for item in read if not (":" in item and item.partition(":")[0].strip().lower() in _OF_CLBS))
