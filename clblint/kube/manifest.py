"""One file as Kubernetes objects.

A file is looked at document by document. What cannot hold anything a rule reads is only checked for syntax, which is
some ten times faster than building its tree: a kind or an annotation key needs its literal text, an escape, a base64
tag, or an encoding other than UTF-8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clblint.kube.endpoints import Endpoints, is_endpoints
from clblint.kube.field import field_of
from clblint.kube.objects import KubeObject, Service
from clblint.kube.pods import Workload, carries_pods
from clblint.kube.ram import policy_in
from clblint.kube.unrendered import is_template
from clblint.source.document import Fault, check_syntax, chunks, objects, read_chunk
from clblint.source.node import Mapping
from clblint.source.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.ram import RamPolicy
    from clblint.source.document import Document
    from clblint.source.node import Node
    from clblint.source.text import Source

# `containers` stands in every pod template, the prefixes in every annotation of the CCM, `Statement` in RAM policies.
_WORDS = ("Service", "containers", "alibaba-cloud-", "alicloud-", "Endpoint", '"Statement"', "\\", "binary")


class Broken(NamedTuple):
    """A document that Kubernetes cannot read, and why."""

    source: Source
    fault: Fault

    @property
    def place(self) -> Place:
        """Where the parser gave up."""
        return Place(self.source.path, self.fault.span)


class Manifest:
    """What a file holds: objects that rules read, documents that cannot be read, and how many look like Kubernetes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.objects: list[KubeObject] = []
        self.broken: list[Broken] = []
        self.policies: list[RamPolicy] = []
        self.count = 0
        self.template = False
        self.opaque = False  # something that other files may depend on cannot be read, or is still to be rendered


def read_manifest(source: Source, *, prefilter: bool = True, syntax: bool = True) -> Manifest:
    """Read a file; `syntax=False` leaves out what only a reported file needs."""
    manifest = Manifest(source)
    for chunk in chunks(source):
        manifest.count += _looks_like_an_object(chunk.text)
        if prefilter and not _may_matter(chunk.text):
            if syntax and (fault := check_syntax(chunk)):
                manifest.broken.append(Broken(source, fault))
            continue
        document = read_chunk(chunk)
        if document.fault is not None:
            manifest.broken.append(Broken(source, document.fault))
            manifest.opaque |= _may_matter(chunk.text)
        manifest.objects.extend(_objects(document))
        if '"Statement"' in chunk.text and (policy := policy_in(document)):
            manifest.policies.append(policy)
    manifest.opaque |= is_template(source.text, readable=True)
    if is_template(source.text, readable=not manifest.broken):
        manifest.template = True
        manifest.objects, manifest.broken, manifest.policies = [], [], []
    for index, thing in enumerate(manifest.objects):
        thing.index = index
    return manifest


def _may_matter(text: str) -> bool:
    return any(word in text for word in _WORDS)


def _looks_like_an_object(text: str) -> bool:
    return "apiVersion" in text and "kind" in text


def _objects(document: Document) -> Iterator[KubeObject]:
    for node in objects(document):
        made = as_object(node)
        if made is not None:
            made.mappings = document.mappings
            yield made


def as_object(node: Node) -> KubeObject | None:
    """The node as a Kubernetes object; None where it is none."""
    root = field_of(node)
    if not isinstance(root.node, Mapping):
        return None
    kind = root.get("kind").text().value
    if not kind or not root.get("apiVersion").present:
        return None
    if kind == "Service" and root.get("apiVersion").text().value == "v1":
        return Service(node)
    if carries_pods(root, kind):
        return Workload(node)
    if is_endpoints(kind, root.get("apiVersion").text().value):
        return Endpoints(node)
    return KubeObject(node)
