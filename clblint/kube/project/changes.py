"""A project after the change of one file: the largest indexes are changed, all others are made again on first use."""

from __future__ import annotations

from bisect import bisect_left

from clblint.kube.clusters.folders import folder_of, is_outside
from clblint.kube.project.objects import refs_in, scalers_in
from clblint.kube.project.project import Project
from clblint.kube.project.refs import place_of
from clblint.kube.project.side_by_side import side_by_side
from clblint.kube.project.sorted_by_place import regroup, replace_part
from clblint.kube.project.workloads import is_vague, runs
from clblint.light import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.kube.project.objects import ObjectIndex
    from clblint.kube.project.outline import Outline, WorkloadRef
    from clblint.kube.project.workloads import WorkloadIndex


def after_change(project: Project, path: str, outline: Outline | None) -> Project:
    """The project after the change of one file; the one before must not be used any more.

    None stands for no outline.
    """
    if _moves(project, path, outline):
        others = [one for one in project.outlines if one.path != path]
        return Project([*others, outline] if outline is not None else others, project.load, project.declared)
    made = Project((), project.load, project.declared)
    made.outlines, made.homes = project.outlines, project.homes
    fresh = [outline] if outline is not None else []
    side_by_side(fresh, project.homes)
    outline = next(iter(fresh), None)
    at = bisect_left(project.outlines, path, key=itemgetter(0))
    old = project.outlines[at] if at < len(project.outlines) and project.outlines[at].path == path else None
    project.outlines[at : at + (old is not None)] = fresh
    known = vars(project)
    if "objects" in known:
        _change_objects(project.objects, path, old, outline)
        vars(made)["objects"] = project.objects
    if "workloads" in known:
        before, after = (one.workloads if one is not None else () for one in (old, outline))
        _change_workloads(project.workloads, path, before, after)
        vars(made)["workloads"] = project.workloads
    known.clear()
    return made


def _moves(project: Project, path: str, outline: Outline | None) -> bool:
    """Whether a change of a file may change the folders of others."""
    if project.homes:
        return outline is None or folder_of(path) not in project.homes
    return is_outside(path)


def _change_objects(index: ObjectIndex, path: str, old: Outline | None, new: Outline | None) -> None:
    """Take the change of one file; its outline among those that were given is the new one already."""
    before, after = (refs_in(one) if one is not None else [] for one in (old, new))
    known = vars(index)
    if "all" in known:
        replace_part(index.all, path, after, place_of)
    if "_by_place" in known:
        for ref in (*before, *scalers_in(old)):
            known["_by_place"].pop(ref[:2], None)
        known["_by_place"].update({ref[:2]: ref for ref in (*after, *scalers_in(new))})
    if "_by_identity" in known:
        named = [(ref.identity, ref) for ref in after]
        regroup(known["_by_identity"], path, [ref.identity for ref in before], named, place_of)


def _change_workloads(index: WorkloadIndex, path: str, old: Sequence[WorkloadRef], new: Sequence[WorkloadRef]) -> None:
    """Take the change of one file: what it had, and what it has now."""
    known = vars(index)
    replace_part(known["_workloads"], path, new, _place_of)
    for name, wanted in (("running", runs), ("vague", lambda one: runs(one) and is_vague(one))):
        if name in known:
            replace_part(known[name], path, [one for one in new if wanted(one)], _place_of)
    if "_by_label" in known:
        keyed = [(key, one) for one in new for key in _keys([one])]
        regroup(known["_by_label"], path, _keys(old), keyed, _place_of)
    if "_labels" in known:
        for one in old:
            known["_labels"].pop(one.ref, None)
        known["_labels"].update({one.ref: one.labels for one in new})
    for name in ("unlabelled", "_by_folder", "_by_file"):  # which are small, or in an order of their own
        known.pop(name, None)


def _keys(workloads: Iterable[WorkloadRef]) -> list[tuple[str | None, str, str]]:
    """The keys of workloads among those by label."""
    return [(one.ref.namespace, key, value) for one in workloads for key, value in one.labels]


def _place_of(one: WorkloadRef) -> tuple[str, int]:
    return one.ref.place
