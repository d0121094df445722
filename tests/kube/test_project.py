"""Who selects whom, and which folders belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.project.assignment import Clusters
from clblint.kube.project.outline import Outline, ServiceRef, WorkloadRef
from clblint.kube.project.project import Project
from clblint.kube.project.refs import Ref
from clblint.kube.project.sorting import ClusterSorter

if TYPE_CHECKING:
    from clblint.kube.manifest import Manifest


def _load(path: str) -> Manifest:
    raise AssertionError(path)


def _service(path: str, name: str) -> Ref:
    return Ref(path, 0, "Service", None, name)


def _workload(path: str, name: str, namespace: str | None = None) -> Ref:
    return Ref(path, 0, "Deployment", namespace, name)


def _project(*refs: Ref) -> Project:
    """A project of Services and workloads of one label, each in a file."""
    labels = (("app", "web"),)
    outlines = (
        Outline(ref.path, services=(ServiceRef(ref, labels),))
        if ref.kind == "Service"
        else Outline(ref.path, workloads=(WorkloadRef(ref, labels),))
        for ref in refs
    )
    return Project(outlines, _load)


VERDICTS = [
    ("one file", "a/one.yaml", "a/one.yaml", (), "yes"),
    ("one folder", "a/one.yaml", "a/two.yaml", (), "yes"),
    ("one folder, files of two environments", "a/web-dev.yaml", "a/web-prod.yaml", (), "open"),
    ("one folder, one file of an environment", "a/web.yaml", "a/web-prod.yaml", (), "yes"),
    ("one folder, numbered files", "a/01-web.yaml", "a/02-api.yaml", (), "yes"),
    ("folders beside each other", "a/one.yaml", "b/two.yaml", (), "open"),
    ("folders beside each other, files of two cities", "a/hangzhou.yaml", "b/beijing.yaml", (), "no"),
    ("folders beside each other, files of one city", "a/hangzhou.yaml", "b/hangzhou.yaml", (), "open"),
    ("a folder and one below it", "one.yaml", "b/two.yaml", (), "open"),
    ("folders far away", "a/b/c/one.yaml", "d/e/two.yaml", (), "open"),
    ("versions of the same objects", "a/one.yaml", "b/two.yaml", ("a/x.yaml", "b/x.yaml"), "no"),
    ("versions further down", "a/one.yaml", "b/two.yaml", ("a/k8s/x.yaml", "b/k8s/x.yaml"), "no"),
    ("environments", "dev/one.yaml", "prod/two.yaml", (), "no"),
    ("an environment and something else", "prod/one.yaml", "tools/two.yaml", (), "no"),
    ("the same environment", "web/prod/one.yaml", "api/prod/two.yaml", (), "open"),
    ("environments below applications", "web/dev/one.yaml", "api/prod/two.yaml", (), "no"),
    ("environments as a part of names", "web-dev/one.yaml", "web-prod/two.yaml", (), "no"),
    ("a part of one name alone", "load-test/one.yaml", "web/two.yaml", (), "open"),
    ("two words that are the whole name", "pre-prod/one.yaml", "web/two.yaml", (), "no"),
    ("cities", "hangzhou/one.yaml", "beijing/two.yaml", (), "no"),
    ("cities in long names", "k8s-ack-hangzhou/one.yaml", "k8s-ack-beijing/two.yaml", (), "no"),
    ("cities in Chinese", "杭州/one.yaml", "北京/two.yaml", (), "no"),
    ("environments in Chinese", "生产环境/one.yaml", "测试环境/two.yaml", (), "no"),
    ("regions", "cn-hangzhou/one.yaml", "cn-shanghai/two.yaml", (), "no"),
    ("regions of other countries", "ap-southeast-1/one.yaml", "eu-central-1/two.yaml", (), "no"),
    ("a region and something else", "us-west-1/one.yaml", "tools/two.yaml", (), "no"),
    ("what stands below clusters", "clusters/a/one.yaml", "clusters/b/two.yaml", (), "no"),
    ("far below clusters", "clusters/a/web/one.yaml", "clusters/b/api/two.yaml", (), "no"),
    ("one cluster", "clusters/a/web/one.yaml", "clusters/a/api/two.yaml", (), "open"),
    ("what stands below envs", "deploy/envs/blue/one.yaml", "deploy/envs/green/two.yaml", (), "no"),
    ("what stands below tenants", "tenants/acme/one.yaml", "tenants/initech/two.yaml", (), "no"),
    ("clusters by letters", "cluster-a/one.yaml", "cluster-b/two.yaml", (), "no"),
    ("clusters in camel case", "clusterA/one.yaml", "clusterB/two.yaml", (), "no"),
    ("numbers", "cluster1/one.yaml", "cluster2/two.yaml", (), "no"),
    ("numbers of anything", "k8s-01/one.yaml", "k8s-02/two.yaml", (), "no"),
    ("one with a number", "web/one.yaml", "web2/two.yaml", (), "no"),
    ("numbers and more", "01-web/one.yaml", "02-api/two.yaml", (), "open"),
    ("points of the compass", "east/one.yaml", "west/two.yaml", (), "no"),
    ("a point of the compass alone", "east/one.yaml", "tools/two.yaml", (), "open"),
    ("parts of one name in two orders", "prod/web/one.yaml", "api/prod/two.yaml", (), "open"),
    ("above the project nothing counts", "/home/prod/x/a/one.yaml", "/home/prod/x/b/two.yaml", (), "open"),
    ("outside of the folder", "../dev/a/one.yaml", "../dev/b/two.yaml", (), "open"),
    ("a base and an overlay", "base/one.yaml", "overlays/prod/two.yaml", (), "no"),
    ("examples", "examples/a/one.yaml", "examples/b/two.yaml", (), "no"),
]  # fmt: skip


@pytest.mark.parametrize(("about", "one", "other", "more", "expected"), VERDICTS, ids=[row[0] for row in VERDICTS])
def test_whether_two_files_are_of_one_cluster_is_symmetric(
    about: str, one: str, other: str, more: tuple[str, ...], expected: str
) -> None:
    """One cluster, several, or nobody knows, whichever of the two is asked about first."""
    first, second = _service(one, "one"), _service(other, "two")
    clusters = Clusters([first, second, *(_service(path, "x") for path in more)])
    assert clusters.verdict(first, second).answer.value == expected, about
    assert clusters.verdict(second, first).answer.value == expected, about


DECLARED = [
    ("the same cluster", {"a/one.yaml": "hz", "b/two.yaml": "hz"}, "a/one.yaml", "b/two.yaml", "yes"),
    ("though the names differ", {"dev/one.yaml": "hz", "prod/two.yaml": "hz"}, "dev/one.yaml", "prod/two.yaml", "yes"),
    ("different clusters", {"a/one.yaml": "hz", "b/two.yaml": "bj"}, "a/one.yaml", "b/two.yaml", "no"),
    ("one folder, different clusters", {"a/one.yaml": "hz", "a/two.yaml": "bj"}, "a/one.yaml", "a/two.yaml", "no"),
    ("one of them alone", {"a/one.yaml": "hz"}, "a/one.yaml", "b/two.yaml", "open"),
    ("one of a folder alone", {"a/one.yaml": "hz"}, "a/one.yaml", "a/two.yaml", "open"),
    ("one of them, and the names differ", {"dev/one.yaml": "hz"}, "dev/one.yaml", "prod/two.yaml", "no"),
    ("neither", {}, "a/one.yaml", "a/two.yaml", "yes"),
]


@pytest.mark.parametrize(("about", "names", "one", "other", "expected"), DECLARED, ids=[row[0] for row in DECLARED])
def test_what_is_declared_counts_most(about: str, names: dict[str, str], one: str, other: str, expected: str) -> None:
    first, second = _service(one, "one"), _service(other, "two")
    clusters = Clusters([first, second], names.get)
    assert clusters.verdict(first, second).answer.value == expected, about
    assert clusters.verdict(second, first).answer.value == expected, about


def test_a_crowd_is_sorted_by_what_is_near() -> None:
    """Of very many others those surely applied with it are all found, and the nearest of the rest."""
    mine = [_workload(f"team/app/{number}.yaml", f"w{number}") for number in range(3)]
    near = [_workload(f"team/other/{number}.yaml", f"v{number}") for number in range(3)]
    crowd = [_workload(f"a{number}x/b/{number}.yaml", f"u{number}") for number in range(500)]
    own = _service("team/app/s.yaml", "s")
    sorter = ClusterSorter(Clusters([own, *mine, *near, *crowd]))
    sure, perhaps = sorter.sort(own, [*crowd, *mine, *near], "a name")
    assert sure == mine
    assert perhaps == near


def test_versions_of_one_object_are_not_together() -> None:
    """Two objects of one identity are never applied side by side."""
    one, other = _service("a/one.yaml", "web"), _service("a/two.yaml", "web")
    assert not Clusters([one, other]).are_together(one, other)


def test_selected_takes_the_nearest_folder() -> None:
    """A Service of one environment does not select the pods of another."""
    dev, prod = _workload("dev/web.yaml", "web"), _workload("prod/web.yaml", "web")
    assert _project(dev, prod).selected({"app": "web"}, _service("prod/x.yaml", "x")) == [prod]


def test_selected_keeps_to_the_namespace() -> None:
    """An object with a namespace and one without may not meet."""
    found = _project(_workload("a.yaml", "web", "shop"))
    assert not found.selected({"app": "web"}, _service("x.yaml", "x"))


def test_selector_must_match_whole() -> None:
    """Each label of the selector has to be there."""
    found = _project(_workload("a.yaml", "web"))
    assert not found.selected({"app": "web", "tier": "x"}, _service("x.yaml", "x"))
