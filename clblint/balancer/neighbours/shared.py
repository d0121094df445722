"""Subjects on what Services that share a load balancer have in common: attributes, listeners, server groups."""

from __future__ import annotations

from itertools import chain

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.neighbours.sharing import Sharing
    from clblint.balancer.server_groups import ServerGroup


class SharedAttribute(NamedTuple):
    """An attribute, by API name, for which the Services on one CLB may have different values."""

    sharing: Sharing
    name: str


class SharedListener(NamedTuple):
    """A listener that the CCM manages on a reused load balancer, and those of other Services that share a port with it.

    `open` says that it is not known whether they are in one cluster. Of very many these are
    a few, and `more` is the number of the others.
    """

    listener: Listener
    others: tuple[Listener, ...]
    open: bool
    more: int


class SharedGroup(NamedTuple):
    """A server group of the user, and the server groups of other Services with the same id."""

    group: ServerGroup
    others: tuple[ServerGroup, ...]
    open: bool


def shared_listeners(sharing: Sharing) -> Iterator[SharedListener]:
    """The listeners of a load balancer, each with those that others want on its ports."""
    if not (sharing.others or sharing.perhaps) or not sharing.balancer.manages_listeners:
        return
    sure, perhaps = _Listening(sharing.others), _Listening(sharing.perhaps)
    for listener in sharing.balancer.listeners if sure.any or perhaps.any else ():
        near = sure.on_ports_of(listener)
        others = near or perhaps.on_ports_of(listener)
        if others:
            count = sharing.on_port.get(listener.port.value, 0) if listener.on_its_port else 0
            yield SharedListener(listener, tuple(others), not near, max(count - len(others), 0))


def shared_attributes(sharing: Sharing) -> Iterator[SharedAttribute]:
    """The attributes that a load balancer asks for, where other Services have it, too, or may have it."""
    if not sharing.others and not sharing.perhaps:
        return
    balancer = sharing.balancer
    for name in dict.fromkeys((*balancer.wishes, *balancer.compared_apart)):
        yield SharedAttribute(sharing, name)


class _Listening:
    """The listeners that the CCM manages on some load balancers, by the ports on which they listen."""

    def __init__(self, balancers: Iterable[LoadBalancer]) -> None:
        self._by_port: dict[int, list[Listener]] = {}
        self._ranges: list[Listener] = []
        for listener in chain.from_iterable(one.listeners for one in balancers if one.manages_listeners):
            if listener.on_its_port:
                self._by_port.setdefault(listener.port.value, []).append(listener)
            elif listener.span is not None:
                self._ranges.append(listener)

    @property
    def any(self) -> bool:
        """Whether there is one whose ports are known."""
        return bool(self._by_port or self._ranges)

    def on_ports_of(self, listener: Listener) -> list[Listener]:
        """Those that share a port with another one."""
        if listener.span is None:
            return []
        first, last = listener.span
        on_range = (ones for port, ones in self._by_port.items() if first <= port <= last)
        single = chain.from_iterable(on_range) if first < last else self._by_port.get(first, ())
        return [*single, *(one for one in self._ranges if one.shares_ports(listener))]


def shared_groups(sharing: Sharing) -> Iterator[SharedGroup]:
    """The server groups of a load balancer that are the user's own, each with those of others that name the same."""
    if not (sharing.others or sharing.perhaps):
        return
    sure, perhaps = _by_group(sharing.others), _by_group(sharing.perhaps)
    for group in sharing.balancer.server_groups if sharing.balancer.vgroup_items else ():
        name = _user_group(group)
        others = sure.get(name) or perhaps.get(name) if name else None
        if others:
            yield SharedGroup(group, tuple(others), name not in sure)


def _by_group(balancers: Iterable[LoadBalancer]) -> dict[str, list[ServerGroup]]:
    found: dict[str, list[ServerGroup]] = {}
    for balancer in balancers:
        for group in balancer.server_groups if balancer.vgroup_items else ():
            found.setdefault(_user_group(group), []).append(group)
    return found


def _user_group(group: ServerGroup) -> str:
    return group.vgroup_id.meaning if group.vgroup_id.known else ""
