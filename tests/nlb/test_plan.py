"""The plan of an NLB, as text and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.change.sync_errors import sync_end_of
from clblint.config.parse import parse_config
from clblint.plan.document import plan
from clblint.plan.text import plan_text
from tests.balancer.services import balancer_of
from tests.nlb.conftest import ZONES

if TYPE_CHECKING:
    from tests.nlb.conftest import Network

WEB = """+zone-maps: a:vsw-1,b:vsw-2::eip-2
+protocol-port: tcpssl:443
+cert-id: cert-1
+additional-cert-ids: cert-2
+security-group-ids: sg-1
+connection-drain: 'on'
+cross-zone-enabled: 'off'
+listener-port-range: 1000-2000:80
service.beta.kubernetes.io/backend-type: eni"""
PORTS = "{name: a, port: 80, targetPort: 8080}, {name: b, port: 443, targetPort: web}"
EXPECTED = """\
default/web  web.yaml:4
  handled by the NLB controller: its loadBalancerClass is alibabacloud.com/nlb
  creates an NLB
    AddressType                          internet                  default
    LoadBalancerName                     a{uid}                    default
    VpcId                                {vpcId}                   default
    DeletionProtectionConfig.Enabled     true                      default
    ModificationProtectionConfig.Status  ConsoleProtection         default
    ModificationProtectionConfig.Reason  managed.by.ack            default
    Tags                                 kubernetes.do.not.delete=a{uid}, ack.aliyun.com={clusterId}  default
    CrossZoneEnabled                     false                     line 12
    ZoneMapping                          a:vsw-1                   line 6
    ZoneMapping                          b:vsw-2::eip-2            line 6
    SecurityGroupId                      sg-1                      line 10
    SourceRange                          10.0.0.0/8                line 19
  TCP listener (default) on ports 1000-2000 (line 13)
    sends to the pods (line 14) on the port that the client used, weighted 100 each (default)
    server group k8s.1000_2000.TCP.web.default.{clusterId}
    Scheduler                                 Wrr   default
    ConnectionDrainEnabled                    true  line 11
    PreserveClientIpEnabled                   true  default
    HealthCheckConfig.HealthCheckEnabled      true  default
    HealthCheckConfig.HealthCheckType         TCP   default
    AnyPortEnabled                            true  line 13
    ConnectionDrainTimeout                    0     default
    HealthCheckConfig.HealthCheckConnectPort  8080  line 17
    CertificateIds  cert-1  line 8
  TCPSSL listener on port 443 (line 7)
    sends to the pods (line 14) on port web (line 17), weighted 100 each (default)
    server group k8s.web.TCPSSL.web.default.{clusterId}
    Scheduler                             Wrr    default
    ConnectionDrainEnabled                true   line 11
    HealthCheckConfig.HealthCheckEnabled  true   default
    HealthCheckConfig.HealthCheckType     TCP    default
    AnyPortEnabled                        false  default
    ConnectionDrainTimeout                0      default
    CertificateIds           cert-1  line 8
    AdditionalCertificateId  cert-2  line 9
"""


def test_the_text_shows_what_is_built_with_its_origin(network: Network) -> None:
    balancer = network(WEB, PORTS, "loadBalancerSourceRanges: [10.0.0.0/8]")
    assert plan_text(balancer) == EXPECTED


def test_the_document_holds_the_same(network: Network) -> None:
    made = plan(network(WEB, PORTS, "loadBalancerSourceRanges: [10.0.0.0/8]"))
    assert (made["handledBy"], made["error"]) == ("nlb", None)
    assert [zone["value"] for zone in made["loadBalancer"]["ZoneMappings"]] == ["a:vsw-1", "b:vsw-2::eip-2"]
    assert made["loadBalancer"]["AddressType"] == {"value": "internet", "given": False, "default": True}
    assert made["loadBalancer"]["SourceRanges"][0]["line"] == 19
    ranged, tls = made["listeners"]
    assert ranged["ports"] == {"value": "1000-2000", "given": True, "line": 13}
    assert "ports" not in tls
    assert (tls["protocol"]["value"], tls["AdditionalCertificateIds"][0]["value"]) == ("TCPSSL", "cert-2")
    group = made["serverGroups"][1]
    assert (group["name"], group["ports"]) == ("k8s.web.TCPSSL.web.default.{clusterId}", [443])
    assert group["settings"]["HealthCheckConfig.HealthCheckType"] == {"value": "TCP", "given": False, "default": True}


def test_what_is_refused_is_not_built(network: Network) -> None:
    balancer = network("")
    assert "    build nlb attribute error: ParameterMissing, zone mappings are required" in plan_text(balancer)
    made = plan(balancer)
    assert made["error"] == "build nlb attribute error: ParameterMissing, zone mappings are required"
    assert (made["loadBalancer"], made["listeners"]) == ({}, [])
    assert sync_end_of(balancer).first == f"build lb local model error: {made['error']}"


def test_a_reused_nlb_keeps_its_listeners(network: Network) -> None:
    balancer = network("+id: nlb-1\n+vgroup-port: sgp-1:80\n+address-type: intranet")
    text = plan_text(balancer)
    assert "  reuses the NLB nlb-1 (line 6) and leaves its listeners alone\n" in text
    assert "TCP listener on port 80 (default): not managed, only its server group is kept up to date" in text
    assert "server group sgp-1\n" in text
    assert "Scheduler" not in text
    assert plan(balancer)["serverGroups"][0]["id"]["value"] == "sgp-1"


def test_ports_that_share_a_group_send_to_the_same_back_ends(network: Network) -> None:
    annotations = f"{ZONES}service.beta.kubernetes.io/backend-type: eni"
    text = plan_text(
        network(annotations, "{name: a, port: 80, targetPort: 8080}, {name: b, port: 81, targetPort: 8080}")
    )
    assert "sends to the same back ends as the TCP listener on port 80" in text


def test_a_list_that_cannot_be_known_is_shown_as_it_is_written(network: Network) -> None:
    unknown = network(
        "+zone-maps: ${Z}\n+security-group-ids: ${SG}\n+additional-cert-ids: ${C}\n+protocol-port: tcpssl:80"
    )
    rows = [line.split() for line in plan_text(unknown).splitlines()]
    assert ["ZoneMapping", "${Z}", "unknown,", "line", "6"] in rows
    assert ["SecurityGroupId", "${SG}", "unknown,", "line", "7"] in rows
    assert ["AdditionalCertificateId", "${C}", "unknown,", "line", "8"] in rows
    made = plan(unknown)["loadBalancer"]["ZoneMappings"]
    assert made == [{"value": "${Z}", "given": False, "unknown": True, "line": 6}]


def test_a_type_of_groups_that_cannot_be_known_is_none_of_the_two(network: Network) -> None:
    rows = [line.split() for line in plan_text(network(f"{ZONES}+server-group-type: ${{TYPE}}")).splitlines()]
    assert ["ServerGroupType", "${TYPE}", "unknown,", "line", "7"] in rows


@pytest.mark.parametrize(
    ("annotations", "row"),
    [
        ("", ["PreserveClientIpEnabled", "true", "default"]),
        ("+server-group-type: Ip", None),
        ("+protocol-port: tcpssl:80\n+cert-id: c", None),
        ("+preserve-client-ip: 'on'\n+server-group-type: ip", ["PreserveClientIpEnabled", "true", "line", "7"]),
    ],
)
def test_a_plan_shows_client_addresses_only_where_back_ends_see_them(
    network: Network, annotations: str, row: list[str] | None
) -> None:
    rows = [line.split() for line in plan_text(network(ZONES + annotations)).splitlines()]
    assert next((one for one in rows if one[:1] == ["PreserveClientIpEnabled"]), None) == row


UNKNOWN = "{name: a, port: '${A}', targetPort: 8080}, {name: b, port: '${B}', targetPort: 8080}"


def test_unknown_ports_share_no_server_group(network: Network) -> None:
    assert "same back ends" not in plan_text(network(ports=UNKNOWN))
    assert len(plan(network(ports=UNKNOWN))["serverGroups"]) == 2
    eni = f"{ZONES}service.beta.kubernetes.io/backend-type: eni"
    assert "sends to the same back ends as the TCP listener on port unknown" in plan_text(network(eni, UNKNOWN))


def test_a_malformed_vgroup_port_breaks_later_syncs(network: Network) -> None:
    ends = sync_end_of(network(f"{ZONES}+vgroup-port: sgp-1"))
    assert ends.first == ""
    assert ends.later.startswith("apply model error: get lb backend from remote error: DescribeVServerGroups error: ")


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ("ccm-version: v2.4.0", "NLBs need CCM v2.5.0, and the cluster has v2.4.0"),
        ("kubernetes-version: 1.22.15-aliyun.1", "NLBs need Kubernetes 1.24, and the cluster has 1.22.15-aliyun.1"),
        ("ccm-version: v2.4.0, kubernetes-version: '1.18'", "NLBs need CCM v2.5.0, and the cluster has v2.4.0"),
    ],
)
def test_a_cluster_that_is_too_old_makes_no_nlb(declared: str, why: str) -> None:
    old = parse_config(".clblint.yaml", f"cluster: {{{declared}}}".encode()).cluster
    balancer = balancer_of(WEB, PORTS, "loadBalancerClass: alibabacloud.com/nlb", old)
    assert plan_text(balancer).splitlines()[1:] == [f"  no NLB is made: {why}"]
    told = plan(balancer)
    assert (told["handledBy"], told["because"], told["ends"], told["listeners"]) == ("none", why, None, [])
