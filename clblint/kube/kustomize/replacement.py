"""Reads the replacements of a kustomization: fields that are overwritten with values of another object.

Sources: kubectl.docs.kubernetes.io, references, kustomize, replacements; kustomize api/filters/replacement
"""

from __future__ import annotations

import re
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.field import Field

_DEFAULT = "metadata.name"  # the field that is copied by default


@cache
def _step() -> re.Pattern[str]:
    # Dots separate fields, except after a backslash and in brackets.
    return re.compile(r"\[([^\]]*)\]|((?:\\.|[^.\\\[]|(?<=[^.])\[)+)")


def replacements_of(root: Field) -> Iterator[tuple[Field, tuple[str, str], tuple[str, ...]]]:
    """Yield each target of one replacement or a list of them, as (field, (kind, name), field paths)."""
    for item in (root, *root.each()):
        for target in item.get("targets").each():
            selected = (target.get("select", "kind").text().value, target.get("select", "name").text().value)
            named = [path.text().value for path in target.get("fieldPaths").each()]
            yield target, selected, tuple(map(pointer, named or [_DEFAULT]))


def pointer(path: str) -> str:
    """The path of a field as a JSON pointer: `metadata.annotations.[a.b/c]` is `/metadata/annotations/a.b~1c`."""
    return "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in _steps(path))


def _steps(path: str) -> Iterable[str]:
    for found in _step().finditer(path):
        key, word = found.groups()
        yield key if key is not None else re.sub(r"\\(.)", r"\1", word)
