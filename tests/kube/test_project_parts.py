"""Each part of a project alone, of outlines written by hand."""

from __future__ import annotations

from clblint.kube.project.addresses import Addresses
from clblint.kube.project.assignment import Clusters
from clblint.kube.project.claims import Claims
from clblint.kube.project.folder_traits import FolderTraits
from clblint.kube.project.outline import FileTraits, Outline, ServiceRef
from clblint.kube.project.overlays import Overlays
from clblint.kube.project.pod_sources import EndpointsIndex, PodMakers
from clblint.kube.project.refs import Claim, Ref
from clblint.kube.project.rivals import rivals_of
from clblint.kube.project.scalers import ScalerIndex
from clblint.kube.project.sorting import ClusterSorter

PORT = Claim("node-port", "30080")


def ref(path: str, kind: str = "Service", name: str = "web", namespace: str | None = None) -> Ref:
    return Ref(path, 0, kind, namespace, name)


def test_rivals_are_other_objects_of_the_cluster() -> None:
    own, near, far = ref("a/web.yaml"), ref("a/api.yaml", name="api"), ref("b/api.yaml", name="api")
    claims = Claims([ServiceRef(one, claims=(PORT, PORT)) for one in (own, near, far)])
    assert claims.claimants(PORT) == [own, near, far]
    sure, perhaps = rivals_of(own, PORT, claims.claimants(PORT), ClusterSorter(Clusters([])))
    assert (list(sure), list(perhaps)) == ([near], [far])
    assert claims.claimants(Claim("node-port", "30081")) == []


def test_files_that_use_an_address() -> None:
    mine, other, elsewhere = (
        Outline(path, traits=FileTraits(addresses=("10.0.0.9",)))
        for path in ("dev/a.yaml", "dev/b.yaml", "prod/a.yaml")
    )
    addresses = Addresses([mine, other, elsewhere], ClusterSorter(Clusters([])))
    assert addresses.users(ref("dev/a.yaml"), "10.0.0.9") == ([mine, other], [])
    assert addresses.users(ref("dev/a.yaml"), "10.0.0.8") == ([], [])


def test_a_scaler_of_a_scaler_scales_the_workload() -> None:
    workload = ref("web.yaml", "Deployment")
    rollout = (ref("rollout.yaml", "Rollout", "canary"), ("Deployment", "web"))
    hpa = (ref("hpa.yaml", "HorizontalPodAutoscaler", "hpa"), ("HorizontalPodAutoscaler", "canary"))
    vague = (ref("vague.yaml", "HorizontalPodAutoscaler", "vague"), None)
    scalers = ScalerIndex([rollout, hpa, vague], Clusters([]))
    sure, perhaps = scalers.scaling(workload)
    assert sure == [rollout[0], hpa[0]]
    assert set(perhaps) == {vague[0]}


def test_a_patch_changes_what_its_root_builds() -> None:
    patch = ("Service", "web", (("spec", "type"), ("annotation", "a")))
    overlays = Overlays([Outline("prod/p.yaml", roots=("prod",), patches=(patch,))])
    assert overlays
    assert overlays.changes_claims(ref("web.yaml")._replace(roots=("prod",)))
    assert not overlays.changes_claims(ref("web.yaml", name="api")._replace(roots=("prod",)))
    assert not overlays.changes_claims(ref("web.yaml")._replace(roots=("test",)))
    assert not Overlays([Outline("prod/p.yaml", roots=("prod",))])


def test_endpoints_of_an_unknown_name_may_be_of_any_service() -> None:
    service = ref("web.yaml", namespace="shop")
    named = (ref("e.yaml", "Endpoints", namespace="shop"), "web")
    vague = (ref("v.yaml", "EndpointSlice", "web-1"), None)
    traits = FolderTraits([])
    assert EndpointsIndex([named, vague], Clusters([]), traits).of(service) == [named[0]]
    assert EndpointsIndex([vague], Clusters([]), traits).of(service) == []
    assert EndpointsIndex([vague], Clusters([]), traits).may_be_of(service)
    assert not EndpointsIndex([], Clusters([]), traits).may_be_of(service)


def test_pods_are_made_in_a_namespace() -> None:
    makers = PodMakers([Outline("op.yaml", traits=FileTraits(makers=("shop",)))], Clusters([]))
    assert makers.may_make_pods(ref("web.yaml", namespace="shop"))
    assert not makers.may_make_pods(ref("web.yaml", namespace="blog"))


def test_a_folder_and_those_around_it_are_opaque() -> None:
    traits = FolderTraits([Outline("a/chart/x.yaml", traits=FileTraits(opaque=True))])
    assert [traits.is_opaque(folder) for folder in ("a/chart", "a", "a/web", "a/chart/sub", "b")] == [
        True, True, True, True, False,
    ]  # fmt: skip
