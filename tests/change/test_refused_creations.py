"""An older revision that the API surely refused has left nothing, and mending it breaks nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from clblint.cli.main import main
from clblint.kube.clusters.profile import undeclared
from clblint.plugins.manager import load_plugins
from clblint.run.against import between, findings_of
from tests.change.conftest import service
from tests.change.test_nlb_effects import network

if TYPE_CHECKING:
    from pathlib import Path

RULES = load_plugins().rules
PRIVATE = {"address-type": "intranet"}
STATUS = "\nstatus: {loadBalancer: {ingress: [{ip: 10.0.0.1}]}}"
ID = "nlb-2zeb3qcm8q2x0t1b0jxyz"


def comes_of(old: str, new: str) -> tuple[str, str, list[str]]:
    """What happens, the error in which it ends, and the rules that speak of it."""
    changes = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("web.yaml", new.encode())}, undeclared())
    (change,) = changes
    said, failures = findings_of(changes, RULES, undeclared())
    assert not failures
    return change.effect.kind, change.effect.error, [finding.rule for finding in said]


# What is asked for and refused, and what mends it.
MENDED = {
    "a word in another case": (service({"address-type": "Intranet"}), service(PRIVATE)),
    "a word with a blank": (service({"address-type": "intranet "}), service(PRIVATE)),
    "another word": (service({"address-type": "private"}), service(PRIVATE)),
    "an IP version in another case": (service({"ip-version": "IPv6"}), service({"ip-version": "ipv6"})),
    "IPv6 on a private CLB": (service({**PRIVATE, "ip-version": "ipv6"}), service(PRIVATE)),
    "an address of a public CLB": (service({"ip": "10.0.0.9"}), service({"ip": "10.0.0.9", **PRIVATE})),
    "an address that is none": (service({**PRIVATE, "ip": "10.0.0"}), service({**PRIVATE, "ip": "10.0.0.9"})),
    "a resource group that is none": (
        service({"resource-group-id": "group"}), service({"resource-group-id": "rg-acfmxyz2b6j"}),
    ),
    "fixed bandwidth that is billed by use": (
        service({"charge-type": "paybybandwidth", "bandwidth": "10", "instance-charge-type": "PayByCLCU"}),
        service({"instance-charge-type": "PayByCLCU"}),
    ),
    "the IP version of CLBs": (network({"ip-version": "ipv6"}), network({"ip-version": "DualStack"})),
    "a blank between zones": (
        network({"zone-maps": "cn-hangzhou-i:vsw-a1, cn-hangzhou-k:vsw-b2"}), network(),
    ),
    "a zone twice": (
        network({"zone-maps": "cn-hangzhou-i:vsw-a1,cn-hangzhou-i:vsw-b2"}), network(),
    ),
    "a vSwitch twice": (
        network({"zone-maps": "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-a1"}), network(),
    ),
    "zones in quotes": (network({"zone-maps": "'cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2'"}), network()),
    "an EIP of a private NLB": (
        network({**PRIVATE, "zone-maps": "cn-hangzhou-i:vsw-a1::eip-1,cn-hangzhou-k:vsw-b2::eip-2"}),
        network(PRIVATE),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), MENDED.values(), ids=MENDED)
def test_what_mends_a_refused_creation_is_a_creation(old: str, new: str) -> None:
    assert comes_of(old, new) == ("create", "", [])


ACL = {"acl-id": "acl-bp1aaaaaaaaaaaaaaaaaa", "acl-type": "white"}
TLS = {"protocol-port": "tcpssl:80"}
CERTIFICATE = {"cert-id": "1234567890-cn-hangzhou"}
# What is asked of a listener and refused, what mends it, and the calls that make what was not made.
MENDED_LISTENERS = {
    "https without a certificate": (
        service({"protocol-port": "https:80"}), service({"protocol-port": "https:80", **CERTIFICATE}),
        ["CreateLoadBalancerHTTPSListener"],
    ),
    "access control without a list": (
        service({"acl-status": "on"}), service({"acl-status": "on", **ACL}), ["CreateLoadBalancerTCPListener"],
    ),
    "access control that goes again": (
        service({"acl-status": "on", "acl-type": "white"}), service(), ["CreateLoadBalancerTCPListener"],
    ),
    "a scheduler that is none": (
        service({"scheduler": "foo"}), service({"scheduler": "sch"}), ["CreateLoadBalancerTCPListener"],
    ),
    "a scheduler of other protocols": (
        service({"scheduler": "sch", "protocol-port": "http:80"}), service({"protocol-port": "http:80"}),
        ["CreateLoadBalancerHTTPListener"],
    ),
    "a session without a cookie": (
        service({"protocol-port": "http:80", "sticky-session": "on", "sticky-session-type": "server"}),
        service({"protocol-port": "http:80"}), ["CreateLoadBalancerHTTPListener"],
    ),
    "draining without a timeout": (
        service({"connection-drain": "on"}), service({"connection-drain": "on", "connection-drain-timeout": "10"}),
        ["CreateLoadBalancerTCPListener"],
    ),
    "a protocol that NLBs lack": (
        network(ports="[{port: 80, protocol: SCTP}]"), network(),
        ["CreateServerGroup", "AddServersToServerGroup", "CreateListener"],
    ),
    "a protocol that CLBs lack": (
        service(ports="[{port: 80, protocol: SCTP}]"), service(), ["CreateLoadBalancerTCPListener"],
    ),
    "another protocol": (
        service({"protocol-port": "https:80"}), service({"protocol-port": "http:80"}),
        ["CreateLoadBalancerHTTPListener"],
    ),
    "TCPSSL without a certificate": (network(TLS), network({**TLS, **CERTIFICATE}), ["CreateListener"]),
    "ALPN without a policy": (
        network({**TLS, **CERTIFICATE, "alpn": "on"}), network({**TLS, **CERTIFICATE}), ["CreateListener"],
    ),
    "a timeout out of range": (
        network({"idle-timeout": "1000"}), network(), ["CreateListener"],
    ),
    "a scheduler that is none, of a group": (
        network({"scheduler": "foo"}), network(),
        ["CreateServerGroup", "AddServersToServerGroup", "CreateListener"],
    ),
    "a health check that is refused": (
        network({"health-check-flag": "on", "healthy-threshold": "20"}), network({"health-check-flag": "on"}),
        ["CreateServerGroup", "AddServersToServerGroup", "CreateListener"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "calls"), MENDED_LISTENERS.values(), ids=MENDED_LISTENERS)
def test_what_mends_a_refused_listener_creates_it(old: str, new: str, calls: list[str]) -> None:
    assert comes_of(old, new) == ("update", "", [])
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    made = [call.action.removeprefix("nlb:") for call in change.effect.calls]
    assert [action for action in made if action != "StartLoadBalancerListener"] == calls


def test_a_port_without_a_listener_goes_in_silence() -> None:
    ports = "[{name: a, port: 80}, {name: b, port: 443}]"
    old, new = service({"protocol-port": "https:443"}, ports=ports), service(ports="[{name: a, port: 80}]")
    assert comes_of(old, new)[1:] == ("", [])


# What is surely refused of a listener that is there, or not surely of one that is not.
STANDING = {
    "a listener of a CLB with an address": (
        service({"acl-status": "on"}) + STATUS, service({"acl-status": "on", **ACL}) + STATUS,
    ),
    "a list that no switch turns on": (service({"acl-type": "green"}), service(ACL)),
    "a value of TLS without TLS": (network({"tls-cipher-policy": "foo"}), network()),
    "a number that is cut to 32 bits": (network({"idle-timeout": "4294967356"}), network()),
    "a health check that is off": (
        service({"health-check-switch": "off", "health-check-interval": "60"}), service({"health-check-switch": "off"}),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), STANDING.values(), ids=STANDING)
def test_a_listener_that_may_be_there_is_not_created(old: str, new: str) -> None:
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    assert not [call.action for call in change.effect.calls if "Create" in call.action]


# What was refused before there was an address in the status, and the id of one that is there.
NEVER_BOUND = {
    "no zones": (network({"zone-maps": ""}), network({"id": ID, "force-override-listeners": "true"})),
    "zones that are refused": (
        network({"zone-maps": "vsw-a1:cn-hangzhou-i,cn-hangzhou-k:vsw-b2"}), network({"id": ID}),
    ),
    "a number that is none": (service({"bandwidth": "x"}), service({"id": "lb-bp1aaaaaaaaaaaaaaaaaa"})),
    "IPv6 on a private CLB": (
        service({**PRIVATE, "ip-version": "ipv6"}), service({"id": "lb-bp1aaaaaaaaaaaaaaaaaa"}),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), NEVER_BOUND.values(), ids=NEVER_BOUND)
def test_a_service_without_an_address_may_reuse_any_clb(old: str, new: str) -> None:
    assert comes_of(old, new)[1:] == ("", [])


def test_an_id_that_was_never_reused_may_go() -> None:
    old = service({"id": "lb-bp1aaaaaaaaaaaaaaaaaa", "protocol-port": "htttp:80"})
    assert comes_of(old, service()) == ("create", "", [])


def test_what_is_there_was_made_by_an_earlier_revision() -> None:
    """And nobody knows what it has where the word is none."""
    old, new = service({"address-type": "private"}), service(PRIVATE)
    assert comes_of(old + STATUS, new + STATUS)[:2] == ("none", "")
    old, new = service({"address-type": "Intranet"}), service({"address-type": "intranet"})
    assert comes_of(old + STATUS, new + STATUS) == ("none", "", [])
    old, new = network({"ip-version": "ipv6"}), network({"ip-version": "DualStack"})
    assert comes_of(old + STATUS, new + STATUS)[1:] == ("", [])


def test_the_billing_of_an_older_clb_is_not_guessed() -> None:
    old, new = service({"charge-type": "paybybandwidth", "bandwidth": "10"}), service()
    assert comes_of(old, new) == ("none", "", ["annotation-removed-sticks"])


@pytest.mark.parametrize("gone", ["web.yaml", ""], ids=["another type", "removed"])
def test_an_earlier_revision_may_have_made_one(gone: str) -> None:
    old = {"web.yaml": ("old", service({**PRIVATE, "ip-version": "ipv6"}).encode())}
    new = {gone: (gone, service(type="ClusterIP").encode())} if gone else {}
    (change,) = between(old, new, undeclared())
    assert (change.effect.kind, str(change.effect.provided)) == ("delete", "an earlier revision was ever synced")


def test_a_host_name_that_the_api_server_refuses_ends_every_sync() -> None:
    kind, error, said = comes_of(service(), service({"hostname": "A_b"}))
    assert (kind, said) == ("refused", [])
    assert error.endswith('status.loadBalancer.ingress[0].hostname: Invalid value: "A_b"')
    old, new = service({"hostname": "A_b"}), service({"id": "lb-bp1aaaaaaaaaaaaaaaaaa"})
    assert comes_of(old, new)[1:] == ("", [])


# What nothing else is done after, as rules foretell it, and the last call that is shown.
UNCREATED = {
    "IPv6 on a private CLB": service({**PRIVATE, "ip-version": "ipv6"}),
    "fixed bandwidth that is billed by use": service({"charge-type": "paybybandwidth", "bandwidth": "5"}),
    "the IP version of CLBs": network({"ip-version": "ipv6"}),
    "a zone twice": network({"zone-maps": "cn-hangzhou-i:vsw-a1,cn-hangzhou-i:vsw-b2"}),
}


def planned(tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str) -> dict[str, Any]:
    """What the plan says of a Service."""
    for side, text in (("old", old), ("new", new)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "web.yaml").write_text(text)
    assert main(["plan", "--format", "json", "--against", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    (told,) = json.loads(capsys.readouterr().out)["services"]
    return dict(told)


def calls_of(tmp_path: Path, capsys: pytest.CaptureFixture[str], new: str) -> list[str]:
    """The calls that the plan of a new Service shows, which ends in an error."""
    told = planned(tmp_path, capsys, "kind: ConfigMap\napiVersion: v1\nmetadata: {name: none}\n", new)
    assert told["change"] == "refused"
    return [call["action"].removeprefix("nlb:") for call in told["calls"]]


@pytest.mark.parametrize("new", UNCREATED.values(), ids=UNCREATED)
def test_nothing_is_done_after_a_refused_creation(tmp_path: Path, capsys: pytest.CaptureFixture[str], new: str) -> None:
    assert calls_of(tmp_path, capsys, new) == ["CreateLoadBalancer"]


# What is refused when the load balancer is there: the calls beside it are made.
REFUSED_LATER = {
    "a header on a CLB with IPv6": service(
        {"ip-version": "ipv6", "protocol-port": "http:80", "xforwardedfor-proto": "on"}
    ),
    "IPv6 on the internet without IPv6": network({"ipv6-address-type": "Internet"}),
    "a certificate that is missing": service({"protocol-port": "https:80"}),
}


@pytest.mark.parametrize("new", REFUSED_LATER.values(), ids=REFUSED_LATER)
def test_what_is_refused_on_a_load_balancer_that_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], new: str
) -> None:
    assert len(calls_of(tmp_path, capsys, new)) > 1


def test_a_plan_knows_the_node_ports_that_a_service_keeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = service(ports="[{name: a, port: 80}, {name: b, port: 443}]")
    new = service(ports="[{name: a, port: 80}]", allocateLoadBalancerNodePorts="false")
    told = planned(tmp_path, capsys, old, new)
    assert (told["change"], told.get("error")) == ("update", None)
    assert [call["action"] for call in told["calls"]] == ["DeleteLoadBalancerListener", "DeleteVServerGroup"]


def test_an_nlb_is_reused_after_a_group_was_refused() -> None:
    old, new = (network({"id": ID, "scheduler": scheduler}) for scheduler in ("foo", "sch"))
    assert comes_of(old, new)[:2] == ("update", "")


def test_what_earlier_revisions_made_on_a_reused_nlb_is_unknown_after_refused_groups() -> None:
    old = network({"id": ID, "scheduler": "foo"})
    (change,) = between({"web.yaml": ("old", old.encode())}, {}, undeclared())
    assert change.effect.kind == "none"
    assert "cannot be known" in str(change.effect.unclear)
