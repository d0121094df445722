"""Recorded verdicts of Kubernetes' own YAML reader: everything that it says of each case must come out the same."""

from __future__ import annotations

import base64
import json
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from clblint.kube.admission.undecodable import undecodable_in
from clblint.kube.manifest import as_object
from clblint.kube.objects import Service
from clblint.kube.workloads.pods import Workload
from clblint.source.document import check_syntax, chunks, read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, resolve
from clblint.source.objects import json_type, split_objects
from clblint.source.text import Source
from clblint.source.walk import to_json, walk
from tests.recorded.files import YAML_CASES, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    from clblint.source.document import Document
    from clblint.source.node import Node

    Case = dict[str, Any]

STRICT = re.compile(r"line (\d+): key (.+?) already set in map")
KINDS = {"mapping": "map", "sequence": "seq", "scalar": "scalar", "alias": "alias"}
LIKE_A_PLACEHOLDER = "scalar-245"  # an annotation is {a}, as documentation writes what a reader is meant to fill in
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
ANNOTATIONS = re.compile(r"Go struct field ObjectMeta\.metadata\.annotations of type (?:map\[string\])?string")


class Reading(NamedTuple):
    """The documents of a case, read as YAML alone, and by which parser."""

    documents: list[Document]
    pure: bool


def load() -> list[Case]:
    """All cases; the first line describes the fields."""
    lines = text_of(YAML_CASES).splitlines()
    return [json.loads(line) for line in lines[1:]]


def source_of(case: Case) -> Source:
    """The bytes of a case as a file."""
    data = case["yaml"].encode() if "yaml" in case else base64.b64decode(case["yaml_b64"])
    return Source(case["id"], data)


def same(a: object, b: object) -> bool:
    """Whether two JSON values are the same; 1 and 1.0 are, 1 and true are not."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, bool) or isinstance(b, bool) or isinstance(a, str) or isinstance(b, str):
        return type(a) is type(b) and a == b
    return a == b


def replaced(value: object) -> object:
    """A JSON value with U+FFFD for lone surrogates, as Go's decoder reads them."""
    text: object = json.loads(LONE_SURROGATE.sub("\ufffd", json.dumps(value, ensure_ascii=False)))
    return text


def verdict(document: Document) -> tuple[str, object]:
    """What became of a document: its value or the class of its fault."""
    if document.fault is not None:
        return "error", document.fault.kind
    return "json", None if document.root is None else to_json(document.root)


def check_documents(case: Case, reading: Reading) -> Iterator[str]:
    """The split, and what each document comes to."""
    if len(reading.documents) != len(case["docs"]):
        yield f"{len(reading.documents)} documents, not {len(case['docs'])}"
        return
    for document, wanted in zip(reading.documents, case["docs"], strict=True):
        if document.first_line != wanted["start_line"]:
            yield f"document {document.index} begins at {document.first_line}, not {wanted['start_line']}"
        if wanted.get("nondeterministic"):
            continue
        expected = ("error", wanted["error"]["class"]) if "error" in wanted else ("json", wanted["json"])
        found = verdict(document)
        if found[0] != expected[0] or not same(found[1], expected[1]):
            yield f"document {document.index} is {found}, not {expected}"
        if document.skipped != wanted.get("skipped", False):
            yield f"document {document.index}: skipped is {document.skipped}"
        if (document.ignored_rest is not None) != ("ignored_rest" in wanted):
            yield f"document {document.index}: the ignored rest is {document.ignored_rest}"


def check_positions(case: Case, reading: Reading) -> Iterator[str]:
    """Line, column, kind, value and anchor of every node."""
    for document, wanted in zip(reading.documents, case["docs"], strict=True):
        if "positions" not in wanted or document.root is None:
            continue
        found = list(positions(document))
        expected = [tuple(position) for position in wanted["positions"]]
        if case["id"] == "extra-root-flow-key":  # yaml.v3 reads on where v2 stops
            expected = expected[1:2]
        for a, b in zip(found, expected, strict=False):
            if a != b:
                yield f"document {document.index} has {a}, not {b}"
                break
        else:
            if len(found) != len(expected):
                yield f"document {document.index} has {len(found)} nodes, not {len(expected)}"


def positions(document: Document) -> Iterator[tuple[int, int, str, str, str]]:
    """The nodes of a document as yaml.v3 has them: lines from the document's first, a byte order mark not counted."""
    assert document.root is not None
    first = document.source.line(document.first_line)
    for node in walk(document.root):
        line = node.line - document.first_line + 1
        column = node.column - (line == 1 and first.startswith("\ufeff"))
        value = node.text if isinstance(node, Scalar) else node.anchor or "" if node.kind == "alias" else ""
        yield line, column, KINDS[node.kind], value, "" if node.kind == "alias" else node.anchor or ""


def check_objects(case: Case, reading: Reading) -> Iterator[str]:
    """The objects of each document, and the types of their annotations and labels."""
    for document, wanted in zip(reading.documents, case["docs"], strict=True):
        if "json" not in wanted or document.root is None:
            continue
        found = split_objects(document)
        fault = found.fault.kind if found.fault else None
        if fault != wanted.get("object_error", {}).get("class"):
            yield f"document {document.index}: the fault is {found.fault}, not {wanted.get('object_error')}"
        if found.list_kind != wanted.get("list_kind") and not fault:
            yield f"document {document.index} is a list {found.list_kind}, not {wanted.get('list_kind')}"
        expected = wanted.get("objects", [])
        versions = (o["apiVersion"] if isinstance(o["apiVersion"], str) else "" for o in expected)
        names = [(o["kind"], version) for o, version in zip(expected, versions, strict=True)]
        if [(item.kind, item.api_version) for item in found.items] != names:
            yield f"document {document.index} holds {found.items}, not {expected}"
            continue
        for item, object_ in zip(found.items, expected, strict=True):
            yield from check_object(item.node, object_)


def check_object(node: Node, wanted: dict[str, Any]) -> Iterator[str]:
    """The types of an object's annotations and labels, and whether the API server decodes the annotations."""
    for field in ("annotations", "labels"):
        held = field_of(node, "metadata", field)
        types: object = {}
        if held is not None:
            types = json_type(held)
        if isinstance(held, Mapping):
            types = {key: json_type(value) for key, _, value in held.items()}
        if types != wanted.get(f"{field[:-1]}_types", {}):
            yield f"the {field} are {types}, not {wanted.get(f'{field[:-1]}_types')}"
    error = wanted.get("decode_error", {}).get("text", "")
    refused = ANNOTATIONS.search(error) is not None
    if refused and annotations_decode(node):
        yield f"the annotations are found right, but: {error}"
    if wanted["decode"] == "ok" and not annotations_decode(node):
        yield "the annotations are found wrong"


def field_of(node: Node, *path: str) -> Node | None:
    """A value below a node."""
    found: Node | None = node
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def annotations_decode(node: Node) -> bool:
    """Whether `metadata.annotations` is a map of strings; null counts as empty."""
    held = field_of(node, "metadata", "annotations")
    if held is None or json_type(held) == "null":
        return True
    return isinstance(held, Mapping) and all(json_type(value) in {"string", "null"} for _, _, value in held.items())


def check_types(case: Case, reading: Reading) -> Iterator[str]:
    """Which objects the API server decodes, and its words where it does not; of several faults any may come first."""
    for document, wanted in zip(reading.documents, case["docs"], strict=True):
        found = split_objects(document).items if "json" in wanted and document.root is not None else ()
        for item, verdict_of in zip(found, wanted.get("objects", []), strict=False):
            error = verdict_of.get("decode_error", {}).get("text", "")
            thing = as_object(item.node)
            if (error and "Go struct field" not in error) or not isinstance(thing, (Service, Workload)):
                continue  # no version or kind, a time, base64
            if case["id"] == LIKE_A_PLACEHOLDER:
                continue
            ours = [rejection.text for rejection in undecodable_in(thing)]
            if error not in (ours or [""]) and "strict decoding" not in error:
                yield f"document {document.index}: {ours} instead of {error!r}"


def check_strict(case: Case, reading: Reading) -> Iterator[str]:
    """The keys that strict decoding finds set twice, each with the line of its second value."""
    for document, wanted in zip(reading.documents, case["docs"], strict=True):
        if document.root is None:
            continue
        found = duplicates(document)
        if case["deterministic"] is False:
            if not found:
                yield f"document {document.index}: the collision of keys is not seen"
            continue
        text = wanted.get("strict_yaml_error", {}).get("text", "")
        expected = {(int(line), json.loads(key) if key[0] == '"' else key) for line, key in STRICT.findall(text)}
        if found != expected:
            yield f"document {document.index} has the duplicates {found}, not {expected}"


def duplicates(document: Document) -> set[tuple[int, str]]:
    """The lines (from the document's first) of values whose key was set before, with the key."""
    assert document.root is not None
    found = set()
    values: dict[int, Node] = {}
    for node in walk(document.root):
        if isinstance(node, Mapping):
            values.update((id(key), value) for key, value in node.entries)
    for node in walk(document.root):
        if isinstance(node, Mapping):
            for later, earlier in node.duplicates():
                assert later is not earlier or any(is_repeated(entry) for entry in node.entries)
                key = resolve(later)
                assert isinstance(key, Scalar)
                value = key.yaml_value
                shown = value if isinstance(value, str) else json.dumps(value)
                found.add((values[id(later)].line - document.first_line + 1, shown))
    return found


def is_repeated(entry: tuple[Node, Node]) -> bool:
    """Whether an entry merges the same mapping twice."""
    value = resolve(entry[1])
    return isinstance(value, Sequence) and len({id(item) for item in value.values()}) < len(value.items)


def check_stream(case: Case, reading: Reading) -> Iterator[str]:
    """The stream as kubectl reads it, JSON first, up to the first error, where kubectl stops."""
    stream = case["kubectl_stream"]
    if stream["same_as_docs"] is None:
        return
    values: list[object] = []
    failed = False
    for document in read_documents(source_of(case), pure=reading.pure):
        if document.fault is not None:
            failed = True
            break
        if not document.skipped:
            values.append(to_json(document.root) if document.root else None)
    if "docs_json" in stream:
        wanted = [replaced(value) for value in stream["docs_json"] if value is not None]
    else:
        wanted = [d["json"] for d in case["docs"] if "json" in d and d["json"] is not None]
        if any("error" in d for d in case["docs"]):
            wanted = wanted[: len(values)]
    if not same(values, wanted):
        yield f"the stream is {values}, not {wanted}"
    if failed != ("error" in stream):
        yield f"the stream fails: {failed}, not {stream.get('error')}"


def check_without_trees(case: Case, reading: Reading) -> Iterator[str]:
    """The check without trees finds the same faults."""
    found = [check_syntax(chunk, pure=reading.pure) for chunk in chunks(source_of(case), json_first=False)]
    expected = [document.fault for document in reading.documents]
    if found != expected:
        yield f"without a tree: {found}, not {expected}"


CHECKS: dict[str, Callable[[Case, Reading], Iterator[str]]] = {
    "documents": check_documents,
    "positions": check_positions,
    "objects": check_objects,
    "types": check_types,
    "strict": check_strict,
    "stream": check_stream,
    "without trees": check_without_trees,
}


def differences(cases: list[Case], *, pure: bool = False) -> dict[str, list[str]]:
    """What differs, by case."""
    found: dict[str, list[str]] = {}
    for case in cases:
        reading = Reading(list(read_documents(source_of(case), json_first=False, pure=pure)), pure)
        wrong: list[str] = []
        for name, check in CHECKS.items():
            if not wrong:
                wrong = [f"{name}: {text}" for text in check(case, reading)]
        if wrong:
            found[case["id"]] = wrong
    return found


def test_all_recorded_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    cases = load()
    found = differences(cases)
    with capsys.disabled():
        sys.stdout.write(f"\nKubernetes' YAML reader: {len(cases) - len(found)} of {len(cases)} agree\n")
    assert not found, "\n".join(f"{name}: {text}" for name, texts in list(found.items())[:20] for text in texts)


# What ruamel.yaml's parser in Python takes otherwise than libyaml and go-yaml.
IN_PYTHON = {
    "a tab between tokens is an error": {
        "annotations-tab-after-colon",
        "annotations-trailing-tab",
        "kind-trailing-space",
        "leading-sep-tab-comment",
        "scalar-204",
        "tab-before-colon",
    },
    "a tab may stand where a block or a flow is indented": {"block-tab", "tab-in-flow"},
    "NEL, LS and PS end no line": {"ls-ps", "nel"},
    "names of anchors hold dots and colons": {"alias-as-key-nospace", "anchor-odd-name"},
    "a key may be empty": {"extra-root-flow-key", "key-11"},
    "after ... nothing may follow on the line": {"doc-end-garbage"},
}


def test_without_the_c_extension_the_same_but_for_known_differences(capsys: pytest.CaptureFixture[str]) -> None:
    cases = load()
    found = differences(cases, pure=True)
    with capsys.disabled():
        sys.stdout.write(f"\nwithout the C extension: {len(cases) - len(found)} of {len(cases)} agree\n")
    assert set(found) == set().union(*IN_PYTHON.values())
