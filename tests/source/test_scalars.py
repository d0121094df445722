"""Scalars as go-yaml v2 resolves them."""

from __future__ import annotations

import math

import pytest

from clblint.source.keys import key_text
from clblint.source.scalars import plain, quick_json, to_json_value
from clblint.source.tags import BadScalarError, tagged

VALUES: list[tuple[str, object]] = [
    *((text, True) for text in ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON")),
    *((text, False) for text in ("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF")),
    *((text, None) for text in ("", "~", "null", "Null", "NULL")),
    *((text, text) for text in ("oN", "yEs", "t", "nULL", "nan", "inf", "=", "<<", "100m", "1.2.3", "22:22", "٣")),
    *((text, text) for text in ("2001-01-01", "_1", "1e", "1e400", "0o8", "0b102", "0x", "+", "-", ".", "1.2e+")),
    ("0777", 511),
    ("0o17", 15),
    ("0O17", 15),
    ("0x1F", 31),
    ("-0b101", -5),
    ("0b-1", -1),
    ("1__000", 1000),
    ("1_", 1),
    ("+1", 1),
    ("18446744073709551615", 2**64 - 1),
    ("-9223372036854775808", -(2**63)),
    ("18446744073709551616", 1.8446744073709552e19),
    ("-9223372036854775809", -9.223372036854775808e18),
    ("9" * 5000, "9" * 5000),
    ("08", 8.0),
    (".5", 0.5),
    (".1_5", 0.15),
    ("1e3", 1000.0),
    ("1.10", 1.1),
    (".inf", math.inf),
    ("-.INF", -math.inf),
]
_LATER = object()


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_plain(text: str, value: object) -> None:
    found = plain(text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("text", [text for text, _ in VALUES])
def test_what_is_known_at_once_is_the_value(text: str) -> None:
    found, value = quick_json(text, _LATER), to_json_value(plain(text))
    assert found is _LATER or (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "value"),
    [("80", 80), ("250m", "250m"), ("2Gi", "2Gi"), ("team-1", "team-1"), ("off", False), ("", None), ("-v", "-v")],
)
def test_most_values_are_known_at_once(text: str, value: object) -> None:
    assert quick_json(text, _LATER) == value


@pytest.mark.parametrize(
    ("value", "json"),
    [
        (80.0, 80),
        (-0.0, 0),
        (1e20, 10**20),
        (1e21, 1e21),
        (1.8446744073709552e19, 18446744073709552000),
        (0.5, 0.5),
        (True, True),
    ],
)
def test_whole_floats_are_integers_in_json(value: float, json: float) -> None:
    found = to_json_value(value)
    assert (found, type(found)) == (json, type(json))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (16, "16"),
        (1.0, "1"),
        (1.5, "1.5"),
        (0.1, "0.1"),
        (16777217.0, "1.6777216e+07"),
        (123456.0, "123456"),
        (1e6, "1e+06"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (-2.5, "-2.5"),
        (1e39, ".inf"),
        (math.nan, ".nan"),
        (None, None),
        (2**63, None),
    ],
)
def test_keys_become_text_as_32_bit_floats_do_in_go(value: float | None, text: str | None) -> None:
    assert key_text(value) == text


@pytest.mark.parametrize(
    ("tag", "text", "value"),
    [
        ("str", "80", "80"),
        ("int", "0x10", 16),
        ("float", "80", 80.0),
        ("bool", "on", True),
        ("null", "~", None),
        ("timestamp", "2001-1-2T03:04:05Z", "2001-1-2T03:04:05Z"),
        ("binary", "aGk=\n", "hi"),
        ("binary", "/w==", "\ufffd"),
        ("set", "80", "80"),
    ],
)
def test_tags(tag: str, text: str, value: object) -> None:
    assert tagged(f"tag:yaml.org,2002:{tag}", text) == value


@pytest.mark.parametrize(
    ("tag", "text", "kind"),
    [
        ("int", "80.0", "bad-tag-value"),
        ("int", "", "bad-tag-value"),
        ("bool", "1", "bad-tag-value"),
        ("float", "18446744073709551615", "bad-tag-value"),
        ("timestamp", "2001-02-30", "bad-tag-value"),
        ("timestamp", "x", "bad-tag-value"),
        ("binary", "!!!", "bad-binary"),
    ],
)
def test_tags_that_do_not_fit(tag: str, text: str, kind: str) -> None:
    with pytest.raises(BadScalarError) as caught:
        tagged(f"tag:yaml.org,2002:{tag}", text)
    assert caught.value.kind == kind
