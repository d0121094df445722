"""Reads a kustomization: the files it names, its labels, and its inline patches."""

from __future__ import annotations

import contextlib

from clblint.errors import UsageError
from clblint.kube.field import Field, field_of
from clblint.kube.kustomize.role import (
    IN_SELECTORS,
    ON_OBJECTS,
    ON_PODS,
    REPLACEMENTS,
    UNKNOWN,
    Kustomization,
    is_kustomization,
)
from clblint.kube.kustomize.roots import MOST_LABELS
from clblint.kube.well_known import KUSTOMIZE_GROUP
from clblint.source.blocks import documents_in
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Sequence as ListOf

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.role import Label
    from clblint.source.document import Document
    from clblint.source.node import Node

_KINDS = frozenset({"", "Kustomization", "Component"})
# Fields that generate objects, or change them in ways that no file shows.
_BRINGING = ("generators", "helmCharts", "helmChartInflationGenerator", "transformers")


def kustomizations_in(inputs: ListOf[Input], read: Callable[[str], bytes]) -> dict[str, Kustomization]:
    """The kustomizations among the inputs, by path; one that cannot be read is left out."""
    known: dict[str, Kustomization] = {}
    for item in inputs:
        if is_kustomization(item.path):
            with contextlib.suppress(UsageError):
                made = read_kustomization(Source(item.path, read(item.path)))
                known |= {item.path: made} if made else {}
    return known


def read_kustomization(source: Source) -> Kustomization | None:
    """The parsed kustomization; None if the file is invalid, or not a kustomization despite its name.

    One without content has no fields, and is refused when it is built.
    """
    is_empty = True
    for document in read_documents(source):
        is_empty &= document.root is None and document.fault is None
        root = root_of(document)
        if root is not None:
            labels = tuple(_labels(root))
            return Kustomization(
                namespace=_affix(root.get("namespace")),
                prefix=_affix(root.get("namePrefix")),
                suffix=_affix(root.get("nameSuffix")),
                resources=(*_texts(root.get("resources")), *_texts(root.get("bases"))),
                components=tuple(_texts(root.get("components"))),
                patches=tuple(_named(root)),
                labels=labels[:MOST_LABELS],
                brings=len(labels) > MOST_LABELS or any(root.get(key).present for key in _BRINGING),
                component=root.get("kind").text().is_("Component"),
                deployments=tuple(_texts(root.get("deployed", "shown"))),
            )
    return Kustomization() if is_empty else None


def root_of(document: Document) -> Field | None:
    """The root field of a kustomization; None if the document is not one."""
    if document.root is None or not isinstance(document.root, Mapping):
        return None
    root = field_of(document.root)
    version = root.get("apiVersion").text().value
    ours = root.get("kind").text().value in _KINDS and (not version or version.startswith(KUSTOMIZE_GROUP))
    return root if ours else None


def _affix(field: Field) -> str:
    text = field.text()
    return text.value if text.known else UNKNOWN


def _texts(field: Field) -> Iterator[str]:
    for item in field.each():
        text = item.text().value
        if text:
            yield text


def _named(root: Field) -> Iterator[tuple[str, str, str]]:
    """Yield (path, kind, name) for each patch file, with kind and name of its target."""
    for path in (*_texts(root.get("patchesStrategicMerge")), *_texts(root.get("patches"))):
        if "\n" not in path:
            yield path, "", ""
    for item in (*root.get("patches").each(), *root.get("patchesJson6902").each()):
        path = item.get("path").text().value
        if path:
            yield path, *_target(item)
    for item in root.get("replacements").each():
        path = item.get("path").text().value
        if path:
            yield path, REPLACEMENTS, ""


def _labels(root: Field) -> Iterator[Label]:
    """Yield the labels that a kustomization writes, one entry per location; `fields` may add any location."""
    for item in root.get("labels").each():
        anywhere = any(map(_reaches_pods, _fields(item)))
        reach = IN_SELECTORS if item.get("includeSelectors").boolean(default=False).value or anywhere else ON_PODS
        if reach is ON_PODS and not item.get("includeTemplates").boolean(default=False).value:
            reach = ON_OBJECTS
        yield from _written(item.get("pairs"), reach, certain=not anywhere)
    yield from _written(root.get("commonLabels"), IN_SELECTORS)


def _fields(item: Field) -> Iterator[str]:
    for field in (*item.get("fields").each(), *item.get("fieldSpecs").each()):
        yield field.get("path").text().value


def _reaches_pods(path: str) -> bool:
    return "selector" in path or "template" in path


def _written(pairs: Field, reach: int, *, certain: bool = True) -> Iterator[Label]:
    for key, value in pairs.strings().items():
        for where in range(reach + 1):
            yield where, key, value.value if value.known and certain else None


def _target(item: Field) -> tuple[str, str]:
    return item.get("target", "kind").text().value, item.get("target", "name").text().value


def patch_texts(root: Field) -> list[Scalar]:
    """The texts of a kustomization that are read as patches."""
    fields = [*root.get("patchesStrategicMerge").each()]
    fields += [item.get("patch") for name in ("patches", "patchesJson6902") for item in root.get(name).each()]
    return [field.node for field in fields if isinstance(field.node, Scalar)]


def deployed_patch_texts(root: Field) -> list[Scalar]:
    """The texts of an object of Flux or Argo CD that are patches of what it builds."""
    specs = (root.get("spec"), root.get("spec", "template", "spec"))
    sources = (source for spec in specs for source in (spec.get("source"), *spec.get("sources").each()))
    holders = (specs[0], *(source.get("kustomize") for source in sources))
    fields = (item.get("patch") for holder in holders for item in holder.get("patches").each())
    return [field.node for field in fields if isinstance(field.node, Scalar)]


def inline_patches(root: Field) -> Iterator[tuple[Node, tuple[str, str]]]:
    """Yield the inline patches of a kustomization, each with (kind, name) of its target."""
    for item in root.get("patchesStrategicMerge").each():
        yield from ((node, ("", "")) for node in _inside(item))
    for item in (*root.get("patches").each(), *root.get("patchesJson6902").each()):
        yield from ((node, _target(item)) for node in _inside(item.get("patch")))


def quoted_patches(root: Field) -> Iterator[tuple[Node, tuple[str, str]]]:
    """Yield the quoted or folded inline patches: their nodes have no position in the file."""
    for item in root.get("patchesStrategicMerge").each():
        yield from ((node, ("", "")) for node in _unfolded(item))
    for item in (*root.get("patches").each(), *root.get("patchesJson6902").each()):
        yield from ((node, _target(item)) for node in _unfolded(item.get("patch")))


def _unfolded(field: Field) -> Iterator[Node]:
    node = field.node
    if isinstance(node, Scalar) and node.style != "literal" and isinstance(node.value, str):
        for document in read_documents(Source(node.source.path, node.value.encode(errors="replace"))):
            if isinstance(document.root, Mapping | Sequence):
                yield document.root


def _inside(field: Field) -> Iterator[Node]:
    """Yield the documents of a literal block scalar, whose nodes have positions in the file."""
    if isinstance(field.node, Scalar):
        yield from (document.root for document in documents_in(field.node) if document.root is not None)
