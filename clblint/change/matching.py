"""Pairs the Services of two revisions by namespace and name, whatever their files.

If several folders (`dev/`, `prod/`) have a Service of one name, the same path is preferred, then the nearest folder.
A missing namespace may be any namespace.
"""

from __future__ import annotations

import posixpath
from collections import deque
from functools import partial

from clblint.fast import NamedTuple
from clblint.kube.clusters.folders import common, depth
from clblint.kube.objects import Service
from clblint.kube.well_known import NLB_CLASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    Face = tuple[str, tuple[tuple[int, str, str], ...], tuple[tuple[str, str], ...]]


_UNLIKE = (False, False, -1, False)


class ServiceInFile(NamedTuple):
    """A Service and the path of its file, or of the kustomization that builds it, relative to the compared folder."""

    path: str
    service: Service


class Pair(NamedTuple):
    """A Service in both revisions; None for the revision that lacks it."""

    old: ServiceInFile | None
    new: ServiceInFile | None


def services_of(path: str, objects: Iterable[object]) -> list[ServiceInFile]:
    """The Services in a file that can be compared; patches cannot."""
    return [
        ServiceInFile(path, thing)
        for thing in objects
        if isinstance(thing, Service) and thing.name.holds and _is_whole(thing)
    ]


def _is_whole(service: Service) -> bool:
    """Whether it is no patch. A Service with fields set by patches counts, although rules do not judge those."""
    return not service.fragment or (bool(service.unsettled) and not service.partial)


def nameless_of(path: str, objects: Iterable[object]) -> list[ServiceInFile]:
    """The Services in a file whose name is absent or not a string."""
    return [
        ServiceInFile(path, thing)
        for thing in objects
        if isinstance(thing, Service) and not (thing.fragment or thing.generate_name.present or _has_name(thing))
    ]


def _has_name(service: Service) -> bool:
    return bool(service.name.value) and not any(wrong.field == "metadata.name" for wrong in service.undecodable)


def with_nameless(pairs: list[Pair], nameless: Iterable[ServiceInFile]) -> list[Pair]:
    """The pairs, and the nameless Services, each paired with a removed one that looks the same, if any."""
    held = list(nameless)
    gone: dict[Face, deque[int]] = {}
    for number, pair in enumerate(pairs if held else ()):
        if pair.old and not pair.new:
            gone.setdefault(face(pair.old.service), deque()).append(number)
    added, used = [], set()
    for one in held:
        alike = gone.get(face(one.service))
        if alike:
            used.add(alike[0])
        added.append(Pair(pairs[alike.popleft()].old if alike else None, one))
    return [*(pair for number, pair in enumerate(pairs) if number not in used), *added]


def match(old: Iterable[ServiceInFile], new: Iterable[ServiceInFile]) -> list[Pair]:
    """Pair the Services of two revisions; a Service without a counterpart is paired with None."""
    old_by_name, new_by_name = _by_name(old), _by_name(new)
    pairs: list[Pair] = []
    for name in dict.fromkeys([*new_by_name, *old_by_name]):
        pairs += _match(old_by_name.get(name, []), new_by_name.get(name, []))
    return pairs


def _by_name(held: Iterable[ServiceInFile]) -> dict[str, list[ServiceInFile]]:
    found: dict[str, list[ServiceInFile]] = {}
    for one in held:
        found.setdefault(one.service.name.value, []).append(one)
    return found


def _match(old: list[ServiceInFile], new: list[ServiceInFile]) -> list[Pair]:
    """Pair the most similar Services first; groups keep the time linear for many Services of one name."""
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
    chosen: list[tuple[int, int]],
    left: dict[int, ServiceInFile],
    right: dict[int, ServiceInFile],
    group: Callable[[ServiceInFile], Hashable],
) -> None:
    """Pair Services of equal group key by path, then by their deepest common folder; remove them from both sides."""
    _pair_by(chosen, left, right, lambda held: (group(held), held.path))
    deepest = max((len(_folders(held.path)) for held in left.values()), default=0)
    for level in range(deepest, -1, -1):
        for by_name in (True, False):
            _pair_by(chosen, left, right, partial(_at, group, level, by_name=by_name))


def _pair_by(
    chosen: list[tuple[int, int]],
    left: dict[int, ServiceInFile],
    right: dict[int, ServiceInFile],
    key: Callable[[ServiceInFile], Hashable],
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


def _at(group: Callable[[ServiceInFile], Hashable], level: int, held: ServiceInFile, *, by_name: bool) -> Hashable:
    """A group key with the first `level` folders of a file, with or without its name; None if it has fewer."""
    folders = _folders(held.path)
    if len(folders) < level:
        return None
    return group(held), *folders[:level], posixpath.basename(held.path) if by_name else None


def _folders(path: str) -> list[str]:
    folder = posixpath.dirname(path)
    return folder.split("/") if folder else []


def _likeness(old: ServiceInFile, new: ServiceInFile) -> tuple[bool, bool, int, bool] | None:
    """A sort key: how similar two Services of one name are; None if their namespaces differ."""
    first, second = old.service.namespace, new.service.namespace
    if first != second and first is not None and second is not None:
        return None
    near = depth(common(posixpath.dirname(old.path), posixpath.dirname(new.path)))
    same_file = posixpath.basename(old.path) == posixpath.basename(new.path)
    return (first == second, old.path == new.path, near, same_file)


def successors(pairs: Iterable[Pair]) -> dict[int, Service]:
    """The new Services that seem to replace removed ones (same ports and selector), by `id()` of the old Service.

    One of the same class is preferred. An NLB may replace a CLB, which is a migration; nothing else has another class.
    """
    pairs = list(pairs)
    gone = [pair.old.service for pair in pairs if pair.old is not None and pair.new is None]
    fresh = [pair.new.service for pair in pairs if pair.new is not None and pair.old is None] if gone else []
    fresh = [service for service in fresh if service.selector]
    found = _follow(gone, fresh, lambda service: (service.load_balancer_class.value, face(service)))
    taken = {id(service) for service in found.values()}
    moving = [one for one in gone if id(one) not in found and one.load_balancer_class.is_not(NLB_CLASS)]
    nlbs = [one for one in fresh if id(one) not in taken and one.load_balancer_class.may_be(NLB_CLASS)]
    return found | _follow(moving, nlbs, face)


def _follow(gone: list[Service], fresh: list[Service], key: Callable[[Service], Hashable]) -> dict[int, Service]:
    waiting: dict[Hashable, deque[Service]] = {}
    for service in fresh if gone else ():
        waiting.setdefault(key(service), deque()).append(service)
    lines = ((service, waiting.get(key(service))) for service in (gone if waiting else ()))
    return {id(service): line.popleft() for service, line in lines if line}


def face(service: Service) -> Face:
    """The type, ports and selector of a Service: how it looks without its name."""
    ports = sorted((port.port.value, port.protocol.value, str(port.target.value)) for port in service.ports)
    selector = sorted((key, fact.value) for key, fact in service.selector.items())
    return service.type.value, tuple(ports), tuple(selector)
