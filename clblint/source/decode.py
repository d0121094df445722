"""Raises the errors of go-yaml v2 and sigs.k8s.io/yaml about values in a syntactically valid document.

Follows go-yaml's decoder (decode.go, yaml.go) step by step and expands aliases as it does, since its limit on aliases
counts the decoded nodes.
"""

from __future__ import annotations

import re
from math import isfinite

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.source.fault import UnreadableDocumentError
from clblint.source.keys import key_text
from clblint.source.mapping import Mapping
from clblint.source.merges import is_merge, writes
from clblint.source.node import Alias, Node, Scalar, Sequence, resolve
from clblint.source.tags import BadScalarError
from clblint.source.walk import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.i18n.text import Text

_FEW_ALIASES, _FEW_STEPS = 100, 1000
_LOW, _HIGH = 400_000, 4_000_000
_ESCAPE = r"\\([\s\S])"


class _Leave(NamedTuple):
    """A marker on the stack: the content of `alias` has been decoded."""

    alias: Alias


class _Decoder:
    """One pass over a document with go-yaml's counters."""

    def __init__(self) -> None:
        self.steps = 1  # go-yaml counts the document itself
        self.aliased = 0
        self.active: set[int] = set()
        self.stack: list[Any] = []
        self.doubtful = False  # saw a key or number that JSON lacks; no error if a later key overwrites it

    def run(self, root: Node) -> None:
        """Decode the tree; raise the first error of go-yaml as `UnreadableDocumentError`."""
        stack = self.stack
        stack.append(root)
        while stack:
            item = stack.pop()
            if isinstance(item, Node):
                self._decode(item)
            elif isinstance(item, _Leave):
                self.active.discard(id(item.alias))
            else:
                raise item

    def _decode(self, node: Node) -> None:
        self.steps += 1
        if self.active:
            self.aliased += 1
            self._check_aliasing(node)
        if isinstance(node, Scalar):
            self._decode_scalar(node)
        elif isinstance(node, Alias):
            self._decode_alias(node)
        elif isinstance(node, Mapping):
            for key, value in reversed(node.entries):
                self._push_entry(key, value)
        else:
            self.stack.extend(reversed(node.items))  # type: ignore[attr-defined]

    def _decode_scalar(self, node: Scalar) -> None:
        try:
            value = node.yaml_value
        except BadScalarError as error:
            raise _at(node, error.kind, error.message, error.reason) from error
        if isinstance(value, float) and not isfinite(value):
            self.doubtful = True

    def _decode_alias(self, node: Alias) -> None:
        if id(node) in self.active:
            reason = f"anchor '{node.anchor}' value contains itself"
            raise _at(node, "alias-cycle", phrase("what &{anchor} names contains itself", anchor=node.anchor), reason)
        self.active.add(id(node))
        self.stack.append(_Leave(node))
        self.stack.append(node.target)

    def _push_entry(self, key: Node, value: Node) -> None:
        stack = self.stack
        if is_merge(key):
            stack.extend(_merged(value))
            return
        stack.append(value)
        target = resolve(key)
        if not isinstance(target, Scalar):
            stack.append(_refuse_key(key))
        elif _is_bad_key(target):
            self.doubtful = True
        stack.append(key)

    def _check_aliasing(self, node: Node) -> None:
        steps, aliased = self.steps, self.aliased
        if aliased > _FEW_ALIASES and steps > _FEW_STEPS and aliased / steps > _allowed_ratio(steps):
            message = phrase("aliases repeat so much that Kubernetes refuses the document")
            raise _at(node, "excessive-aliasing", message, "document contains excessive aliasing")


def check_values(root: Node) -> None:
    """Raise `UnreadableDocumentError` for the first value that Kubernetes refuses, in the order of its decoder."""
    decoder = _Decoder()
    decoder.run(root)
    if decoder.doubtful:
        _check_keys(root)
        _check_numbers(root)


def _check_keys(root: Node) -> None:
    for mapping in _effective_nodes(root):
        for key, _ in writes(mapping) if isinstance(mapping, Mapping) else ():
            target = resolve(key)
            if isinstance(target, Scalar) and _is_bad_key(target):
                null = target.value is None
                message = phrase("null cannot be a key") if null else phrase("a number beyond 63 bits cannot be a key")
                reason = f"unsupported map key of type: {'%!s(<nil>)' if null else 'uint64'}"
                raise _at(key, "unsupported-map-key", message, reason)


def _check_numbers(root: Node) -> None:
    for node in _effective_nodes(root):
        if isinstance(node, Scalar) and isinstance(node.value, float) and not isfinite(node.value):
            reason = f"json: unsupported value: {node.text}"
            told = phrase("{text} is not a number in JSON: quote it", text=node.text)
            raise _at(node, "not-json-number", told, reason)


def _effective_nodes(root: Node) -> Iterator[Node]:
    """Yield the nodes that reach Kubernetes: those that no later key overwrites, aliases resolved."""
    stack = [root]
    while stack:
        node = resolve(stack.pop())
        yield node
        if isinstance(node, Mapping):
            stack.extend(reversed([value for _, _, value in node.items()]))
        elif isinstance(node, Sequence):
            stack.extend(reversed(node.items))


def check_escapes(root: Node) -> None:
    r"""Raise `UnreadableDocumentError` for the escape `\/` in double quotes: valid in JSON, unknown to go-yaml."""
    for node in walk(root):
        if not isinstance(node, Scalar) or not node.is_double_quoted or "\\/" not in (raw := node.raw):
            continue
        quote = raw.index('"')
        for found in re.finditer(_ESCAPE, raw[quote:]):
            if found[1] == "/":
                start = node.start + quote + found.start()
                message = phrase(r"no such escape in a double-quoted text: \/")
                reason = "found unknown escape character"
                raise UnreadableDocumentError(message, kind="yaml-syntax", start=start, end=start + 2, reason=reason)


def _merged(value: Node) -> list[Node | UnreadableDocumentError]:
    """The nodes that go-yaml decodes for a merge key, or an error in place of one that it cannot merge.

    The order is that of the stack: go-yaml merges a list from its end.
    """
    target = resolve(value)
    if target.kind == "mapping":
        return [value]
    if value.kind == "sequence":
        items = value.items  # type: ignore[attr-defined]
        return [item if resolve(item).kind == "mapping" else _refuse_merge(item) for item in items]
    return [_refuse_merge(value)]


def _refuse_merge(node: Node) -> UnreadableDocumentError:
    reason = "map merge requires map or sequence of maps as the value"
    return _at(node, "bad-merge", phrase("only a mapping, or a list of mappings, can be merged"), reason)


def _refuse_key(key: Node) -> UnreadableDocumentError:
    listed = resolve(key).kind == "sequence"
    message = phrase("a list cannot be a key") if listed else phrase("a mapping cannot be a key")
    return _at(key, "invalid-map-key", message, "invalid map key")


def _at(node: Node, kind: str, message: Text, reason: str) -> UnreadableDocumentError:
    return UnreadableDocumentError(message, kind=kind, start=node.start, end=node.end, reason=reason)


def _is_bad_key(key: Scalar) -> bool:
    try:
        return key_text(key.yaml_value) is None
    except BadScalarError:
        return False  # raised when the key itself is decoded


def _allowed_ratio(steps: int) -> float:
    if steps <= _LOW:
        return 0.99
    if steps >= _HIGH:
        return 0.10
    return 0.99 - 0.89 * ((steps - _LOW) / (_HIGH - _LOW))
