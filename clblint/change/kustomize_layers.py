"""Applies Kustomize patches to the Services of a revision, so that the builds of each kustomization root are compared.

A change in a patch is thus a change of the Service, and moving an annotation from a base to a patch is not.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING

from clblint.change.matching import Pair, ServiceInFile
from clblint.kube.kustomize.patch import ALL, LABELS, NOTE, is_for
from clblint.kube.kustomize.patched import apply_patches
from clblint.kube.objects import read_annotations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clblint.kube.fact import Fact
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject, Service


class Layers:
    """The patches of one revision, by kustomization root."""

    def __init__(self, manifests: Mapping[str, Manifest]) -> None:
        self._manifests = manifests
        self._patches: dict[str, list[KubeObject]] = {}
        for manifest in manifests.values():
            patches = [thing for thing in manifest.objects if thing.changes]
            for root in manifest.role.roots if patches else ():
                self._patches.setdefault(root, []).extend(patches)

    def __bool__(self) -> bool:
        return bool(self._patches)

    def roots(self, held: ServiceInFile) -> tuple[str, ...]:
        """The kustomization roots that build a Service."""
        manifest = self._manifests.get(held.path)
        return manifest.role.roots if manifest is not None else ()

    def over(self, held: ServiceInFile, root: str) -> ServiceInFile:
        """The Service as a kustomization root builds it; the same object if no patch changes it."""
        service = held.service
        if root not in self.roots(held):
            return held
        patches = [patch for patch in self._patches.get(root, ()) if _is_meant(patch, service)]
        return ServiceInFile(held.path, _patched(service, patches)) if patches else held


def builds_of(pair: Pair, old: Layers, new: Layers) -> Iterator[Pair]:
    """Yield the pair of a Service once per build that changes it, and once for all that do not.

    A root that exists in only one of the revisions is skipped, unless there is no other.
    """
    if not (old or new):
        yield pair
        return
    before = old.roots(pair.old) if pair.old is not None else ()
    after = new.roots(pair.new) if pair.new is not None else ()
    plain = False
    for then, now in _roots(set(before), set(after)) if pair.old and pair.new else _alone({*before, *after}):
        made = Pair(
            old.over(pair.old, then) if pair.old is not None else None,
            new.over(pair.new, now) if pair.new is not None else None,
        )
        if made.old is not pair.old or made.new is not pair.new:
            yield made
        elif not plain:
            plain = True
            yield pair


def _alone(roots: set[str]) -> list[tuple[str, str]]:
    """The roots of a Service that exists in one revision alone."""
    return [(root, root) for root in sorted(roots)] or [("", "")]


def _roots(before: set[str], after: set[str]) -> list[tuple[str, str]]:
    """The pairs of roots (old, new) that correspond to each other in two revisions."""
    common = sorted(before & after)
    if common or max(len(before), len(after)) > 1:
        return [(root, root) for root in common]
    return [("".join(before), "".join(after))]


def _is_meant(patch: KubeObject, service: Service) -> bool:
    return any(is_for(target, service.kind, service.name.value, service.alias) for target in patch.targets)


def _patched(service: Service, patches: list[KubeObject]) -> Service:
    """A copy of a Service with patches applied; what several patches, or an uncertain one, write is unknown."""
    made = copy.copy(service)
    written = [(patch, *change) for patch in patches for change in patch.changes if change[0] != LABELS]
    writers = Counter((what, key) for _, what, key in written)
    annotations = dict(service.annotations)
    for patch, what, key in written:
        alone = writers[what, key] == 1 and (NOTE, ALL) not in writers and _is_exact(patch, service)
        if what != NOTE or not alone:
            apply_patches(made, [(what, key, patch.path)])
        elif (fact := _written_by(patch).get(key)) is not None:
            annotations[key] = fact
        elif key in patch.removes:
            annotations.pop(key, None)
        else:
            apply_patches(made, [(what, key, patch.path)])
    unknown = {
        key: fact for key, fact in made.annotations.items() if not fact.known and fact is not annotations.get(key)
    }
    made.annotations = {**annotations, **unknown}
    return made


def _is_exact(patch: KubeObject, service: Service) -> bool:
    """Whether a patch certainly targets a Service: by name, or as a patch of everything."""
    named: Iterable[tuple[str, str]] = patch.targets
    return patch.for_all or any(target == (service.kind, service.name.value) for target in named)


def _written_by(patch: KubeObject) -> dict[str, Fact[str]]:
    return read_annotations(patch.root.get("commonAnnotations")) if patch.for_all else patch.annotations
