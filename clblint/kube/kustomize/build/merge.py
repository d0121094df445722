"""Strategic merge of a patch into an object, step by step as in kyaml/yaml/merge2 and walk, oddities included."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, not_the_kind, scalar
from clblint.kube.kustomize.build.elements import (
    are_told_apart,
    by_all_keys,
    by_key,
    compared,
    find_element,
    fused,
    key_values,
    note_compared,
    set_element,
    valid_keys,
)
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.kube.kustomize.build.schema import DEFAULT, schema_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.kustomize.build.schema import Lookup, Schema
    from clblint.source.place import Place

_DIRECTIVE = "$patch"
_MERGE, _REPLACE, _DELETE = "merge", "replace", "delete"
_DIRECTIVES = frozenset({_MERGE, _REPLACE, _DELETE})


_MOST_COMPARISONS = 20_000_000  # of elements with keys, in a series of patches


class Series:
    """Patches that are merged one after the other, and nothing else changes their targets meanwhile.

    What one of them has been merged into need not be walked again by the next one, unless it says something there: so
    each takes as long as it is long. Not so lists whose elements lack keys or have equal ones: each patch of the object
    changes them once more.
    """

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        self._left = _MOST_COMPARISONS

    def compare(self, count: int, place: Place | None) -> None:
        """Count comparisons of each of so many elements with each; raises `UnknownError` if there are too many."""
        self._left -= count * count
        if self._left < 0:
            raise UnknownError(Unbuildable("too-large", phrase("a list with merge keys"), place, changes=True))


def merge(patch: Cell, target: Cell, series: Series) -> Cell | None:
    """The target with the patch merged into it; both are changed. None if the patch deletes it (merge2.go:Merge)."""
    return _Merger(series).walk(target, patch, None)


class _Merger:
    def __init__(self, series: Series) -> None:
        self._series = series
        self._changes_again = False  # whether there is a list in what is being walked that each patch changes

    def walk(self, old: Cell | None, new: Cell | None, schema: Schema | None) -> Cell | None:
        """The merged value; None to clear it (walk.go:Walk)."""
        if new is None and old is not None and (old.settled is self._series or self._stays(old, schema)):
            return old
        around, self._changes_again = self._changes_again, False
        merged = self._walk(old, new, schema)
        if merged is not None:
            merged.settled = None if self._changes_again else self._series
        self._changes_again |= around
        return merged

    def _stays(self, old: Cell, schema: Schema | None) -> bool:
        """Whether it stays as it is where the patch says nothing; known where nothing below it has changed yet."""
        origin = old.origin
        if origin is None or origin.settling is not None or schema is None or schema.lookup is not DEFAULT:
            return False
        stays, key = origin.facts.stays, (schema.definition, schema.keys)
        if key not in stays:
            stays[key] = _is_same(self._walk(origin.twin(), None, schema), origin)
        return stays[key]

    def _walk(self, old: Cell | None, new: Cell | None, schema: Schema | None) -> Cell | None:
        schema = schema or self._schema(old, new)
        kind = next((cell.kind for cell in (old, new) if cell is not None and not cell.is_null), "")
        for cell in (old, new):
            if kind and cell is not None and not cell.is_null:
                _expect(cell, kind)
        if kind == LIST:
            if schema is not None and schema.keys is not None:
                return self._merged_list(old, new, schema, schema.keys)
            return old if new is None else new
        if kind == SCALAR:
            return old if new is None else new
        return self._map(old, new, schema)

    def _schema(self, *cells: Cell | None) -> Schema | None:
        for cell in cells:
            if cell is not None and cell.kind == MAP:
                version, kind = cell.text_at("apiVersion"), cell.text_at("kind")
                found = schema_of(self._series.lookup, version, kind) if version and kind else None
                if found is not None:
                    return found
        return None

    def _map(self, old: Cell | None, new: Cell | None, schema: Schema | None) -> Cell | None:
        """Merge the fields one by one (map.go:walkMap)."""
        target = _target_map(old, new)
        if target is None or target.kind != MAP:
            return target
        written = new.fields if new is not None else {}
        for name in sorted(written if target.settled is self._series else {*target.fields, *written}):
            if not name:
                target.expect(SCALAR)  # a field without a name is the value itself (kyaml/yaml/fns.go:FieldSetter)
            before = target.fields.get(name)
            patch = written.get(name)
            value = self.walk(before, patch, schema.field(name) if schema is not None else None)
            if value is before and value is not None and value.is_null and patch is None:
                continue  # a null that was written as such is kept (MakePersistentNullNode)
            target.put(name, value)
        return target

    def _merged_list(self, old: Cell | None, new: Cell | None, schema: Schema, keys: tuple[str, ...]) -> Cell | None:
        """Merge the elements that have equal keys (associative_sequence.go:walkAssociativeSequence)."""
        target = _target_list(old, new)
        if target is None:
            return None
        for item in target.items if keys and target is old else ():
            if not item.is_null:
                item.expect(MAP)
        sources = [target, new]
        values = key_values([new, target], keys)  # first those of the patch: its elements come first
        if len(keys) == 1:
            simple = self._simple_list(target, new, schema, keys[0])
            if simple is not None:
                return simple
        places = compared(new, target, keys) if len(keys) > 1 else {}
        made = self._paired_list(target, new, schema, keys) if len(keys) > 1 else None
        if made is None:
            self._series.compare(sum(len(one.items) for one in sources if one is not None), target.place)
            made = self._set_elements(target, sources, values, keys or ("",), schema)
        if made is not None:
            note_compared(made, places)
        return made

    def _simple_list(self, target: Cell, new: Cell | None, schema: Schema, key: str) -> Cell | None:
        """What `_set_elements` makes of elements that all have a key, in a time that is linear; None for others."""
        before, patch = by_key(target, key), by_key(new, key)
        if before is None or patch is None:
            return None
        merged = {text: self.walk(before.get(text), patch.get(text), schema.items) for text in {**patch, **before}}
        kept = {text: value for text, value in merged.items() if value is not None and not value.is_empty}
        for element in target.items:
            text = element.text_at(key)
            if text in kept:
                kept[text] = element
        made = Cell(LIST)
        made.items = list(kept.values())
        made.node, made.before, made.key = target.node, target.before, target.key
        return made

    def _paired_list(self, target: Cell, new: Cell | None, schema: Schema, keys: tuple[str, ...]) -> Cell | None:
        """The same for elements with several keys that all have the same ones; None for others."""
        known = by_all_keys([target, new], keys)
        if known is None:
            return None
        names, (before, patch) = known
        merged = {texts: self.walk(before.get(texts), patch.get(texts), schema.items) for texts in {**patch, **before}}
        # Those of the patch alone stand in front; with one key all that the patch has.
        first = patch if len(names) == 1 else {texts: patch[texts] for texts in patch if texts not in before}
        kept = {texts: value for texts, value in merged.items() if value is not None and not value.is_empty}
        made = Cell(LIST)
        made.items = [before.get(texts, kept[texts]) for texts in {**first, **before} if texts in kept]
        made.node, made.before, made.key = target.node, target.before, target.key
        return made

    def _set_elements(
        self, target: Cell, sources: list[Cell | None], values: list[list[str]], keys: tuple[str, ...], schema: Schema
    ) -> Cell | None:
        added = Cell(LIST)
        if len(keys) > 1:
            values = fused(values)
        names: list[str] = list(keys)
        for one in values:
            names, texts = valid_keys(values, one, keys)
            own, theirs = valid_keys([texts], texts, names)
            old, new = (find_element(source, own, theirs) for source in sources)
            value = self.walk(old, new, schema.items)
            if value is None or value.is_null or (value.kind == MAP and not value.fields):
                set_element(target, None, names, texts)
                continue
            _keep_keys(value, names, texts)
            set_element(added, value, names, texts)
        if not values:
            return target
        made = _appended(added, target, names)
        self._changes_again |= not are_told_apart(made, keys)
        return made


def _is_same(merged: Cell | None, origin: Cell) -> bool:
    """Whether a copy has not been changed in any way."""
    if merged is None or merged.origin is origin:
        return merged is not None
    attributes = ("kind", "node", "key", "before", "compared", "tag", "text", "quoted")
    if any(getattr(merged, name) != getattr(origin, name) for name in attributes):
        return False
    fields, items = origin.fields, origin.items
    return (
        list(merged.fields) == list(fields)
        and len(merged.items) == len(items)
        and all(_is_same(below, fields[name]) for name, below in merged.fields.items())
        and all(map(_is_same, merged.items, items))
    )


def _target_map(old: Cell | None, new: Cell | None) -> Cell | None:
    """The map to merge into; None to clear it (merge2.go:VisitMap)."""
    if old is None or old.is_null:
        if new is not None and new.kind != SCALAR and _directive_of_map(new, unknown=_MERGE) == _DELETE:
            return None
        if new is None and old is not None and old.text:
            return old
        return new
    if new is not None and new.is_null:
        return None
    directive = _MERGE if new is None else _directive_of_map(new)
    if directive == _DELETE:
        return None
    return new if directive == _REPLACE else old


def _target_list(old: Cell | None, new: Cell | None) -> Cell | None:
    """The list to merge into; None to clear it (merge2.go:VisitList)."""
    if old is None or old.is_null:
        return new
    if new is not None and new.is_null:
        return None
    directive = _MERGE if new is None else _directive_of_list(new)
    if directive == _DELETE:
        return None
    return new if directive == _REPLACE else old


def _directive_of_map(patch: Cell, unknown: str = "") -> str:
    """The directive of a map, which is removed; one that is `unknown` stays, and is refused without a stand-in."""
    found = patch.fields.get(_DIRECTIVE) if patch.kind == MAP else None
    if found is None:
        return _MERGE
    if unknown and found.text not in _DIRECTIVES:
        return unknown
    _known(found)
    del patch.fields[_DIRECTIVE]
    return found.text


def _directive_of_list(patch: Cell) -> str:
    """The directive of an element that says nothing else (smpdirective.go:determineSequenceNodePatchStrategy)."""
    element = next((one for one in patch.items if one.kind == MAP and _DIRECTIVE in one.fields), None)
    if element is None or len(element.fields) > 1:
        return _MERGE
    found = element.fields[_DIRECTIVE]
    _known(found)
    set_element(patch, None, [_DIRECTIVE], [found.text])
    return found.text


def _known(directive: Cell) -> None:
    if directive.text not in _DIRECTIVES:
        raise RefusedError(
            directive.place, "patch-form", phrase('unknown patch strategy "{text}"', text=directive.text)
        )


def _keep_keys(value: Cell, keys: list[str], texts: list[str]) -> None:
    """Set the keys that an element lacks to those that it was found by."""
    for key, text in zip(keys, texts, strict=False):
        if key and text and value.kind == MAP and key not in value.fields:
            value.put(key, scalar(text))


def _appended(first: Cell, rest: Cell, keys: list[str]) -> Cell:
    """`first`, whose elements stay where they are, and the elements of `rest` (appendListNode)."""
    for element in list(rest.items):
        if not keys[0]:
            set_element(first, element, [""], [element.text])
            continue
        texts = []
        for key in keys:
            found = element.get(key)
            if found is None:
                first.items.append(element)
                continue
            texts.append(found.text)
        if len(keys) > 1:
            set_element(first, None, keys, texts)
        set_element(first, element, keys, texts)
    first.node, first.before, first.key = rest.node, rest.before, rest.key
    return first


def _expect(cell: Cell, kind: str) -> None:
    if cell.kind != kind:
        raise RefusedError(cell.place, "merge-types", not_the_kind(kind, cell.kind))
