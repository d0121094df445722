"""What a kustomization builds as objects that rules read: values, places, and the files that it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.files.view import Listed
from clblint.kube.annotations import misplaced_of
from clblint.kube.built import read_build
from clblint.kube.kustomize.build.build import build
from clblint.kube.kustomize.build.files import Files
from clblint.kube.kustomize.role import Kustomization
from clblint.kube.kustomize.roots import roots_to_build
from clblint.kube.objects import Service
from clblint.source.node import BuiltOrigin, Node
from clblint.source.text import Source
from clblint.source.walk import to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.files.view import View
    from clblint.kube.manifest import Manifest

ACL = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id"
SERVICE = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {ACL}: acl-1
spec:
  type: LoadBalancer
  ports:
  - port: 80
"""
PATCH = f"""\
resources: [../base]
namePrefix: prod-
namespace: shop
patches:
- patch: |-
    apiVersion: v1
    kind: Service
    metadata:
      name: web
      annotations:
        {ACL}: acl-2
    spec:
      externalTrafficPolicy: Local
"""
FILES = {"base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": SERVICE, "prod/kustomization.yaml": PATCH}


def _built(view: View, root: str) -> Manifest:
    return read_build(build(root, Files(["/"], view)), Source(f"{root}/kustomization.yaml", b""))


def _listed(files: Mapping[str, str]) -> Listed:
    return Listed([f"/tree/{name}" for name in files], lambda path: files[path.removeprefix("/tree/")].encode())


def _service(files: Mapping[str, str], root: str = "/tree/prod") -> Service:
    (only,) = _built(_listed(files), root).objects
    assert isinstance(only, Service)
    return only


def _at(node: object) -> tuple[str, int]:
    assert isinstance(node, Node)
    return node.place.path, node.place.span.line


def test_values_are_those_of_the_build_and_stand_where_they_were_written() -> None:
    service = _service(FILES)
    assert (service.name.value, service.namespace, service.path) == (
        "prod-web",
        "shop",
        "/tree/prod/kustomization.yaml",
    )
    assert _at(service.name.node) == ("/tree/base/a.yaml", 4)
    assert _at(service.annotations[ACL].node) == ("/tree/prod/kustomization.yaml", 11)
    assert _at(service.external_traffic_policy.node) == ("/tree/prod/kustomization.yaml", 13)
    assert _at(service.ports[0].port.node) == ("/tree/base/a.yaml", 10)
    assert service.ports[0].port.value == 80


def test_a_value_knows_what_it_replaced() -> None:
    node = _service(FILES).annotations[ACL].node
    assert isinstance(node, Node)
    assert isinstance(node.origin, BuiltOrigin)
    assert [_at(one) for one in node.origin.before] == [("/tree/base/a.yaml", 6)]
    assert node.raw == "acl-2"


def test_what_is_absent_stands_at_the_nearest_key() -> None:
    service = _service({**FILES, "base/a.yaml": SERVICE.replace(f"  annotations:\n    {ACL}: acl-1\n", "")})
    assert _at(service.load_balancer_class.node) == ("/tree/base/a.yaml", 5)
    bare = _service(
        {"kustomization.yaml": "resources: [a.yaml]\ncommonAnnotations: {a: b}\n", "a.yaml": SERVICE}, "/tree"
    )
    assert _at(bare.annotations["a"].node) == ("/tree/kustomization.yaml", 2)


def test_the_extent_of_a_mapping_is_that_in_its_own_file() -> None:
    service = _service(FILES)
    assert service.node.place.path == "/tree/base/a.yaml"
    assert service.node.place.span.end_line == 10
    assert service.node.raw == SERVICE.rstrip("\n")


def test_numbers_and_booleans_keep_their_types_and_annotations_are_text() -> None:
    service = _service(
        {"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": SERVICE.replace("acl-1", "010")}, "/tree"
    )
    assert service.annotations[ACL].value == "010"
    assert to_json(service.node)["spec"]["ports"] == [{"port": 80}]


def test_a_build_names_the_files_that_it_read_and_looked_for() -> None:
    asked = build("/tree/prod", Files(["/"], _listed(FILES))).asked
    assert set(asked.read) == {f"/tree/{name}" for name in FILES}
    assert {"/tree/prod/kustomization.yml", "/tree/base/Kustomization", "/tree/base"} < set(asked.looked_for)


def test_each_build_has_its_own_list_of_files() -> None:
    files = Files(["/"], _listed(FILES))
    build("/tree/prod", files)
    assert build("/tree/base", files).asked.read == ("/tree/base/a.yaml", "/tree/base/kustomization.yaml")


@pytest.mark.parametrize(
    ("known", "roots"),
    [
        ({"base/kustomization.yaml": Kustomization()}, ["base/kustomization.yaml"]),
        (
            {
                "base/kustomization.yaml": Kustomization(),
                "prod/kustomization.yaml": Kustomization(resources=("../base",)),
            },
            ["prod/kustomization.yaml"],
        ),
        (
            {
                "tls/kustomization.yaml": Kustomization(component=True),
                "kustomization.yaml": Kustomization(components=("tls",)),
            },
            ["kustomization.yaml"],
        ),
        ({"tls/kustomization.yaml": Kustomization(component=True)}, []),
        (
            {
                "a/kustomization.yaml": Kustomization(resources=("../b",)),
                "b/kustomization.yaml": Kustomization(resources=("../a",)),
            },
            ["a/kustomization.yaml"],
        ),
    ],
)
def test_roots_are_what_no_other_kustomization_names(known: dict[str, Kustomization], roots: list[str]) -> None:
    assert roots_to_build(known) == roots


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (f"  labels: {{{ACL}: acl-1}}\n", ["metadata.labels"]),  # as the annotation says it
        (f"  labels: {{{ACL}: acl-12}}\n", ["metadata.labels"]),  # begins like that
        (f"  labels: {{x: {ACL}}}\n", []),
        ("", []),
    ],
)
def test_a_stray_annotation_is_found_in_what_is_built(where: str, said: list[str]) -> None:
    text = SERVICE.replace("  name: web\n", f"  name: web\n{where}")
    manifest = _built(_listed({**FILES, "base/a.yaml": text}), "/tree/base")
    assert [one.path for thing in manifest.objects for one in misplaced_of(thing)] == said
