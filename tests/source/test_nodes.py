"""Nodes know their value, their source text and their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Alias, Scalar, Sequence, may_hold, resolve
from clblint.source.place import Place, Span
from clblint.source.text import Source
from clblint.source.walk import to_json, walk

if TYPE_CHECKING:
    from clblint.source.node import Node


def tree(text: str) -> Mapping:
    """The root of the only document."""
    (document,) = read_documents(Source("x.yaml", text.encode()))
    assert document.fault is None
    assert isinstance(document.root, Mapping)
    return document.root


def scalar(text: str) -> Scalar:
    """The value of the only key."""
    node = tree(text).entries[0][1]
    assert isinstance(node, Scalar)
    return node


def spans(root: Node) -> list[tuple[str, Span]]:
    """The source text and the span of every node, which must fit each other and the offsets."""
    found = []
    for node in walk(root):
        source = node.source
        assert source.position(node.start) == (node.line, node.column)
        assert source.position(node.end) == (node.end_line, node.end_column)
        assert source.text[node.start : node.end] == node.raw
        found.append((node.raw, node.span))
    return found


@pytest.mark.parametrize(
    ("text", "raw", "span"),
    [
        ("中文: 值\n", "值", (1, 5, 1, 6)),
        ("a: 😀x\n", "😀x", (1, 4, 1, 6)),
        ("a:\tb\n", "b", (1, 4, 1, 5)),
        ("# c\r\na: b\r\n", "b", (2, 4, 2, 5)),
        ("# c\ra: b\r", "b", (2, 4, 2, 5)),
        ("# \u2028a: b\n", "b", (2, 4, 2, 5)),
        ("a: 'it''s'\n", "'it''s'", (1, 4, 1, 11)),
        ('a: "x\n  y"\n', '"x\n  y"', (1, 4, 2, 5)),
        ("a: x\n  y\n\nb: z\n", "x\n  y", (1, 4, 2, 4)),
        ("a: |\n  x\n\n\n# c\n", "|\n  x", (1, 4, 2, 4)),
        ("a: |+  # c\n  x\n\n", "|+  # c\n  x", (1, 4, 2, 4)),
        ("a: &b !!str 80\n", "&b !!str 80", (1, 4, 1, 15)),
        ("a:\nb: c\n", "", (1, 3, 1, 3)),
        ("a: # c\n", "", (1, 3, 1, 3)),
    ],
)
def test_a_value_and_its_place(text: str, raw: str, span: tuple[int, int, int, int]) -> None:
    node = scalar(text)
    assert (node.raw, node.span) == (raw, Span(*span))
    spans(tree(text))


def test_a_byte_order_mark_is_not_part_of_the_text_at_its_beginning_but_of_a_later_line() -> None:
    source = Source("x.yaml", "\ufeffa: b\n---\n\ufeffc: d\n".encode())
    first, second = (document.root for document in read_documents(source))
    assert first is not None
    assert second is not None
    assert (first.line, first.column, first.start) == (1, 1, 0)
    assert (second.line, second.column, second.raw) == (3, 2, "c: d")


def test_collections_end_with_their_last_child_or_their_bracket() -> None:
    text = "a:\n  - b: c  # d\n\n  - {e: f ,\n  }\n\n# g\nh: i\n"
    found = dict(spans(tree(text)))
    assert found["- b: c  # d\n\n  - {e: f ,\n  }"] == Span(2, 3, 5, 4)
    assert found["b: c"] == Span(2, 5, 2, 9)
    assert found["{e: f ,\n  }"] == Span(4, 5, 5, 4)
    assert found[text.strip()] == Span(1, 1, 8, 5)


def test_a_place_names_the_file() -> None:
    assert tree("a: b\n").place == Place("x.yaml", Span(1, 1, 1, 5))


@pytest.mark.parametrize(
    ("text", "value", "style"),
    [
        ("a: on\n", True, "plain"),
        ("a: 'on'\n", "on", "quoted"),
        ('a: "\\x6fn"\n', "on", "quoted"),
        ("a: |-\n  80\n", "80", "literal"),
        ("a: >\n  80\n", "80\n", "folded"),
        ("a: 0777\n", 511, "plain"),
        ("a:\n", None, "plain"),
    ],
)
def test_values_and_styles(text: str, value: object, style: str) -> None:
    node = scalar(text)
    assert (node.value, node.style) == (value, style)


def test_a_mapping_resolves_keys_as_go_does() -> None:
    root = tree("a: 1\non: 2\n0x10: 3\na: 4\n")
    assert [(key, to_json(value)) for key, _, value in root.items()] == [("a", 4), ("true", 2), ("16", 3)]
    assert root.get("on") is None
    entry = root.entry("a")
    assert entry is not None
    assert [node.line for node in entry] == [4, 4]
    assert [(later.line, earlier.line) for later, earlier in root.duplicates()] == [(4, 1)]


def test_the_order_of_a_merge_and_a_key_decides() -> None:
    root = tree("b: &b {k: merged}\nbefore: {k: own, <<: *b}\nafter: {<<: *b, k: own}\nlist: {<<: [{k: 1}, {k: 2}]}\n")
    assert to_json(root) == {
        "b": {"k": "merged"},
        "before": {"k": "merged"},
        "after": {"k": "own"},
        "list": {"k": 1},
    }
    before = root.get("before")
    assert isinstance(before, Mapping)
    entry = before.entry("k")
    assert entry is not None
    assert entry[1].line == 1
    assert [(later.line, earlier.line) for later, earlier in before.duplicates()] == [(1, 2)]


def test_aliases() -> None:
    root = tree("a: &x [1]\nb: *x\nc: [*x, &x 2, *x]\n")
    alias = root.entries[1][1]
    assert isinstance(alias, Alias)
    assert (alias.raw, alias.anchor) == ("*x", "x")
    assert resolve(alias) is alias.target is root.get("a") is root.get("b")
    items = root.get("c")
    assert isinstance(items, Sequence)
    assert [to_json(item) for item in items.values()] == [[1], 2, 2]
    assert [type(item) for item in items.items] == [Alias, Scalar, Alias]


def test_walk_meets_every_node_once_in_order_and_enters_no_alias() -> None:
    root = tree("a: &x [1, {b: c}]\nd: *x\n")
    assert [node.raw for node in walk(root)][1:] == ["a", "&x [1, {b: c}]", "1", "{b: c}", "b", "c", "d", "*x"]


def test_depth_is_no_problem_for_what_walks_a_tree() -> None:
    root = tree(f"a: {'[' * 990}{']' * 990}\n")
    assert sum(1 for _ in walk(root)) == 992
    assert isinstance(to_json(root), dict)
    assert root.end_column == 3 + 2 * 990 + 1


class Watched(str):
    """A text that must not be searched as a whole."""

    __slots__ = ()

    def __contains__(self, word: object) -> bool:
        pytest.fail(f"the whole file was searched for {word}")


def test_what_one_object_holds_is_not_looked_for_in_all_of_a_long_file() -> None:
    root = tree("a: {p: 1}\nb: {q: 1}\n" + "".join(f"c{n}: d\n" for n in range(2_000)))
    root.source._text = Watched(root.source.text)  # noqa: SLF001 - there is no other place for it
    assert [may_hold(value, "p") for _, value in root.entries[:2]] == [True, False]


@pytest.mark.parametrize("text", ["a: {p: 1}\nb: {q: 1}\n", "a: {p: 1}\nb: {q: 1}\nc: 'z'\n"])
def test_what_one_object_holds_is_not_what_its_file_holds(text: str) -> None:
    found = [[may_hold(value, word) for word in ("p", "q", "w")] for _, value in tree(text).entries[:2]]
    assert found == [[True, False, False], [False, True, False]]
