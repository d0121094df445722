"""Which Service of the old revision is which of the new one: by kind, namespace and name, wherever their files are.

One name can stand in several folders (`dev/`, `prod/`): then the same path goes first, and after it the nearest folder.
A namespace that is not written may be any.
"""

from __future__ import annotations

import posixpath
from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.kube.clusters.folders import common, depth
from clblint.kube.objects import Service

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    Face = tuple[str, tuple[tuple[int, str, str], ...], tuple[tuple[str, str], ...]]


_UNLIKE = (False, False, -1, False)


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
    held = list(nameless)
    gone: dict[Face, deque[int]] = {}
    for number, pair in enumerate(pairs if held else ()):
        if pair.old and not pair.new:
            gone.setdefault(_face(pair.old.service), deque()).append(number)
    added, used = [], set()
    for one in held:
        alike = gone.get(_face(one.service))
        if alike:
            used.add(alike[0])
        added.append(Pair(pairs[alike.popleft()].old if alike else None, one))
    return [*(pair for number, pair in enumerate(pairs) if number not in used), *added]


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
    """Those most alike go first; of many that share a name, each is looked at a few times, not each with each."""
    if len(old) == len(new) == 1 and _likeness(old[0], new[0]) is not None:
        return [Pair(old[0], new[0])]
    left, right = dict(enumerate(old)), dict(enumerate(new))
    chosen: list[tuple[int, int]] = []
    _pair(chosen, left, right, lambda held: held.service.namespace)
    nowhere = [number for number, held in left.items() if held.service.namespace is None]
    if nowhere:
        _pair(chosen, {number: left[number] for number in nowhere}, right, lambda _: None)
    else:
        anywhere = {number: held for number, held in right.items() if held.service.namespace is None}
        _pair(chosen, left, anywhere, lambda _: None)
    rows = [(_likeness(old[one], new[two]) or _UNLIKE, -one, -two) for one, two in chosen]
    pairs = [Pair(old[-one], new[-two]) for _, one, two in sorted(rows, reverse=True)]
    taken_old, taken_new = ({numbers[side] for numbers in chosen} for side in (0, 1))
    pairs += [Pair(None, held) for number, held in enumerate(new) if number not in taken_new]
    pairs += [Pair(held, None) for number, held in enumerate(old) if number not in taken_old]
    return pairs


def _pair(
    chosen: list[tuple[int, int]], left: dict[int, Held], right: dict[int, Held], group: Callable[[Held], Hashable]
) -> None:
    """Pair what is of one group, by path, then by the deepest folder that holds both; what is chosen is taken out."""
    _pair_by(chosen, left, right, lambda held: (group(held), held.path))
    deepest = max((len(_folders(held.path)) for held in left.values()), default=0)
    for level in range(deepest, -1, -1):
        for by_name in (True, False):
            _pair_by(chosen, left, right, partial(_at, group, level, by_name))


def _pair_by(
    chosen: list[tuple[int, int]], left: dict[int, Held], right: dict[int, Held], key: Callable[[Held], Hashable]
) -> None:
    if not left or not right:
        return
    waiting: dict[Hashable, deque[int]] = {}
    for number, held in right.items():
        waiting.setdefault(key(held), deque()).append(number)
    for number, held in list(left.items()):
        place = key(held)
        if place is not None and waiting.get(place):
            other = waiting[place].popleft()
            chosen.append((number, other))
            del left[number], right[other]


def _at(group: Callable[[Held], Hashable], level: int, by_name: bool, held: Held) -> Hashable:  # noqa: FBT001 - one of several keys, made with partial
    """The first folders that lead to a file, with its name or without; None where there are not so many."""
    folders = _folders(held.path)
    if len(folders) < level:
        return None
    return group(held), *folders[:level], posixpath.basename(held.path) if by_name else None


def _folders(path: str) -> list[str]:
    folder = posixpath.dirname(path)
    return folder.split("/") if folder else []


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
    fresh: dict[Face, deque[Service]] = {}
    gone = [pair.old.service for pair in pairs if pair.old is not None and pair.new is None]
    for pair in pairs if gone else ():
        if pair.new is not None and pair.old is None and pair.new.service.selector:
            fresh.setdefault(_face(pair.new.service), deque()).append(pair.new.service)
    found: dict[int, Service] = {}
    for service in gone if fresh else ():
        alike = fresh.get(_face(service))
        if alike:
            found[id(service)] = alike.popleft()
    return found


def _face(service: Service) -> Face:
    ports = sorted((port.port.value, port.protocol.value, str(port.target.value)) for port in service.ports)
    selector = sorted((key, fact.value) for key, fact in service.selector.items())
    return service.type.value, tuple(ports), tuple(selector)
