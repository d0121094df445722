"""Elements of lists that are known by one or more keys (kyaml/yaml/fns.go, kyaml/yaml/walk/associative_sequence.go)."""

from __future__ import annotations

from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clblint.source.node import Node


def key_values(sources: Sequence[Cell | None], keys: tuple[str, ...]) -> list[list[str]]:
    """The texts of the keys of all elements, equal ones once; without keys, the scalars themselves (elementValues)."""
    found: dict[tuple[str, ...], None] = {}
    for source in sources:
        for item in source.items if source is not None and source.kind == LIST else ():
            found.setdefault(tuple(item.text_at(key) for key in keys) if keys else (item.text,))
    return [list(one) for one in found]


def are_told_apart(made: Cell, keys: tuple[str, ...]) -> bool:
    """Whether all have the same keys and none the texts of another: then merging nothing into them changes nothing."""
    found = key_values([made], keys if keys[0] else ())
    return len(found) == len(made.items) and len({tuple(map(bool, texts)) for texts in found}) <= 1


def by_key(source: Cell | None, key: str) -> dict[str, Cell] | None:
    """The first element of each text of a key; None if there are elements without it."""
    found: dict[str, Cell] = {}
    for item in source.items if source is not None else ():
        text = item.text_at(key)
        if not text:
            return None
        found.setdefault(text, item)
    return found


def by_all_keys(
    sources: Sequence[Cell | None], keys: tuple[str, ...]
) -> tuple[list[str], list[dict[tuple[str, ...], Cell]]] | None:
    """The keys that all elements of some lists have, and their elements by the texts of all keys.

    None if the elements have not the same keys, or two of one list have equal texts.
    """
    pattern: tuple[bool, ...] = ()
    found: list[dict[tuple[str, ...], Cell]] = []
    for source in sources:
        known: dict[tuple[str, ...], Cell] = {}
        for item in source.items if source is not None else ():
            texts = tuple([item.text_at(key) for key in keys])
            shape = tuple(map(bool, texts))
            pattern = pattern or shape
            if shape != pattern or texts in known:
                return None
            known[texts] = item
        found.append(known)
    names = [key for key, has in zip(keys, pattern, strict=False) if has]
    return (names, found) if names else None


def fused(values: list[list[str]]) -> list[list[str]]:
    """Make pairs one that agree where both say something: (80, "") and (80, TCP) are both (80, TCP) (mergeValues)."""
    for i, one in enumerate(values):
        for j, other in enumerate(values):
            joined = _match(one, other)
            if joined is not None:
                values[i] = values[j] = joined
    return values


def _match(one: list[str], other: list[str]) -> list[str] | None:
    if len(one) != len(other):
        return None
    common = False
    joined = []
    for mine, theirs in zip(one, other, strict=True):
        if mine == theirs:
            common = True
        elif mine and theirs:
            return None
        joined.append(mine or theirs)
    return joined if common else None


def valid_keys(all_values: list[list[str]], values: list[str], keys: Sequence[str]) -> tuple[list[str], list[str]]:
    """The keys that any element has, with the values of one of them (validateKeys)."""
    present = {keys[i] for one in all_values for i, text in enumerate(one) if text}
    if not present:
        return list(keys), values
    texts = [text for i, text in enumerate(values) if text or keys[i] in present]
    return [key for key in keys if key in present], texts


def find_element(source: Cell | None, keys: list[str], values: list[str]) -> Cell | None:
    """The first element whose keys have exactly these texts; one that lacks a key is not found (ElementMatcher)."""
    if source is None or source.kind != LIST:
        return None
    if not keys or not keys[0]:
        return next((item for item in source.items if item.kind == SCALAR and item.text == values[0]), None)
    if len(keys) != len(values):
        return None
    return next((item for item in source.items if item.kind == MAP and _has(item, keys, values)), None)


def _has(item: Cell, keys: list[str], values: list[str]) -> bool:
    for key, text in zip(keys, values, strict=True):
        found = item.fields.get(key)
        if found is None or found.text != text:
            return False
    return True


def set_element(target: Cell, element: Cell | None, keys: list[str], values: list[str]) -> None:
    """Replace the elements with these keys by one or append it; without one, remove them (ElementSetter).

    An empty text matches any. Null elements and empty maps are dropped on the way.
    """
    kept: list[Cell] = []
    found = False
    by_key = bool(keys and keys[0] and values and values[0])
    for item in target.items:
        if item.is_null or (item.kind == MAP and not item.fields):
            continue
        if item.kind != MAP and by_key:
            kept.append(item)
        elif not _matches(item, keys, values):
            if values:
                kept.append(item)
        else:
            found = True
            if element is not None:
                kept.append(element)
    if element is not None and not element.is_null and not found:
        kept.append(element)
    target.items = kept


def _matches(item: Cell, keys: list[str], values: list[str]) -> bool:
    for i, key in enumerate(keys):
        if i >= len(values):
            return i > 0  # the keys beyond the values count as found
        text = values[i]
        if not key:
            if item.kind != SCALAR or item.text != text:
                return False
            continue
        item.expect(MAP)
        below = item.fields.get(key)
        if below is None or (text and below.text != text):
            return False
    return True


def compared(patch: Cell | None, target: Cell, keys: Sequence[str]) -> dict[str, tuple[Node, ...]]:
    """The places of each key in the elements of a patch and of the list that it changes; nothing without a patch.

    With two keys any two elements are compared that agree in one of them: so all decide which element is found, which
    is new and stands in front, and which is lost.
    """
    if patch is None or patch.kind != LIST:
        return {}
    items = (*patch.items, *target.items)
    return {
        key: tuple(node for item in items if (below := item.get(key)) is not None for node in below.nodes)
        for key in keys
    }


def note_compared(target: Cell, places: Mapping[str, tuple[Node, ...]]) -> None:
    """Remember for the keys of all elements what they were compared with."""
    for item in target.items:
        for key, nodes in places.items():
            below = item.get(key)
            if below is not None:
                below.compared = nodes
