"""The calls of a sync, parameters with their names on the wire: `CertificateIds.1`, `ZoneMappings.1.ZoneId`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from clblint.change.cloud import ApiCall
from clblint.nlb.options import KIND_OF, LIST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.i18n.text import Text
    from clblint.kube.fact import Fact

    Changed = Mapping[str, tuple[str | None, str | None]]


T = TypeVar("T")


class Calls:
    """The calls of one sync, in the order in which they are made one by one; the CCM makes many of them at once."""

    def __init__(self) -> None:
        self.made: list[ApiCall] = []

    def add(self, action: str, about: Text, params: Mapping[str, str | None], changed: Changed | None = None) -> None:
        """Make a call."""
        self.made.append(ApiCall(action, about, params, changed or {}))


def texts_of(settings: Mapping[str, Fact[str]]) -> dict[str, str]:
    """Parameters as texts; one that cannot be known is as written."""
    return {name: fact.value for name, fact in settings.items()}


def on_the_wire(params: Mapping[str, str]) -> dict[str, str | None]:
    """Parameters with lists taken apart."""
    sent: dict[str, str | None] = {}
    for name, value in params.items():
        if KIND_OF.get(name) == LIST:
            sent |= numbered(name, value.split(","))
        else:
            sent[name] = value
    return sent


def numbered(name: str, values: Iterable[str]) -> dict[str, str | None]:
    """A list: `Name.1`, `Name.2`."""
    return {f"{name}.{number}": value for number, value in enumerate(values, 1)}


def numbered_maps(name: str, maps: Iterable[Mapping[str, str | None]]) -> dict[str, str | None]:
    """A list of objects: `Name.1.Key`."""
    return {f"{name}.{number}.{key}": value for number, one in enumerate(maps, 1) for key, value in one.items()}


def tags_of(pairs: Iterable[tuple[str, str]]) -> dict[str, str | None]:
    """Tags as parameters; a key may be sent twice."""
    return numbered_maps("Tag", ({"Key": key, "Value": value} for key, value in pairs))


def batches(things: Sequence[T], size: int) -> list[list[T]]:
    """The things in lists of at most `size`."""
    return [list(things[at : at + size]) for at in range(0, len(things), size)]


def same_set(wanted: Sequence[str], there: Sequence[str]) -> bool:
    """Whether the CCM takes two lists for equal: as many, and every wanted one is there, in any case."""
    folded = {one.lower() for one in there}
    return len(wanted) == len(there) and all(one.lower() in folded for one in wanted)
