"""`protocol-port`, item by item; most of these were also seen in runs of the real controller."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer
    from tests.clb.conftest import Balance

TWO = "{port: 80, name: a}, {port: 443, name: b}"
LISTENER = "builid lb listener error: build listener from servicePort"
NOT_SUPPORTED = "port protocol format must be either [http|https|tcp|udp], protocol not supported wit"
NO_COLON = "port and protocol format must be like 'https:443' with colon separated. got="


def protocols(balancer: ClassicLoadBalancer) -> list[str]:
    return [listener.protocol.value for listener in balancer.listeners]


@pytest.mark.parametrize(
    ("annotation", "ports", "expected"),
    [
        ("https:443,http:80", TWO, ["http", "https"]),
        ("", TWO, ["tcp", "tcp"]),
        ("https:443 ", TWO, ["tcp", "tcp"]),  # the port is compared as text
        ("http:443:x", TWO, ["tcp", "http"]),  # a third part means nothing
        ("http:80,https:80", TWO, ["http", "tcp"]),  # the first one wins
        ("https:8443", TWO, ["tcp", "tcp"]),  # a port that the Service lacks
        ("http:80,garbage", "{port: 80}", ["http"]),  # behind the item that decides
        ("http:80,", "{port: 80}", ["http"]),
        ("http:80,HTTPS:443", "{port: 80}", ["http"]),
        ("tcp:53", "{port: 53, name: a}, {port: 53, name: b, protocol: UDP}", ["tcp", "tcp"]),
        ("http:80", "{port: 80, protocol: UDP}", ["http"]),
        ("", "{port: 53, protocol: UDP}, {port: 54, protocol: SCTP}", ["udp", "sctp"]),
    ],
)
def test_an_item_decides_by_number_alone(balance: Balance, annotation: str, ports: str, expected: list[str]) -> None:
    balancer = balance(f"+protocol-port: '{annotation}'", ports)
    assert protocols(balancer) == expected
    assert balancer.refusal is None


@pytest.mark.parametrize(
    ("annotation", "ports", "text", "at"),
    [
        ("http:80, https:443", TWO, f"{LISTENER} 443 error: {NOT_SUPPORTED} [ https]\n", " https:443"),
        ("HTTP:80", TWO, f"{LISTENER} 80 error: {NOT_SUPPORTED} [HTTP]\n", "HTTP:80"),
        ("443:https", TWO, f"{LISTENER} 80 error: {NOT_SUPPORTED} [443]\n", "443:https"),
        ("https", TWO, f"{LISTENER} 80 error: {NO_COLON}[[https]]", "https"),
        ("http:80,", TWO, f"{LISTENER} 443 error: {NO_COLON}[[]]", ""),
        ("http:80,,https:443", TWO, f"{LISTENER} 443 error: {NO_COLON}[[]]", ""),
    ],
)
def test_the_first_item_that_a_port_cannot_pass_is_refused(
    balance: Balance, annotation: str, ports: str, text: str, at: str
) -> None:
    balancer = balance(f"+protocol-port: '{annotation}'", ports)
    assert balancer.refusal is not None
    assert balancer.refusal.text == text
    item = next(listener.decision.stop for listener in balancer.listeners if listener.decision.error)
    assert item is not None
    assert item.at.text == at


def test_a_port_that_is_refused_has_no_known_protocol(balance: Balance) -> None:
    balancer = balance("+protocol-port: http:80,oops", TWO)
    assert [listener.protocol.known for listener in balancer.listeners] == [True, False]


@pytest.mark.parametrize("annotation", ["${PROTOCOLS}", "https:${PORT}", "true"])
def test_what_cannot_be_read_decides_nothing(balance: Balance, annotation: str) -> None:
    balancer = balance(f"+protocol-port: {annotation}", TWO)
    assert balancer.refusal is None
    assert not any(listener.protocol.known for listener in balancer.listeners)


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_the_protocol_stands_at_its_item(balance: Balance, quote: str) -> None:
    balancer = balance(f"+protocol-port: {quote}tcp:1,https:443{quote}", "{port: 443}")
    (protocol,) = [listener.protocol for listener in balancer.listeners]
    assert protocol.given
    assert marked(balancer, protocol.place.span) == "https:443"


def test_an_item_in_a_folded_value_is_found_by_its_text(balance: Balance) -> None:
    balancer = balance("+protocol-port: >-\n  tcp:1,https:443", "{port: 443}")
    span = balancer.listeners[0].protocol.place.span
    assert marked(balancer, span) == "https:443"


def test_an_escaped_item_stands_at_the_whole_value(balance: Balance) -> None:
    balancer = balance('+protocol-port: "tcp:1,http\\x73:443"', "{port: 443}")
    protocol = balancer.listeners[0].protocol
    assert protocol.value == "https"
    assert protocol.place == balancer.annotations.get("protocol-port").place


def test_without_an_item_the_protocol_stands_in_the_port(balance: Balance) -> None:
    balancer = balance(ports="{port: 53, protocol: UDP}, {port: 80}")
    written, left_out = (listener.protocol for listener in balancer.listeners)
    assert (written.value, marked(balancer, written.place.span)) == ("udp", "UDP")
    assert (left_out.value, left_out.given) == ("tcp", False)


def marked(balancer: ClassicLoadBalancer, span: tuple[int, int, int, int]) -> str:
    line, column, end_line, end_column = span
    assert line == end_line
    return balancer.service.root.at.source.line(line)[column - 1 : end_column - 1]
