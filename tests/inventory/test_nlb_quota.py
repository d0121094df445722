"""The quotas of a region, which the inventory shows to be used up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from clblint.build import as_network, build
from clblint.kube.clusters.profile import undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.kube.well_known import NLB_CLASS
from clblint.nlb.existing.quota import crowding
from clblint.source.text import Source

if TYPE_CHECKING:
    from clblint.inventory.inventory import Inventory
    from tests.inventory.conftest import Load

SERVICE = f"""
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {{service.beta.kubernetes.io/alibaba-cloud-loadbalancer-%s}}
spec:
  type: LoadBalancer
  loadBalancerClass: {NLB_CLASS}
  ports: [{{name: a, port: 80}}, {{name: b, port: 81}}]
"""
ZONES = 'zone-maps: "cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b"'


def told(inventory: Inventory, annotation: str = ZONES) -> tuple[int, int] | None:
    """What is there and what comes to it, if that is too much."""
    manifest = read_manifest(Source("web.yaml", (SERVICE % annotation).encode()))
    (service,) = (thing for thing in manifest.objects if isinstance(thing, Service))
    found = crowding(as_network(build(service, undeclared(), inventory=inventory)))
    return None if found is None else (found.there, found.more)


def nlbs(count: int, *, listener: str = "user's", region: str = "cn-hangzhou", more: int = 0) -> dict[str, Any]:
    listed = [{"LoadBalancerId": f"nlb-{number}", "RegionId": region} for number in range(count)]
    one = {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-0", "ListenerPort": 80, "ListenerProtocol": "TCP"}
    return {
        "a": {"LoadBalancers": listed, "TotalCount": count + more},
        "b": {"Listeners": [{**one, "ListenerDescription": listener}], "TotalCount": 1},
    }


def groups(count: int, name: str = "user's", region: str = "cn-hangzhou", more: int = 0) -> dict[str, Any]:
    one = {"Protocol": "TCP", "ServerGroupName": name, "RegionId": region}
    listed = [{"ServerGroupId": f"sgp-{number}", **one} for number in range(count)]
    return {"a": {"ServerGroups": listed, "TotalCount": count + more}}


@pytest.mark.parametrize(
    ("answers", "annotation", "expected"),
    [
        pytest.param(nlbs(60), ZONES, (60, 1), id="one more NLB"),
        pytest.param(nlbs(59), ZONES, None, id="the last NLB"),
        pytest.param(nlbs(61), ZONES, None, id="a quota that was raised"),
        pytest.param(nlbs(60, more=1), ZONES, None, id="NLBs on another page"),
        pytest.param(nlbs(60), "id: nlb-1", None, id="a reused NLB"),
        pytest.param(nlbs(60), 'id: "${ID}"', None, id="perhaps a reused NLB"),
        pytest.param(nlbs(60, region="cn-beijing"), ZONES, None, id="NLBs of another region"),
        pytest.param(nlbs(60, listener="k8s.80.TCP.web.default.c1"), ZONES, None, id="one of the Service"),
        pytest.param({"a": nlbs(60)["a"]}, ZONES, None, id="listeners that were not printed"),
        pytest.param(groups(2999), ZONES, (2999, 2), id="two more groups"),
        pytest.param(groups(2998), ZONES, None, id="the last groups"),
        pytest.param(groups(3001), ZONES, None, id="a quota of groups that was raised"),
        pytest.param(groups(2999, more=3), ZONES, None, id="groups on another page"),
        pytest.param(groups(2999, "k8s.30080.TCP.web.default.c1"), ZONES, None, id="groups of the Service"),
        pytest.param(groups(2999, region="cn-beijing"), ZONES, None, id="groups of another region"),
        pytest.param(groups(3000), "zone-maps: a", None, id="a Service that the CCM gives up on"),
    ],
)
def test_what_a_region_takes(
    load: Load, answers: dict[str, Any], annotation: str, expected: tuple[int, int] | None
) -> None:
    assert told(load(**answers), annotation) == expected
