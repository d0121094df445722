"""Keys that survive, and GitHub's hash of a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.report.fingerprint import finding_keys, line_hashes
from tests.recorded.files import LINE_HASHES, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.lint.finding import Finding
    from tests.report.conftest import Bench

CHANGES: dict[str, tuple[Callable[[Finding], Finding], bool]] = {
    "moved": (lambda f: f._replace(place=f.place._replace(span=f.place.span._replace(line=99))), True),
    "moved to another file": (lambda f: f._replace(place=f.place._replace(path="b.yaml")), True),
    "other message": (lambda f: f.with_details(message="x"), True),
    "other rule": (lambda f: f._replace(rule="x"), False),
    "other object": (lambda f: f._replace(object="x"), False),
    "other subject": (lambda f: f._replace(subject="x"), False),
}


@pytest.mark.parametrize(("change", "same"), CHANGES.values(), ids=CHANGES)
def test_what_the_key_depends_on(bench: Bench, change: Callable[[Finding], Finding], *, same: bool) -> None:
    bench.files["a.yaml"] = "a"
    finding = bench.finding(bench.at("a.yaml", "a"))
    assert (finding_keys([finding]) == finding_keys([change(finding)])) is same


def test_path_stands_in_for_a_missing_object(bench: Bench) -> None:
    bench.files |= {"a.yaml": "a", "b.yaml": "a"}
    keys = finding_keys([bench.finding(bench.at(path, "a"), name="") for path in bench.files])
    assert keys[0] != keys[1]


def test_equal_keys_are_numbered(bench: Bench) -> None:
    bench.files["a.yaml"] = "a"
    first, second = finding_keys([bench.finding(bench.at("a.yaml", "a"))] * 2)
    assert (first[:-1], first[-2:], second[-2:]) == (second[:-1], ":1", ":2")


TRICKY = {
    "empty": "",
    "one line": "a: 1",
    "last line ends": "a: 1\n",
    "blank lines": "\n\n  \n\t\n",
    "repeated lines": "a: 1\n" * 300,
    "CRLF": "a: 1\r\n  b: 2\r\n",
    "CR": "a: 1\r  b: 2\r",
    "mixed ends": "a\r\r\nb\n\rc\r \nd\r\n\ne",
    "byte order mark": "\ufeffa: 1\nb: 2\n",
    "astral": "😀a: 1\nb: 😀😀\n" * 40 + "支付: x",
    "exactly a window": "x" * 99 + "\n" + "y" * 100 + "\n" + "z" * 101,
    "long": "x" * 5000 + "\n" + "y" * 5000,
    "lone surrogate": "\udcff\n\ud83d",
    "line separators of YAML 1.1": "a\x85b\u2028c\u2029d\n\x0be\x0cf\n",
}


@pytest.mark.parametrize(("name", "text"), TRICKY.items(), ids=TRICKY)
def test_line_hashes_equal_the_reference(name: str, text: str) -> None:
    assert line_hashes(text) == json.loads(text_of(LINE_HASHES))[name]


RECORDED = {
    "": ["c129715d7a2bc9a3:1"],
    "a: 1\r\n\tb: 2\ra:1\n😀": ["1142b814a2866b98:1", "9be8bbaa268a8f72:1", "41c6d85179ea2ca:1", "56e41eb4cc943584:1"],
}


@pytest.mark.parametrize(("text", "hashes"), RECORDED.items())
def test_line_hashes_as_recorded(text: str, hashes: list[str]) -> None:
    assert line_hashes(text) == hashes
