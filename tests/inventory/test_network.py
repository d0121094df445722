"""What the Alibaba Cloud CLI prints of NLBs, and how it is told apart from what it prints of CLBs and ALBs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from clblint.inventory.network import nlb_key
from tests.inventory.conftest import balancers, listener

if TYPE_CHECKING:
    from clblint.inventory.network import Nlb
    from tests.inventory.conftest import Load

OWNER = "a0123456789abcdef0123456789abcde"


def nlbs(*ids: str, **more: object) -> dict[str, Any]:
    """An answer of ListLoadBalancers."""
    return {"LoadBalancers": [{"LoadBalancerId": id_, **more} for id_ in ids], "MaxResults": 20}


def nlb_listener(nlb: str, id_: str, port: int = 80, **more: object) -> dict[str, Any]:
    """An entry of ListListeners."""
    return {"ListenerId": id_, "LoadBalancerId": nlb, "ListenerPort": port, "ListenerProtocol": "TCP", **more}


def only(load: Load, **files: Any) -> Nlb:  # noqa: ANN401 - any JSON
    inventory = load(**files)
    assert not inventory.flaws
    (found,) = inventory.nlbs
    return found


def test_nlbs_and_clbs_are_distinguished(load: Load) -> None:
    inventory = load(a=balancers("lb-1"), b=nlbs("nlb-1"), c=nlbs("alb-1"), d={"LoadBalancerId": "alb-2"})
    assert not inventory.flaws
    assert [one.id.value for one in inventory.clbs] == ["lb-1"]
    assert [one.id.value for one in inventory.nlbs] == ["nlb-1"]
    assert inventory.clbs.lacks("lb-2")
    assert inventory.nlbs.lacks("nlb-2")


@pytest.mark.parametrize("name", ["LoadBalancers", "ServerGroups"])
def test_an_empty_list_may_be_that_of_another_product(load: Load, name: str) -> None:
    inventory = load(a={name: [], "TotalCount": 0})
    assert not inventory.flaws
    assert not inventory.nlbs.lacks("nlb-1")
    assert not inventory.clbs.lacks("lb-1")
    assert not inventory.nlb_groups.lacks("sgp-1")


def test_no_listeners_of_nlbs_are_not_those_of_clbs(load: Load) -> None:
    inventory = load(a=balancers("lb-1"), b=nlbs("nlb-1"), c={"Listeners": [], "TotalCount": 0})
    assert [one.all_listeners for one in (*inventory.clbs, *inventory.nlbs)] == [False, False]


@pytest.mark.parametrize(
    "tag",
    [
        pytest.param({"Key": "kubernetes.do.not.delete", "Value": OWNER}, id="as lists have it"),
        pytest.param({"TagKey": "kubernetes.do.not.delete", "TagValue": OWNER}, id="as the answer about one has it"),
    ],
)
def test_tags(load: Load, tag: dict[str, str]) -> None:
    found = only(load, a=nlbs("nlb-1", Tags=[tag]))
    assert found.owner is not None
    assert found.owner.value == OWNER
    assert found.marked is found.owner


def test_two_calls_about_one_nlb_are_one(load: Load) -> None:
    zones = [{"ZoneId": "a", "VSwitchId": "vsw-1", "LoadBalancerAddresses": [{"AllocationId": "eip-1"}]}]
    detail = {"LoadBalancerId": "nlb-1", "SecurityGroupIds": ["sg-1", "sg-2"], "ZoneMappings": zones}
    found = only(load, a=nlbs("nlb-1", DNSName="n.example"), b=detail)
    assert found.dns_name.value == "n.example"
    assert [one.value for one in found.security_groups or ()] == ["sg-1", "sg-2"]
    (zone,) = found.zones
    assert (zone.zone.value, zone.vswitch.value) == ("a", "vsw-1")
    assert zone.has("AllocationId", "eip-1")
    assert not zone.has("PrivateIPv4Address", "eip-1")


def test_listeners(load: Load) -> None:
    told = {
        "Listeners": [
            nlb_listener("nlb-1", "lsn-1", 443, CertificateIds=["1-cn-hangzhou", "2-cn-hangzhou"]),
            nlb_listener("nlb-1", "lsn-2", 0, StartPort="80", EndPort="90", ProxyProtocolV2Config={"Ppv2": True}),
            nlb_listener("nlb-2", "lsn-3"),
        ]
    }
    detail = nlb_listener("nlb-1", "lsn-1", 443, ListenerDescription="k8s.443.TCPSSL.web.default.c1", IdleTimeout=60)
    found = only(load, a=nlbs("nlb-1"), b=told, c=detail)
    first, second = found.listeners
    assert (str(first), str(second), found.all_listeners) == ("TCP:443", "TCP:80-90", True)
    assert first.setting("CertificateIds").value == "1-cn-hangzhou,2-cn-hangzhou"
    assert (first.setting("IdleTimeout").value, second.setting("IdleTimeout").given) == ("60", False)
    assert second.setting("ProxyProtocolV2Config.Ppv2").value == "true"
    assert first.key is not None
    assert (first.key.namespace, first.key.service, first.key.cluster) == ("default", "web", "c1")


def test_listeners_of_both_kinds(load: Load) -> None:
    both = ({"Listeners": [listener("lb-1", 80)]}, {"Listeners": [nlb_listener("nlb-1", "lsn-1")]})
    inventory = load(a=balancers("lb-1"), b=nlbs("nlb-1"), c=both[0], d=both[1])
    assert [len(one.listeners) for one in (*inventory.clbs, *inventory.nlbs)] == [1, 1]


def test_groups_and_their_servers(load: Load) -> None:
    told = {
        "ServerGroups": [
            {"ServerGroupId": "sgp-1", "Protocol": "TCP", "ServerCount": 3, "RelatedLoadBalancerIds": ["nlb-1"]},
            {"ServerGroupId": "sgp-2", "Protocol": "UDP", "RelatedLoadBalancerIds": ["nlb-1", "nlb-2"]},
            {"ServerGroupId": "sgp-3", "Protocol": "TCPSSL", "HealthCheck": {"HealthCheckType": "TCP"}},
        ]
    }
    servers = [{"ServerGroupId": "sgp-2", "ServerId": "eni-1", "ServerIp": f"10.0.0.{n}", "Port": 80} for n in (1, 2)]
    inventory = load(a=nlbs("nlb-1"), b=told, c={"Servers": servers, "TotalCount": 2})
    assert not inventory.partial
    (found,) = inventory.nlbs
    assert ([one.id.value for one in found.groups], found.back_ends) == (["sgp-1", "sgp-2"], 5)
    third = inventory.nlb_groups.get("sgp-3")
    assert third is not None
    assert third.setting("HealthCheckConfig.HealthCheckType").value == "TCP"
    assert inventory.nlb_groups.lacks("sgp-4")


def test_groups_of_albs_are_not_needed(load: Load) -> None:
    inventory = load(a={"ServerGroups": [{"ServerGroupId": "sgp-1", "Protocol": "HTTP"}]})
    assert not inventory.flaws
    assert "sgp-1" not in inventory.nlb_groups


@pytest.mark.parametrize(
    ("rules", "drops"),
    [
        pytest.param([], False, id="no rule"),
        pytest.param([{"Policy": "Accept", "Direction": "ingress"}], False, id="what it accepts"),
        pytest.param([{"Policy": "Drop", "Direction": "egress"}], False, id="what goes out"),
        pytest.param([{"Policy": "Accept"}, {"Policy": "Drop"}], True, id="what it refuses"),
    ],
)
def test_rules_of_security_groups(load: Load, rules: list[dict[str, str]], drops: bool) -> None:  # noqa: FBT001
    listed = {"SecurityGroups": {"SecurityGroup": [{"SecurityGroupId": "sg-1", "SecurityGroupType": "normal"}]}}
    found = load(a=listed, b={"SecurityGroupId": "sg-1", "Permissions": {"Permission": rules}}).security_groups
    group = found.get("sg-1")
    assert group is not None
    assert (group.type.value, group.drops) == ("normal", drops)


def test_rules_that_were_not_printed_are_not_known(load: Load) -> None:
    group = load(a={"SecurityGroups": {"SecurityGroup": [{"SecurityGroupId": "sg-1"}]}}).security_groups.get("sg-1")
    assert group is not None
    assert (group.drops, group.managed, group.owner, group.key) == (None, None, None, None)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({"SecurityGroupName": f"k8s-nlb-{OWNER}"}, id="by its name"),
        pytest.param({"Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": OWNER}]}}, id="by its tag"),
    ],
)
def test_groups_that_the_ccm_made(load: Load, told: dict[str, Any]) -> None:
    described = {"SecurityGroupId": "sg-1", "Description": "k8s.default.web.c1", **told}
    group = load(a={"SecurityGroups": {"SecurityGroup": [described]}}).security_groups.get("sg-1")
    assert group is not None
    assert group.owner is not None
    assert group.key is not None
    assert (group.owner.value, group.key.service, group.key.cluster) == (OWNER, "web", "c1")


def test_certificates(load: Load) -> None:
    every = {"CertificateList": [{"CertIdentifier": "1-cn-hangzhou", "NotAfter": 5}], "TotalCount": 1}
    orders = {"CertificateOrderList": [{"CertificateId": 2, "CertEndTime": 6, "EndDate": "2026-01-01"}]}
    found = load(a=every, b=orders).cas_certificates
    first, second = found.get("1"), found.get("2")
    assert first is not None
    assert second is not None
    assert (first.expires, second.expires, second.expires_at.value) == (5, 6, "2026-01-01")
    assert found.lacks("3")


def test_a_list_of_orders_is_not_all_certificates(load: Load) -> None:
    found = load(a={"CertificateOrderList": [{"CertificateId": 2, "CertEndTime": 6}]}).cas_certificates
    assert not found.lacks("3")


def test_eips_by_their_id(load: Load) -> None:
    eips = {"EipAddresses": {"EipAddress": [{"IpAddress": "192.0.2.1", "AllocationId": "eip-1"}]}}
    found = load(a=eips).eips_by_id
    assert "eip-1" in found
    assert found.lacks("eip-2")


@pytest.mark.parametrize(
    "text",
    ["k8s.80.TCP.web.default", "k8s/80/web/default/c1", "k8s.80..web.default.c1", "a.80.TCP.web.default.c1", ""],
)
def test_names_that_are_not_the_ccms(text: str) -> None:
    assert nlb_key(text) is None


def test_policies_are_not_needed(load: Load) -> None:
    inventory = load(a={"SecurityPolicies": [{"SecurityPolicyId": "tls-1"}]})
    assert not inventory.flaws
