"""What checks ask of the project: questions of plain values, each with a bounded answer that depends on all files.

An object is asked about by its place; what is answered are bools, numbers and references. So a question can be stored,
and asked again of a later state of the project (see `clblint.kube.project.questions`).
"""

from __future__ import annotations

from itertools import islice

from clblint.fast import NamedTuple
from clblint.kube.project.project import MAX_WORKLOADS
from clblint.kube.project.refs import Claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clblint.kube.clusters.facts import RangeSetting
    from clblint.kube.project.outline import Outline
    from clblint.kube.project.project import Project
    from clblint.kube.project.refs import Labels, Ref

    ObjectPlace = tuple[str, int]  # the path, and the position there
    Change = tuple[str, str, str]  # area, key, path of the patch
    Refs = tuple[Ref, ...]
    Counted = tuple[Refs, int]  # the first few of many, and how many there are
    Selector = Labels | None  # None if it cannot be known


def rivals(project: Project, own: ObjectPlace, kind: str, value: str, most: int) -> tuple[Counted, Counted]:
    """The other Services with a claim: those certainly in the cluster of one, and those perhaps in it."""
    sure, perhaps = project.rivals(project.objects.at(own), Claim(kind, value))
    return (tuple(islice(sure, most)), len(sure)), (tuple(islice(perhaps, most)), len(perhaps))


def claimants(project: Project, kind: str, value: str, most: int | None) -> Refs:
    """The Services that make a claim, in any cluster: the first `most`."""
    return tuple(project.claims.claimants(Claim(kind, value))[:most])


def duplicates_before(project: Project, own: ObjectPlace, most: int) -> Counted:
    """The last `most` duplicates of an object that are applied before it, and the number of all."""
    found, count = project.duplicates_before(project.objects.at(own), most)
    return tuple(found), count


def users_of_address(
    project: Project, own: ObjectPlace, address: str, most: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files that use an address: the first `most` that are certainly for the cluster of an object, and perhaps."""
    sure, perhaps = project.addresses.users(project.objects.at(own), address)
    return _paths(sure[:most]), _paths(perhaps[:most])


class Behind(NamedTuple):
    """The workloads that a Service selects, at most `MAX_WORKLOADS`, and what is not known of them.

    `patched` says that the pods of the long-running ones may differ from their templates, `more` that the Service may
    select other workloads of the project, since its selector or their labels are not known.
    """

    selected: Refs = ()
    patched: bool = False
    more: bool = False


NOTHING = Behind()


def behind(project: Project, own: ObjectPlace, selector: Selector) -> Behind:
    """What a Service with this selector, which is not absent, selects."""
    service = project.objects.at(own)
    if selector is None:
        return Behind(more=project.doubts.matches_unknown_selector(service))
    known = dict(selector)
    found = tuple(project.selected(known, service)[:MAX_WORKLOADS])
    patched = any(project.may_be_patched(ref, service) for ref in found if ref.serves)
    return Behind(found, patched, project.matches_vague_labels(service, known))


def selects(project: Project, own: ObjectPlace, selector: Labels, workload: ObjectPlace) -> bool:
    """Whether a Service selects a workload."""
    return workload in project.selected(dict(selector), project.objects.at(own)).places


def may_select(project: Project, own: ObjectPlace, selector: Labels) -> bool:
    """Whether a Service with this selector may select pods that are not in the files."""
    return project.may_select(project.objects.at(own), dict(selector))


def may_gain_selector(project: Project, own: ObjectPlace) -> bool:
    """Whether a patch or kustomization may add a selector to a Service."""
    return project.traits.may_gain_selector(project.objects.at(own))


def selecting(project: Project, own: ObjectPlace, most: int) -> Refs:
    """The Services that may select the pods of a workload, the nearest ones first: the first `most`."""
    ref = project.objects.at(own)
    return tuple(islice(project.selecting(ref).nearest(ref), most))


def is_selected(project: Project, own: ObjectPlace) -> bool:
    """Whether any Service may select the pods of a workload."""
    return bool(project.selecting(project.objects.at(own)))


def beside(project: Project, own: ObjectPlace) -> Refs:
    """The long-running workloads in the namespace of an object that are applied with it."""
    return tuple(project.workloads.beside(project.objects.at(own), project.clusters))


def beside_in_file(project: Project, path: str) -> Refs:
    """The long-running workloads of a file."""
    return tuple(project.workloads.beside_in_file(path))


def endpoints(project: Project, own: ObjectPlace) -> Refs:
    """The Endpoints and EndpointSlices of a Service that are applied with it."""
    return tuple(project.endpoints.of(project.objects.at(own)))


def may_have_endpoints(project: Project, own: ObjectPlace) -> bool:
    """Whether any in the project, or any that the files do not show, may belong to a Service."""
    return project.endpoints.may_be_of(project.objects.at(own))


def scaling(project: Project, own: ObjectPlace) -> tuple[Refs, Refs]:
    """The scalers of a workload: those certainly applied with it, and those that may be."""
    sure, perhaps = project.scaling(project.objects.at(own))
    return tuple(sure), tuple(perhaps)


def services_named(project: Project, own: ObjectPlace, name: str, namespace: str | None) -> tuple[Refs, bool]:
    """The Services of a name that are applied with a workload, and whether there may be others."""
    workload, clusters = project.objects.at(own), project.clusters
    refs = [ref for ref in project.objects.services_named(name, namespace) if clusters.may_meet(workload, ref)]
    there = (ref for ref in refs if ref.namespace == workload.namespace and clusters.is_behind(workload, ref))
    near = tuple([ref for ref in there if ref.built_name == name])
    return near, len(near) < len(refs) or project.traits.is_joined(workload)


def facts_about(project: Project, path: str) -> tuple[RangeSetting, ...]:
    """The facts about the cluster of the objects in a file; all facts of the project if it has none."""
    return tuple(project.facts_about(project.by_path.get(path))) if project.has_facts else ()


def permissions(project: Project) -> tuple[str, ...]:
    """The actions that newer CCM versions need and that RAM policies of the project allow, sorted."""
    return tuple(sorted(project.permissions))


def patches_on(project: Project, own: ObjectPlace) -> tuple[tuple[Change, ...], tuple[str, ...]]:
    """What patches change of an object, and the annotations of it that every build overwrites, sorted."""
    return project.patches_on(project.objects.at(own))


def _paths(outlines: Iterable[Outline]) -> tuple[str, ...]:
    return tuple([outline.path for outline in outlines])


ANSWERS: tuple[Callable[..., object], ...] = (
    rivals, claimants, duplicates_before, users_of_address, behind, selects, may_select, may_gain_selector, selecting,
    is_selected, beside, beside_in_file, endpoints, may_have_endpoints, scaling, services_named, facts_about,
    permissions, patches_on,
)  # fmt: skip
