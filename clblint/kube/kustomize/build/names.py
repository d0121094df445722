"""Prefixes, suffixes, namespaces and hashes: what changes who an object is."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache

from clblint.files.sha256 import sha256_of
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import SCALAR, Cell, lookup_or_create, scalar
from clblint.kube.kustomize.build.fieldspec import A_TEXT, FieldSpec, Paths, apply, paths_of
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.resource import NEEDS_HASH, PREFIXES, SUFFIXES
from clblint.kube.kustomize.build.scalars import STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clblint.kube.kustomize.build.resource import Id, Resource

_NAME, _NAMESPACE = "metadata/name", "metadata/namespace"
_OWN_NAMESPACE = (FieldSpec(_NAMESPACE, create=True),)
_BINDINGS = frozenset({"RoleBinding", "ClusterRoleBinding"})
_DIGITS = str.maketrans("013ae", "ghkmt")
_HASH_LENGTH = 10


def add_prefix(resources: Iterable[Resource], prefix: Cell, specs: Iterable[FieldSpec]) -> None:
    """Put a text in front of names (api/internal/builtins/PrefixTransformer.go)."""
    _affix(resources, PREFIXES, prefix, tuple(specs), lambda name: prefix.text + name)


def add_suffix(resources: Iterable[Resource], suffix: Cell, specs: Iterable[FieldSpec]) -> None:
    """Put a text behind names (api/internal/builtins/SuffixTransformer.go)."""
    _affix(resources, SUFFIXES, suffix, tuple(specs), lambda name: name + suffix.text)


def _affix(
    resources: Iterable[Resource], note: str, affix: Cell, specs: tuple[FieldSpec, ...], named: Callable[[str], str]
) -> None:
    def change(cell: Cell) -> None:
        cell.write(named(cell.text), "", affix.nodes)

    fields = [(spec, paths_of((spec,))) for spec in specs]
    for resource in resources:
        first = resource.original
        if _keeps_name(first):
            continue
        for spec, paths in fields:
            if not first.is_selected(spec.group, spec.version, spec.kind):
                continue
            if spec.path == _NAME:
                resource.add_to(note, affix.text)
                if affix.text:
                    resource.store_id()
            apply(resource, paths, change, A_TEXT)


def _keeps_name(one: Id) -> bool:
    is_service = one.kind == "APIService" and one.group == "apiregistration.k8s.io"
    return one.kind in {"CustomResourceDefinition", "Namespace"} or is_service


def set_namespace(
    resources: Iterable[Resource],
    namespace: Cell,
    specs: Iterable[FieldSpec],
    *,
    unset_only: bool = False,
    subjects: str = "",
) -> None:
    """Set the namespace of what has one, and rename Namespaces (api/filters/namespace/namespace.go).

    `subjects` says which subjects of role bindings follow: `allServiceAccounts`, `none`, else those called default.
    Raises `RefusedError` if two objects become one.
    """
    resources, specs = list(resources), tuple(specs)
    change = _namespace_setter(namespace, unset_only=unset_only)
    both = (False, True)
    paths = {(core, binding): _namespaces(specs, is_core=core, is_binding=binding) for core in both for binding in both}
    for resource in resources:
        _move(resource, resource.store_id(), paths, change, subjects)
    ids = [resource.current for resource in resources]
    counts = Counter(one.key for one in ids)
    for one in ids if len(counts) < len(ids) else ():
        if counts[one.key] > 1:
            raise RefusedError(
                namespace.place, "duplicate-id", phrase("the namespace makes two objects one: {current}", current=one)
            )


def _namespace_setter(namespace: Cell, *, unset_only: bool) -> Callable[[Cell], None]:
    def change(cell: Cell) -> None:
        cell.expect(SCALAR)
        if not unset_only or not cell.text or cell.is_null:
            made = scalar(namespace.text, STR, namespace.node, namespace.before)
            made.key, made.quoted = namespace.key, cell.quoted
            cell.become(made)

    return change


def _move(
    resource: Resource, now: Id, paths: Mapping[tuple[bool, bool], Paths], change: Callable[[Cell], None], subjects: str
) -> None:
    if not now.is_cluster_scoped:
        apply(resource, paths_of(_OWN_NAMESPACE), change, A_TEXT)
    is_binding = now.kind in _BINDINGS
    if is_binding and subjects != "none":
        _move_subjects(resource.bare, change, subjects)
    apply(resource, paths[now.api_version == "v1", is_binding], change, A_TEXT)


@lru_cache(maxsize=100)
def _namespaces(specs: tuple[FieldSpec, ...], *, is_core: bool, is_binding: bool) -> Paths:
    """The paths of namespaces beside that of the object; those of the subjects of a binding are set by their rules."""
    wanted = [spec for spec in specs if spec.path != _NAMESPACE and (spec.path != _NAME or is_core)]
    if is_binding:
        wanted = [spec for spec in wanted if spec.kind not in _BINDINGS or spec.path != "subjects/namespace"]
    return Paths(wanted)


def _move_subjects(root: Cell, change: Callable[[Cell], None], subjects: str) -> None:
    name, text = ("kind", "ServiceAccount") if subjects == "allServiceAccounts" else ("name", "default")
    found = root.get("subjects")
    for subject in found.items if found is not None else ():
        if subject.text_at(name) == text:
            change(lookup_or_create(subject, SCALAR, "namespace"))


def add_hashes(resources: Iterable[Resource]) -> None:
    """Append the hash of their content to the names of generated objects (api/internal/builtins/HashTransformer.go)."""
    for resource in resources:
        if resource.is_enabled(NEEDS_HASH):
            name = f"{resource.name}-{_hash(resource)}"
            resource.store_id()
            resource.set_name(name)


def _hash(resource: Resource) -> str:
    """The hash of a ConfigMap or Secret; the name does not count, although it seems to (api/hasher/hasher.go)."""
    root = resource.bare
    content: dict[str, object] = {"kind": resource.kind, "name": "", "data": _content(root, "data")}
    if resource.kind == "Secret":
        content["type"] = _content(root, "type")
    more = "stringData" if resource.kind == "Secret" else "binaryData"
    if isinstance(_content(root, more), dict):
        content[more] = _content(root, more)
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    digest = sha256_of(as_go_writes(text).encode(errors="replace")).hex()
    return digest[:_HASH_LENGTH].translate(_DIGITS)


def as_go_writes(text: str) -> str:
    """JSON with the characters escaped that Go's encoder escapes."""
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _content(root: Cell, name: str) -> object:
    found = root.get(name)
    if found is None:
        return ""
    return found.text if found.kind == SCALAR else found.value()
