"""A project that takes changes one by one is the same as one that is made of the outlines as they are then."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from clblint.kube.project.changes import after_change
from clblint.kube.project.outline import Outline, ServiceRef, WorkloadRef
from clblint.kube.project.project import Project
from clblint.kube.project.refs import Ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.kube.manifest import Manifest

NAMES = ("web", "api", "${X}")
PATHS = tuple(f"{folder}/{name}.yaml" for folder in ("a", "b", "b/c") for name in ("one", "two"))
AROUND = (*PATHS[:3], "one.yaml", "../one.yaml", "../b/one.yaml", "/srv/one.yaml")


def never(path: str) -> Manifest:
    raise AssertionError(path)


def outline(path: str, chance: random.Random) -> Outline:
    """A file with up to four objects."""
    services, workloads = [], []
    for position in range(chance.randrange(5)):
        name, namespace = chance.choice(NAMES), chance.choice((None, "shop"))
        labels = (("app", name), ("tier", chance.choice(NAMES)))[: chance.randrange(3)]
        if chance.random() < 0.5:
            services.append(ServiceRef(Ref(path, position, "Service", namespace, name), labels))
        else:
            kind = chance.choice(("Deployment", "Pod", "Job"))
            workloads.append(WorkloadRef(Ref(path, position, kind, namespace, name), labels))
    return Outline(path, services=tuple(services), workloads=tuple(workloads))


def what_it_knows(project: Project) -> list[object]:
    """The answers of the indexes that take changes, and of some that are made again."""
    objects, workloads = project.objects, project.workloads
    named = [objects.named(ref.identity) for ref in objects.all]
    labelled = [workloads.with_labels(one, {"app": name}) for one in (None, "shop") for name in NAMES]
    files = [workloads.beside_in_file(path) for path in PATHS]
    labels = [workloads.labels_of(ref) for ref in objects.all]
    lists = [workloads.running, workloads.vague, sorted(workloads.unlabelled), list(workloads.namespaces)]
    return [project.outlines, project.services, objects.all, named, labelled, files, labels, lists]


@pytest.mark.parametrize("paths", [PATHS, AROUND], ids=["inside", "around the working folder"])
@pytest.mark.parametrize("seed", range(5))
def test_a_changed_project_equals_a_new_one(seed: int, paths: Sequence[str]) -> None:
    chance = random.Random(seed)  # noqa: S311 - guards no secret
    there: dict[str, Outline] = {}
    project = Project((), never)
    for _ in range(60):
        path = chance.choice(paths)
        there.pop(path, None)
        if chance.random() < 0.8:
            there[path] = outline(path, chance)
        project = after_change(project, path, there.get(path))
        if chance.random() < 0.7:  # some indexes are not made yet when the next change comes
            assert what_it_knows(project) == what_it_knows(Project(there.values(), never))
    assert project.objects.all
