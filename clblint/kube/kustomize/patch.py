"""Reads strategic merge and JSON patches as partial objects: annotations, targets, and the fields they change.

A strategic merge patch has the form of its target, a JSON patch is a list of operations. Only annotations of a patch
are linted: a field that is absent from a patch may be in its target.
"""

from __future__ import annotations

from clblint.kube.fact import Fact, Origin
from clblint.kube.field import field_of
from clblint.kube.kustomize.role import NOT_ONE
from clblint.kube.objects import KubeObject, Service, read_annotations
from clblint.kube.workloads.pods import Workload
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.field import Field
    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.source.node import Node

ALL = "*"
_ANNOTATIONS = "/metadata/annotations"
_NAMES = frozenset({"/metadata/name", "/metadata/namespace"})
NOTE = "annotation"
LABELS, OF_POD, OF_TEMPLATE = "labels", "pod", "template"  # labels that a patch writes: of a Pod, of a template
_POD_LABELS, _TEMPLATE_LABELS = (LABELS, OF_POD), (LABELS, OF_TEMPLATE)
_ANYTHING = ((NOTE, ALL), ("spec", ALL), _POD_LABELS, _TEMPLATE_LABELS)
_SETTING = frozenset({"add", "replace"})
_DEPTH = 2  # /spec/<field>
_WITH_REPLICAS = ("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet")

Change = tuple[str, str]  # `NOTE` and an annotation's key, or "spec" and a field
Target = tuple[str, str]  # kind and name, empty if not specified


def in_kustomization(thing: KubeObject, role: KustomizeRole) -> KubeObject:
    """Read an object as kustomize does; it becomes a patch if a kustomization lists its file as one."""
    thing.kustomized = True
    thing.annotations = {key: as_kustomize_reads(fact) for key, fact in thing.annotations.items()}
    return mark_partial(thing, role.targets) if role.partial else thing


def mark_partial(thing: KubeObject, targets: Iterable[Target]) -> KubeObject:
    """Mark an object as a strategic merge patch, in which null removes a field."""
    thing.partial = thing.kustomized = True
    thing.targets = tuple(_aim(thing, target) for target in targets)
    thing.changes = tuple(_merged(thing))
    thing.annotations = _without_null({key: as_kustomize_reads(fact) for key, fact in thing.annotations.items()})
    if isinstance(thing, Workload):
        thing.pod_annotations = _without_null(thing.pod_annotations)
    return thing


def as_json_patch(node: Node, targets: tuple[Target, ...]) -> KubeObject | None:
    """The operations of a JSON patch as a partial object; None if the node is not a list of operations."""
    node = resolve(node)
    if not isinstance(node, Sequence) or not any(isinstance(item, Mapping) for item in node.values()):
        return None
    kinds, names = ({target[index] for target in targets} for index in (0, 1))
    kind, name = (found.pop() if len(found) == 1 else "" for found in (kinds, names))
    thing = Service(node) if kind == "Service" else KubeObject(node)
    operations = [_operation(item) for item in field_of(node).each()]
    thing.partial = thing.kustomized = True
    thing.targets = targets
    thing.changes = tuple(dict.fromkeys(change for _, path, _ in operations for change in _reached(path.value)))
    thing.kind, thing.name = kind, Fact(name, node)
    annotations: dict[str, Fact[str]] = {}
    for operation, path, value in operations:
        if operation in _SETTING:
            annotations |= _set(path, value)
    thing.annotations = annotations
    return thing


def annotations_in(patch: Node) -> dict[str, Fact[str]]:
    """The annotations that a patch of any form writes, without those that it removes."""
    operations = as_json_patch(patch, ())
    if operations is not None:
        return operations.annotations
    written = read_annotations(field_of(patch).get("metadata", "annotations"))
    return _without_null({key: as_kustomize_reads(fact) for key, fact in written.items()})


def written_for_many(kustomization: Field) -> Iterator[KubeObject]:
    """Yield the patches that fields of a kustomization amount to.

    `commonAnnotations` and `transformers` change all objects (`transformers` in any way), `replicas` and `replacements`
    some objects.
    """
    changes: tuple[Change, ...] = _ANYTHING if kustomization.get("transformers").present else ()
    changes += tuple((NOTE, key) for key in dict(kustomization.get("commonAnnotations").items()))
    yield piece(kustomization, (("", ""),), changes)
    yield from filled_in(kustomization.get("replacements"))
    for item in kustomization.get("replicas").each():
        name = item.get("name").text().value
        yield piece(item, tuple((kind, name) for kind in _WITH_REPLICAS), (("spec", "replicas"),))


def filled_in(replacements: Field) -> Iterator[KubeObject]:
    """Yield the fields that replacements write, as a partial object for each target."""
    if replacements.node is None:
        return
    from clblint.kube.kustomize.replacement import replacements_of  # noqa: PLC0415 - few kustomizations have any

    for field, target, pointers in replacements_of(replacements):
        yield piece(field, (target,), tuple(change for path in pointers for change in _reached(path)))


def piece(field: Field, targets: tuple[Target, ...], changes: tuple[Change, ...]) -> KubeObject:
    """A partial object with the changes that a field of a kustomization makes; nothing in it is linted."""
    assert field.node is not None  # noqa: S101 - a kustomization, or an item of a list
    thing = KubeObject(field.node)
    thing.partial = thing.kustomized = True
    thing.targets, thing.changes = targets, changes
    return thing


def is_for(target: Target, kind: str, name: str, alias: str = "") -> bool:
    """Whether a patch may apply to an object; a target name with special characters is a pattern and matches any name.

    It is compared with the written name and with the final one (`alias`), which an outer kustomization may have made.
    """
    wanted, pattern = target
    if wanted not in {"", kind}:
        return False
    if pattern in {"", name} or not pattern.replace("-", "").replace(".", "").isalnum():
        return True
    return bool(alias) and name in pattern and (pattern in alias or NOT_ONE in alias)


def _aim(thing: KubeObject, target: Target) -> Target:
    """The target of a strategic merge patch: the specified one, else the kind and name of the patch itself."""
    kind, name = target
    return (kind, name) if kind or name else (thing.kind, thing.name.value)


def _merged(thing: KubeObject) -> Iterator[Change]:
    """Yield the changes of a strategic merge patch."""
    if any(key.startswith("$") for key, _ in thing.root.items()):  # $patch: delete, $patch: replace
        yield from _ANYTHING
    if thing.root.get("metadata", "labels").present:
        yield _POD_LABELS
    if thing.root.get("spec", "template", "metadata", "labels").present:
        yield _TEMPLATE_LABELS
    for what, *path in ((NOTE, "metadata", "annotations"), ("spec", "spec")):
        for key in dict(thing.root.get(*path).items()):
            yield what, ALL if key.startswith("$") else key


def _without_null(annotations: dict[str, Fact[str]]) -> dict[str, Fact[str]]:
    return {key: fact for key, fact in annotations.items() if not _is_null(fact)}


def _is_null(fact: Fact[str]) -> bool:
    return isinstance(fact.node, Scalar) and fact.node.value is None


def _operation(item: Field) -> tuple[str, Fact[str], Field]:
    return item.get("op").text().value, item.get("path").text(), item.get("value")


def _reached(path: str) -> Iterator[Change]:
    """Yield the changes of an operation at a JSON pointer."""
    if path in {"", "/*"}:
        yield from _ANYTHING
    elif path in {"/metadata", "/metadata/*", _ANNOTATIONS}:
        yield (NOTE, ALL)
    elif path.startswith(_ANNOTATIONS + "/"):
        yield (NOTE, _key(path))
    elif path in _NAMES or path == "/spec":
        yield ("spec", ALL)
    elif path.startswith("/spec/"):
        yield ("spec", path.split("/")[_DEPTH])
    if _meet(path, "/metadata/labels"):
        yield _POD_LABELS
    if _meet(path, "/spec/template/metadata/labels"):
        yield _TEMPLATE_LABELS


def _meet(path: str, other: str) -> bool:
    """Whether one of two paths is equal to the other or a prefix of it."""
    return f"{other}/".startswith(f"{path.replace('/*', '')}/") or path.startswith(f"{other}/")


def _key(path: str) -> str:
    return path[len(_ANNOTATIONS) + 1 :].replace("~1", "/").replace("~0", "~")


def _set(path: Fact[str], value: Field) -> dict[str, Fact[str]]:
    """The annotations that an operation sets; kustomize converts any value to the text of its JSON."""
    if path.value == _ANNOTATIONS:
        return {key: _as_text(fact) for key, fact in read_annotations(value).items()}
    if path.value.startswith(_ANNOTATIONS + "/") and isinstance(value.node, Scalar):
        fact = _as_text(value.text())
        return {_key(path.value): Fact(fact.value, fact.node, fact.origin, path.node)}
    return {}


def _as_text(fact: Fact[str]) -> Fact[str]:
    node = fact.node
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return Fact("true" if node.value else "false", node, Origin.GIVEN, fact.key)
    return as_kustomize_reads(fact)


def as_kustomize_reads(fact: Fact[str]) -> Fact[str]:
    """An annotation's value in a kustomized file, where booleans and integers need no quotes."""
    node = fact.node
    value = node.value if isinstance(node, Scalar) else None
    if isinstance(node, Scalar) and (isinstance(value, bool) or (isinstance(value, int) and node.text == str(value))):
        return Fact(node.text, node, Origin.GIVEN, fact.key)
    return fact
