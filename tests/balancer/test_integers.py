"""Go's integers."""

from __future__ import annotations

import pytest

from clblint.balancer.values.integers import atoi, integer_error

SYNTAX, RANGE = "invalid syntax", "value out of range"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("+5", 5),
        ("-1", -1),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
    ],
)
def test_an_integer(text: str, value: int) -> None:
    assert atoi(text) == value
    assert integer_error(text) == ""


@pytest.mark.parametrize(
    ("text", "shown", "what"),
    [
        ("", '""', SYNTAX),
        (" 3", '" 3"', SYNTAX),
        ("3\n", '"3\\n"', SYNTAX),
        ("1_0", '"1_0"', SYNTAX),
        ("0x3", '"0x3"', SYNTAX),
        ("3.0", '"3.0"', SYNTAX),
        ("+", '"+"', SYNTAX),
        ("٣", '"٣"', SYNTAX),
        ("3\u00a0", '"3\\u00a0"', SYNTAX),
        ('"3"', '"\\"3\\""', SYNTAX),
        ("\x1f", '"\\x1f"', SYNTAX),
        ("\x7f", '"\\x7f"', SYNTAX),
        ("\x80", '"\\u0080"', SYNTAX),
        ("\uffff", '"\\uffff"', SYNTAX),
        ("\U000e0001", '"\\U000e0001"', SYNTAX),
        ("9223372036854775808", '"9223372036854775808"', RANGE),
        ("99999999999999999999x", '"99999999999999999999x"', RANGE),  # it overflows before it sees the letter
        ("-9223372036854775809", '"-9223372036854775809"', RANGE),
        ("9223372036854775808x", '"9223372036854775808x"', SYNTAX),
        ("18446744073709551615x", '"18446744073709551615x"', SYNTAX),
        ("18446744073709551616x", '"18446744073709551616x"', RANGE),
    ],
)
def test_no_integer(text: str, shown: str, what: str) -> None:
    assert integer_error(text) == f"strconv.Atoi: parsing {shown}: {what}"
