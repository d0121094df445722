"""What a project knows of its objects without reading them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.manifest import read_manifest
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.kube.project.questions import Questions
from clblint.source.text import Source

if TYPE_CHECKING:
    from clblint.kube.objects import KubeObject

WEB = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n"


def workload(kind: str = "Deployment", name: str = "web", labels: str = "app: web", namespace: str = "") -> str:
    where = f", namespace: {namespace}" if namespace else ""
    return (
        f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: {name}{where}}}\n"
        f"spec: {{template: {{metadata: {{labels: {{{labels}}}}}, spec: {{containers: [{{name: a, image: a}}]}}}}}}\n"
    )


def project(**files: str) -> Project:
    """A project of files, `a__b` for `a/b.yaml`."""
    manifests = {}
    for name, text in files.items():
        path = name.replace("__", "/") + ".yaml"
        manifests[path] = read_manifest(Source(path, text.encode()))
    return Project([outline_of(one, lambda _: ()) for one in manifests.values()], manifests.__getitem__)


def thing(found: Project, path: str, position: int = 0) -> KubeObject:
    return found.resolve(next(ref for ref in found.objects.all if ref.place == (path, position)))


def may_select(found: Project, path: str = "web.yaml") -> bool:
    return Questions(found).may_select(thing(found, path))  # type: ignore[arg-type]


def selected(found: Project, path: str = "web.yaml") -> list[str]:
    return [ref.path for ref in Questions(found).behind(thing(found, path)).selected]  # type: ignore[arg-type]


SELECTORS = [
    ("app: db, statefulset.kubernetes.io/pod-name: db-0", ["pods.yaml"]),
    ("statefulset.kubernetes.io/pod-name: db-12", ["pods.yaml"]),
    ("statefulset.kubernetes.io/pod-name: web-0", []),
    ("app: db, statefulset.kubernetes.io/pod-name: web-0", []),
    ("app: db, pod-template-hash: abc", ["pods.yaml"]),
    ("pod-template-hash: abc", []),
]


@pytest.mark.parametrize(("selector", "expected"), SELECTORS)
def test_labels_that_a_controller_gives_stand_in_no_template(selector: str, expected: list[str]) -> None:
    web = WEB.replace("app: web", selector)
    assert selected(project(web=web, pods=workload("StatefulSet", "db", "app: db"))) == expected


HIDDEN = [
    ("nothing else", {"pods": workload(labels="app: api")}, False),
    ("a template beside it", {"chart": "kind: {{ .Values.kind }}\n"}, True),
    ("a template in a folder below", {"chart__a": "kind: {{ .Values.kind }}\n"}, True),
    ("a template far below", {"chart__b__a": "kind: {{ .Values.kind }}\n"}, False),
    ("a file that cannot be read and may matter", {"pods": "kind: Pod\n containers: []\n"}, True),
    ("a file that cannot be read and does not matter", {"note": "kind: Note\n text: []\n"}, False),
    ("the same labels in some namespace", {"pods": workload(namespace="shop")}, True),
    ("a label that is to be filled in", {"pods": workload(labels='app: "${NAME}"')}, True),
    ("another label that is to be filled in", {"pods": workload(labels='app: api, zone: "${ZONE}"')}, False),
    ("endpoints by hand", {"own": "apiVersion: v1\nkind: Endpoints\nmetadata: {name: web}\n"}, True),
    ("a slice", {"own": "apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\n"
     "metadata: {name: web-1, labels: {kubernetes.io/service-name: web}}\n"}, True),
]  # fmt: skip


@pytest.mark.parametrize(("about", "files", "expected"), HIDDEN, ids=[about for about, _, _ in HIDDEN])
def test_what_a_service_may_select_unseen(about: str, files: dict[str, str], expected: bool) -> None:  # noqa: FBT001
    assert may_select(project(web=WEB, **files)) is expected, about


def beside(found: Project, path: str = "web.yaml") -> list[str]:
    own = found.objects.ref_of(thing(found, path))
    assert own is not None
    return [ref.path for ref in found.workloads.beside(own, found.clusters)]


def test_without_a_namespace_only_the_own_folder_is_beside() -> None:
    assert beside(project(web=WEB, here=workload(), job=workload("Job"), sub__there=workload())) == ["here.yaml"]
    assert beside(project(web=WEB, sub__there=workload())) == []


def test_with_a_namespace_folders_of_pods_are_beside() -> None:
    """A folder that holds Services, too, is a set of its own, and so is one of another environment."""
    web = WEB.replace("name: web}", "name: web, namespace: shop}")
    api = web.replace("name: web", "name: api")
    pods = workload(namespace="shop")
    assert beside(project(web=web, sub__there=pods)) == ["sub/there.yaml"]
    assert beside(project(web=web, far__away__pods=workload(name="far", namespace="shop"))) == ["far/away/pods.yaml"]
    assert beside(project(web=web, sub__there=pods, sub__api=api)) == []
    assert beside(project(web=web, sub__there=pods, sub__below__api=api)) == []
    assert beside(project(web=web, prod__there=pods)) == []


DUPLICATES = [
    ("one file", {"web": f"{WEB}---\n{WEB}"}, 1),
    ("one folder", {"web": WEB, "other": WEB}, 1),
    ("two folders", {"web": WEB, "sub__web": WEB}, 0),
    ("another namespace", {"web": WEB, "other": WEB.replace("name: web}", "name: web, namespace: shop}")}, 0),
    ("another kind", {"web": WEB, "other": workload()}, 0),
    ("a kustomization", {"web": WEB, "other": WEB, "kustomization": "resources: [web.yaml]\n"}, 0),
    ("three files to pick from", {"web": WEB, "other": WEB, "third": WEB}, 0),
    ("one file beside a kustomization", {"web": f"{WEB}---\n{WEB}", "kustomization": "resources: [web.yaml]\n"}, 1),
]


@pytest.mark.parametrize(("about", "files", "count"), DUPLICATES, ids=[about for about, _, _ in DUPLICATES])
def test_duplicates(about: str, files: dict[str, str], count: int) -> None:
    found = project(**files)
    own = found.objects.ref_of(thing(found, "web.yaml"))
    assert own is not None
    last = next(
        ref
        for ref in reversed(found.objects.named(own.identity))
        if found.clusters.are_together(own, ref) or ref.path == own.path
    )
    assert found.duplicates.before(last, 5)[1] == count, about


def test_duplicates_of_one_declared_cluster() -> None:
    """Wherever they stand; files with more in common are versions."""
    manifests = {path: read_manifest(Source(path, WEB.encode())) for path in ("hz/a/web.yaml", "hz/b/web.yaml")}
    outlines = [outline_of(manifest, lambda _: ()) for manifest in manifests.values()]
    undeclared, declared = (
        Project(outlines, manifests.__getitem__, *names) for names in ((), (lambda path: path[:2],))
    )
    one, other = undeclared.objects.all
    assert undeclared.duplicates.before(other, 5) == ([], 0)
    assert declared.duplicates.before(other, 5) == ([one], 1)


def test_files_with_more_in_common_are_versions() -> None:
    both = f"{WEB}---\n{workload()}"
    found = project(one=both, two=both, three=WEB)
    one, two, three = (
        next(ref for ref in found.objects.all if ref.path == f"{name}.yaml") for name in ("one", "two", "three")
    )
    assert found.duplicates.are_versions(one, two)
    assert not found.duplicates.are_versions(one, three)


PATCHED = [
    ("nothing", {"pods": workload()}, "pods.yaml", False),
    ("a patch anywhere", {"pods": workload(), "prod__fast__patch": workload(labels="")}, "pods.yaml", True),
    ("a patch of another", {"pods": workload(), "patch": workload(name="api", labels="")}, "pods.yaml", False),
    ("a kustomization of one folder", {"sub__pods": workload(), "sub__kustomization": "{}\n"}, "sub/pods.yaml", True),
    ("a kustomization of both", {"pods": workload(), "kustomization": "{}\n"}, "pods.yaml", False),
    ("far away", {"a__b__pods": workload()}, "a/b/pods.yaml", False),
    ("of another environment", {"prod__pods": workload()}, "prod/pods.yaml", True),
]


@pytest.mark.parametrize(("about", "files", "path", "expected"), PATCHED, ids=[row[0] for row in PATCHED])
def test_pods_that_may_be_patched(about: str, files: dict[str, str], path: str, expected: bool) -> None:  # noqa: FBT001
    found = project(web=WEB, **files)
    own, other = found.objects.ref_of(thing(found, "web.yaml")), found.objects.ref_of(thing(found, path))
    assert own is not None
    assert other is not None
    assert found.may_be_patched(other, own) is expected, about


def test_whole_files_do_not_keep_folders_apart() -> None:
    """What is said of a file is no object that two folders have in common."""
    address = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {host: 10.0.0.9}\n"
    found = project(a__web=WEB, b__pods=workload(), a__more=address, b__more=address)
    one, other = found.objects.ref_of(thing(found, "a/web.yaml")), found.objects.ref_of(thing(found, "b/pods.yaml"))
    assert one is not None
    assert other is not None
    assert found.clusters.verdict(one, other).answer.value == "open"
