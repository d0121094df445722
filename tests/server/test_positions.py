"""Positions of LSP in texts with any line breaks, any characters, and none of YAML yet."""

from __future__ import annotations

import pytest
from lsprotocol.types import Position, Range

from clblint.server.actions import difference
from clblint.server.document import Document
from clblint.server.lines import entry_in, kind_of, names_in, parent_of, siblings_of
from clblint.source.place import Span


def test_lines_end_where_editors_end_them() -> None:
    document = Document("web.yaml", "a: 1\r\nb: \u2028 2\rc: 😀3\n", "utf-16")
    assert document.line_count == 4
    assert document.position(document.text.index("3")) == Position(2, 5)
    assert document.offset(Position(2, 5)) == document.text.index("3")
    # YAML counts one line more, since U+2028 is a break for it
    assert document.range_of(Span(4, 4, 4, 5)) == Range(Position(2, 3), Position(2, 5))


def test_a_range_ends_with_its_first_line() -> None:
    document = Document("web.yaml", "\ufeffa: |\n  long\n  text\nb: 1\n", "utf-16")
    assert document.range_of(Span(1, 1, 3, 7)) == Range(Position(0, 1), Position(0, 5))
    assert document.full_range(Span(1, 1, 3, 7)) == Range(Position(0, 1), Position(2, 6))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_offset_has_a_position_and_back(encoding: str) -> None:
    text = "中文: 😀\r\n\u0301é: [1,\n 2]\n\n"
    document = Document("web.yaml", text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n":  # nothing stands between the two
            assert document.offset(document.position(offset)) == offset


def test_a_position_beyond_the_text_is_its_end() -> None:
    document = Document("web.yaml", "a: 1\nb: 2", "utf-16")
    assert document.offset(Position(0, 99)) == 4
    assert document.offset(Position(99, 0)) == len(document.text)


@pytest.mark.parametrize("after", ["", "a: 1\n", "a: 1\nx\nb: 2\n", "a: 1\na: 1\nb: 2\n", "a: 1\nb: 2\n", "b: 2\n"])
def test_a_difference_makes_one_text_the_other(after: str) -> None:
    document = Document("web.yaml", "a: 1\nb: 2\n", "utf-16")
    (edit,) = difference(document, after)
    start, end = document.offset(edit.range.start), document.offset(edit.range.end)
    assert document.text[:start] + edit.new_text + document.text[end:] == after


def test_an_entry_is_read_from_a_line_that_somebody_types() -> None:
    assert entry_in("# a: b") is None
    assert entry_in("- a: b") is None
    entry = entry_in('    "a.b/c": "x" # why')
    assert entry is not None
    assert (entry.key, entry.value, entry.indent, entry.start, entry.end) == ("a.b/c", '"x"', 4, 5, 10)
    typed = entry_in("  serv")
    assert typed is not None
    assert not typed.colon
    half = entry_in('    "serv')
    assert half is not None
    assert (half.key, half.quote, half.is_open, half.colon) == ("serv", '"', True, False)
    empty = entry_in('    ""')
    assert empty is not None
    assert (empty.key, empty.start, empty.is_open) == ("", 5, False)
    assert entry_in('    "a b": c') is None


def test_what_stands_around_an_entry_is_read_from_the_lines() -> None:
    service = "metadata:\n  annotations:\n    a: 1\n    \n    b: 2\n  name: x\nkind: Service\n"
    text = f"kind: Pod\n---\n{service}---\nkind: Other\n"
    document = Document("web.yaml", text, "utf-16")
    assert parent_of(document, 5, 4) == ("annotations", 3)
    assert list(siblings_of(document, 5, 4)) == ["a", "b"]
    assert kind_of(document, 5) == "Service"


@pytest.mark.parametrize("line", ["a: b # clblint: ignore[one, two] why", "# clblint ignore-file[one,two"])
def test_names_of_rules_are_found_in_a_comment_that_is_not_closed_yet(line: str) -> None:
    names = names_in(line)
    assert names is not None
    assert [name for name, _ in names.names] == ["one", "two"]
    assert all(line[start:].startswith(name) for name, start in names.names)
