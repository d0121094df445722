"""Writes an NLB Service as YAML: the document of the CLB Service with the changes, comments kept.

A Service that a kustomization builds has no document, and so no comments.
"""

from __future__ import annotations

import io
import re
import sys
import warnings

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.constructor import RoundTripConstructor
from ruamel.yaml.error import CommentMark, ReusedAnchorWarning
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    FoldedScalarString,
    LiteralScalarString,
    ScalarString,
)
from ruamel.yaml.tokens import CommentToken
from ruamel.yaml.util import load_yaml_guess_indent

from clblint.kube.catalogue.catalogue import PREFIX
from clblint.kube.well_known import LAST_APPLIED, NLB_CLASS
from clblint.source.document import chunks, read_chunk
from clblint.source.objects import objects
from clblint.source.scalars import plain
from clblint.source.walk import to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ruamel.yaml.nodes import ScalarNode

    from clblint.kube.objects import Service
    from clblint.migration.nlb_service import NlbService
    from clblint.source.chunk import Chunk

# Fields that the API server and the CCM write about the old Service or its CLB.
_OF_METADATA = (
    "uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink", "finalizers",
    "deletionTimestamp", "deletionGracePeriodSeconds", "ownerReferences",
)  # fmt: skip
_OF_SPEC = ("clusterIP", "clusterIPs", "healthCheckNodePort")
_LABELS = re.compile(r"service\.k8s\.alibaba/|service\.beta\.kubernetes\.io/hash$")
_WIDE = sys.maxsize  # break no long line


def written(nlb: NlbService) -> str:
    """The NLB Service as a YAML document."""
    service = nlb.balancer.service
    yaml = YAML()
    yaml.Constructor, yaml.Representer = _Constructor, _Representer
    yaml.preserve_quotes, yaml.width, yaml.allow_duplicate_keys = True, _WIDE, True
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    made = _commented(to_json(service.node)) if service.built_by else _read(service, yaml)
    _change(made, nlb)
    out = io.StringIO()
    yaml.dump(made, out)
    return out.getvalue().removesuffix("...\n")


class _AsWritten(ScalarString):
    """A number or a date as its file has it: Python refuses to convert very long numbers."""

    __slots__ = ("tag",)
    tag: str


class _Constructor(RoundTripConstructor):
    """Reads numbers and dates as texts."""

    def as_written(self, node: ScalarNode) -> _AsWritten:
        """The text of a scalar."""
        made: _AsWritten = _AsWritten(node.value, anchor=node.anchor)
        made.tag = node.tag or ""
        return made


class _Representer(RoundTripRepresenter):
    """Writes those texts without quotes."""

    def as_written(self, text: _AsWritten) -> ScalarNode:
        """The scalar with a text."""
        return self.represent_scalar(text.tag, str(text), anchor=text.yaml_anchor())


for _tag in ("int", "float", "timestamp"):
    _Constructor.add_constructor(f"tag:yaml.org,2002:{_tag}", _Constructor.as_written)
_Representer.add_representer(_AsWritten, _Representer.as_written)


def _read(service: Service, yaml: YAML) -> CommentedMap:
    """The Service as its document has it; the new one is indented in the same way."""
    chunk = next(one for one in chunks(service.node.source) if one.offset == service.node.origin.offset)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReusedAnchorWarning)
        data, indent, dash = load_yaml_guess_indent(_body(chunk), yaml=yaml)
    yaml.indent(mapping=2, sequence=indent or 2, offset=dash or 0)
    return _object(data, _position(chunk, service))


def _commented(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON value as ruamel.yaml writes it; texts that YAML 1.1 would take for something else are quoted."""
    if isinstance(value, dict):
        return CommentedMap((name, _commented(below)) for name, below in value.items())
    if isinstance(value, list):
        return CommentedSeq(map(_commented, value))
    return DoubleQuotedScalarString(value) if isinstance(value, str) and not isinstance(plain(value), str) else value


def _body(chunk: Chunk) -> str:
    text = chunk.text.replace("\r\n", "\n")
    return text if chunk.is_json else re.sub(r"\A---[^\n]*\n", "", text)


def _position(chunk: Chunk, service: Service) -> int:
    """The index of the Service in its document."""
    starts = [node.start for node in objects(read_chunk(chunk))]
    return starts.index(service.node.start) if service.node.start in starts else 0


def _object(data: Any, position: int) -> CommentedMap:  # noqa: ANN401 - whatever a document holds
    """The object at a position of a document; an item of a list gets the kind and version that it inherits."""
    items = data.get("items")
    if not isinstance(items, CommentedSeq):
        whole: CommentedMap = data
        return whole
    made: CommentedMap = items[position]
    if "kind" not in made:
        made.insert(0, "kind", str(data["kind"]).removesuffix("List"))
        made.insert(0, "apiVersion", data["apiVersion"])
    return made


def _change(made: CommentedMap, nlb: NlbService) -> None:
    metadata = made.setdefault("metadata", CommentedMap())
    spec = made.setdefault("spec", CommentedMap())
    _drop(made, "status")
    for name in _OF_METADATA:
        _drop(metadata, name)
    for name in _OF_SPEC:
        if spec.get(name) != "None":
            _drop(spec, name)
    if "name" in metadata:
        metadata["name"] = nlb.name
    for label in [label for label in metadata.get("labels") or () if _LABELS.match(str(label))]:
        _drop(metadata["labels"], label)
    _annotate(metadata, nlb)
    _put(spec, "loadBalancerClass", NLB_CLASS, after="type")
    if nlb.source_ranges:
        _put(spec, "loadBalancerSourceRanges", CommentedSeq(nlb.source_ranges))
    if nlb.balancer.is_reused:
        _drop(spec, "loadBalancerSourceRanges")
    for port in spec.get("ports") or ():
        _drop(port, "nodePort")


def _annotate(metadata: CommentedMap, nlb: NlbService) -> None:
    annotations = metadata.get("annotations")
    if not isinstance(annotations, CommentedMap):
        annotations = CommentedMap()
        _put(metadata, "annotations", annotations, after="name")
    _drop(annotations, LAST_APPLIED)
    left = dict(nlb.values)
    for one in nlb.moved:
        for suffix in one.now:
            _rename(annotations, one.key, suffix, one.suffix, left)
    for suffix, value in left.items():
        _put(annotations, PREFIX + suffix, DoubleQuotedScalarString(value))
    for one in nlb.moved:  # last, so that comments have an entry to move to
        if not one.now:
            _drop(annotations, one.key)


def _rename(annotations: CommentedMap, key: str, suffix: str, old: str, left: dict[str, str]) -> None:
    """Replace an annotation by those it is converted to."""
    if suffix not in left or key not in annotations:  # another annotation was converted to it, or a patch sets it
        return
    value = left.pop(suffix)
    if suffix != old:
        position, comment = list(annotations).index(key), annotations.ca.items.pop(key, None)
        del annotations[key]
        key = PREFIX + suffix
        annotations.insert(position, key, DoubleQuotedScalarString(value))
        if comment is not None:
            annotations.ca.items[key] = comment
    elif annotations[key] != value:
        below = _below(annotations, key)
        annotations[key] = DoubleQuotedScalarString(value)
        _add_below(annotations, key, below)


def _put(mapping: CommentedMap, key: str, value: object, after: str = "") -> None:
    """Add a key behind another one, or at the end; comments between the two stay behind both."""
    names = list(mapping)
    position = names.index(after) + 1 if after in names else len(names)
    below = _below(mapping, names[position - 1]) if position else ""
    mapping.insert(position, key, value)
    _add_below(mapping, key, below)


def _drop(mapping: Any, key: str) -> None:  # noqa: ANN401 - of a manifest, which may hold anything
    """Take a key away with its comment; the comments below it, about what follows, stay."""
    if not isinstance(mapping, CommentedMap) or key not in mapping:
        return
    names = list(mapping)
    position = names.index(key)
    above, below = _above(mapping, key), _below(mapping, key)
    del mapping[key]
    mapping.ca.items.pop(key, None)
    if position:
        _add_below(mapping, names[position - 1], below)
    elif len(names) > 1:
        _add_above(mapping, names[1], above + [line.strip() for line in below.splitlines() if line.strip()])


def _above(mapping: CommentedMap, key: str) -> list[str]:
    """The comment lines above a first key that earlier ones have left."""
    found = mapping.ca.items.get(key)
    return [token.value.strip() for token in found[1] or ()] if found else []


def _add_above(mapping: CommentedMap, key: str, lines: list[str]) -> None:
    mark = CommentMark(mapping.lc.col or 0)
    entry = mapping.ca.items.setdefault(key, [None, None, None, None])
    entry[1] = [CommentToken(f"{line}\n", mark, None) for line in lines] + list(entry[1] or ()) or None


def _below(mapping: CommentedMap, key: str) -> str:
    """Cut off the comment lines and blank lines below a key; below a block of text, all that follow it."""
    token = _token(mapping, key)
    if token is None:
        return ""
    if isinstance(mapping[key], (FoldedScalarString, LiteralScalarString)):
        mapping.ca.items[key][2] = None
        return " " * (mapping.lc.col or 0) + str(token.value)
    first, line_feed, rest = token.value.partition("\n")
    token.value = first + line_feed
    return str(rest)


def _add_below(mapping: CommentedMap, key: str, text: str) -> None:
    token = _token(mapping, key)
    if token is not None:
        token.value += text
    elif text:
        mapping.ca.items[key] = [None, None, CommentToken("\n" + text, CommentMark(0), None), None]


def _token(mapping: CommentedMap, key: str) -> Any:  # noqa: ANN401 - ruamel.yaml's token of a comment
    """The token of the comments beside and below a key."""
    found = mapping.ca.items.get(key)
    return found[2] if found and len(found) > 2 else None  # noqa: PLR2004 - before, above, beside and below
