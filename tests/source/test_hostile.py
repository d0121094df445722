"""Whatever a file holds, reading it takes bounded time and memory and ends in at most a fault."""

from __future__ import annotations

import random

import pytest

from clblint.source import document as reading
from clblint.source.document import check_syntax, chunks, read_documents
from clblint.source.text import Source

LAUGHS = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))


@pytest.mark.usefixtures("ends")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("a: " + "x" * 10_000_000, None, id="one line of 10 MB"),
        pytest.param("[" * 20_000, "too-deep", id="brackets"),
        pytest.param("[" * 20_000 + "]" * 20_000, "too-deep", id="closed brackets"),
        pytest.param("{a: " * 20_000, "too-deep", id="braces"),
        pytest.param('{"a":' * 100_000, "too-deep", id="JSON"),
        pytest.param("- " * 20_000 + "a", "too-deep", id="lists on one line"),
        pytest.param("".join(f"{' ' * n}a:\n" for n in range(1100)), "too-deep", id="mappings"),
        pytest.param("[" * 1000 + "]" * 1000, None, id="as deep as it may be"),
        pytest.param(LAUGHS, "excessive-aliasing", id="laughs"),
        pytest.param("a: &a\n  b: *a\n", "alias-cycle", id="cycle"),
        pytest.param("a: &a {<<: *a}\n", "alias-cycle", id="merge of itself"),
        pytest.param("\0" * 100_000, "yaml-syntax", id="NULs"),
        pytest.param("a: b\0c", "yaml-syntax", id="a NUL"),
        pytest.param("\n" * 3_000_000, None, id="line feeds"),
        pytest.param("#\n" * 300_000, None, id="comments"),
        pytest.param("[" + "a," * 1_100_000 + "]", "too-large", id="too many values"),
        pytest.param("---\n" * 300_000, "too-large", id="too many documents"),
        pytest.param("{" + "a:b," * 10_000 + "}", None, id="colons in braces"),
        pytest.param("{x" * 100_000, "yaml-syntax", id="open braces"),
        pytest.param("a: {b" + " " * 2_000_000 + "}", None, id="blanks"),
        pytest.param("".join(map(chr, range(0xE000, 0xF900))) + "\n\ufeff", None, id="all private characters"),
        pytest.param('a: "\\UFFFFFFFF"', "yaml-syntax", id="an escape too large"),
    ],
)
def test_one_fault_and_no_more(text: str, kind: str | None) -> None:
    source = Source("x.yaml", text.encode())
    faults = [document.fault for document in read_documents(source) if document.fault]
    assert [fault.kind for fault in faults] == ([kind] if kind else [])
    assert [fault for part in chunks(source) if (fault := check_syntax(part))] == faults


def test_json_values_are_documents_and_there_may_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST_DOCUMENTS", 100)
    found = list(read_documents(Source("x.yaml", b"{}" * 1000)))
    assert [document.fault.kind for document in found if document.fault] == ["too-large"]
    assert len(found) == 101


BYTES = b" \n:-[]{}&*!|>'\"#%@,?a0.\t\r\\/~<=\xc3\xa9\xef\xbb\xbf\xff\x00\x85"


@pytest.mark.parametrize("pure", [False, True])
def test_random_bytes_are_read_or_refused_at_a_place_in_the_text(pure: bool) -> None:  # noqa: FBT001 - a parameter of the test
    chance = random.Random(7)  # noqa: S311 - no secret
    for _ in range(2000):
        source = Source("x.yaml", bytes(chance.choices(BYTES, k=chance.randrange(1, 60))))
        lines = 1 + sum(map(source.text.count, "\n\r\x85\u2028\u2029"))
        for document in read_documents(source, pure=pure):
            assert document.root is None or document.fault is None
            if document.root is not None:
                assert 0 <= document.root.start <= document.root.end <= len(source.text)
            if document.fault is not None:
                assert 1 <= document.fault.span.line <= document.fault.span.end_line <= lines
