"""Parsers of plain documents, compiled or in Python, beside the events of libyaml: every slot of every node."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any
from unittest import mock

from clblint.source import parsing, plain
from clblint.source.document import check_syntax, chunks, read_documents
from clblint.source.node import Alias, Collection, Notation, Scalar
from clblint.source.tags import BadScalarError
from clblint.source.text import Source
from tests.hostile.process import run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.node import Node

    Row = tuple[object, ...]

# Not compared as they are: what leads to other nodes, and a value, which one parser may know sooner than another.
_FOLLOWED = {"origin", "children", "target", "seen", "_value"}
_OF_NOTATIONS = ("anchor", "is_plain", "is_text", "style", "tag")


@contextlib.contextmanager
def by_events() -> Iterator[None]:
    """Within it no document is plain: all are read from the events of libyaml."""
    with (
        mock.patch.object(parsing, "compiled_parser", return_value=None),
        mock.patch.object(plain, "plain_parser", return_value=lambda _text, _origin: None),
    ):
        yield


@contextlib.contextmanager
def not_by_lines() -> Iterator[None]:
    """Within it the compiled parser, if there is one, takes the events of libyaml for all documents."""
    if plain.compiled_parser() is None:
        yield
        return
    from clblint.source.plain_tree import tree_of_events  # noqa: PLC0415 - it is not there without it

    with mock.patch.object(plain, "plain_parser", return_value=tree_of_events):
        yield


def difference(data: bytes) -> str:
    """Where the ways to read a file differ; empty if nowhere."""
    with by_events():
        expected = _read(data)
    with not_by_lines():
        told = _told_apart(_read(data), expected)
    return told or _told_apart(_read(data), expected)


def _told_apart(found: list[list[Row]], expected: list[list[Row]]) -> str:
    if found == expected:
        return ""
    pairs = ((a, b) for one, other in zip(found, expected, strict=True) for a, b in zip(one, other, strict=False))
    return next((f"{a} instead of {b}" for a, b in pairs if a != b), "one has more than the other")


def _read(data: bytes) -> list[list[Row]]:
    """The documents of a file, each as rows: its fault, what is ignored, and its nodes, and what a check of it says."""
    source = Source("x.yaml", data)
    documents = [
        [
            (document.fault and (*document.fault, str(document.fault.message)), document.ignored_rest),
            *_rows(document.root),
        ]
        for document in read_documents(source)
    ]
    return [*documents, [(check_syntax(chunk),) for chunk in chunks(Source("x.yaml", data))]]


def _rows(root: Node | None) -> Iterator[Row]:
    """A row for each node, from top to bottom: its class, how deep it is, the origin that it shares, all its slots."""
    stack: list[tuple[int, Any]] = [(0, root)] if root is not None else []
    while stack:
        depth, node = stack.pop()
        origin = node.origin
        assert origin is root.origin  # type: ignore[union-attr]
        slots: list[Row] = [
            (name, type(value := getattr(node, name)), _told(value))
            for kind in type(node).__mro__
            for name in getattr(kind, "__slots__", ())
            if name not in _FOLLOWED
        ]
        slots += [("value", *_value_of(node))] if isinstance(node, Scalar) else []
        yield type(node), depth, origin.offset, origin.line, origin.column, origin.ordinary, *slots
        if isinstance(node, Collection):
            assert node.seen is None or isinstance(node.seen, dict)
            stack.extend((depth + 1, child) for child in reversed(node.children))
        elif isinstance(node, Alias):
            yield "the target of an alias", node.target.start


def _value_of(scalar: Scalar) -> Row:
    """The type of a value, and the value as text, since no NaN equals itself; or why it has none."""
    try:
        value = scalar.value
    except BadScalarError as error:
        return BadScalarError, str(error)
    return type(value), repr(value)


def _told(value: object) -> object:
    """A value that can be compared."""
    return [getattr(value, name) for name in _OF_NOTATIONS] if isinstance(value, Notation) else value


def report_difference() -> str:
    """The first line in which the two reports on the working directory differ; empty if none does."""
    arguments = ("--no-cache", "--no-gitignore", "--select", "all", "--pedantic", "--jobs", "1", "--format")
    for form in ("json", "text"):
        plain = run(*arguments, form, ".")
        with by_events():
            expected = run(*arguments, form, ".")
        if plain != expected:
            rows = zip(plain.out.splitlines(), expected.out.splitlines(), strict=False)
            return next((f"{a} instead of {b}" for a, b in rows if a != b), f"{plain} instead of {expected}")
    return ""
