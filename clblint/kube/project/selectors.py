"""`WorkloadMatcher` and `Selectors`: which workloads a selector matches, and which Services match the labels of one.

Among the objects of one file that is all; `elsewhere` decides about those of several files.
"""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.project.peers import Peers, remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from clblint.kube.project.objects import ObjectIndex
    from clblint.kube.project.outline import ServiceRef
    from clblint.kube.project.refs import Labels, Ref
    from clblint.kube.project.workloads import WorkloadIndex

# Labels that controllers add to their pods: they are not in pod templates.
_POD_NAME = "statefulset.kubernetes.io/pod-name"
_GIVEN_TO_PODS = frozenset(
    {
        _POD_NAME, "apps.kubernetes.io/pod-index", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name",
        "controller-revision-hash", "controller-uid", "job-name", "pod-template-generation", "pod-template-hash",
    }
)  # fmt: skip
_FEW = 8


class WorkloadMatcher:
    """Finds the workloads whose pods a selector matches, in any cluster."""

    def __init__(self, workloads: WorkloadIndex, objects: ObjectIndex) -> None:
        self._workloads = workloads
        self._objects = objects
        self._known: dict[Hashable, list[Ref]] = {}

    def matching(self, namespace: str | None, selector: Mapping[str, str]) -> list[Ref]:
        """The workloads of a namespace whose pod template matches a selector."""
        asked = (namespace, *sorted(selector.items()))
        known = self._known.get(asked)
        if known is None:
            known = remember(self._known, asked, self._find(namespace, selector))
        return known

    def _find(self, namespace: str | None, selector: Mapping[str, str]) -> list[Ref]:
        labels, pod = matchable_labels(selector), selector.get(_POD_NAME)
        if not labels:
            return self._objects.named((namespace, "StatefulSet", _owner_of(pod))) if pod else []
        found = self._workloads.with_labels(namespace, labels)
        return [ref for ref in found if ref.built_name == _owner_of(pod)] if pod else found


class Selectors:
    """The selectors of Services."""

    def __init__(self, services: Iterable[ServiceRef]) -> None:
        self._services = services

    def by_label(self, workload: Ref, labels: Labels) -> list[Sequence[Ref]]:
        """For each label of the pods of a workload the Services whose selectors begin with it, in any cluster."""
        known, namespace = self._by_first_label, workload.namespace
        return [known.get((namespace, key, value), ()) for key, value in labels]

    def matched(self, labels: Labels, by_label: Iterable[Iterable[Ref]]) -> Peers[Ref]:
        """The Services among some whose selectors match these labels."""
        there = set(labels)
        return Peers([ref for services in by_label for ref in services if there.issuperset(self._selectors[ref])])

    @cached_property
    def _selectors(self) -> dict[Ref, Labels]:
        return {service.ref: service.selector for service in self._services}

    @cached_property
    def _by_first_label(self) -> dict[tuple[str | None, str, str], list[Ref]]:
        """The Services by namespace and the first label of their selectors."""
        found: dict[tuple[str | None, str, str], list[Ref]] = {}
        for ref, selector, _ in self._services:
            if selector:
                found.setdefault((ref.namespace, *selector[0]), []).append(ref)
        return found


def are_beside(own: Ref, found: Sequence[Ref]) -> bool:
    """Whether a few objects are all in the file of another one, and so in its cluster: nearly always."""
    if len(found) > _FEW:
        return False
    path = own.path
    for ref in found:  # noqa: SIM110 - a generator takes longer, for the one object that there mostly is
        if ref.path != path:
            return False
    return True


def matchable_labels(selector: Mapping[str, str]) -> Mapping[str, str]:
    """The labels of a selector that pod templates can have, without those that controllers add."""
    if _GIVEN_TO_PODS.isdisjoint(selector):
        return selector
    return {key: value for key, value in selector.items() if key not in _GIVEN_TO_PODS}


def _owner_of(pod: str) -> str:
    """The name of the StatefulSet of a pod with this name."""
    return pod.rpartition("-")[0]
