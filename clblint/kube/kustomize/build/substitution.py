"""Variables that Flux puts into what is built: `${NAME}` (fluxcd/pkg, kustomize/varsub.go, and drone/envsubst).

Flux prints each object as YAML, replaces variables in that text and reads it again. So a text that is nothing but
`${PORT}` becomes a number: quotes are lost in between.
"""

from __future__ import annotations

import re

from clblint.kube.kustomize.build.cell import MAP, SCALAR, scalar
from clblint.kube.kustomize.build.parse import inline_configuration
from clblint.kube.kustomize.build.refusal import RefusedError, UnknownError
from clblint.kube.kustomize.build.scalars import STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.build.resource import Resource
    from clblint.source.node import Node

_VARIABLE = re.compile(r"\$\{([A-Za-z_]\w*)(?::[-=]([^{}$]*))?\}")
_OTHER = re.compile(r"\$\$|\$\{")  # what is left is escaped, or a function of envsubst
_QUOTED_BY_GO = re.compile(r"[\n\"'#&*!|>%@`\[\]{}?,-]|: |:$| #|^\s|\s$")  # texts that may be printed in quotes
_NOT = "kustomize.toolkit.fluxcd.io/substitute"


def substitute(items: Iterable[Resource], values: Mapping[str, Cell], *, others: bool) -> None:
    """Put values into objects; with `others`, there are further, unknown ones.

    What cannot be known stays as it is written, which is a placeholder.
    """
    for one in items:
        labels = one.root.get("metadata", "labels")
        off = one.annotation(_NOT) == "disabled" or (labels is not None and labels.text_at(_NOT) == "disabled")
        for cell in () if off else list(_leaves(one.root)):
            _expand(cell, values, others=others)


def _leaves(cell: Cell) -> Iterator[Cell]:
    if cell.kind == SCALAR:
        if "${" in cell.text:
            yield cell
    else:
        for below in cell.fields.values() if cell.kind == MAP else cell.items:
            yield from _leaves(below)


def _expand(cell: Cell, values: Mapping[str, Cell], *, others: bool) -> None:
    used: list[Node] = []
    unknown = bool(_OTHER.search(_VARIABLE.sub("", cell.text)))

    def value_of(found: re.Match[str]) -> str:
        nonlocal unknown
        known = values.get(found[1])
        text = known.text.replace("\n", "") if known is not None else ""
        unknown |= "${" in text  # another tool fills it in
        if known is not None and text:
            used.extend(known.nodes)
            return text
        unknown |= found[2] is None or others
        return found[2] or ""

    before = cell.text
    text = _VARIABLE.sub(value_of, before)
    if unknown:
        return
    is_plain = not _QUOTED_BY_GO.search(_VARIABLE.sub("", before))
    whole = _VARIABLE.fullmatch(before) is not None
    made = _read(text, cell) if is_plain else None
    old = cell.nodes
    if made is None or (made.kind == SCALAR and made.tag == STR):
        cell.write(made.text if made is not None else text, STR, used)
    else:
        cell.become(made)
        cell.quoted = False
    if used and whole:
        cell.node, cell.before = used[0], tuple(dict.fromkeys((*used[1:], *old)))


def _read(text: str, cell: Cell) -> Cell | None:
    """What YAML makes of a text."""
    try:
        return inline_configuration(scalar(text, STR, cell.node))
    except (RefusedError, UnknownError):
        return None
