"""Services of Kustomize trees as each build makes them: the one that is written, with the patches of a root over it.

A change of a patch is a change of the Service, and an annotation that moves from a base to a patch is none.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING

from clblint.change.matching import Held, Pair
from clblint.kube.kustomize.patch import ALL, LABELS, NOTE, is_for
from clblint.kube.kustomize.patched import apply_patches
from clblint.kube.objects import read_annotations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clblint.kube.fact import Fact
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject, Service


class Layers:
    """The patches of the files of one revision, by the kustomizations that build them."""

    def __init__(self, manifests: Mapping[str, Manifest]) -> None:
        self._manifests = manifests
        self._patches: dict[str, list[KubeObject]] = {}
        for manifest in manifests.values():
            patches = [thing for thing in manifest.objects if thing.changes]
            for root in manifest.role.roots if patches else ():
                self._patches.setdefault(root, []).extend(patches)

    def __bool__(self) -> bool:
        return bool(self._patches)

    def roots(self, held: Held) -> tuple[str, ...]:
        """The kustomizations that build a Service."""
        manifest = self._manifests.get(held.path)
        return manifest.role.roots if manifest is not None else ()

    def over(self, held: Held, root: str) -> Held:
        """The Service as a kustomization builds it: itself where that changes nothing of it."""
        service = held.service
        if root not in self.roots(held):
            return held
        patches = [patch for patch in self._patches.get(root, ()) if _is_meant(patch, service)]
        return Held(held.path, _patched(service, patches)) if patches else held


def builds_of(pair: Pair, old: Layers, new: Layers) -> Iterator[Pair]:
    """A Service of two revisions, once for each build of it; not where a patch changes more of it than can be known.

    What one of the revisions alone builds is left alone, unless it is all that there is.
    """
    if pair.old is None or pair.new is None or not (old or new):
        yield pair
        return
    plain = False
    for then, root in _roots(set(old.roots(pair.old)), set(new.roots(pair.new))):
        was, now = old.over(pair.old, then), new.over(pair.new, root)
        if was.service.unsettled or now.service.unsettled:
            continue
        if was is not pair.old or now is not pair.new:
            yield Pair(was, now)
        elif not plain:  # the same for all builds that change nothing
            plain = True
            yield pair


def _roots(before: set[str], after: set[str]) -> list[tuple[str, str]]:
    """The kustomizations that build a Service in two revisions, those that belong together."""
    common = sorted(before & after)
    if common or max(len(before), len(after)) > 1:
        return [(root, root) for root in common]
    return [("".join(before), "".join(after))]


def _is_meant(patch: KubeObject, service: Service) -> bool:
    return any(is_for(target, service.kind, service.name.value, service.alias) for target in patch.targets)


def _patched(service: Service, patches: list[KubeObject]) -> Service:
    """A copy of a Service with what patches write; unknown where several write it, or one that may be for others."""
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
    """Whether a patch is for a Service beyond doubt: it names it, or it is for everything."""
    named: Iterable[tuple[str, str]] = patch.targets
    return patch.for_all or any(target == (service.kind, service.name.value) for target in named)


def _written_by(patch: KubeObject) -> dict[str, Fact[str]]:
    return read_annotations(patch.root.get("commonAnnotations")) if patch.for_all else patch.annotations
