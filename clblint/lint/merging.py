"""`merged`: merges findings about objects that several kustomizations build alike."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.lint.finding import Finding


def merged(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings in their order; of several alike at one place the first, with the roots of all.

    A finding about a file is left out if a built object has the same one at the same place.
    """
    if not any(finding.roots for finding in findings):
        return tuple(findings)
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for number, finding in enumerate(without_doubles(findings)):
        key = (finding.alike, finding.severity) if finding.alike else (number,)
        alike.setdefault((finding.place, finding.rule, *key), []).append(finding)
    return tuple(_one(group) for group in alike.values())


def without_doubles(findings: Sequence[Finding]) -> list[Finding]:
    """The findings without those about a file that a built object repeats."""
    built = {_spot(finding) for finding in findings if finding.roots}
    return [finding for finding in findings if finding.roots or _spot(finding) not in built]


def by_object(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, split into one for each object that several kustomizations build alike."""
    return [part for finding in findings for part in _parts(finding)]


def _parts(finding: Finding) -> Iterator[Finding]:
    if len(finding.roots) <= 1:
        yield finding
        return
    for one in finding.roots:
        yield finding._replace(object=one.object, roots=(one,), shown="")


def _spot(finding: Finding) -> tuple[object, str]:
    return finding.place, finding.rule


def _one(group: Sequence[Finding]) -> Finding:
    first = group[0]
    if len(group) == 1:
        return first
    return first._replace(roots=tuple(sorted({root for one in group for root in one.roots})), shown="")
