"""The subjects of rules about one part of a change: a removed port, a frozen edit, a swapped certificate ..."""

from __future__ import annotations

from clblint.balancer.handling import CLB, named_controllers
from clblint.change.kept_groups import KeptGroups
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.change.change import Change
    from clblint.change.edits import AnnotationEdit
    from clblint.change.stale_values import StaleValue
    from clblint.clb.values.domain_extensions import Extension
    from clblint.kube.fact import Fact


class ClassAdded(NamedTuple):
    """An added annotation for which the CCM stops handling a Service with a CLB; `old` is the Service before."""

    suffix: str
    key: str
    fact: Fact[str]
    old: LoadBalancer


class FrozenEdit(NamedTuple):
    """The edit of an option without effect: only forwarding listeners could use it, and the CCM never updates those."""

    edit: AnnotationEdit


class RemovedPort(NamedTuple):
    """A removed port: its number (`53/UDP` if another protocol keeps the number), its listener, and the new model.

    `group_stays` says whether another port still asks for its server group; None if that cannot be known.
    """

    port: int | str
    listener: Listener
    new: LoadBalancer
    group_stays: bool | None


class StaleValues(NamedTuple):
    """One or more annotations, removed from one mapping or set to a 0 that counts as unset, whose values stay.

    `kind` is the kind of the load balancer, `CLB` or `NLB`. The rule acl-removed handles `acl-id` without `acl-status`.
    """

    values: tuple[StaleValue, ...]
    kind: str


class SwappedCertificate(NamedTuple):
    """A domain of `domain-extensions` whose certificate changes."""

    was: Extension
    now: Extension


def classes_added(change: Change) -> Iterator[ClassAdded]:
    """Yield the annotations of the new revision for which the CCM stops handling the Service, whatever its type."""
    old, new = change.old, change.new
    if old is None or new is None or old.handled_by.value != CLB:
        return
    for suffix in named_controllers(new.annotations):
        yield ClassAdded(suffix, new.annotations.key_of(suffix), new.annotations.get(suffix), old)


def frozen_edits(change: Change) -> Iterator[FrozenEdit]:
    """Yield the edits of options without effect because the listeners that could use them forward."""
    return map(FrozenEdit, change.frozen_edits)


def removed_ports(change: Change) -> Iterator[RemovedPort]:
    """Yield the removed ports that had a listener; none if the new ports cannot be known."""
    if change.pair is None or not all(listener.port.holds for listener in change.pair[1].listeners):
        return
    old, new = change.pair
    kept = {id(pair.old) for pair in change.ports}
    numbers = {listener.port.value for listener in new.listeners}
    gone: dict[int | str, Listener] = {}
    for listener in old.listeners:
        if id(listener) not in kept and listener.port.holds and listener.uncreatable is None:
            number, spoken = listener.port.value, listener.service_port.protocol.value
            gone.setdefault(f"{number}/{spoken}" if number in numbers else number, listener)
    groups = KeptGroups(old, new)
    for port, listener in gone.items():
        yield RemovedPort(port, listener, new, groups.keeps(listener.server_group))


def swapped_certificates(change: Change) -> Iterator[SwappedCertificate]:
    """Yield the domains of a remaining https listener whose certificates change."""
    if change.both is None or not any(pair.new.protocol.value == "https" for pair in change.kept):
        return
    before = {extension.domain: extension for extension in change.both[0].extensions}
    for extension in change.both[1].extensions if change.edit("domain-extensions") is not None else ():
        was = before.get(extension.domain)
        if was is not None and was.certificate != extension.certificate:
            yield SwappedCertificate(was, extension)
