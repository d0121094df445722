"""`LabelSets`: which pods of a namespace come nearest to a selector, at a cost that hardly grows with the pods."""

from __future__ import annotations

from bisect import bisect_left
from difflib import SequenceMatcher

from clblint.fast import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.objects import LiveObject

_NEAR = 0.5  # similarity of two values
_NEIGHBOURS = 16  # sets of labels that are compared, to each side of those that begin, or end, like the selector
_LONGEST = 200  # characters of a text in which a typing error is searched


_Placed = tuple[int, tuple[str, ...]]  # a set of values, after its place


class LabelSets:
    """The pods of a namespace by their values of some labels, in the order of the snapshot."""

    def __init__(self, keys: tuple[str, ...], pods: list[LiveObject]) -> None:
        self._pods: dict[tuple[str, ...], list[LiveObject]] = {}
        for pod in pods:
            values = tuple(pod.labels.get(key, "") for key in keys)
            self._pods.setdefault(values, []).append(pod)

    def nearest(self, wanted: tuple[str, ...]) -> list[LiveObject]:
        """The pods whose values come nearest to those that are wanted; none if none is near."""
        scored = [(_score(wanted, values), -place, values) for place, values in self._candidates(wanted)]
        best, _, values = max(scored, default=(0.0, 0, ()))
        return self._pods[values] if best >= _NEAR else []

    def _candidates(self, wanted: tuple[str, ...]) -> set[_Placed]:
        """The sets with one typing error against the wanted one, and those that begin or end like it."""
        text = _joined(wanted)
        found = {one for slip in _slips(text) for one in self._by_slip.get(slip, ())[:_NEIGHBOURS]}
        for step, ordered in self._orders:
            at = bisect_left(ordered, (text[::step],))
            found.update(one for _, one in ordered[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS])
        return found

    @cached_property
    def _by_slip(self) -> dict[str, list[_Placed]]:
        """The sets by their text, and by that text without one of its characters."""
        found: dict[str, list[_Placed]] = {}
        for one in enumerate(self._pods):
            for slip in _slips(_joined(one[1])):
                found.setdefault(slip, []).append(one)
        return found

    @cached_property
    def _orders(self) -> list[tuple[int, list[tuple[str, _Placed]]]]:
        """The sets, ordered by how they read forwards and backwards."""
        placed = list(enumerate(self._pods))
        return [(step, sorted((_joined(one[1])[::step], one) for one in placed)) for step in (1, -1)]


def _slips(text: str) -> set[str]:
    """A text, and its variants without one character: texts with one typing error between them share a variant."""
    return {text, *(text[:at] + text[at + 1 :] for at in range(min(len(text), _LONGEST)))}


def _joined(values: tuple[str, ...]) -> str:
    return ",".join(values)


def _score(wanted: tuple[str, ...], values: tuple[str, ...]) -> float:
    """How well values fit: the average over the labels of the selector, from 0 to 1."""
    return sum(map(_similarity, wanted, values)) / len(wanted)


def _similarity(one: str, other: str) -> float:
    return 1.0 if one == other else SequenceMatcher(None, one, other).ratio() if one and other else 0.0
