"""What becomes of each annotation of a CLB, and what its NLB needs besides."""

from __future__ import annotations

import pytest

from clblint.build import build
from clblint.clb.model import ClassicLoadBalancer
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.clusters.profile import undeclared
from clblint.migration.nlb_service import NlbService
from clblint.migration.table import CONVERSIONS, NOTHING, fate_of
from tests.balancer.services import balancer_of, read

HTTPS = "+protocol-port: https:443\n+cert-id: 12315790-cn-hangzhou\n"
UPLOADED = "1231579085529123_166f8204689_1714763408_709981430"
TLS = "{port: 443}"
ZONES = "<zone>:<vSwitch>,<second zone>:<second vSwitch>"


def nlb_service_of(annotations: str = "", ports: str = "{port: 80}", spec: str = "") -> NlbService:
    """The NLB Service that replaces a CLB Service."""
    balancer = balancer_of(annotations, ports, spec)
    assert isinstance(balancer, ClassicLoadBalancer)
    return NlbService(balancer=balancer)


def test_every_annotation_of_a_clb_has_a_conversion_with_a_reason() -> None:
    clb_only = [known.suffix for known in catalogue() if known.controllers == ("clb",)]
    assert set(clb_only) <= set(CONVERSIONS)
    assert all(one.why for one in map(fate_of, clb_only))
    assert {one.to for one in CONVERSIONS.values() if one.to} <= {
        known.suffix for known in catalogue() if "nlb" in known.controllers
    }


@pytest.mark.parametrize(
    ("annotation", "kind", "now"),
    [
        ("+spec: slb.s1.small", "nothing", {}),
        ("+address-type: intranet", "same", {"address-type": "intranet"}),
        ("+protocol-port: 'http:80,udp:53'", "other-value", {"protocol-port": "tcp:80,udp:53"}),
        ("+protocol-port: 'http:80, udp:53,'", "other-value", {"protocol-port": "tcp:80,udp:53"}),
        ("+vgroup-port: rsp-1:80", "nothing", {}),
        ("+health-check-switch: 'true'", "nothing", {}),
        ("+protocol-port: tcp:80", "same", {"protocol-port": "tcp:80"}),
        ("+ip-version: ipv6", "other-value", {"ip-version": "DualStack"}),
        ("+ip-version: ipv4", "same", {"ip-version": "ipv4"}),
        ("+cert-id: 12315790-cn-hangzhou", "same", {"cert-id": "12315790-cn-hangzhou"}),
        (f"+cert-id: {UPLOADED}", "other-value", {"cert-id": f"<certificate in place of {UPLOADED}>"}),
        ("+established-timeout: '500'", "other-key", {"idle-timeout": "500"}),
        ("+idle-timeout: '15'", "nothing", {}),
        ("+persistence-timeout: '600'", "other-key", {"scheduler": "sch"}),
        ("+persistence-timeout: '0'", "nothing", {}),
        ("+health-check-switch: 'off'", "other-key", {"health-check-flag": "off"}),
        ("+health-check-timeout: '5'", "other-key", {"health-check-connect-timeout": "5"}),
        ("+health-check-domain: $_ip", "other-value", {"health-check-domain": "$SERVER_IP"}),
        ("+healthy-threshold: '1'", "other-value", {"healthy-threshold": "2"}),
        ("+healthy-threshold: '3'", "same", {"healthy-threshold": "3"}),
        ("+health-check-connect-port: '-520'", "nothing", {}),
        ("+domain-extensions: 'a.com:1-cn,b.com:2-cn'", "other-key", {"additional-cert-ids": "1-cn,2-cn"}),
        ("+vswitch-id: vsw-1", "other-key", {}),
        ("+id: lb-bp1", "other-value", {"id": "<id of an NLB of yours>"}),
        ("+name: front", "same", {"name": "front"}),
        ("service.beta.kubernetes.io/backend-type: eni", "same", {"backend-type": "eni"}),
        ("+zone-maps: cn-hangzhou-i:vsw-1", "same", {"zone-maps": "cn-hangzhou-i:vsw-1"}),
        ("+spec: ${SPEC}", "nothing", {}),
        ("+cert-id: ${CERT}", "same", {"cert-id": "${CERT}"}),
    ],
)
def test_what_becomes_of_an_annotation(annotation: str, kind: str, now: dict[str, str]) -> None:
    (moved,) = nlb_service_of(annotation).moved
    assert (moved.conversion.kind, moved.now) == (kind, now)
    assert bool(moved.conversion.why) or kind == "same"


@pytest.mark.parametrize("text", ["rsp-1:80", "rsp-1", "${GROUPS}"])
def test_groups_of_a_reused_clb_are_to_be_named_anew(text: str) -> None:
    nlb = nlb_service_of(f"+id: lb-1\n+vgroup-port: {text}")
    assert nlb.values["vgroup-port"] == "<server group of port 80>:80"
    assert [suffix for suffix, _, _ in nlb.by_hand] == ["id", "vgroup-port"]


@pytest.mark.parametrize(
    ("annotations", "spec", "ports", "fields"),
    [
        ("", "loadBalancerSourceRanges: [10.0.0.0/8]", "{port: 80}", [("spec.loadBalancerSourceRanges", True)]),
        (
            "+id: lb-1",
            "loadBalancerSourceRanges: [10.0.0.0/8]",
            "{port: 80}",
            [("spec.loadBalancerSourceRanges", False)],
        ),
        ("", "", "{port: 80, nodePort: 30080}", [("spec.ports[].nodePort", False)]),
        ("", "", "{port: 80}", []),
    ],
)
def test_each_field_of_the_spec_stays_or_goes(
    annotations: str, spec: str, ports: str, fields: list[tuple[str, bool]]
) -> None:
    assert [(one.name, one.stays) for one in nlb_service_of(annotations, ports, spec).fields] == fields


def test_a_set_scheduler_outlives_a_persistence_timeout() -> None:
    nlb = nlb_service_of("+persistence-timeout: '600'\n+scheduler: wrr")
    assert [(one.conversion.kind, one.now) for one in nlb.moved] == [(NOTHING, {}), ("same", {"scheduler": "wrr"})]


@pytest.mark.parametrize(
    ("annotations", "why"),
    [
        ("+persistence-timeout: '100'\n+scheduler: sch", "scheduler: sch, which is kept"),
        ("+persistence-timeout: '100'\n+scheduler: wrr", "here scheduler says something else"),
        ("+persistence-timeout: '0'\n+scheduler: sch", "0 switches it off"),
        ("+persistence-timeout: '0'", "0 switches it off"),
        ("+persistence-timeout: '0'\n+protocol-port: 'http:80'", "no listener here is of TCP"),
    ],
)
def test_why_a_persistence_timeout_goes(annotations: str, why: str) -> None:
    assert why in nlb_service_of(annotations).moved[0].conversion.why


@pytest.mark.parametrize(
    ("annotations", "groups"),
    [
        ("+acl-status: 'on'\n+acl-type: white\n+acl-id: acl-1", "<security group that lets in only what acl-1 lists>"),
        ("+acl-status: 'on'\n+acl-type: black\n+acl-id: acl-1", "<security group that denies what acl-1 lists>"),
        ("+acl-status: 'off'\n+acl-type: white\n+acl-id: acl-1", None),
    ],
)
def test_an_access_list_becomes_a_security_group_if_it_is_in_force(annotations: str, groups: str | None) -> None:
    assert nlb_service_of(annotations).values.get("security-group-ids") == groups


@pytest.mark.parametrize(
    ("annotations", "zones"),
    [
        ("", ZONES),
        ("+vswitch-id: vsw-1", "<zone>:vsw-1,<second zone>:<second vSwitch>"),
        ("+master-zoneid: cn-a\n+slave-zoneid: cn-b", "cn-a:<vSwitch>,cn-b:<second vSwitch>"),
        ("+id: lb-1", None),
        ("+zone-maps: cn-a:vsw-1,cn-b:vsw-2", "cn-a:vsw-1,cn-b:vsw-2"),
        (
            "+address-type: intranet\n+external-ip-type: eip",
            "<zone>:<vSwitch>::<EIP>,<second zone>:<second vSwitch>::<second EIP>",
        ),
    ],
)
def test_zones_are_filled_in_as_far_as_they_are_known(annotations: str, zones: str | None) -> None:
    assert nlb_service_of(annotations).values.get("zone-maps") == zones


@pytest.mark.parametrize(
    ("annotations", "said"),
    [
        ("+protocol-port: http:80\n+proxy-protocol: 'on'", True),
        ("+protocol-port: http:80\n+proxy-protocol: 'off'", False),
        ("+proxy-protocol: 'on'", False),
    ],
)
def test_proxy_protocol_that_takes_effect_is_listed(annotations: str, *, said: bool) -> None:
    (listener,) = nlb_service_of(annotations).listeners
    assert any("comes into force" in loss for loss in listener.losses) is said


def test_what_is_reached_by_an_eip_is_public_as_an_nlb() -> None:
    assert nlb_service_of("+address-type: intranet\n+external-ip-type: eip").values["address-type"] == "internet"


@pytest.mark.parametrize(
    ("annotations", "ports", "added"),
    [
        ("", "{port: 80}", {"zone-maps": ZONES}),
        ("+protocol-port: https:443", TLS, {"zone-maps": ZONES, "cert-id": "<certificate>"}),
        ("+healthy-threshold: '4'", "{port: 80}", {"zone-maps": ZONES, "health-check-flag": "on"}),
        ("+health-check-flag: 'on'\n+healthy-threshold: '4'", "{port: 80}", {"zone-maps": ZONES}),
        (
            "+health-check-flag: 'on'\n+protocol-port: http:80",
            "{port: 80}",
            {"zone-maps": ZONES, "health-check-type": "http"},
        ),
        (
            "",
            "{port: 53, protocol: UDP}",
            {"zone-maps": ZONES, "health-check-flag": "on", "health-check-type": "udp"},
        ),
        ("+health-check-switch: 'off'", "{port: 53, protocol: UDP}", {"zone-maps": ZONES}),
        ("", "{port: 53, protocol: UDP, name: a}, {port: 53, name: b}", {"zone-maps": ZONES}),
        ("+protocol-port: http:80", "{port: 80}", {"zone-maps": ZONES}),
        (
            "+connection-drain: 'on'",
            "{port: 80}",
            {"zone-maps": ZONES, "connection-drain-timeout": "<seconds, 10 to 900>"},
        ),
        ("+connection-drain: 'on'\n+connection-drain-timeout: '30'", "{port: 80}", {"zone-maps": ZONES}),
    ],
)
def test_what_the_nlb_needs_besides(annotations: str, ports: str, added: dict[str, str]) -> None:
    assert {one.suffix: one.value for one in nlb_service_of(annotations, ports).added} == added


@pytest.mark.parametrize(
    ("annotations", "protocol", "losses"),
    [
        ("", "TCP", 0),
        ("+protocol-port: http:80", "TCP", 1),
        ("+protocol-port: http:80\n+sticky-session: 'on'", "TCP", 2),
        ("+protocol-port: https:80", "TCPSSL", 1),
    ],
)
def test_listeners(annotations: str, protocol: str, losses: int) -> None:
    (listener,) = nlb_service_of(annotations).listeners
    assert (listener.protocol, len(listener.losses)) == (protocol, losses)


def test_a_redirection_is_lost() -> None:
    (http, https) = nlb_service_of(
        "+protocol-port: 'http:80,https:443'\n+forward-port: 80:443", "{port: 80, name: a}, {port: 443, name: b}"
    ).listeners
    assert any("no redirect" in loss for loss in http.losses)
    assert not any("no redirect" in loss for loss in https.losses)


@pytest.mark.parametrize(
    ("annotations", "end"),
    [
        ("", "go for good"),
        ("+id: lb-1", "the CLB is yours and stays"),
        ("+preserve-lb-on-delete: 'true'", "keeps the CLB"),
    ],
)
def test_the_last_step_says_what_becomes_of_the_address(annotations: str, end: str) -> None:
    assert end in str(nlb_service_of(annotations).steps[-1])


def test_nothing_to_fill_in_is_no_step() -> None:
    assert len(nlb_service_of("+zone-maps: cn-a:vsw-1,cn-b:vsw-2").steps) == len(nlb_service_of().steps) - 1


def test_a_long_name_stays_a_label() -> None:
    assert nlb_service_of().name == "web-nlb"
    service = read("kind: Service\napiVersion: v1\nmetadata: {name: " + "w" * 63 + "}\nspec: {type: LoadBalancer}")
    balancer = build(service, undeclared())
    assert isinstance(balancer, ClassicLoadBalancer)
    assert NlbService(balancer=balancer).name == "w" * 59 + "-nlb"
