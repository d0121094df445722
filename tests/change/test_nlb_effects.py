"""What `plan --against` says of NLBs where no recorded run shows it: in our words, and what nobody has ever run."""

from __future__ import annotations

import pytest

from clblint.change.nlb.change import network_changes
from clblint.change.plan import document, rows_of
from clblint.change.plan_text import change_markdown, change_text
from clblint.kube.clusters.profile import Cluster, Unwritten, undeclared
from clblint.kube.fact import Fact
from clblint.run.against import between
from tests.change.conftest import service

ZONES = "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
NLB = "alibabacloud.com/nlb"
FIXED = "ResourceGroupId cannot be changed, service: rg-a, nlb: {ResourceGroupId}"
ID = "nlb-2zeb3qcm8q2x0t1b0jxyz"


def network(annotations: dict[str, str] | None = None, **spec: str) -> str:
    own = {} if annotations and "id" in annotations else {"zone-maps": ZONES}
    return service({**own, **(annotations or {})}, **{"loadBalancerClass": NLB, **spec})


def told(old: str, new: str, cluster: Cluster | None = None) -> str:
    """The plan as text, without its last line."""
    sides = {"web.yaml": ("old/web.yaml", old.encode())}, {"web.yaml": ("web.yaml", new.encode())}
    changes = between(*sides, cluster or undeclared(), None)
    rows = rows_of([change.new for change in changes if change.new is not None], changes)
    text = change_text(rows, "HEAD")
    markdown = change_markdown(rows, "HEAD", str)
    (row,) = document(rows, "HEAD")["services"]
    assert [call["action"] for call in row["calls"]] == [call.action for call in rows[0].calls]
    assert all(call.action in markdown for call in rows[0].calls)
    return "\n".join(line.strip() for line in text.splitlines()[1:-2])


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        pytest.param(
            network({"address-type": "intranet"}),
            network({"address-type": "internet"}),
            ["nlb:UpdateLoadBalancerAddressTypeConfig  load balancer", "AddressType  Intranet -> Internet"],
            id="an attribute of the NLB",
        ),
        pytest.param(
            network({"idle-timeout": "60"}),
            network({"idle-timeout": "90"}),
            ["nlb:UpdateListenerAttribute  TCP listener 80", "IdleTimeout  60 -> 90"],
            id="a listener",
        ),
        pytest.param(
            network({"default-weight": "10"}),
            network({"default-weight": "20"}),
            [
                "nlb:UpdateServerGroupServersAttribute  server group k8s.{nodePort:80}.TCP.web.default.{clusterId}",
                "weight  10 -> 20",
            ],
            id="weights",
        ),
        pytest.param(
            network({"id": ID, "vgroup-port": "sgp-aaaa:80"}),
            network({"id": ID, "vgroup-port": "sgp-bbbb:80"}),
            [
                "nlb:AddServersToServerGroup  server group sgp-bbbb",
                "back ends  - -> nodes, port {nodePort:80}",
                "stays behind: back ends in server group sgp-aaaa",
            ],
            id="a group of the user's is left",
        ),
        pytest.param(
            network({"id": ID, "vgroup-port": "sgp-aaaa:80", "preserve-lb-on-delete": "true"}),
            network(
                {"id": ID, "vgroup-port": "sgp-aaaa:80", "preserve-lb-on-delete": "true"},
                type="ClusterIP",
                loadBalancerClass="null",
            ),
            ["stays behind: back ends in server group sgp-aaaa"],
            id="a group of the user's is not emptied while it is preserved",
        ),
        pytest.param(
            network({"preserve-lb-on-delete": "true"}, loadBalancerSourceRanges="[10.0.0.0/8]"),
            network({"preserve-lb-on-delete": "true"}, type="ClusterIP", loadBalancerClass="null"),
            [
                "nlb:UpdateLoadBalancerProtection  load balancer",
                "nlb:UntagResources  tags",
                "nlb:DeleteListener  TCP listener 80",
                "nlb:UntagResources  server group k8s.{nodePort:80}.TCP.web.default.{clusterId}",
                (
                    "stays behind: server group k8s.{nodePort:80}.TCP.web.default.{clusterId}, "
                    "security group of the source ranges"
                ),
            ],
            id="the security group of a preserved one is left",
        ),
        pytest.param(
            network(),
            network({"resource-group-id": "rg-a"}),
            [
                f"unless the NLB happens to have it: {FIXED}",
            ],
            id="what only the cloud knows",
        ),
        pytest.param(
            network({"id": ID}),
            network({"id": ID, "address-type": "intranet", "name": "web", "bandwidth-package-id": "cbwp-1"}),
            [],
            id="a reused NLB may have what is asked for first",
        ),
        pytest.param(
            network({"zone-maps": ""}),
            network(type="ClusterIP", loadBalancerClass="null"),
            [
                "provided that an earlier revision was ever synced:",
                "nlb:UpdateLoadBalancerProtection  load balancer",
                "nlb:DeleteLoadBalancer  load balancer",
            ],
            id="a revision that made none",
        ),
    ],
)
def test_the_plan_of_a_change(old: str, new: str, lines: list[str]) -> None:
    assert told(old, new).splitlines() == lines


def test_the_api_refuses_to_delete_a_group_that_a_listener_uses() -> None:
    lines = told(network(), network({"server-group-type": "ip"})).splitlines()
    assert lines[-3:-1] == ["the sync fails with", "apply model error: DeleteServerGroup, StatusCode: ..."]
    assert lines[-1].startswith("as documented: server group k8s.")


@pytest.mark.parametrize(
    ("version", "called"),
    [("v2.12.0", False), ("v2.12.1", True)],
)
def test_another_address_is_noticed_since_2_12_1(version: str, *, called: bool) -> None:
    cluster = undeclared()._replace(ccm_version=Fact(version, Unwritten(".clblint.yaml")))
    old, new = (network({"zone-maps": f"cn-hangzhou-i:vsw-a1:10.0.1.{last},cn-hangzhou-k:vsw-b2"}) for last in (5, 6))
    assert told(old, new, cluster).startswith("nlb:UpdateLoadBalancerZones") is called


TLS = {"protocol-port": "tcpssl:80", "cert-id": "c-1"}


@pytest.mark.parametrize("annotations", [TLS, {"server-group-type": "ip"}], ids=["TCPSSL", "Ip"])
@pytest.mark.parametrize(("flag", "called"), [("on", True), ("off", False)])
def test_a_group_that_hides_clients_has_no_client_addresses(
    annotations: dict[str, str], flag: str, *, called: bool
) -> None:
    lines = told(network(annotations), network({**annotations, "preserve-client-ip": flag}))
    assert ("PreserveClientIpEnabled  false -> true" in lines) is called
    assert ("PreserveClientIpEnabled" in lines) is called


@pytest.mark.parametrize("version", ["v2.11.2", "v2.12.1"])
def test_another_eip_is_refused_by_any_ccm(version: str) -> None:
    cluster = undeclared()._replace(ccm_version=Fact(version, Unwritten(".clblint.yaml")))
    zones = (f"cn-hangzhou-i:vsw-a1::eip-{last},cn-hangzhou-k:vsw-b2" for last in "ab")
    old, new = ({"web.yaml": ("web.yaml", network({"zone-maps": one}).encode())} for one in zones)
    (change,) = between(old, new, cluster, None)
    (found,) = network_changes(change)
    assert [now.eip.text for _, now in found.readdressed_zones if now.eip is not None] == ["eip-b"]


@pytest.mark.parametrize(("version", "called"), [("v2.9.1", False), ("v2.10.0", True)])
def test_tags_of_a_live_nlb_follow_since_2_10_0(version: str, *, called: bool) -> None:
    cluster = undeclared()._replace(ccm_version=Fact(version, Unwritten(".clblint.yaml")))
    old, new = (network({"additional-resource-tags": tags}) for tags in ("a=b", "a=c"))
    assert told(old, new, cluster).startswith("nlb:TagResources") is called


def test_an_id_that_cannot_be_known() -> None:
    assert "the id of its NLB cannot be known" in told(network({"id": ID}), network({"id": "${ID}"}))


def test_a_range_of_ports_is_for_pods_and_nothing_may_say_that_there_are_any() -> None:
    ranges = {"listener-port-range": "1000-2000:80"}
    pods = ("  annotations:\n", "  annotations:\n    service.beta.kubernetes.io/backend-type: eni\n")
    (line,) = [one for one in told(network(), network(ranges)).splitlines() if "cannot be known" in one]
    assert "whether nodes or pods are its back ends" in line
    assert "nlb:" not in told(network(ranges), network())
    assert "nlb:CreateListener  TCP listener 1000-2000" in told(network(), network(ranges).replace(*pods))
    (change,) = between({"web.yaml": ("old", network(ranges).encode())}, {}, undeclared())
    assert change.effect.kind == "delete"
