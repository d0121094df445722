"""What a file tells the others survives the way through the cache and to other processes."""

from __future__ import annotations

import pytest

from clblint.kube.kustomize.role import NO_ROLE, KustomizeRole
from clblint.kube.manifest import read_manifest
from clblint.kube.project.outline import NO_TRAITS, OUTLINE, FileTraits, Outline
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.refs import Claim
from clblint.source.text import Source

SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n"
POD = (
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: a, image: a}]}\n"
)
ENDPOINTS = "apiVersion: v1\nkind: Endpoints\nmetadata: {name: web, namespace: shop}\n"
HPA = (
    "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\n"
    "spec: {scaleTargetRef: {kind: Deployment, name: web}}\n"
)
KUBEADM = (
    "apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\n"
    "apiServer: {extraArgs: {service-node-port-range: 20000-30000}}\n"
)
UNKNOWN_RANGE = KUBEADM.replace("20000-30000", '"${RANGE}"')
MAKER = (
    "apiVersion: apps.example.com/v1\nkind: Web\nmetadata: {name: web, namespace: shop}\nspec: {image: containers}\n"
)
POLICY = '{"Statement": [{"Effect": "Allow", "Action": ["slb:*", "nlb:*", "vpc:*"], "Resource": "*"}]}\n'
ADDRESS = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {host: 10.0.0.9}\n"
SIDECARS = (
    "apiVersion: apps.kruise.io/v1alpha1\nkind: SidecarSet\nmetadata: {name: side}\n"
    "spec: {selector: {matchLabels: {app: web}}, containers: [{name: a, image: b, ports: [{containerPort: 1}]}]}\n"
)
DOCUMENTS = [SERVICE, POD, ENDPOINTS, HPA, KUBEADM, UNKNOWN_RANGE, MAKER, SIDECARS, ADDRESS]
EVERYTHING = "---\n".join(DOCUMENTS)
BUILT = NO_ROLE._replace(kustomized=True, roots=("prod", "test"), family="prod", prefix="my-")


def outline(text: str, path: str = "web.yaml", role: KustomizeRole = NO_ROLE) -> Outline:
    manifest = read_manifest(Source(path, text.encode()), role)
    return outline_of(manifest, lambda service: [Claim("node-port", f"{30_000 + len(service.ports)}")])


FILES = {
    "everything": outline(EVERYTHING),
    "as kustomize builds it": outline(EVERYTHING, role=BUILT),
    "a patch": outline(SERVICE, role=BUILT._replace(partial=True, targets=(("", ""), ("Service", "api")))),
    "a kustomization": outline("commonAnnotations: {a: b}\n", "prod/kustomization.yaml", BUILT._replace(brings=True)),
    "a template": outline("kind: {{ .Values.kind }}\n"),
    "a policy": outline(POLICY, "policy.json"),
}


@pytest.mark.parametrize("about", FILES)
def test_what_a_file_tells_comes_back(about: str) -> None:
    assert OUTLINE.load(OUTLINE.dump(FILES[about])) == FILES[about]


def test_types_come_back() -> None:
    """Tuples of equal values are equal, whatever their types are."""
    there = OUTLINE.unpack(OUTLINE.pack(FILES["everything"]))
    assert repr(there) == repr(FILES["everything"])


def test_every_field_of_an_outline_occurs_in_a_file() -> None:
    """What is added to an outline belongs into one of the files above."""
    nothing = Outline("")
    told = {
        field for one in FILES.values() for field in Outline._fields if getattr(one, field) != getattr(nothing, field)
    }
    assert told == {*Outline._fields} - {"home"}  # which a project adds
    traits = {
        field
        for one in FILES.values()
        for field in FileTraits._fields
        if getattr(one.traits, field) != getattr(NO_TRAITS, field)
    }
    assert traits == set(FileTraits._fields)


@pytest.mark.parametrize("text", ["", "a: b\n", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"])
def test_a_file_that_tells_nothing_is_empty(text: str) -> None:
    """Then other files do not depend on it, even if a kustomization builds it."""
    assert outline(text).says_nothing
    assert outline(text, role=BUILT).says_nothing


def test_an_outline_has_an_object_once_for_each_kind() -> None:
    one = FILES["as kustomize builds it"]
    refs = [entry[0] for part in (one.services, one.workloads, one.endpoints, one.scalers) for entry in part]
    assert [(ref.position, ref.kind, ref.built_name) for ref in refs] == [
        (0, "Service", "my-web"),
        (1, "Pod", "my-web"),
        (2, "Endpoints", "my-web"),
        (3, "HorizontalPodAutoscaler", "my-web"),
    ]
    assert {(ref.path, ref.roots, ref.family) for ref in refs} == {("web.yaml", ("prod", "test"), "prod")}
    assert one.scalers[0][1] == ("Deployment", "web")
    assert one.endpoints[0][1] == "web"
