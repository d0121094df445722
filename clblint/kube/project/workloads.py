"""`WorkloadIndex`: the workloads of the project by namespace, folder, file and pod labels."""

from __future__ import annotations

from itertools import chain, islice

from clblint.fast import cached_property
from clblint.kube.unrendered import is_unrendered, may_hold_unrendered
from clblint.light import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.outline import WorkloadRef
    from clblint.kube.project.refs import Labels, Ref

_MAX_FOLDERS = 200  # the most folders that are searched
_MAX_NEAR, _MAX_AROUND = 100, 200  # the most workloads that are looked at in a folder, and in others
_AT_ONCE = 100  # workloads


class WorkloadIndex:
    """The workloads of the project."""

    def __init__(self, workloads: list[WorkloadRef]) -> None:
        self._workloads = workloads

    def with_labels(self, namespace: str | None, labels: Mapping[str, str]) -> list[Ref]:
        """The workloads of a namespace whose pod template has some labels, at least one."""
        lists = [self._by_label.get((namespace, *label), []) for label in labels.items()]
        if len(lists) == 1:
            return [workload.ref for workload in lists[0]]
        wanted = set(labels.items())
        return [workload.ref for workload in min(lists, key=len) if wanted.issubset(workload.labels)]

    def labels_of(self, ref: Ref) -> Labels:
        """The pod labels of a workload; none of any other object."""
        return self._labels.get(ref, ())

    @cached_property
    def running(self) -> list[WorkloadRef]:
        """Those whose pods keep running, except what may be a patch of another one: those without labels."""
        return [one for one in self._workloads if runs(one)]

    @cached_property
    def unlabelled(self) -> set[tuple[str, str]]:
        """The kinds and names of those without labels."""
        found = (one.ref for one in self._workloads if not one.labels and one.ref.kind != "Pod")
        return {(ref.kind, ref.name) for ref in found if ref.serves}

    @cached_property
    def vague(self) -> list[WorkloadRef]:
        """Those whose pods keep running, with labels that cannot be known."""
        found: list[WorkloadRef] = []
        for at in range(0, len(self._workloads), _AT_ONCE):
            some = self._workloads[at : at + _AT_ONCE]
            if may_hold_unrendered("\n".join([value for one in some for _, value in one.labels])):
                found += [one for one in some if runs(one) and is_vague(one)]
        return found

    @property
    def namespaces(self) -> Iterable[str | None]:
        """The namespaces of those whose pods keep running."""
        return self._by_folder

    def beside(self, own: Ref, clusters: Clusters) -> list[Ref]:
        """Those in the namespace of an object that are applied with it: those of its folder if there are any.

        For an object without a namespace only those of its folder: elsewhere the namespace may be another one. Of very
        many only the nearest: what is looked for is a neighbour with similar labels, and each object asks.
        """
        by_folder = self._by_folder.get(own.namespace, {})
        near = _nearest(by_folder.get(own.folder, []), own)
        here = [ref for ref in near if clusters.are_together(own, ref)]
        if here or own.namespace is None:
            return here
        around = (refs for refs in islice(by_folder.values(), _MAX_FOLDERS) if clusters.is_behind(refs[0], own))
        return list(islice(chain.from_iterable(around), _MAX_AROUND))

    def beside_in_file(self, path: str) -> list[Ref]:
        """Those in a file, in any namespace."""
        return self._by_file.get(path, [])

    @cached_property
    def _by_label(self) -> dict[tuple[str | None, str, str], list[WorkloadRef]]:
        found: dict[tuple[str | None, str, str], list[WorkloadRef]] = {}
        for one in self._workloads:
            namespace = one.ref.namespace
            for key, value in one.labels:
                found.setdefault((namespace, key, value), []).append(one)
        return found

    @cached_property
    def _labels(self) -> dict[Ref, Labels]:
        return {one.ref: one.labels for one in self._workloads}

    @cached_property
    def _by_folder(self) -> dict[str | None, dict[str, list[Ref]]]:
        found: dict[str | None, dict[str, list[Ref]]] = {}
        for ref, _ in self.running:
            found.setdefault(ref.namespace, {}).setdefault(ref.folder, []).append(ref)
        return found

    @cached_property
    def _by_file(self) -> dict[str, list[Ref]]:
        found: dict[str, list[Ref]] = {}
        for ref, _ in self.running:
            found.setdefault(ref.path, []).append(ref)
        return found


def _nearest(refs: list[Ref], own: Ref) -> list[Ref]:
    """Those of a folder, in order; of very many those around an object."""
    if len(refs) <= _MAX_NEAR:
        return refs
    from bisect import bisect_left  # noqa: PLC0415 - few folders have so many

    middle = bisect_left(refs, own.place, key=attrgetter("place"))
    first = max(0, min(middle - _MAX_NEAR // 2, len(refs) - _MAX_NEAR))
    return refs[first : first + _MAX_NEAR]


def runs(one: WorkloadRef) -> bool:
    """Whether the pods of a workload keep running, and it is no patch of another one."""
    return one.ref.serves and bool(one.labels or one.ref.kind == "Pod")


def is_vague(one: WorkloadRef) -> bool:
    """Whether a label of its pods cannot be known."""
    return any(is_unrendered(value) for _, value in one.labels)
