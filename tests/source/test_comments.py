"""Comments are found where they are comments, and nowhere else."""

from __future__ import annotations

import pytest

from clblint.source.comments import comments_in
from clblint.source.document import chunks, read_chunk
from clblint.source.text import Source

# Each comment that is one ends in `@`; each that only looks like one ends in `%`.
TEXTS = {
    "before the document": "# w @\na: 1\n",
    "behind a value": "a: 1  # w @\nb: 2\n",
    "behind text with a hash": 'a: "x # w %"  # w @\n',
    "in a plain value": "a: b#w %\n",
    "in quotes over lines": "a: 'x\n  # w %\n  '\n",
    "in a literal block": "a: |\n  # w %\nb: 1 # w @\n",
    "in a folded block": "a: >-\n    # w %\n\n  # w @\nb: 1\n",
    "in the header of a block": "a: |  # w @\n  text\n",
    "in the header of a block with properties": "a: &x !!str |+  # w @\n  # w %\n",
    "between properties and a value": "a: &x # w @\n  # w @\n  value # w @\n",
    "between an anchor and a mapping": "a: &x # w @\n  b: 1\n",
    "in brackets": "a: [1, # w @\n  # w @\n  'b # w %' ]# w @\n",
    "between list items": "- 1\n# w @\n- 2\n",
    "behind plain text over lines": "a: one\n  two # w @\n",
    "behind an alias": "a: &x 1\nb: *x # w @\n",
    "behind a key": "a: # w @\n  b: 1\n",
    "of a text over lines that ends in a comment": "a: one\n# w @\nb: two\n",
    "in JSON": '{"a": "# w %"}\n',
    "before an error": "# w @\na: [1\n# w %\n",
    "alone": "# w @\n",
    "at the end, without a line end": "a: 1 # w @",
    "with Chinese before it": "a: 支付 # w @\n",
}


@pytest.mark.parametrize("pure", [False, True], ids=["C", "pure"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_comments(text: str, end: str, *, pure: bool) -> None:
    """Those that are comments, each at its place."""
    source = Source("a.yaml", text.replace("\n", end).encode())
    found = [comment for chunk in chunks(source) for comment in comments_in(chunk, read_chunk(chunk, pure=pure), "w")]
    wanted = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.rstrip().endswith("@")]
    assert [comment.line for comment in found] == [number for number, _ in wanted]
    for comment, (_, line) in zip(found, wanted, strict=True):
        assert line[comment.column - 1 :] == comment.text == "# w @"
        assert comment.alone == line.strip().startswith("#")


def test_a_rest_that_kubectl_ignores_is_no_place_for_comments() -> None:
    source = Source("a.yaml", b"{a: 1} # w\n...\nb: 1 # w\n")
    found = [comment.line for chunk in chunks(source) for comment in comments_in(chunk, read_chunk(chunk), "w")]
    assert found == [1]


def test_many_comments_in_linear_time() -> None:
    """A hundred thousand of them on one line and on lines of their own."""
    source = Source("a.yaml", b"a: 1 #" + b" w" * 100_000 + b"\n" + b"# w\n" * 100_000)
    (chunk,) = chunks(source)
    assert len(list(comments_in(chunk, read_chunk(chunk), "w"))) == 100_001
