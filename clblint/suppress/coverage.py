"""Indexes of suppressions, since a rendered chart may hold thousands.

`SuppressionScope` has those of a file by place, `CarriedSuppressions` those of what is built by object.
"""

from __future__ import annotations

from bisect import bisect_right

from clblint.fast import NamedTuple
from clblint.suppress.model import FILE, LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from clblint.lint.finding import Finding
    from clblint.suppress.model import Position, Suppression


class Hit(NamedTuple):
    """A suppression that covers a finding: its index in the file, and the index of the matching name in it."""

    number: int
    position: int
    suppression: Suppression


class _Group:
    """The suppressions that cover the same lines."""

    def __init__(self) -> None:
        self.members: list[tuple[int, Suppression]] = []
        self._hits: dict[str, list[Hit]] = {}

    def hits(self, rule: str, matching_rules: Callable[[str], frozenset[str]]) -> list[Hit]:
        if rule not in self._hits:
            self._hits[rule] = [
                Hit(number, position, one)
                for number, one in self.members
                for position, name in enumerate(one.names)
                if rule in matching_rules(name.text)
            ]
        return self._hits[rule]


class SuppressionScope:
    """The suppressions of one file; `matching_rules` returns the rules that match a name in a suppression."""

    def __init__(self, suppressions: Sequence[Suppression], matching_rules: Callable[[str], frozenset[str]]) -> None:
        self._matching_rules = matching_rules
        self._file = _Group()
        self._lines: dict[int, _Group] = {}
        # Objects do not overlap, nor do documents; but an object may lie in a document that has a suppression as well.
        self._objects: dict[Position, _Group] = {}
        self._documents: dict[Position, _Group] = {}
        for number, one in enumerate(suppressions):
            if not (one.fault or one.root):
                self._group_of(one).members.append((number, one))
        self._starts = [(groups, sorted(groups)) for groups in (self._objects, self._documents)]

    def _group_of(self, one: Suppression) -> _Group:
        if one.form == FILE:
            return self._file
        if one.form == LINE:
            return self._lines.setdefault(one.start[0], _Group())
        return (self._documents if one.owner == (0, 0) else self._objects).setdefault(one.start, _Group())

    def of(self, finding: Finding) -> Iterator[Hit]:
        """Yield the suppressions that cover a finding: those of its line, of its object, of its file."""
        for group in self._groups(finding):
            yield from group.hits(finding.rule, self._matching_rules)

    def _groups(self, finding: Finding) -> Iterator[_Group]:
        span = finding.place.span
        if span.line in self._lines:
            yield self._lines[span.line]
        for groups, starts in self._starts:
            index = bisect_right(starts, (span.line, span.column)) - 1
            if index >= 0 and groups[starts[index]].members[0][1].covers(finding):
                yield groups[starts[index]]
        yield self._file


class CarriedSuppressions:
    """The suppressions that objects carry as kustomizations build them, in whichever file these stand."""

    def __init__(
        self, suppressions: Mapping[str, Sequence[Suppression]], matching_rules: Callable[[str], frozenset[str]]
    ) -> None:
        self._matching_rules = matching_rules
        self._known: dict[tuple[str, str], list[Suppression]] = {}
        for one in (one for found in suppressions.values() for one in found):
            if one.root and not one.fault:
                self._known.setdefault((one.root, one.object), []).append(one)

    def of(self, finding: Finding) -> Suppression | None:
        """The first one that covers a finding about what one root builds."""
        carried = (one for built in finding.roots for one in self._known.get((built.root, built.object), ()))
        return next((one for one in carried if self._covers(one, finding.rule)), None)

    def _covers(self, one: Suppression, rule: str) -> bool:
        return any(rule in self._matching_rules(name.text) for name in one.names)
