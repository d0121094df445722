"""What go-yaml v2 and sigs.k8s.io/yaml refuse in a document whose syntax is right (decode.go, yaml.go).

The walk follows go-yaml's decoder step by step, aliases expanded, because the limit on aliases depends on its count.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any, NamedTuple

from clblint.source.fault import Refusal
from clblint.source.merge import is_merge
from clblint.source.node import Alias, Mapping, Node, Scalar, resolve, to_json, walk
from clblint.source.scalars import BadScalarError, key_text

_FEW_ALIASES, _FEW_STEPS = 100, 1000
_LOW, _HIGH = 400_000, 4_000_000
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class _Leave(NamedTuple):
    """The end of what an alias stands for."""

    alias: Alias


class _Decoder:
    """One walk over a document."""

    def __init__(self) -> None:
        self.steps = 1  # the document itself
        self.aliased = 0
        self.active: set[int] = set()
        self.stack: list[Any] = []
        self.bad_key: Node | None = None
        self.not_finite: Scalar | None = None

    def run(self, root: Node) -> None:
        """Decode everything; the first thing that go-yaml refuses is raised."""
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
            raise Refusal(error.kind, str(error), node.start, node.end, error.reason) from error
        if isinstance(value, float) and self.not_finite is None and not isfinite(value):
            self.not_finite = node

    def _decode_alias(self, node: Alias) -> None:
        if id(node) in self.active:
            reason = f"anchor '{node.anchor}' value contains itself"
            raise Refusal("alias-cycle", f"what &{node.anchor} names contains itself", node.start, node.end, reason)
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
        elif self.bad_key is None and _is_bad_key(target):
            self.bad_key = key
        stack.append(key)

    def _check_aliasing(self, node: Node) -> None:
        steps, aliased = self.steps, self.aliased
        if aliased > _FEW_ALIASES and steps > _FEW_STEPS and aliased / steps > _allowed_ratio(steps):
            message = "aliases repeat so much that Kubernetes refuses the document"
            raise Refusal("excessive-aliasing", message, node.start, node.end, "document contains excessive aliasing")


def check_values(root: Node) -> None:
    """Raise the first `Refusal` of a document's values, in the order in which Kubernetes would find it."""
    decoder = _Decoder()
    decoder.run(root)
    key = decoder.bad_key
    if key is not None:
        what = "null" if resolve(key).value is None else "a number beyond 64 bits with sign"  # type: ignore[attr-defined]
        reason = "unsupported map key of type: %!s(<nil>)" if what == "null" else "unsupported map key of type: uint64"
        raise Refusal("unsupported-map-key", f"{what} cannot be a key", key.start, key.end, reason)
    node = decoder.not_finite
    if node is not None and _holds_no_number(to_json(root)):
        reason = f"json: unsupported value: {node.text}"
        raise Refusal("not-json-number", f"{node.text} has no JSON: quote it", node.start, node.end, reason)


def check_escapes(root: Node) -> None:
    r"""Raise a `Refusal` for `\/` in double quotes, which JSON has and go-yaml has not."""
    for node in walk(root):
        if not isinstance(node, Scalar) or not node.is_double_quoted or "\\/" not in (raw := node.raw):
            continue
        quote = raw.index('"')
        for found in _ESCAPE.finditer(raw, quote):
            if found[1] == "/":
                start = node.start + found.start()
                message = r"no such escape in a double-quoted text: \/"
                raise Refusal("yaml-syntax", message, start, start + 2, "found unknown escape character")


def _merged(value: Node) -> list[Node | Refusal]:
    """What a merge decodes, last first: lists are merged from their end."""
    target = resolve(value)
    if target.kind == "mapping":
        return [value]
    if value.kind == "sequence":
        items = value.items  # type: ignore[attr-defined]
        return [item if resolve(item).kind == "mapping" else _refuse_merge(item) for item in items]
    return [_refuse_merge(value)]


def _refuse_merge(node: Node) -> Refusal:
    reason = "map merge requires map or sequence of maps as the value"
    return Refusal("bad-merge", "only a mapping, or a list of mappings, can be merged", node.start, node.end, reason)


def _refuse_key(key: Node) -> Refusal:
    what = "a list" if resolve(key).kind == "sequence" else "a mapping"
    return Refusal("invalid-map-key", f"{what} cannot be a key", key.start, key.end, "invalid map key")


def _is_bad_key(key: Scalar) -> bool:
    try:
        return key_text(key.yaml_value) is None
    except BadScalarError:
        return False  # raised when the key itself is decoded


def _holds_no_number(value: object) -> bool:
    stack = [value]
    while stack:
        value = stack.pop()
        if isinstance(value, float) and not isfinite(value):
            return True
        if isinstance(value, (list, dict)):
            stack.extend(value.values() if isinstance(value, dict) else value)
    return False


def _allowed_ratio(steps: int) -> float:
    if steps <= _LOW:
        return 0.99
    if steps >= _HIGH:
        return 0.10
    return 0.99 - 0.89 * ((steps - _LOW) / (_HIGH - _LOW))
