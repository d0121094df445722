"""Replacements inside of a text that is YAML or JSON itself (replacement.go:setValueInStructuredData)."""

from __future__ import annotations

import json

from clblint.kube.kustomize.build.cell import SCALAR, Cell
from clblint.kube.kustomize.build.names import as_go_writes
from clblint.kube.kustomize.build.parse import manifests
from clblint.kube.kustomize.build.paths import lookup, matches
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.source.node import Scalar
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.kube.kustomize.build.form import Form


def set_inside(root: Cell, parts: list[str], value: Cell, target: Form, create: str) -> bool:
    """Write a value into the text that a path goes on below; False if it leads into no such text."""
    holder, rest = _holder(root, parts)
    if holder is None or not rest:
        return False
    try:
        documents = manifests(Source("", holder.text.encode(errors="replace")))
        found = matches(documents[0], rest, target, create) if documents else []
    except RefusedError:
        return False
    if not found:
        return False
    _write(holder, documents[0], found, value, target)
    holder.note(value.nodes)
    return True


def _holder(root: Cell, parts: list[str]) -> tuple[Cell | None, list[str]]:
    """The first scalar on a path, and what follows."""
    for end in range(1, len(parts)):
        try:
            found = lookup(root, parts[:end])
        except RefusedError:
            continue
        if found is not None and found.kind == SCALAR and not found.is_null:
            return found, parts[end:]
    return None, []


def _write(holder: Cell, document: Cell, found: list[Cell], value: Cell, target: Form) -> None:
    if holder.text.strip()[:1] in {"{", "["}:
        for cell in found:
            _set(cell, value)
        holder.text = _as_json(document.value(), holder.text)
    else:
        holder.text = _spliced(holder.text, found, value, target)


def _set(cell: Cell, value: Cell) -> None:
    if cell.kind == SCALAR:
        cell.text = value.text
    else:
        cell.become(value.copy())


def _as_json(data: Any, before: str) -> str:  # noqa: ANN401 - any JSON value
    """JSON as Go writes it, over several lines if it was so before."""
    is_pretty = "\n" in before and "  " in before
    style: dict[str, Any] = {"indent": 2} if is_pretty else {"separators": (",", ":")}
    return as_go_writes(json.dumps(data, sort_keys=True, ensure_ascii=False, **style))


def _spliced(text: str, found: list[Cell], value: Cell, target: Form) -> str:
    """The YAML with the scalars replaced where they stand; kustomize writes it anew, which may change its layout."""
    for cell in sorted(found, key=lambda one: one.node.start if one.node is not None else -1, reverse=True):
        node = cell.node
        if not isinstance(node, Scalar) or node.style != "plain" or value.kind != SCALAR or "\n" in value.text:
            raise UnknownError(Unbuildable("structured-text", text.partition("\n")[0], target.cell.place, changes=True))
        text = f"{text[: node.start]}{value.text}{text[node.end :]}"
    return text.strip()
