"""A document's objects as kubectl sees them."""

from __future__ import annotations

import pytest

from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.objects import json_type, objects, split_objects
from clblint.source.text import Source
from clblint.source.walk import to_json

ITEM = "{apiVersion: v1, kind: Service}"


@pytest.mark.parametrize(
    ("text", "kinds", "list_kind", "fault"),
    [
        ("kind: Service\napiVersion: v1\n", [("Service", "v1")], None, None),
        (f"kind: List\nitems: [{ITEM}, {ITEM}]\n", [("Service", "v1")] * 2, "List", None),
        (f"kind: Service\nitems: [{ITEM}]\n", [("Service", "v1")], "Service", None),
        ("kind: List\nitems: []\n", [], "List", None),
        ("kind: List\nitems:\n", [], "List", None),
        ("kind: ServiceList\napiVersion: v1\nitems: [{metadata: {}}]\n", [("Service", "v1")], "ServiceList", None),
        ("kind: ServiceList\napiVersion: v1\nitems: [{kind: Pod}]\n", [("Pod", "")], "ServiceList", None),
        ("kind: List\nitems: [{kind: List, items: []}]\n", [("List", "")], "List", None),
        ("kind: List\nitems: x\n", [], None, "type-mismatch"),
        ("kind: List\nitems: [x]\n", [], None, "type-mismatch"),
        ("items: []\n", [], None, "missing-kind"),
        ("kind: on\n", [], None, "missing-kind"),
        ("[]\n", [], None, "type-mismatch"),
        ("x\n", [], None, "type-mismatch"),
        ("~\n", [], None, None),
    ],
)
def test_split(text: str, kinds: list[tuple[str, str]], list_kind: str | None, fault: str | None) -> None:
    (document,) = read_documents(Source("x.yaml", text.encode()))
    found = split_objects(document)
    assert [(item.kind, item.api_version) for item in found.items] == kinds
    assert (found.list_kind, found.fault and found.fault.kind) == (list_kind, fault)
    assert len(objects(document)) == len(kinds)


def test_an_item_says_the_kind_that_its_list_gives_it_and_where_that_stands() -> None:
    text = "apiVersion: v1\nkind: ServiceList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n"
    (document,) = read_documents(Source("x.yaml", text.encode()))
    first, second = objects(document)
    assert to_json(first) == {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}}
    assert isinstance(second, Mapping)
    kind = second.get("kind")
    assert kind is not None
    assert (kind.line, second.line) == (2, 5)
    assert [key.raw for key, _ in second.entries] == ["metadata"]


def test_the_json_type_of_values() -> None:
    (document,) = read_documents(Source("x.yaml", b"[a, 1, 1.0, 1.5, on, ~, [], {}]"))
    assert document.root is not None
    types = [json_type(node) for node in document.root.children]  # type: ignore[attr-defined]
    assert types == ["string", "integer", "integer", "number", "boolean", "null", "array", "object"]
