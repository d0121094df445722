"""What a failure claims of its Service: the Service as it is now bears it out, leaves it open, or disproves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.diagnose.snapshots import Cluster, Plain, causes, diagnosed

if TYPE_CHECKING:
    from pathlib import Path

NLB = "alibabacloud.com/nlb"
_REUSED = "alicloud: the loadbalancer lb-x can not be reused, "
_MADE = _REUSED + "can not reuse loadbalancer created by kubernetes."
_BOUND = _REUSED + "service has been associated with ip [47.98.10.12], cannot be bound to ip [1.2.3.4]"
_PORT = "Message: The specified Port must be between 1 and 65535."
_ENI = "Message: The specified load balancer does not support backend servers of eni type."
_ADDRESS_TYPE = "alicloud: can not change LoadBalancer AddressType once created. delete and retry"
_LOST = "alicloud: can not find loadbalancer, but it's defined in service [47.98.10.12]"
_NO_VSWITCH = "Message: The specified VSwitch has no available ip."


def _changed(**values: object) -> Cluster:
    """A cluster whose Service was changed since its last good sync; `port_...` changes its port."""
    cluster = Cluster().drop("Event")
    cluster.service["metadata"]["labels"]["service.beta.kubernetes.io/hash"] = "0" * 56
    for name, value in values.items():
        if name.startswith("port_"):
            cluster.service["spec"]["ports"][0][name.removeprefix("port_")] = value
        elif name == "load_balancer_class":
            cluster.service["spec"]["loadBalancerClass"] = value
        else:
            cluster.annotate(**{name: str(value)})
    return cluster


@pytest.mark.parametrize(
    ("text", "cause", "so", "otherwise"),
    [
        (
            "ParameterMissing, zone mappings are required",
            "nlb-zone-maps-missing",
            {"load_balancer_class": NLB},
            {"load_balancer_class": NLB, "zone_maps": "a:vsw-1,b:vsw-2"},
        ),
        ("sctp protocol is not supported", "sctp-port", {"port_protocol": "SCTP"}, {}),
        (_PORT, "node-ports-missing", {"port_nodePort": 0}, {}),
        (_PORT, "named-target-port", {"port_targetPort": "http"}, {}),
        (_MADE, "reuse-ccm-made", {"id": "lb-x"}, {}),
        (_MADE, "reuse-ccm-made", {"id": "lb-x"}, {"id": "lb-y"}),
        (_BOUND, "rebind-refused", {"id": "lb-x"}, {}),
        (_BOUND, "rebind-refused", {"id": "lb-x"}, {"id": "lb-bp1jzp71t8dgbxk2caiu"}),
        (_ENI, "eni-on-shared-clb", {"backend_type": "eni"}, {}),
        ("Message: MissingParam.ServerCertificates", "certificate-missing", {"protocol_port": "https:80"}, {}),
        (
            "can not found cert by id 1-cn",
            "certificate-missing",
            {"protocol_port": "https:80", "cert_id": "1-cn"},
            {"protocol_port": "https:80", "cert_id": "2-cn"},
        ),
        (_ADDRESS_TYPE, "immutable-changed", {"address_type": "intranet"}, {}),
        (_NO_VSWITCH, "vswitch-full", {"address_type": "intranet"}, {}),
        (_NO_VSWITCH, "vswitch-full", {"vswitch_id": "vsw-1"}, {"vswitch_id": "vsw-1", "id": "lb-y"}),
        ("Message: AclNotExist", "api-refuses-value", {"acl_id": "acl-1"}, {}),
        ("instanceChargeType of loadbalancer is PayByCLCU", "charge-type-downgrade", {"spec": "slb.s1.small"}, {}),
        ("ShareSlbHaltSales", "shared-clb-discontinued", {}, {"instance_charge_type": "PayByCLCU"}),
        (_LOST, "clb-deleted", {}, {"id": "lb-y"}),
        ("create public address slb is not allowed", "public-clb-forbidden", {}, {"address_type": "intranet"}),
    ],
)
def test_a_failure_that_the_service_disproves_is_history(
    tmp_path: Path, text: str, cause: str, so: dict[str, object], otherwise: dict[str, object]
) -> None:
    found, disproved = (
        _first(tmp_path / name, _changed(**values).fails(text))
        for name, values in (("so", so), ("otherwise", otherwise))
    )
    assert cause in causes(found)
    assert cause not in causes(disproved)
    assert [text in past["event"] for past in disproved["history"]] == [True]
    assert disproved["history"][0]["why"]


def _first(folder: Path, cluster: Cluster) -> Plain:
    folder.mkdir()
    found: Plain = diagnosed(folder, cluster.text())["services"][0]
    return found


def test_a_claim_that_the_snapshot_does_not_show_is_not_certain(tmp_path: Path) -> None:
    """On a virtual node, pods are back ends whatever the type is."""
    cluster = _changed().fails(_ENI)
    node = cluster.all("Node")[0]
    node["metadata"]["labels"]["type"] = "virtual-kubelet"
    (cause,) = diagnosed(tmp_path, cluster.text())["services"][0]["causes"][:1]
    assert (cause["name"], cause["confidence"]) == ("eni-on-shared-clb", "likely")


def test_the_text_of_an_old_ccm_is_not_disproved_by_an_id(tmp_path: Path) -> None:
    text = "alicloud: not able to find loadbalancer named [a1] in openapi, but it's defined in service.loaderbalancer"
    cluster = _changed(id="lb-y").fails(text)
    (cause,) = diagnosed(tmp_path, cluster.text())["services"][0]["causes"][:1]
    assert (cause["name"], cause["confidence"]) == ("clb-deleted", "likely")


def test_an_address_that_was_removed_leaves_one_thing_to_do(tmp_path: Path) -> None:
    """The first half of the recovery is done: nothing asks for it again."""
    cluster = Cluster().drop("Event").fails(_LOST)
    cluster.service["status"] = {"loadBalancer": {}}
    service = diagnosed(tmp_path, cluster.text())["services"][0]
    assert [one["why"] for one in service["history"]] == ["the status has no address now"]
    assert not any("kubectl patch" in step for cause in service["causes"] for step in cause["do"])
    assert "edit any annotation" in service["causes"][0]["do"][0]
