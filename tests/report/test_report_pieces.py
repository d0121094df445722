"""Long reports are written in pieces, so that none is in memory as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.report.formats.registry import REPORTERS, reporter

if TYPE_CHECKING:
    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench

_LONGEST = 16_384  # characters: the style sheet of the page has 4,000
_FINDINGS = 1500


@pytest.fixture
def long(bench: Bench) -> Report:
    """Give a report about 300 files, one of which has a third of the findings."""
    found = []
    for number in range(_FINDINGS):
        path = f"{number * 2 // 3 % 300 if number % 3 else 0}.yaml"
        bench.files[path] = "port: 443\n"
        found.append(bench.finding(bench.at(path, "443"), name=f"Service/{number}", severity="error"))
    return bench.report(*found)


@pytest.mark.parametrize("name", sorted({*REPORTERS} - {"github"}))  # which has ten findings of each severity
def test_no_piece_is_long(name: str, long: Report, plain: Style) -> None:
    lengths = [len(piece) for piece in reporter(name).parts(long, plain)]
    assert max(lengths) < _LONGEST < sum(lengths) / 5
