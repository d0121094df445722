"""`side_by_side`: folders of files within and outside of the working folder, which can be compared.

The path of a file tells where it is from the working folder, and one outside of it (`/srv/shop/dev/web.yaml`) has
nothing in common with one inside (`web.yaml`), although they may be neighbours. So the folders of such a project are
those from the deepest folder that has all of its files.
"""

from __future__ import annotations

import os

from clblint.files.working_folder import absolute
from clblint.kube.clusters.folders import folder_of, is_outside
from clblint.kube.project.outline import Outline, ServiceRef, WorkloadRef
from clblint.kube.project.refs import Ref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_new = tuple.__new__


def homes_of(outlines: Sequence[Outline]) -> Mapping[str, str]:
    """The folders of files, by those that are told from the working folder; empty if all files are inside of it."""
    if not any(is_outside(one.path) for one in outlines):
        return {}
    places = {folder: absolute(folder) for folder in {folder_of(one.path) for one in outlines}}
    try:
        top = os.path.commonpath(places.values())
    except ValueError:  # several drives have no folder in common
        return {}
    return {folder: place[len(top) :].replace(os.sep, "/").lstrip("/") for folder, place in places.items()}


def side_by_side(outlines: list[Outline], homes: Mapping[str, str]) -> None:
    """Give the outlines in a list these folders, which are those of `homes_of`."""
    for at, one in enumerate(outlines):  # in place: two of each would take too much memory
        home = homes[folder_of(one.path)] if homes else None
        if one.home != home:
            outlines[at] = _with_home(one, home)


def _with_home(one: Outline, home: str | None) -> Outline:
    # By position and as plain tuples are made, since there are as many as files and objects: it takes half the time.
    path, roots, family, services, workloads, endpoints, scalers, patches, facts, traits, _ = one
    if services:
        services = tuple([_new(ServiceRef, (_ref(ref, home), labels, claims)) for ref, labels, claims in services])
    if workloads:
        workloads = tuple([_new(WorkloadRef, (_ref(ref, home), labels)) for ref, labels in workloads])
    if endpoints:
        endpoints = tuple([(_ref(ref, home), service) for ref, service in endpoints])
    if scalers:
        scalers = tuple([(_ref(ref, home), target) for ref, target in scalers])
    return _new(Outline, (path, roots, family, services, workloads, endpoints, scalers, patches, facts, traits, home))


def _ref(one: Ref, home: str | None) -> Ref:
    return _new(Ref, (*one[:-1], home))
