"""What an edit does to a text: the bytes around it stay, and what cannot be done cleanly is not done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from clblint.balancer.values.slices import ValueSlice
from clblint.fix.amend import FixedFile, amend
from clblint.kube.clusters.profile import Unwritten
from clblint.kube.fact import Fact, Origin
from clblint.lint.editing import add, remove, rename, replace
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Node, Scalar, Sequence
from clblint.source.text import Source
from clblint.source.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.edit import FixEdit


def fact(source: Source, name: str) -> Fact[str]:
    """The entry with a key, or the item of a list with a text."""
    return next(found for found in _facts(source) if found.value == name or getattr(found.key, "text", "") == name)


def _facts(source: Source) -> Iterator[Fact[str]]:
    for document in read_documents(source):
        for node in walk(document.root) if document.root else ():
            if isinstance(node, Mapping):
                yield from (Fact(_text(value), value, key=key) for key, value in node.entries)
            elif isinstance(node, Sequence):
                yield from (Fact(_text(item), item) for item in node.items)


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


def piece(found: Fact[str], text: str) -> ValueSlice:
    start = found.value.index(text)
    return ValueSlice(found, start, start + len(text))


def made(text: str, *edits: tuple[FixEdit | None, ...]) -> FixedFile:
    return amend(Source("a.yaml", text.encode()), [one(*fix) for fix in edits])


def one(*edits: FixEdit | None) -> tuple[FixEdit, ...]:
    possible = tuple(edit for edit in edits if edit is not None)
    assert len(possible) == len(edits)
    return possible


def after(text: str, *edits: tuple[FixEdit | None, ...]) -> str:
    done = made(text, *edits)
    assert done.refused == ()
    assert done.made == tuple(range(len(edits)))
    return done.data.decode()


VALUES = [
    ("a: old", "new", "a: new"),
    ("a: old # why", "new", "a: new # why"),
    ('a: "old"  # why', "new", 'a: "new"  # why'),
    ("a: 'old'", "new", "a: 'new'"),
    ("a: 'old'", "it's", "a: 'it''s'"),
    ("a: 'old'", "x\ty", 'a: "x\\ty"'),
    ('a: "old"', 'say "hi"\\', 'a: "say \\"hi\\"\\\\"'),
    ("a: on", "on", 'a: "on"'),
    ("a: 80", "80", 'a: "80"'),
    ("a: 0777", "0777", 'a: "0777"'),
    ("b: 'x'\na: on", "on", "b: 'x'\na: 'on'"),
    ("a: old", "null", 'a: "null"'),
    ("a: old", "x: y", 'a: "x: y"'),
    ("a: old", "x #y", 'a: "x #y"'),
    ("a: old", "支付", 'a: "支付"'),
    ("a: http:80, https:443", "http:80,https:443", "a: http:80,https:443"),
    ("{a: old, b: c}", "x,y", '{a: "x,y", b: c}'),
    ("{a: old, b: c}", "new", "{a: new, b: c}"),
    ('{"a": "old"}', "new", '{"a": "new"}'),
    ('{"a": true}', "true", '{"a": "true"}'),
    ("a: |\n  old\nb: c", "old", "a: old\nb: c"),
    ("a: |  # why\n  old\n\n# on\nb: c", "old", "a: old  # why\n\n# on\nb: c"),
    ("a: >-\n  old\n  er\nb: c", "older", "a: older\nb: c"),
    ("a: old\n  er\nb: c", "older", "a: older\nb: c"),
    ("a:\nb: c", "x", "a: x\nb: c"),
    ("a: ~\nb: c", "x", "a: x\nb: c"),
    ("a: !!str on", "off", 'a: !!str "off"'),
    ("a:\n  old\nb: c", "new", "a:\n  new\nb: c"),
    ("a: 30", 60, "a: 60"),
    ("? a\n: old", "new", "? a\n: new"),
]


@pytest.mark.parametrize(("text", "new", "wanted"), VALUES, ids=[repr(row[0]) for row in VALUES])
def test_replace(text: str, new: str | int, wanted: str) -> None:
    source = Source("a.yaml", text.encode())
    assert after(text, (replace(fact(source, "a"), new),)) == wanted


PIECES = [
    ('a: "x:1,y:2"  # why', "y:2", "z:2", 'a: "x:1,z:2"  # why'),
    ("a: 'x:1,y:2'", "x:1", "it's", "a: 'it''s,y:2'"),
    ("a: x:1,y:2", "1", "3", "a: x:3,y:2"),
    ('a: "\\x78:1,y:2"', "y:2", "z:2", 'a: "x:1,z:2"'),
    ("a: |\n  x:1,y:2\nb: c", "x:1", "z:1", "a: |\n  z:1,y:2\nb: c"),
    ("a: >-\n  x:1,\n  y:2\nb: c", "y:2", "z:2", "a: >-\n  x:1,\n  z:2\nb: c"),
    ("a: 1:x", "1:x", "x:1", "a: x:1"),
    ("a: 1:x", "1:x", "1:1", 'a: "1:1"'),
]


@pytest.mark.parametrize(("text", "old", "new", "wanted"), PIECES, ids=[repr(row[0]) for row in PIECES])
def test_replace_a_piece(text: str, old: str, new: str, wanted: str) -> None:
    source = Source("a.yaml", text.encode())
    assert after(text, (replace(piece(fact(source, "a"), old), new),)) == wanted


ITEMS = [
    ('"x,y,z"', "x", '"y,z"'),
    ('"x,y,z"', "y", '"x,z"'),
    ('"x,y,z"', "z", '"x,y"'),
    ('"x, y, z"', "x", '"y, z"'),
    ('"x, y , z"', "y", '"x, z"'),
    ("'x,y'", "y", "'x'"),
    ("x,y", "y", "x"),
]


@pytest.mark.parametrize(("text", "item", "wanted"), ITEMS)
def test_remove_an_item_of_a_comma_list(text: str, item: str, wanted: str) -> None:
    source = Source("a.yaml", f"a: {text}\n".encode())
    assert after(f"a: {text}\n", (remove(piece(fact(source, "a"), item)),)) == f"a: {wanted}\n"


def test_remove_the_only_item_of_a_comma_list() -> None:
    text = "a: x\nb: c\n"
    assert after(text, (remove(piece(fact(Source("a.yaml", text.encode()), "a"), "x")),)) == "b: c\n"


KEYS = [
    ("old: 1", "new: 1"),
    ('"old": 1', '"new": 1'),
    ("'old': 1  # why", "'new': 1  # why"),
    ("{old: 1, b: 2}", "{new: 1, b: 2}"),
    ('{"old":1}', '{"new":1}'),
    ("? old\n: 1", "? new\n: 1"),
    ("- old: 1\n  b: 2", "- new: 1\n  b: 2"),
]


@pytest.mark.parametrize(("text", "wanted"), KEYS)
def test_rename(text: str, wanted: str) -> None:
    assert after(text, (rename(fact(Source("a.yaml", text.encode()), "old"), "new"),)) == wanted


REMOVALS = {
    "first": ("x: 1\na: 2\n", "a: 2\n"),
    "last": ("a: 2\nx: 1\n", "a: 2\n"),
    "last without a line end": ("a: 2\nx: 1", "a: 2"),
    "with its comment": ("a: 2\nx: 1  # why\n# on\nb: 3\n", "a: 2\n# on\nb: 3\n"),
    "below a comment": ("a: 2\n# why\nx: 1\nb: 3\n", "a: 2\n# why\nb: 3\n"),
    "several lines": ("a: 2\nx: |\n  1\n\n  2\nb: 3\n", "a: 2\nb: 3\n"),
    "folded plain": ("a: 2\nx: 1\n  2\nb: 3\n", "a: 2\nb: 3\n"),
    "a mapping": ("a: 2\nx:\n  c: 1\n  d:\n  - 2\nb: 3\n", "a: 2\nb: 3\n"),
    "a list that is not indented": ("x:\n- 1\n- 2\nb: 3\n", "b: 3\n"),
    "null": ("a: 2\nx:\nb: 3\n", "a: 2\nb: 3\n"),
    "null with a comment": ("a: 2\nx:  # why\nb: 3\n", "a: 2\nb: 3\n"),
    "quoted key": ("a: 2\n'x': 1\nb: 3\n", "a: 2\nb: 3\n"),
    "carriage returns": ("a: 2\r\nx: 1\r\nb: 3\r\n", "a: 2\r\nb: 3\r\n"),
    "carriage returns, last": ("a: 2\r\nx: 1", "a: 2"),
    "only one of a parent": ("p:\n  x: 1\nb: 3\n", "b: 3\n"),
    "only one of parents": ("p:\n  q:\n    x: 1\nb: 3\n", "b: 3\n"),
    "only one, in braces": ("p: {x: 1}\nb: 3\n", "b: 3\n"),
    "only one, nested in braces": ("p: {q: {x: 1}, c: 4}\nb: 3\n", "p: {c: 4}\nb: 3\n"),
    "first in braces": ("p: {x: 1, a: 2}\n", "p: {a: 2}\n"),
    "middle in braces": ("p: {a: 2, x: 1, b: 3}\n", "p: {a: 2, b: 3}\n"),
    "last in braces": ("p: {a: 2, x: 1}  # why\n", "p: {a: 2}  # why\n"),
    "last in braces, comma behind": ("p: {a: 2, x: 1,}\n", "p: {a: 2,}\n"),
    "braces over lines": ('{\n  "a": 2,\n  "x": 1,\n  "b": 3\n}\n', '{\n  "a": 2,\n  "b": 3\n}\n'),
    "first of braces over lines": ('{\n  "x": 1,\n  "b": 3\n}\n', '{\n  "b": 3\n}\n'),
    "last of braces over lines": ('{\n  "a": 2,\n  "x": 1\n}\n', '{\n  "a": 2\n}\n'),
    "braces with comments": ("p: {\n  a: 2, # a\n  x: 1, # x\n  b: 3 # b\n}\n", "p: {\n  a: 2, # a\n  b: 3 # b\n}\n"),
    "last of braces with comments": ("p: {\n  a: 2, # a\n  x: 1 # x\n}\n", "p: {\n  a: 2 # a\n}\n"),
    "last, comma and comments": ("p: {\n  a: 2, # a\n  x: 1, # x\n}\n", "p: {\n  a: 2, # a\n}\n"),
    "behind a dash": ("- x: 1\n  b: 3\n", "- b: 3\n"),
    "behind a dash, quoted": ("l:\n  - 'x': '1'\n    b: 3\n", "l:\n  - b: 3\n"),
    "below a dash": ("- a: 1\n  x: 3\n- b: 2\n", "- a: 1\n- b: 2\n"),
    "in the second document": ("a: 1\n---\nx: 2\nb: 3\n---\nc: 4\n", "a: 1\n---\nb: 3\n---\nc: 4\n"),
}


@pytest.mark.parametrize(("text", "wanted"), REMOVALS.values(), ids=REMOVALS)
def test_remove(text: str, wanted: str) -> None:
    assert after(text, (remove(fact(Source("a.yaml", text.encode()), "x")),)) == wanted


LISTS = {
    "first": ("l:\n- x\n- a\n", "l:\n- a\n"),
    "indented": ("l:\n  - a\n  - x  # why\n  - b\n", "l:\n  - a\n  - b\n"),
    "the only one": ("l:\n  - x\nb: 3\n", "b: 3\n"),
    "brackets": ("l: [a, x, b]\n", "l: [a, b]\n"),
    "the only one in brackets": ("m: {l: [x], a: 1}\n", "m: {a: 1}\n"),
}


@pytest.mark.parametrize(("text", "wanted"), LISTS.values(), ids=LISTS)
def test_remove_from_a_list(text: str, wanted: str) -> None:
    assert after(text, (remove(fact(Source("a.yaml", text.encode()), "x")),)) == wanted


def test_removals_of_one_mapping_leave_no_empty_one() -> None:
    """Each for itself would leave the other."""
    for text in ("p:\n  x: 1\n  y: 2\nb: 3\n", "p: {x: 1, y: 2}\nb: 3\n"):
        source = Source("a.yaml", text.encode())
        x, y = remove(fact(source, "x")), remove(fact(source, "y"))
        assert after(text, (x, y)) == "b: 3\n"
        done = made(text, (x,), (y,))
        assert done.data.decode() in {"b: 3\n", "p: {y: 2}\nb: 3\n"}  # in braces they touch, and one waits
        assert done.refused == ()


ADDITIONS = [
    ("p:\n  a: 1  # why\n  b: 2\n", 'p:\n  a: 1  # why\n  x: "on"\n  b: 2\n'),
    ("p:\r\n  a: 1\r\n", 'p:\r\n  a: 1\r\n  x: "on"\r\n'),
    ("p:\r  a: 1\r", 'p:\r  a: 1\r  x: "on"\r'),
    ("p:\n  a: '1'", "p:\n  a: '1'\n  x: 'on'"),
    ("p:\n  a: |\n    1\n  b: 2\n", 'p:\n  a: |\n    1\n  x: "on"\n  b: 2\n'),
    ("- a: 1\n  b: 2\n", '- a: 1\n  x: "on"\n  b: 2\n'),
    ("{a: 1, b: 2}", '{a: 1, x: "on", b: 2}'),
    ('{"a": 1}', '{"a": 1, "x": "on"}'),
]


@pytest.mark.parametrize(("text", "wanted"), ADDITIONS)
def test_add(text: str, wanted: str) -> None:
    assert after(text, (add("on", "x", beside=fact(Source("a.yaml", text.encode()), "a")),)) == wanted


REFUSED = {
    "anchor": ("a: &name old\nb: *name\n", "anchor"),
    "in what is merged": ("base: &b {a: old}\nc: {<<: *b}\n", "anchor"),
    "alias": ("b: &name old\na: *name\n", "anchor"),
    "a tag that makes it a number": ("a: !!int 80\n", "not mean"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_replaced_stays(text: str, why: str) -> None:
    source = Source("a.yaml", text.encode())
    found = fact(source, "a")
    node = found.node if isinstance(found.node, Scalar) else fact(source, "b").node
    done = made(text, (replace(node, "new"),))
    assert done.data == text.encode()
    ((number, reason),) = done.refused
    assert number == 0
    assert why in reason


UNCLEAR = {
    "explicit key": "? x\n: 1\n? b\n: 2\n",
    "all there is": "x: 1\n",
    "all of an item": "- x: 1\n- b: 2\n",
    "a comment between dash and next key": "- x: 1\n  # of b\n  b: 2\n",
}


@pytest.mark.parametrize("text", UNCLEAR.values(), ids=UNCLEAR)
def test_what_cannot_be_removed_cleanly_stays(text: str) -> None:
    done = made(text, (remove(fact(Source("a.yaml", text.encode()), "x")),))
    assert done.data == text.encode()
    assert len(done.refused) == 1


def test_two_keys_do_not_become_one() -> None:
    text = "p: {x: 1, y: 2}\n"
    source = Source("a.yaml", text.encode())
    done = made(text, (rename(fact(source, "x"), "z"),), (rename(fact(source, "y"), "z"),))
    assert done.data == b"p: {z: 1, y: 2}\n"
    assert done.made == (0,)
    assert done.refused == ()  # its turn comes, and then the finding is another one


def test_the_second_of_two_in_one_place_waits() -> None:
    text = "a: old\n"
    source = Source("a.yaml", text.encode())
    done = made(text, (replace(fact(source, "a"), "one"),), (replace(fact(source, "a"), "two"),))
    assert (done.data, done.made, done.refused) == (b"a: one\n", (0,), ())


def test_pieces_of_one_value_are_made_together() -> None:
    text = 'a: "1:x,2:y"\n'
    found = fact(Source("a.yaml", text.encode()), "a")
    edits = [(replace(piece(found, old), new),) for old, new in (("1:x", "x:1"), ("2:y", "y:2"))]
    assert after(text, *edits) == 'a: "x:1,y:2"\n'


ENCODINGS = {
    "UTF-8 mark": b"\xef\xbb\xbf" + "支: 付\na: old\n".encode(),
    "UTF-16 LE": "\ufeff支: 😀\r\na: old\r\n".encode("utf-16-le"),
    "UTF-16 BE": "\ufeff支: 😀\na: old\n".encode("utf-16-be"),
    "line separators": 'b: "x\u2028y"\na: old\n'.encode(),
    "old line ends": b"b: x\ra: old\r",
}


@pytest.mark.parametrize("data", ENCODINGS.values(), ids=ENCODINGS)
def test_encodings_stay(data: bytes) -> None:
    source = Source("a.yaml", data)
    done = amend(source, [one(replace(fact(source, "a"), "new"))])
    old, new = "old".encode(source.encoding), "new".encode(source.encoding)
    assert done.data == data.replace(old, new)
    assert done.made == (0,)


def test_what_is_no_text_stays() -> None:
    data = b'b: "\xff"\na: old\n'
    edit = replace(fact(Source("a.yaml", b'b: "?"\na: old\n'), "a"), "new")
    done = amend(Source("a.yaml", data), [one(edit)])
    assert done.data == data
    assert re.search("no text", done.refused[0][1])


def test_an_edit_of_another_text_is_not_made() -> None:
    edit = replace(fact(Source("a.yaml", b"a: old\n"), "a"), "new")
    done = made("a: other\n", (edit,))
    assert (done.data, done.made) == (b"a: other\n", ())


def test_what_is_not_written_cannot_be_edited() -> None:
    nowhere = Fact("old", Unwritten("patch.yaml"), Origin.UNKNOWN)
    assert replace(nowhere, "new") is None
    assert rename(nowhere, "new") is None
    assert remove(nowhere) is None
    assert add("on", "x", beside=nowhere) is None


def test_a_flow_mapping_with_comments_does_not_go_as_a_whole() -> None:
    text = "a: {\n  # first\n  b: 1,\n  # second\n  c: 2,\n}\nd: 3\n"
    source = Source("a.yaml", text.encode())
    done = made(text, (remove(fact(source, "b")),), (remove(fact(source, "c")),))
    assert "# first" in done.data.decode()
    assert "# second" in done.data.decode()
    source = Source("a.yaml", done.data)
    again = made(done.data.decode(), (remove(fact(source, "c")),))
    assert (again.data, len(again.refused)) == (done.data, 1)
    bare = text.replace("  # first\n", "").replace("  # second\n", "")
    source = Source("a.yaml", bare.encode())
    assert after(bare, (remove(fact(source, "b")), remove(fact(source, "c")))) == "d: 3\n"
