"""`proven_safe`: keeps the fixes of a file as safe only if the rules find nothing worse once they are made.

A setting that nobody reads does no harm. Once its key is mended it takes effect, and what that does depends on its
value, on the listeners, on the cluster: the rules know, if they are asked about the mended text. What is an error does
not work today, so that its fix needs no such trial. Files that kustomizations use have trials of their own
(`FixTrials`).
"""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest

from clblint.fast import NamedTuple
from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from clblint.lint.edit import FixEdit
    from clblint.lint.finding import Finding

    Edits = tuple[FixEdit, ...]
    Owners = Mapping[Edits, str]  # the object of each fix
    Try = Callable[[Sequence[Edits]], "FileTrial"]

_MOST_TURNS = 20  # in which fixes are tried one by one


class FileTrial(NamedTuple):
    """What is found in a file with some fixes made, and the fixes that were not made since they overlap with others."""

    findings: tuple[Finding, ...]
    overlapping: tuple[Edits, ...] = ()


def proven_safe(findings: tuple[Finding, ...], configured: Collection[str], try_fixes: Try) -> tuple[Finding, ...]:
    """The findings of a file, where a fix that brings a new error or warning is not safe.

    Args:
        findings: those of the file as it is.
        configured: the rules whose severity comes from a configuration, so that an error may be none.
        try_fixes: checks the file with some fixes made.
    """
    doubtful = {one.edits: one.object for one in findings if one.safe and one.edits and _works(one, configured)}
    if not doubtful:
        return findings
    harmful = _harmful(doubtful, _faults(findings), try_fixes)
    return tuple([one._replace(safe=False) if one.edits in harmful else one for one in findings])


def _works(finding: Finding, configured: Collection[str]) -> bool:
    """Whether the object of a finding may do its work today."""
    return finding.severity < Severity.ERROR or finding.rule in configured


def _harmful(fixes: Owners, before: Counter[tuple[str, str, Severity]], try_fixes: Try) -> set[Edits]:
    """The fixes that bring something new, alone or together with others."""

    def blamed(some: Owners) -> tuple[set[Edits], set[Edits]]:
        """Those in objects that are worse then, all if another object is; and those that could not be tried."""
        trial = try_fixes([*some])
        worse = {name for _, name, _ in _faults(trial.findings) - before}
        mine = {edits for edits, owner in some.items() if owner in worse}
        return mine if worse.issubset(some.values()) else {*some}, {*trial.overlapping}

    if not any(blamed(fixes)):
        return set()
    turns = list(_turns(fixes))
    bad = {edits for some in turns[_MOST_TURNS:] for edits in some}
    bad.update(edits for some in turns[:_MOST_TURNS] for found in blamed(some) for edits in found)
    rest = {edits: owner for edits, owner in fixes.items() if edits not in bad}
    return bad | (blamed(rest)[0] if rest else set())


def _turns(fixes: Owners) -> Iterator[Owners]:
    """Yield the fixes in turns, of each object one at a time."""
    by_owner: dict[str, list[Edits]] = {}
    for edits, owner in fixes.items():
        by_owner.setdefault(owner, []).append(edits)
    for turn in zip_longest(*by_owner.values()):
        yield {edits: fixes[edits] for edits in turn if edits is not None}


def _faults(findings: Iterable[Finding]) -> Counter[tuple[str, str, Severity]]:
    """The errors, warnings and notes, without their subjects: a subject may be the key that is mended."""
    return Counter((one.rule, one.object, one.severity) for one in findings if one.severity >= Severity.NOTE)
