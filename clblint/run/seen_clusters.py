"""`-v`: describes the clusters that were recognised in the project, with their folders and the reason."""

from __future__ import annotations

from clblint.i18n.language import ntr, tr
from clblint.kube.project.assignment import Clusters, SameCluster
from clblint.kube.project.objects import ObjectIndex
from clblint.kube.project.outline import unpacked
from clblint.kube.project.overview import clusters_seen
from clblint.kube.project.side_by_side import homes_of, side_by_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from clblint.kube.project.overview import ClusterGroup

_MOST, _FOLDERS = 20, 5  # the number of clusters, and of folders of each, that are listed


def cluster_lines(
    outlines: Iterable[bytes], declared: Callable[[str], str | None], unbuilt: Container[str] = ()
) -> Iterator[str]:
    """Yield a line for each cluster that objects of the run are probably applied to; `unbuilt` are roots."""
    known = list(map(unpacked, outlines))
    side_by_side(known, homes_of(known))
    seen = clusters_seen(known, Clusters(ObjectIndex(known).all, declared))
    for number, one in enumerate(seen[:_MOST], 1):
        line = _description(number, one, is_built=one.root not in unbuilt)
        if one.apart is not None:
            folder, verdict = one.apart
            line = tr("{line}; apart from {folder}: {why}", line=line, folder=folder or ".", why=tr(verdict.why))
        yield line
    if len(seen) > _MOST:
        yield ntr("and {count} cluster more", "and {count} clusters more", len(seen) - _MOST)


def _description(number: int, seen: ClusterGroup, *, is_built: bool) -> str:
    folders = tr(", ").join(folder or "." for folder in seen.folders[:_FOLDERS])
    if len(seen.folders) > _FOLDERS:
        folders += tr(", ") + "…"
    if seen.name:
        return tr("cluster {number}, declared as {name}: {folders}", number=number, name=seen.name, folders=folders)
    if seen.root and not is_built:
        return tr("cluster {number}, what {root} names: {folders}", number=number, root=seen.root, folders=folders)
    if seen.root:
        return tr("cluster {number}, built by {root}: {folders}", number=number, root=seen.root, folders=folders)
    if seen.verdict.answer is SameCluster.OPEN:
        return tr(
            "cluster {number}, or several ({why}): {folders}",
            number=number,
            why=tr(seen.verdict.why),
            folders=folders,
        )
    return tr("cluster {number} ({why}): {folders}", number=number, why=tr(seen.verdict.why), folders=folders)
