"""Keys that are written twice."""

from __future__ import annotations

import pytest

from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.repeats import repeated_keys
from clblint.source.text import Source
from clblint.source.walk import walk

CASES = [
    ("a: 1\nb: 2\n", []),
    ("a: 1\na: 2\n", [2]),
    ('a: 1\n"a": 2\n', [2]),
    ("on: 1\nyes: 2\n", [2]),
    ("16: 1\n0x10: 2\n", [2]),
    ("a: {b: 1, b: 2}\n", [1]),
    ("- {a: 1}\n- {a: 1}\n", []),
    ("x: &x {a: 1}\ny:\n  <<: *x\n  a: 2\n", []),
    ("x: &x {a: 1}\ny:\n  a: 2\n  <<: *x\n", [3]),
    ("x: &x {a: 1}\ny:\n  a: 2\n  <<: *x\n  a: 3\n", [3]),
    ("x: &x {a: 1}\ny:\n  <<: *x\n  a: 2\n  a: 3\n", [5]),
    ("x: &x {a: 1}\nz: &z {a: 2}\ny:\n  <<: [*x, *z]\n  a: 3\n", []),
    ("x: &x {a: 1}\nz: &z {a: 2}\ny:\n  <<: *x\n  <<: *z\n", [1]),
    ("x: &x {a: 1}\nz: &z\n  <<: *x\n  a: 2\ny:\n  <<: *z\n  a: 3\n", []),
    ("x: &x {a: {b: 1}}\ny:\n  <<: *x\n  a: {b: 2}\n", []),
    ("a: [{b: 1,\n b: 2}]\na: 3\n", [2, 3]),
    ("&k a: 1\n*k : 2\n", [2]),
]


@pytest.mark.parametrize(("text", "lines"), CASES)
def test_each_repeated_key_is_found_in_its_line(text: str, lines: list[int]) -> None:
    """Each later key is found, in whatever way it is spelt, and nothing else."""
    (document,) = read_documents(Source("a.yaml", text.encode()))
    assert document.root is not None
    found = repeated_keys(document.root)
    assert sorted(again.line for again, _ in found) == lines
    slow = [pair for node in walk(document.root) if isinstance(node, Mapping) for pair in node.clashes()]
    assert sorted(again.line for again, _ in slow) == lines
