"""Bytes become text and lines as kubectl and its YAML reader see them."""

from __future__ import annotations

import pytest

from clblint.source.place import Span
from clblint.source.text import Source

BOM = "\ufeff"


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"a: \xc3\xa9", "utf-8", "a: é"),
        (b"\xef\xbb\xbfa: b", "utf-8", "a: b"),
        ("a: é".encode("utf-16"), "utf-16-le", "a: é"),
        (BOM.encode("utf-16-be") + "a: é".encode("utf-16-be"), "utf-16-be", "a: é"),
        (b"a: \xff\xc3", "utf-8", "a: \ufffd\ufffd"),
        (b"a\r\nb\rc", "utf-8", "a\r\nb\rc"),
        (b"", "utf-8", ""),
    ],
)
def test_decoding(data: bytes, encoding: str, text: str) -> None:
    source = Source("x.yaml", data)
    assert (source.encoding, source.text) == (encoding, text)


def test_every_line_break_of_yaml_ends_a_line() -> None:
    source = Source("x.yaml", "a\nb\r\nc\rd\x85e\u2028f\u2029g\n".encode())
    assert [source.line(number) for number in range(1, 9)] == ["a", "b", "c", "d", "e", "f", "g", ""]
    assert source.line(0) == source.line(99) == ""


def test_positions_and_offsets_are_inverse() -> None:
    source = Source("x.yaml", "中: 😀\r\nb\n".encode())
    assert [source.position(offset) for offset in (0, 3, 6, 7, 99)] == [(1, 1), (1, 4), (2, 1), (2, 2), (3, 1)]
    assert all(source.offset(*source.position(offset)) == offset for offset in range(9))
    assert source.span(3, 4) == Span(1, 4, 1, 5)


def test_bytes_that_cannot_be_decoded_are_found_but_not_what_looks_like_them() -> None:
    source = Source("x.yaml", "é\ufffd".encode() + b"\xffx\xe2\x82y")
    assert source.text == "é\ufffd\ufffdx\ufffdy"
    assert source.invalid == (2, 4)
    assert source.first_invalid(0, 9) == 2
    assert source.first_invalid(3, 4) is None


def test_a_byte_order_mark_inside_is_a_character() -> None:
    source = Source("x.yaml", f"{BOM}a: b\n{BOM}c: d\n".encode())
    assert source.text == f"a: b\n{BOM}c: d\n"
