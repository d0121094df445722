"""`ClusterFacts`: what manifests of the project say about the cluster that they are applied to."""

from __future__ import annotations

from clblint.kube.clusters.facts import RANGE_SETTING
from clblint.kube.clusters.folders import ancestors
from clblint.kube.project.assignment import ONE_FILE, SameCluster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.clusters.facts import RangeSetting
    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.in_file import InFile
    from clblint.kube.project.outline import Outline


class ClusterFacts:
    """The facts about clusters in the files of the project."""

    def __init__(self, outlines: Iterable[Outline], clusters: Clusters) -> None:
        self._by_file = {outline.path: outline for outline in outlines if outline.facts}
        self._clusters = clusters
        self._known: dict[int | None, list[RangeSetting]] = {}  # by the unit of who asks

    def about(self, own: InFile | None) -> list[RangeSetting]:
        """The facts about the cluster of an object or file; without one, all facts of the project."""
        key = self._clusters.unit_of(own) if own is not None else None
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = list(self._find(own))
        return known

    def _find(self, own: InFile | None) -> Iterator[RangeSetting]:
        """Yield the facts for the cluster of an object; those in a parent folder may apply to all of its subfolders."""
        for outline in self._by_file.values():
            answer, _, certain = self._clusters.between(outline, own) if own is not None else ONE_FILE
            further_up = own is not None and not certain and outline.folder in {"", *ancestors(own.folder)}
            if answer is not SameCluster.NO or further_up:
                for _, packed in outline.facts:
                    yield RANGE_SETTING.unpack(packed)._replace(sure=answer is SameCluster.YES)
