"""`Overlays`: the patches of kustomizations, and the fields of objects that they change."""

from __future__ import annotations

from clblint.kube.kustomize.patch import ALL, LABELS, NOTE, OF_POD, OF_TEMPLATE, is_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.project.outline import Outline, Patch
    from clblint.kube.project.refs import Ref


class Overlays:
    """The patches of the project by the roots that build them; false if there are none."""

    def __init__(self, outlines: Iterable[Outline]) -> None:
        self._by_root: dict[str, list[tuple[str, Patch]]] = {}  # each with its path
        for outline in outlines:
            if outline.patches:
                laid = [(outline.path, patch) for patch in outline.patches]
                for root in outline.roots:
                    self._by_root.setdefault(root, []).extend(laid)

    def __bool__(self) -> bool:
        return bool(self._by_root)

    def changes_claims(self, service: Ref) -> bool:
        """Whether a patch may change the claims of a Service."""
        changes = self._changes(service, service.roots)
        return any(what == "spec" or key == ALL or key.endswith("-id") for what, key, _ in changes)

    def relabels(self, workload: Ref) -> bool:
        """Whether a patch changes the pod labels of a workload."""
        wanted = (LABELS, OF_POD if workload.kind == "Pod" else OF_TEMPLATE)
        return any((what, key) == wanted for what, key, _ in self._changes(workload, workload.roots))

    def on(self, own: Ref) -> tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]:
        """What patches change of an object, and the annotations that every build overwrites, sorted."""
        written = (self._changes(own, (root,)) for root in own.roots)
        everywhere = set.intersection(*({key for what, key, _ in each if what == NOTE} for each in written))
        return tuple(self._changes(own, own.roots)), tuple(sorted(everywhere))

    def _changes(self, own: Ref, roots: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        """Yield what patches change of an object: (area, key, path of the patch)."""
        for path, (kind, name, changes) in {laid: None for root in roots for laid in self._by_root.get(root, ())}:
            if is_for((kind, name), own.kind, own.name, own.alias):
                yield from ((what, key, path) for what, key in changes)
