"""What differs between an existing load balancer and the annotations of its Service."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.inventory.records import BalancerRecord
    from clblint.kube.fact import Fact


class Drift(NamedTuple):
    """A wanted value (`asked`) that differs from the present one (`there`).

    `suffix` is the annotation, `words` the CCM's error if the attribute is immutable, `listener` the listener that has
    the setting.
    """

    name: str
    suffix: str
    asked: Fact[str]
    there: Fact[str]
    words: str = ""
    listener: Listener | None = None


class DriftedSetting(NamedTuple):
    """The differences between one annotation and the load balancer of a Service: on itself, or on its listeners."""

    balancer: BalancerRecord
    drifts: tuple[Drift, ...]


class Mismatch(NamedTuple):
    """A wanted attribute of the load balancer of a Service that differs and is immutable."""

    balancer: LoadBalancer
    drift: Drift


def by_annotation(balancer: BalancerRecord, drifts: Iterable[Drift]) -> tuple[DriftedSetting, ...]:
    """The differences, grouped by annotation."""
    found: dict[str, list[Drift]] = {}
    for one in drifts:
        found.setdefault(one.suffix if one.listener else one.name, []).append(one)
    return tuple(DriftedSetting(balancer, tuple(together)) for together in found.values())
