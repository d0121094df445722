"""Which Service of the old revision is which of the new one: by kind, namespace and name, wherever their files are.

One name can stand in several folders (`dev/`, `prod/`): then the same path goes first, and after it the nearest folder.
A namespace that is not written may be any.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from clblint.kube.folders import common, depth
from clblint.kube.objects import Service
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Held(NamedTuple):
    """A Service and the path of its file, relative to what is compared."""

    path: str
    service: Service


class Pair(NamedTuple):
    """A Service in both revisions; None where there is none."""

    old: Held | None
    new: Held | None


def services_of(path: str, objects: Iterable[object]) -> list[Held]:
    """The Services among the objects of a file that say enough to be compared; patches do not."""
    return [
        Held(path, thing) for thing in objects if isinstance(thing, Service) and thing.name.holds and not thing.fragment
    ]


def nameless_of(path: str, objects: Iterable[object]) -> list[Held]:
    """The Services among the objects of a file whose names are no text, or not there."""
    return [
        Held(path, thing)
        for thing in objects
        if isinstance(thing, Service) and not (thing.fragment or thing.generate_name.present or _has_name(thing))
    ]


def _has_name(service: Service) -> bool:
    return bool(service.name.value) and not any(wrong.field == "metadata.name" for wrong in service.undecodable)


def with_nameless(pairs: list[Pair], nameless: Iterable[Held]) -> list[Pair]:
    """The pairs, and those of Services without a name: each with one that is gone and looks the same, if any does."""
    made = list(pairs)
    for held in nameless:
        gone = (pair for pair in made if pair.old and not pair.new and _face(pair.old.service) == _face(held.service))
        same = next(gone, None)
        if same is not None:
            made.remove(same)
        made.append(Pair(same.old if same is not None else None, held))
    return made


def match(old: Iterable[Held], new: Iterable[Held]) -> list[Pair]:
    """Pair the Services of two revisions; those without a counterpart stand alone."""
    old_by_name, new_by_name = _by_name(old), _by_name(new)
    pairs: list[Pair] = []
    for name in dict.fromkeys([*new_by_name, *old_by_name]):
        pairs += _match(old_by_name.get(name, []), new_by_name.get(name, []))
    return pairs


def _by_name(held: Iterable[Held]) -> dict[str, list[Held]]:
    found: dict[str, list[Held]] = {}
    for one in held:
        found.setdefault(one.service.name.value, []).append(one)
    return found


def _match(old: list[Held], new: list[Held]) -> list[Pair]:
    scored = [
        (score, -index, -other, one, two)
        for index, one in enumerate(old)
        for other, two in enumerate(new)
        if (score := _likeness(one, two)) is not None
    ]
    scored.sort(key=lambda row: row[:3], reverse=True)
    pairs, taken = [], set()
    for _, _, _, one, two in scored:
        if id(one.service) not in taken and id(two.service) not in taken:
            taken |= {id(one.service), id(two.service)}
            pairs.append(Pair(one, two))
    pairs += [Pair(None, two) for two in new if id(two.service) not in taken]
    pairs += [Pair(one, None) for one in old if id(one.service) not in taken]
    return pairs


def _likeness(old: Held, new: Held) -> tuple[bool, bool, int, bool] | None:
    """How much speaks for two Services of one name being the same; None where their namespaces differ."""
    first, second = old.service.namespace, new.service.namespace
    if first != second and first is not None and second is not None:
        return None
    near = depth(common(posixpath.dirname(old.path), posixpath.dirname(new.path)))
    same_file = posixpath.basename(old.path) == posixpath.basename(new.path)
    return (first == second, old.path == new.path, near, same_file)


def successors(pairs: Iterable[Pair]) -> dict[int, Service]:
    """New Services that seem to be ones that are gone, by the identity of the old: the same ports and selector."""
    pairs = list(pairs)
    fresh = [pair.new.service for pair in pairs if pair.new is not None and pair.old is None]
    found: dict[int, Service] = {}
    for pair in pairs:
        if pair.old is None or pair.new is not None:
            continue
        for service in fresh:
            if _face(service) == _face(pair.old.service) and service.selector:
                found[id(pair.old.service)] = service
                fresh.remove(service)
                break
    return found


def _face(service: Service) -> object:
    ports = sorted((port.port.value, port.protocol.value, str(port.target.value)) for port in service.ports)
    return service.type.value, ports, sorted((key, fact.value) for key, fact in service.selector.items())
