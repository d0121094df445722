"""Where a part of an annotation's value stands in the file."""

from __future__ import annotations

import pytest

from clblint.balancer.values.slices import split
from tests.balancer.services import read

SERVICE = """apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    a: %s
"""
LONG = "x" * 9_990  # with what comes behind it as much as is searched


@pytest.mark.parametrize(
    ("written", "at", "shown"),
    [
        pytest.param("a,bc,d", 1, "bc", id="as it reads"),
        pytest.param('"a,bc,d"', 2, "d", id="in quotes"),
        pytest.param('" a, bc"', 1, " bc", id="with a blank"),
        pytest.param(r'"\x61,bc,d"', 1, "bc", id="an escape elsewhere"),
        pytest.param(r'"bc,\x61,d"', 0, "bc", id="at the very beginning"),
        pytest.param(r'"\x61,bc,d"', 0, r'"\x61,bc,d"', id="an escape in it"),
        pytest.param(r'"\x61,bc,bc"', 1, r'"\x61,bc,bc"', id="an escape, and twice there"),
        pytest.param(r'"\x61,,d"', 1, r'"\x61,,d"', id="an escape, and nothing"),
        pytest.param("a # a", 0, "a", id="a comment behind it"),
        pytest.param(rf'"{LONG},\x61,bc"', 2, "bc", id="an escape in a long value"),
        pytest.param(rf'"x{LONG},\x61,bc"', 2, rf'"x{LONG},\x61,bc"', id="an escape in one that is longer"),
    ],
)
def test_a_part_stands_where_it_is_written(written: str, at: int, shown: str) -> None:
    text = SERVICE % written
    span = split(read(text).annotations["a"])[at].place.span
    assert text.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1] == shown
