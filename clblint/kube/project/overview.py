"""Groups the folders of a project by cluster, to show people which ones are assumed to be the same."""

from __future__ import annotations

from itertools import islice

from clblint.fast import NamedTuple
from clblint.kube.project.assignment import ONE_FOLDER, SameCluster, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.outline import Outline

_PLACES = 2000  # the most places that are compared
_MEMBERS = 20  # the most members of a group that a place is compared with


class ClusterGroup(NamedTuple):
    """Folders that are, or may be, of one cluster, with the verdict.

    `name` is the declared name, `root` the kustomization that builds all; either may be empty. `apart` is an earlier
    folder from which it is separated, with the verdict.
    """

    folders: tuple[str, ...]
    verdict: Verdict
    name: str = ""
    root: str = ""
    apart: tuple[str, Verdict] | None = None


def clusters_seen(outlines: Iterable[Outline], clusters: Clusters) -> list[ClusterGroup]:
    """The groups in the order of their first folders; files without objects belong to none."""
    places: dict[int, Outline] = {}
    for outline in outlines:
        if outline.has_objects:
            places.setdefault(clusters.unit_of(outline), outline)
    built: dict[str, list[Outline]] = {}
    sets: list[list[Outline]] = []
    for outline in islice(places.values(), _PLACES):
        for root in outline.roots if clusters.name_of(outline) is None else ():
            built.setdefault(root, []).append(outline)
        if not outline.roots or clusters.name_of(outline) is not None:
            _put(outline, sets, clusters)
    groups = [*built.items(), *(("", members) for members in sets)]
    groups.sort(key=lambda group: (group[1][0].folder, group[0]))
    firsts = [members[0] for _, members in groups]
    return [_seen(root, members, firsts[:at], clusters) for at, (root, members) in enumerate(groups)]


def _put(outline: Outline, sets: list[list[Outline]], clusters: Clusters) -> None:
    """Add a place to the first group without evidence that it is another cluster, else to a new one."""
    for members in sets:
        if all(clusters.between(outline, other).answer is not SameCluster.NO for other in members[:_MEMBERS]):
            members.append(outline)
            return
    sets.append([outline])


def _seen(root: str, members: list[Outline], before: list[Outline], clusters: Clusters) -> ClusterGroup:
    first, *others = members
    verdicts = [clusters.between(first, other) for other in others]
    weakest = next((one for one in verdicts if one.answer is SameCluster.OPEN), verdicts[0] if verdicts else ONE_FOLDER)
    against = ((other.folder, clusters.between(first, other)) for other in before[-_MEMBERS:])
    apart = next((pair for pair in against if pair[1].answer is SameCluster.NO), None)
    folders = tuple(dict.fromkeys(outline.folder for outline in members))
    return ClusterGroup(folders, weakest, clusters.name_of(first) or "", root, apart)
