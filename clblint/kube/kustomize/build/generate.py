"""ConfigMaps and Secrets from literals, files and env files (api/internal/generators, api/kv/kv.go)."""

from __future__ import annotations

import os
import re
from base64 import b64encode

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import MAP, Cell, scalar
from clblint.kube.kustomize.build.metadata import ORIGIN
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.resource import BEHAVIOR, INNER, NEEDS_HASH, Resource
from clblint.kube.kustomize.build.scalars import BOOL, STR
from clblint.source.node import Scalar, TextOrigin
from clblint.source.parsed_nodes import parsed_scalar
from clblint.source.parser_events import ParserMark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.kustomize.build.files import Folder
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.objects import Objects
    from clblint.source.text import Source

_KIND = "generator-input"
_LINE = 70  # of base64
_CONTROL = re.compile("[\x7f-\x84\x86-\x9f\ufffe\uffff]")  # what Go writes in JSON as it is, and YAML does not allow


def generated(kind: str, form: Form, shared: Form, folder: Folder) -> Resource:
    """The ConfigMap or Secret that an entry of a kustomization generates; `shared` are the `generatorOptions`."""
    name = form.get("name")
    if name is None or not name.text:
        raise RefusedError(form.cell.place, "no-name", phrase("a generator needs a name"))
    root = Cell(MAP, form.cell.node)
    root.fields["apiVersion"], root.fields["kind"] = scalar("v1", STR), scalar(kind, STR)
    meta = root.fields["metadata"] = Cell(MAP, form.cell.node)
    meta.fields["name"] = _text(name)
    namespace = form.get("namespace")
    if namespace is not None and namespace.text:
        meta.fields["namespace"] = _text(namespace)
    _fill(root, kind, form, folder)
    return _with_options(Resource(root), form, shared)


def _fill(root: Cell, kind: str, form: Form, folder: Folder) -> None:
    values: dict[str, tuple[bytes, Scalar]] = {}
    for key, value, node in _pairs(form, folder):
        if key and key in values:
            raise RefusedError(node.place, _KIND, phrase("the key {key} is there twice", key=key))
        values[key] = value, node
    if kind == "Secret":
        given = form.get("type")
        root.fields["type"] = _text(given) if given is not None and given.text else scalar("Opaque", STR)
        root.fields["data"] = Cell(MAP, form.cell.node)
    for key in sorted(filter(None, values)):  # a line of an env file without a key is passed over
        field, cell = _data(kind, *values[key])
        if field == "data" and _CONTROL.search(cell.text):
            raise RefusedError(
                values[key][1].place, _KIND, phrase("the value of {key} has a control character", key=key)
            )
        root.fields.setdefault(field, Cell(MAP, form.cell.node)).put(key, cell)


def _data(kind: str, value: bytes, node: Scalar) -> tuple[str, Cell]:
    """The field of a value, and its text there (kyaml/yaml/datamap.go)."""
    if kind == "Secret":
        return "data", scalar(_base64(value), STR, node)
    try:
        return "data", scalar(value.decode(), STR, node)
    except UnicodeDecodeError:
        return "binaryData", scalar(_base64(value), STR, node)


def _base64(value: bytes) -> str:
    text = b64encode(value).decode()
    if len(text) < _LINE:
        return text
    return "".join(f"{text[at : at + _LINE]}\n" for at in range(0, len(text), _LINE))


def _pairs(form: Form, folder: Folder) -> Iterator[tuple[str, bytes, Scalar]]:
    """Yield key, value and where it stands: of env files, literals and files, in this order."""
    env = form.get("env")
    for cell in [*form.cells("envs"), *([env] if env is not None and env.text else [])]:
        yield from _lines(folder.file(cell.text, cell.place))
    for cell in form.cells("literals"):
        key, equal, value = cell.text.partition("=")
        if not key or not equal:
            raise RefusedError(cell.place, _KIND, phrase('"{text}" is not key=value', text=cell.text))
        yield key, _unquoted(value).encode(errors="replace"), _node(cell)
    for cell in form.cells("files"):
        key, path = _file_of(cell)
        source = folder.file(path, cell.place)
        yield key, source.data, node_at(source, 0, len(source.text))


def _node(cell: Cell) -> Scalar:
    node = cell.node
    return node if isinstance(node, Scalar) else node_at(node.source, node.start, node.end)  # type: ignore[union-attr]


def _file_of(cell: Cell) -> tuple[str, str]:
    """Key and path of `key=path` or `path` (ParseFileSource)."""
    key, equal, path = cell.text.partition("=")
    if not equal:
        return os.path.basename(key), key
    if not key or not path or "=" in path:
        raise RefusedError(cell.place, _KIND, phrase('"{text}" is neither a path nor key=path', text=cell.text))
    return key, path


def _lines(source: Source) -> Iterator[tuple[str, bytes, Scalar]]:
    """Yield the pairs of an env file: comments and empty lines are skipped, quotes stay (keyValuesFromLine)."""
    offset = 0
    for line in source.text.split("\n"):
        text = line.removesuffix("\r").lstrip()
        if "\ufffd" in text:
            raise RefusedError(None, _KIND, phrase("{path} is not UTF-8", path=source.path))
        if text and not text.startswith("#"):
            key, _, value = text.partition("=")
            yield key, value.encode(errors="replace"), node_at(source, offset, offset + len(line))
        offset += len(line) + 1


def node_at(source: Source, start: int, end: int) -> Scalar:
    """A part of a file that is no YAML as a node, so that it has a place."""
    text = source.text[start:end]
    node = parsed_scalar(None, None, (False, True), text, ParserMark(start), ParserMark(end), '"')
    node.origin = TextOrigin(source, 0, 0, 0)
    return node


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text


def _with_options(made: Resource, form: Form, shared: Form) -> Resource:
    """Add labels and annotations; what an entry says wins over what all share (MergeGlobalOptionsIntoLocal)."""
    own = form.form("options")
    for field in ("labels", "annotations"):
        pairs = {**shared.pairs(field), **own.pairs(field)}
        if pairs:
            holder = made.root.fields["metadata"].fields[field] = Cell(MAP, form.cell.node)
            holder.fields = {name: _text(pairs[name]) for name in sorted(pairs)}
    if own.flag("immutable") or shared.flag("immutable"):
        made.root.fields["immutable"] = scalar("true", BOOL, form.cell.node)
    if not (own.flag("disableNameSuffixHash") or shared.flag("disableNameSuffixHash")):
        made.enable(NEEDS_HASH)
    made.annotate(BEHAVIOR, form.text("behavior") or "unspecified")
    return made


def _text(cell: Cell) -> Cell:
    made = scalar("" if cell.is_null else cell.text, STR, cell.node, cell.before)
    made.key = cell.key
    return made


def absorb(objects: Objects, made: Resource) -> None:
    """Add a generated object, or merge it into one that is there (api/resmap/reswrangler.go:appendReplaceOrMerge)."""
    wanted, behavior = made.current, made.annotation(BEHAVIOR)
    found = objects.by_any_id(wanted)
    if len(found) > 1:
        raise RefusedError(
            made.root.place, "generator-behavior", phrase("several objects could be {wanted}", wanted=wanted)
        )
    if not found:
        if behavior in {"merge", "replace"}:
            raise RefusedError(
                made.root.place,
                "generator-behavior",
                phrase("there is no {wanted} to {behavior}", wanted=wanted, behavior=behavior),
            )
        objects.append(made)
        return
    if behavior not in {"merge", "replace"}:
        message = phrase("there is a {wanted} already; its behavior must be merge or replace", wanted=wanted)
        raise RefusedError(made.root.place, "generator-behavior", message)
    origin = _fields(found[0], "annotations").get(ORIGIN) if behavior == "merge" else None
    _take_metadata(made, found[0])
    if origin is not None:
        made.set_texts("annotations", {**_fields(made, "annotations"), ORIGIN: origin})
    if behavior == "merge":
        for field in ("data", "binaryData"):
            _merge_texts(made.root, found[0].root, field)
    objects.replace(found[0], made)


def _take_metadata(made: Resource, old: Resource) -> None:
    """Give it the metadata of the old object, with its own labels and annotations (CopyMergeMetaDataFieldsFrom)."""
    with_hash = made.is_enabled(NEEDS_HASH)
    made.set_texts("labels", {**_fields(old, "labels"), **_fields(made, "labels")})
    before = _fields(old, "annotations")
    both = {**before, **_fields(made, "annotations")}
    for name in INNER:
        both.pop(name, None)
        if name in before and (name != NEEDS_HASH or with_hash):
            both[name] = before[name]
    made.set_texts("annotations", both)
    meta = made.root.fields["metadata"].fields
    for name in ("name", "namespace"):
        written = old.root.get("metadata", name)
        own = meta.pop(name, None)
        if written is not None:
            meta[name] = _text(written)
            meta[name].note(own.nodes if own is not None else ())
    made.variables = list(old.variables)


def _fields(resource: Resource, name: str) -> dict[str, Cell]:
    found = resource.root.get("metadata", name)
    return found.fields if found is not None else {}


def _merge_texts(root: Cell, old: Cell, field: str) -> None:
    before, own = old.get(field), root.get(field)
    fields = {**(before.fields if before is not None else {}), **(own.fields if own is not None else {})}
    root.fields.pop(field, None)
    if fields:
        made = root.fields[field] = Cell(MAP, own.node if own is not None else None)
        made.fields = {name: _merged_text(fields[name], before, name) for name in sorted(fields)}
        made.mark_keys()


def _merged_text(cell: Cell, before: Cell | None, name: str) -> Cell:
    made = _text(cell)
    old = before.fields.get(name) if before is not None else None
    if old is not None and old is not cell:
        made.note(old.nodes)
    return made
