"""`ScalerIndex`: which objects set the number of pods of a workload."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.project.assignment import SameCluster
from clblint.kube.project.refs import may_be_same_namespace
from clblint.kube.unrendered import is_unrendered
from clblint.kube.workloads.scaling import HPA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.outline import ScalerRef
    from clblint.kube.project.refs import Ref

    Target = tuple[str, str] | None  # kind and name; None if that cannot be known


class ScalerIndex:
    """The scalers of the project by what they scale."""

    def __init__(self, scalers: Iterable[ScalerRef], clusters: Clusters) -> None:
        self._scalers = scalers
        self._clusters = clusters

    def scaling(self, workload: Ref) -> tuple[list[Ref], list[Ref]]:
        """The scalers of a workload: those certainly applied with it, and those that may be.

        Indirect ones are among them: an HPA of a Rollout that refers to it.
        """
        found = self._of(workload, workload.kind, workload.name)
        found += [one for ref, _ in found for one in self._of(workload, HPA, ref.name)]
        return [ref for ref, sure in found if sure], [ref for ref, sure in found if not sure]

    def _of(self, own: Ref, kind: str, name: str) -> list[tuple[Ref, bool]]:
        """The scalers of an object that may be applied with `own`, and whether they certainly are."""
        named, vague = self._by_target.get((kind, name), []), self._vague(name)
        there = [ref for ref in (*named, *vague) if may_be_same_namespace(own.namespace, ref.namespace)]
        answers = [(ref, self._clusters.between(own, ref).answer) for ref in there]
        return [
            (ref, answer is SameCluster.YES and ref.namespace == own.namespace and ref not in vague)
            for ref, answer in answers
            if answer is not SameCluster.NO
        ]

    def _vague(self, name: str) -> list[Ref]:
        """The scalers that may refer to an object, since its name or theirs cannot be known."""
        if not is_unrendered(name):
            return self._by_target.get(None, [])
        return [ref for refs in self._by_target.values() for ref in refs]

    @cached_property
    def _by_target(self) -> dict[Target, list[Ref]]:
        found: dict[Target, list[Ref]] = {}
        for ref, target in self._scalers:
            found.setdefault(target, []).append(ref)
        return found
