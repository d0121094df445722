"""Effects where only the cloud knows a part, which no recorded run shows."""

from __future__ import annotations

import pytest

from clblint.against import between
from clblint.kube.cluster import undeclared
from tests.change.conftest import service

REUSED = {"id": "lb-bp1"}


def effect(old: str, new: str) -> tuple[str, list[str], list[str]]:
    """What happens, by which calls, and what comes only if the cloud does not happen to have it."""
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    made = change.effect
    doubts = [refused.text for refused in made.refused if not refused.certain]
    return made.kind, [call.action for call in made.calls], doubts


@pytest.mark.parametrize("value", ["${TYPE}", "{{ type }}", "<type>"])
def test_a_placeholder_is_compared_with_nothing(value: str) -> None:
    assert effect(service({"address-type": value}), service({"address-type": "intranet"})) == ("none", [], [])
    assert effect(service({"address-type": "intranet"}), service({"address-type": value})) == ("none", [], [])


def test_a_zone_that_is_added_may_be_the_one_that_the_clb_has() -> None:
    kind, calls, doubts = effect(service(), service({"master-zoneid": "cn-hangzhou-h"}))
    assert (kind, calls) == ("none", [])
    assert doubts == ["alicloud: can not change LoadBalancer master zone id once created"]


def test_what_a_reused_clb_has_is_what_was_asked_for_last() -> None:
    old, new = service({**REUSED, "name": "a"}), service({**REUSED, "name": "b"})
    assert effect(old, new) == ("update", ["SetLoadBalancerName"], [])
    old, new = service({**REUSED, "address-type": "internet"}), service({**REUSED, "address-type": "intranet"})
    assert len(effect(old, new)[2]) == 1


def test_a_node_port_that_is_written_down_is_the_one_that_was_given() -> None:
    assert effect(service(), service(ports="[{port: 80, nodePort: 30080}]")) == ("none", [], [])
    old = service(ports="[{port: 80, nodePort: 30080}]")
    assert effect(old, service()) == ("none", [], [])
    assert "CreateVServerGroup" in effect(old, service(ports="[{port: 80, nodePort: 30081}]"))[1]


def test_a_misspelt_word_that_is_put_right_is_no_clash() -> None:
    old, new = service({"address-type": "Internet"}), service({"address-type": "internet"})
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    assert change.clashes == ()
