"""Derives cluster, environment, region and tenant names from folder and file names, and compares them."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.clusters.words import CHINESE, ENVIRONMENTS, HINTS, HOLDERS, NOUNS, PLACES
from clblint.light import lru_cache, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_NAMES = ENVIRONMENTS | PLACES
_WORD = pattern(r"[a-z]+\d*|\d+")
_CAMEL = pattern(r"(?<=[a-z])(?=[A-Z])")
_DIGITS = pattern(r"[-_.]?\d+")
_REGION = pattern(
    r"(?<![a-z0-9])[a-z]{2}-(?:gov-)?(?:north|south|east|west|central)(?:east|west)?-?\d+(?:-?[a-z])?(?![a-z0-9])"
)


class Naming(NamedTuple):
    """The words of a path that name a cluster, environment or place, and words that may be part of such a name."""

    names: frozenset[str] = frozenset()
    hints: frozenset[str] = frozenset()


def differ(one: Naming, other: Naming) -> bool:
    """Whether the names of two paths indicate different clusters."""
    return one.names != other.names or contradict(one, other)


def contradict(one: Naming, other: Naming) -> bool:
    """Whether both paths name a cluster, and not the same one."""
    first, second = one.names | one.hints, other.names | other.hints
    return bool(first) and bool(second) and first != second


def differ_in_a_number(one: str, other: str) -> bool:
    """Whether two names differ only in a number (`cluster1` and `cluster2`)."""
    return one != other and _DIGITS.sub("", one) == _DIGITS.sub("", other)


@lru_cache(4096)
def naming_of(folder: str) -> Naming:
    """The naming in the path of a folder."""
    found, above = [], ""
    for name in folder.split("/"):
        found.append(Naming(frozenset({name})) if above in HOLDERS and name else _of_name(name))
        above = name.lower()
    return _all(found)


@lru_cache(4096)
def naming_of_file(path: str) -> Naming:
    """The naming in the name of a file: environments and places only, since one folder is usually one cluster."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    return Naming(hints=frozenset(word for word in _words(name) if _bare(word) in _NAMES))


@lru_cache(4096)
def _of_name(name: str) -> Naming:
    """The naming in one path component: a word that is the whole name is stronger evidence than one of several."""
    words = _words(name)
    bare = [_bare(word) for word in words]
    regions = _REGION.findall(name.lower())
    if regions:
        return Naming(frozenset(regions))
    names = {word for word in words if _bare(word) in _NAMES}
    if names and (name.startswith("cn-") or all(word in _NAMES or not word for word in bare)):
        return Naming(frozenset({name}))
    hints = names | {word for word in words if _bare(word) in HINTS}
    hints.update(part for part in CHINESE if part in name)
    if not NOUNS.isdisjoint(bare) and (len(words) > 1 or words != bare):
        hints.add(name)
    return Naming(hints=frozenset(hints))


def _words(name: str) -> list[str]:
    return _WORD.findall(name if name.islower() else _CAMEL.sub("-", name).lower())


def _bare(word: str) -> str:
    return word.rstrip("0123456789")


def _all(found: Iterable[Naming]) -> Naming:
    parts = list(found)
    return Naming(
        frozenset().union(*(part.names for part in parts)), frozenset().union(*(part.hints for part in parts))
    )
