"""Finds SidecarSets of OpenKruise, which put containers into pods when those are made (apps.kruise.io)."""

from __future__ import annotations

from clblint.kube.unrendered import is_unrendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.field import Field
    from clblint.kube.objects import KubeObject

    Labels = tuple[tuple[str, str], ...]

_GROUP, _KIND = "apps.kruise.io/", "SidecarSet"


def pods_that_gain_ports(things: Iterable[KubeObject]) -> tuple[Labels, ...]:
    """The labels of pods into which the objects of a file put containers with ports; none for what may be any pod."""
    return tuple(_labels(thing) for thing in things if _adds_ports(thing))


def _adds_ports(thing: KubeObject) -> bool:
    if thing.kind != _KIND or not thing.api_version.startswith(_GROUP):
        return False
    return any(container.get("ports").present for container in _containers(thing))


def _containers(thing: KubeObject) -> Iterator[Field]:
    for name in ("initContainers", "containers"):
        yield from thing.root.get("spec", name).each()


def _labels(thing: KubeObject) -> Labels:
    """The labels by which it selects, without those that cannot be known; expressions select fewer."""
    found = thing.root.get("spec", "selector", "matchLabels").strings()
    return tuple(sorted((key, fact.value) for key, fact in found.items() if not is_unrendered(fact.value)))
