"""A packed result comes back as it was, whatever of it is left in the file, in the order of a report."""

from __future__ import annotations

import pytest

from clblint.engine.packed_result import load_graded, pack_result
from clblint.engine.result import Count, Result, graded
from clblint.files.spill_file import SpillFile, new_spill_file
from clblint.lint.edit import Replacement
from clblint.lint.finding import Details, Finding
from clblint.lint.severity import Severity
from clblint.source.place import Place, Span

LEVELS = [Severity.PEDANTIC, Severity.NOTE, Severity.WARNING, Severity.ERROR]
RESULTS = {
    "nothing": [],
    "advice alone": [Severity.PEDANTIC, Severity.PEDANTIC],
    "no advice": [Severity.ERROR, Severity.NOTE],
    "advice between others": [
        Severity.PEDANTIC, Severity.WARNING, Severity.PEDANTIC, Severity.PEDANTIC, Severity.NOTE, Severity.PEDANTIC,
    ],
}  # fmt: skip


def result(levels: list[Severity]) -> Result:
    contents = Count(2, template=False, services=1, balancers=1, nlbs=0, not_ours=0, workloads=1)
    return Result(contents, tuple([finding(at, level) for at, level in enumerate(levels)]), ((1, "a"),))


def finding(at: int, severity: Severity) -> Finding:
    span = Span(at + 1, 1, at + 1, 5)
    edits = (Replacement(span, f"new-{at}"),)
    details = Details({"name": f"value-{at}"}, f"message {at}: {{name}}", seen=f"seen {at}", replacements=edits)
    shown = f"text {at}" if severity > Severity.NOTE else ""  # of some there is no text yet
    return Finding(Place("web.yaml", span), f"rule-{at}", severity, "Service/web", "", details, shown=shown)


def comparable(found: Finding) -> tuple[object, ...]:
    return (*found[:5], found.unpacked_details, found.text, *found[8:])


@pytest.mark.parametrize("make", [SpillFile, new_spill_file], ids=["in memory", "on disk"])
@pytest.mark.parametrize("spill", [False, True], ids=["loaded", "left in the file"])
@pytest.mark.parametrize("lowest", LEVELS)
@pytest.mark.parametrize("levels", RESULTS.values(), ids=RESULTS)
def test_it_is_what_was_packed(levels: list[Severity], lowest: Severity, spill: bool, make: type[SpillFile]) -> None:  # noqa: FBT001
    whole = result(levels)
    expected, lower = graded(whole, lowest)
    found = load_graded(pack_result(whole, make()), lowest, spill=spill)
    assert found.result.contents == whole.contents
    assert found.result.suppressions == whole.suppressions
    assert sorted(found.lower) == sorted(lower)
    assert list(map(comparable, found.result.findings)) == list(map(comparable, expected.findings))


def test_findings_of_several_files_are_asked_in_any_order() -> None:
    spill = new_spill_file()
    some = [
        load_graded(pack_result(result(levels), spill), Severity.PEDANTIC, spill=True) for levels in RESULTS.values()
    ]
    asked = [(one, whole) for one, levels in zip(some, RESULTS.values(), strict=True) for whole in [result(levels)]]
    for at in (1, 0, 1):  # the second of each file, then the first, then the second again
        for one, whole in asked:
            if len(whole.findings) > at:
                assert comparable(one.result.findings[at]) == comparable(whole.findings[at])
