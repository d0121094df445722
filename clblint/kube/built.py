"""`read_build`: what a kustomization builds as a `Manifest` of objects, like that of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.kustomize.build.nodes import node_of
from clblint.kube.manifest import Manifest, as_object
from clblint.source.objects import objects_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.kustomize.build.build import Build
    from clblint.kube.objects import KubeObject
    from clblint.source.node import Node
    from clblint.source.text import Source


def read_build(build: Build, source: Source) -> Manifest:
    """The objects of a build; `source` is the kustomization file of its root.

    The nodes of the objects are placed in the files that their values come from; `path` of an object is that of the
    root, to which it belongs.
    """
    manifest = Manifest(source)
    manifest.count = len(build.objects)
    for node in _nodes(build):
        made = as_object(node)
        if made is not None:
            manifest.objects.append(_belonging(made, manifest))
    return manifest


def _nodes(build: Build) -> Iterator[Node]:
    for built in build.objects:
        written = built.root.node or next((cell.node for _, cell in built.root.leaves() if cell.node), None)
        if written is not None:
            yield from objects_in(node_of(built.root, written))


def _belonging(thing: KubeObject, manifest: Manifest) -> KubeObject:
    thing.path = manifest.source.path
    thing.index = len(manifest.objects)
    return thing
