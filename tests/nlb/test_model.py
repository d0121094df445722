"""The model of an NLB: what rules ask of it, where a recorded run does not show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.build import as_network
from clblint.config.parse import parse_config
from tests.balancer.services import balancer_of
from tests.nlb.conftest import ZONES

if TYPE_CHECKING:
    from tests.nlb.conftest import Network

ENI = "service.beta.kubernetes.io/backend-type: eni\n"
TWO = "{name: a, port: 80}, {name: b, port: 443}"


def test_a_zone_mapping_knows_where_its_parts_stand(network: Network) -> None:
    first, second = network("+zone-maps: 'a:vsw-1:10.0.0.5:eip-1:x,b:vsw-2::'").zone_mappings
    assert (first.zone.text, first.address and first.address.text, first.eip and first.eip.text) == (
        "a",
        "10.0.0.5",
        "eip-1",
    )
    assert [part.text for part in first.dropped] == ["x"]
    assert (second.address, second.eip) == (None, None)
    assert second.vswitch is not None
    assert second.vswitch.place.span.column > first.zone.place.span.column


def test_a_zone_that_is_named_twice_knows_the_other(network: Network) -> None:
    first, second = network("+zone-maps: a:vsw-1,a:vsw-2").zone_mappings
    assert (first.previous, second.previous) == (None, first)


def test_a_value_that_cannot_be_known_is_no_mistake(network: Network) -> None:
    balancer = network("+zone-maps: ${ZONES}\n+idle-timeout: ${N}\n+protocol-port: ${P}\n+listener-port-range: ${R}")
    assert balancer.refusal is None
    assert not balancer.listeners[0].protocol.known
    assert not balancer.listeners[0].has_range


@pytest.mark.parametrize(
    ("value", "expected"), [("80-443:80", "80-443"), ("80-443:81", "80"), ("80-443: 80", "80"), ("443-80:80", "80")]
)
def test_a_listener_has_a_range_or_a_port(network: Network, value: str, expected: str) -> None:
    assert network(f"{ZONES}{ENI}+listener-port-range: '{value}'").listeners[0].shown_ports == expected


def test_a_range_overlaps_a_port_of_the_same_protocol(network: Network) -> None:
    one, other = network(f"{ZONES}{ENI}+listener-port-range: 80-500:80", TWO).listeners
    assert one.overlaps(other)
    assert other.overlaps(one)
    tls = network(f"{ZONES}{ENI}+listener-port-range: 80-500:80\n+protocol-port: tcpssl:443", TWO).listeners
    assert not tls[0].overlaps(tls[1])


@pytest.mark.parametrize(
    ("annotations", "ports"),
    [
        ("", "{name: a, port: '${A}'}, {name: b, port: '${B}'}"),
        ("", "{name: a, port: '${A}'}, {name: b, port: 443}"),
        (f"{ENI}+listener-port-range: '${{R}}'", TWO),
        (f"{ENI}+listener-port-range: 80-500:80", "{name: a, port: 80}, {name: b, port: '${B}'}"),
    ],
)
def test_ports_that_cannot_be_known_overlap_nothing(network: Network, annotations: str, ports: str) -> None:
    balancer = network(ZONES + annotations, ports)
    assert balancer.refusal is None
    assert not balancer.listeners[0].shares_ports(balancer.listeners[1])


def test_an_option_is_what_is_sent_or_the_default_of_the_api(network: Network) -> None:
    balancer = network(f"{ZONES}+proxy-protocol: 'On'\n+cps: '0'\n+idle-timeout: '4294967356'")
    (listener,), (group,) = balancer.listeners, balancer.server_groups
    assert (listener.option("proxy-protocol").value, listener.option("cps").value) == ("true", "0")
    assert listener.option("idle-timeout").value == "60"
    assert listener.option("cacert").is_("false")
    assert not listener.option("cacert").written
    assert (group.option("scheduler").value, group.option("preserve-client-ip").value) == ("Wrr", "true")
    assert group.checks


def test_details_of_a_check_count_only_beside_its_flag(network: Network) -> None:
    details = "+health-check-type: http\n"
    assert network(ZONES + details).server_groups[0].health_check == {}
    on = network(f"{ZONES}{details}+health-check-flag: 'on'").server_groups[0].health_check
    assert [name.partition(".")[2] for name in on] == ["HealthCheckEnabled", "HealthCheckType"]
    off = network(f"{ZONES}{details}+health-check-flag: 'true'").server_groups[0]
    assert (off.checks, list(off.health_check)) == (False, ["HealthCheckConfig.HealthCheckEnabled"])


def test_a_group_of_the_users_keeps_its_attributes(network: Network) -> None:
    (group,) = network("+id: nlb-1\n+vgroup-port: sgp-1:80\n+scheduler: rr").server_groups
    assert group.is_users
    assert group.settings == {}


def test_ranges_make_a_group_on_an_own_nlb_only(network: Network) -> None:
    ranges = "loadBalancerSourceRanges: [10.0.0.0/8, 192.168.0.0/16]"
    group = network(spec=ranges).source_ranges_group
    assert group is not None
    assert [(rule.policy, rule.source) for rule in group.rules] == [
        ("accept", "10.0.0.0/8"),
        ("accept", "192.168.0.0/16"),
        ("drop", "0.0.0.0/0"),
    ]
    assert network("+id: nlb-1", spec=ranges).source_ranges_group is None


def test_an_older_ccm_reads_less(network: Network) -> None:
    old = parse_config(".clblint.yaml", b"cluster: {ccm-version: v2.9.1}").cluster
    balancer = network(f"{ZONES}+alpn: 'on'\n+protocol-port: tcpssl:80", cluster=old)
    assert "AlpnEnabled" not in balancer.listeners[0].settings
    assert any(key.endswith("-alpn") for key in balancer.annotations.unread)


def test_a_ccm_without_nlbs_gives_nothing_up() -> None:
    old = parse_config(".clblint.yaml", b"cluster: {ccm-version: v2.4.0}").cluster
    balancer = as_network(balancer_of(spec="loadBalancerClass: alibabacloud.com/nlb", cluster=old))
    assert (balancer.handled_by.value, balancer.stopped) == ("none", None)
    assert balancer.refusal is not None
