"""Every page with one value after another made unknown: what its rule says of it all the same.

`python -m tests.rules.unknowns` writes the table afresh; read what changes before you keep it. It has by rule:

- `speaks`: the values that may be `${X}`, and the rule points at them in a finding or in a reason: it needs only that
  something stands there, or the place is a name to point at. What is not listed silences what is about it.
- `appears`: the values that may be `${X}`, and the rule says something elsewhere that it does not say of the example.
  Each is an exception that can no longer be seen, and was judged: the rule says the same where nothing stands there.

A rule that is new has no row: it may speak, but nothing may appear.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clblint.kube.catalogue.catalogue import LEGACY_PREFIX, PREFIX
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence
from clblint.source.text import Source
from clblint.testing import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.plugins.pages import Example
    from clblint.source.node import Node

    Table = dict[str, dict[str, list[str]]]

TABLE = Path(__file__).with_name("unknowns.json")
UNKNOWN = '"${X}"'


class Value(NamedTuple):
    """A scalar that is no key: its path in its object, and where it and its key stand in their file."""

    name: str
    at: tuple[int, int]
    key: tuple[int, int]
    start: int
    end: int


def values_of(path: str, text: str) -> Iterator[Value]:
    """The values of a manifest; those of a configuration and of an inventory are filled in by nothing.

    What makes something an object of a kind, `kind` and `apiVersion`, is left as it is: another object is another case.
    """
    if path.endswith((".clblint.yaml", ".json")):
        return
    for document in read_documents(Source(path, text.encode())):
        root = document.root
        if isinstance(root, Mapping):
            kind = getattr(root.get("kind"), "text", "")
            found = _within(root, kind, root)
            yield from (value for value in found if value.name not in {f"{kind}.kind", f"{kind}.apiVersion"})


def _within(node: Node, name: str, key: Node) -> Iterator[Value]:
    if isinstance(node, Mapping):
        for key_node, value in node.entries:
            short = getattr(key_node, "text", "").removeprefix(PREFIX).removeprefix(LEGACY_PREFIX)
            yield from _within(value, f"{name}.{short}", key_node)
    elif isinstance(node, Sequence):
        for item in node.children:
            yield from _within(item, f"{name}[]", item)
    elif isinstance(node, Scalar):
        yield Value(name, (node.line, node.column), (key.line, key.column), node.start, node.end)


def with_unknown(example: Example, path: str, value: Value) -> Example:
    """The example with a variable in place of a value."""
    files = dict(example.files)
    text = files[path]
    files[path] = text[: value.start] + (UNKNOWN if value.end > value.start else f" {UNKNOWN}") + text[value.end :]
    return example._replace(files=tuple(files.items()))


def table_of(rule: Rule) -> dict[str, list[str]]:
    """What a rule says of the unknown values of its page, by how it says it."""
    found: dict[str, set[str]] = {"speaks": set(), "appears": set()}
    for example in page_of(rule).examples:
        before = _lines(findings_of((rule,), example))
        for path, text in example.files:
            for value in values_of(path, text):
                said = findings_of((rule,), with_unknown(example, path, value))
                if any(_points_at(finding, path, value) for finding in said):
                    found["speaks"].add(value.name)
                elif _lines(said) - before:
                    found["appears"].add(value.name)
    return {how: sorted(names) for how, names in found.items() if names}


def _lines(found: tuple[Finding, ...]) -> Counter[tuple[str, int]]:
    return Counter((finding.path, finding.place.span.line) for finding in found)


def _points_at(finding: Finding, path: str, value: Value) -> bool:
    places = [finding.place, *(label.place for label in finding.because)]
    return any(one.path == path and (one.span.line, one.span.column) in {value.at, value.key} for one in places)


def table() -> Table:
    """What all rules say of unknown values."""
    return {rule.name: table_of(rule) for rule in load_plugins().rules}


def main() -> None:
    """Write the table afresh."""
    rows = (f" {json.dumps(name)}: {json.dumps(row)}" for name, row in table().items())
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
