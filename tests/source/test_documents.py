"""Files are cut into documents as kubectl cuts them, and a fault in one leaves the others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from clblint.source import thorough
from clblint.source.document import check_syntax, chunks, read_chunk, read_documents
from clblint.source.text import Source
from clblint.source.walk import to_json
from tests.recorded.files import CORPUS, needs_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from clblint.source.document import Document


def read(text: str | bytes) -> list[Document]:
    """The documents of a file."""
    return list(read_documents(Source("x.yaml", text.encode() if isinstance(text, str) else text)))


def summary(text: str | bytes) -> list[object]:
    """What each document comes to: the class of its fault, or its value."""
    return [d.fault.kind if d.fault else to_json(d.root) if d.root else None for d in read(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("\n", [None]),
        ("# c\n", [None]),
        ("a: 1\n---\nb: 2\n", [{"a": 1}, {"b": 2}]),
        ("---\na: 1\n--- # c\n---\nb: 2", [{"a": 1}, {"b": 2}]),
        ("a: 1\r\n---\r\nb: 2\r\n", [{"a": 1}, {"b": 2}]),
        ("a: |\n  x\n---\n  y\n", [{"a": "x\n"}, True]),
        ("a: |\n  x", [{"a": "x\n"}]),
        ("a: 1\n ---\nb: 2\n", [{"a": "1 ---", "b": 2}]),
        ("a: 1\n---\nb: [\n---\nc: 3\n", [{"a": 1}, "yaml-syntax", {"c": 3}]),
        ("a: 1\n---\nb: 2\n--- c\nd: 4\n", [{"a": 1}, "bad-separator"]),
        ("a: {{ x }}\n---\nb: 2\n", ["invalid-map-key", {"b": 2}]),
        ("a: *b\n---\nc: 3\n", ["unknown-anchor", {"c": 3}]),
        ("a: 1\n\ufeffb: 2\n", [{"a": 1, "\ufeffb": 2}]),
        ("{}: x\na: 1\n", [{}, "yaml-syntax"]),
        ("[http://x:80, {a:1}, nginx:1.25]\n", [["http://x:80", {"a:1": None}, "nginx:1.25"]]),
        ("a: [" + "x:1," * 300 + "]\n", [{"a": ["x:1"] * 300}]),
        ('a: "\\/"\n', ["yaml-syntax"]),
        (b"\xef\xbb\xbfa: \xff\n---\nb: 2\n", ["yaml-syntax", {"b": 2}]),
        (b"a: \xff\n", [{"a": "\ufffd"}]),
    ],
)
def test_documents(text: str | bytes, found: list[object]) -> None:
    assert summary(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}{"b": 2}\n[3]', [{"a": 1}, {"b": 2}, [3]]),
        ('{"a": "\\/\\ud83d\\ude00\\ud83d"}', [{"a": "/😀\ufffd"}]),
        ('{"a": "x\x85y\x7f"}', [{"a": "x\x85y\x7f"}]),
        ('{"a": 1}\n---\nb: 2\n', [{"a": 1}, {"b": 2}]),
        ('{"a": 1}\ngarbage\n', [{"a": 1}, "garbage"]),
        ('{"a": 1}{"b": 2} garbage\n', [{"a": 1}, {"b": 2}, "json-syntax"]),
        ('{"a": 1,}\n', [{"a": 1}]),
        ("{a: NaN}\n", [{"a": "NaN"}]),
        ('{"a": 9999999999999999999999}', [{"a": 10**22 - 1 + 1}]),
        ('{"' + "k" * 2000 + '": 1}', [{"k" * 2000: 1}]),
    ],
)
def test_json_first(text: str, found: list[object]) -> None:
    assert summary(text) == found


def test_json_knows_its_place_whichever_parser_reads_it() -> None:
    for escape in ("/", "\\/"):
        first, second = read(f'{{"a": 1}} {{"b":\n "{escape}"}}\n')
        assert first.root is not None
        assert second.root is not None
        assert [tuple(node.span) for node in second.root.children] == [(1, 11, 1, 14), (2, 2, 2, 4 + len(escape))]  # type: ignore[attr-defined]
        assert tuple(second.root.span) == (1, 10, 2, 5 + len(escape))


def test_text_after_the_end_of_a_document_is_recorded_as_ignored() -> None:
    (document,) = read("a: 1\n...\n\nb: 2\nc: 3\n# d\n")
    assert to_json(document.root) == {"a": 1}  # type: ignore[arg-type]
    assert document.ignored_rest is not None
    assert tuple(document.ignored_rest) == (4, 1, 6, 4)
    assert read("a: 1\n...\n# c\n")[0].ignored_rest is None


def test_documents_know_where_they_begin_and_whether_they_are_skipped() -> None:
    found = [(d.index, d.first_line, d.skipped) for d in read("a: 1\n---\n~\n---\n---\n# c\n---\nb: [\n")]
    assert found == [(0, 1, False), (1, 3, True), (2, 5, True), (3, 8, False)]


@pytest.mark.parametrize(
    ("text", "span", "reason"),
    [
        ("中: b: c\n", (1, 5, 1, 6), "mapping values are not allowed in this context"),
        ("a: 1\n---\n\tb: 2\n", (3, 1, 3, 2), "found character that cannot start any token"),
        ("a: 中😀\x07\n", (1, 6, 1, 7), "control characters are not allowed"),
        ('a: "x\nb: c\n', (1, 4, 1, 5), "found unexpected end of stream"),
        ("a: b\nfoo\nc: d\n", (2, 1, 2, 2), "could not find expected ':'"),
        ("a: [b\n", (1, 4, 1, 5), "did not find expected ',' or ']'"),
        ("a: *b\n", (1, 4, 1, 6), "unknown anchor 'b' referenced"),
        ("? [a]\n: b\n", (1, 3, 1, 6), "invalid map key"),
        ("a: .inf\n", (1, 4, 1, 8), "json: unsupported value: .inf"),
        ("a:\n- b: -.INF # c\n", (2, 6, 2, 11), "json: unsupported value: -.INF"),
        ("a: [b, .NaN]\n", (1, 8, 1, 12), "json: unsupported value: .NaN"),
        ("a: 中\nb: |\n  c\nd:\n  +.Inf\n", (5, 3, 5, 8), "json: unsupported value: +.Inf"),
        ("a: !!int x\n", (1, 4, 1, 11), "cannot decode !!str `x` as a !!int"),
        ("~: a\n", (1, 1, 1, 2), "unsupported map key of type: %!s(<nil>)"),
        ("a: &a [*a]\n", (1, 8, 1, 10), "anchor 'a' value contains itself"),
        ("<<: b\n", (1, 5, 1, 6), "map merge requires map or sequence of maps as the value"),
        ("a: b\n---- c\n", (2, 1, 2, 7), "invalid Yaml document separator: - c"),
    ],
)
def test_a_fault_stands_where_it_is(text: str, span: tuple[int, int, int, int], reason: str) -> None:
    *_, document = read(text)
    assert document.fault is not None
    assert document.root is None
    assert (tuple(document.fault.span), document.fault.reason) == (span, reason)
    assert document.fault.message


def test_a_text_with_the_name_of_such_a_number_is_none() -> None:
    assert summary("a: '.inf' # .nan\nb: x.inf\nc: [.info]\nd: |\n  .inf\n") == [
        {"a": ".inf", "b": "x.inf", "c": [".info"], "d": ".inf\n"}
    ]


def test_a_value_that_is_overwritten_is_no_fault() -> None:
    assert summary("a: .inf\na: 1\nb: {~: x}\nb: 2\n") == [{"a": 1, "b": 2}]


def files() -> Iterator[Path]:
    """Real manifests, templates among them."""
    return (path for path in sorted(CORPUS.rglob("*")) if path.is_file())


@needs_corpus
def test_real_files_have_the_same_faults_with_and_without_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = 0
    for path in islice(files(), 0, None, 2):
        for chunk in chunks(Source(str(path), path.read_bytes())):
            fault = read_chunk(chunk).fault
            assert check_syntax(chunk) == fault, path
            if fault is None:
                with monkeypatch.context() as patch:
                    patch.setattr(thorough, "_may_be_refused", lambda *_: True)
                    assert read_chunk(chunk).fault is None, path
            checked += 1
    assert checked > 1500


def test_the_parser_makes_events_for_everybody_else() -> None:
    module = pytest.importorskip("_ruamel_yaml")
    before = {name: getattr(module, name) for name in dir(module) if name.endswith("Event")}
    for text in ("a: 1\n", "a: [\n", "a: *b\n"):  # one that is read, one that is not, one that is refused
        list(read_documents(Source("x.yaml", text.encode())))
        assert {name: getattr(module, name) for name in before} == before
