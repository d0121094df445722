"""What a rule says of a new load balancer, where the one that is there keeps what it had."""

from __future__ import annotations

import pytest

from clblint.kube.clusters.profile import undeclared
from clblint.lint.settings import LintSettings, one_settings
from clblint.run.against import between, overtaken
from tests.change.comparing import RULES
from tests.change.conftest import service

NLB = {"loadBalancerClass": "alibabacloud.com/nlb"}
ZONES = {"zone-maps": "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"}
ACL = {"acl-status": "on", "acl-id": "acl-1", "acl-type": "white"}
DRAIN, CHECK = {"connection-drain": "on"}, {"health-check-flag": "on"}
TIMEOUT, TCP, HTTP = "connection-drain-timeout", {"health-check-type": "tcp"}, {"health-check-type": "http"}
TWO = {"ports": "[{port: 80, name: a}, {port: 81, name: b}]"}
ONE = {"ports": "[{port: 80, name: a}]"}


def withheld(old: str, new: str) -> set[str]:
    """The rules that say of a new load balancer what does not hold for the one that is there."""
    changes = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    return {key[0][3] for key in overtaken(changes, one_settings(LintSettings(tuple(RULES), undeclared())))}


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        (ACL, {"acl-id": "acl-2", "acl-type": "white"}, {"acl-inactive"}),
        (ACL, {"acl-id": "acl-2"}, {"acl-inactive"}),
        ({**ACL, "acl-status": "${X}"}, {"acl-id": "acl-2", "acl-type": "white"}, {"acl-inactive"}),
        ({**ACL, "acl-status": "off"}, {"acl-id": "acl-2", "acl-type": "white"}, set()),
        ({}, {"acl-id": "acl-2", "acl-type": "white"}, set()),
        (ACL, {}, {"public-without-acl"}),
        ({**ACL, "acl-status": "off"}, {}, set()),
        ({**DRAIN, TIMEOUT: "30"}, {TIMEOUT: "60"}, {"drain-timeout-inactive"}),
        ({"connection-drain": "off", TIMEOUT: "30"}, {TIMEOUT: "60"}, set()),
        ({**DRAIN, TIMEOUT: "30"}, {**DRAIN, TIMEOUT: "0"}, {"drain-incomplete"}),
    ],
)
def test_a_clb_keeps_values_of_removed_annotations(old: dict[str, str], new: dict[str, str], rules: set[str]) -> None:
    assert withheld(service(old), service(new)) == rules


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ({**DRAIN, TIMEOUT: "30"}, DRAIN, {"nlb-drain-zero"}),
        ({**DRAIN, TIMEOUT: "30"}, {**DRAIN, TIMEOUT: "0"}, {"nlb-drain-zero"}),
        ({}, DRAIN, {"nlb-drain-zero"}),
        (DRAIN, DRAIN, set()),
        (DRAIN, {**DRAIN, "scheduler": "rr"}, set()),
        ({**DRAIN, TIMEOUT: "30"}, {TIMEOUT: "60"}, {"drain-timeout-inactive"}),
        ({**CHECK, **HTTP}, HTTP, {"nlb-health-check-gate"}),
        ({**CHECK, **HTTP}, TCP, set()),  # which does not arrive
        ({"health-check-flag": "off"}, TCP, {"nlb-health-check-gate"}),
        ({**CHECK, **TCP}, TCP, set()),
        (CHECK, HTTP, set()),
        ({}, HTTP, set()),
    ],
)
def test_an_nlb_keeps_values_of_removed_annotations(old: dict[str, str], new: dict[str, str], rules: set[str]) -> None:
    assert withheld(service({**ZONES, **old}, **NLB), service({**ZONES, **new}, **NLB)) == rules


def test_a_port_that_is_new_has_the_defaults() -> None:
    new = {"acl-id": "acl-2", "acl-type": "white"}
    assert withheld(service(ACL, **TWO), service(new, **ONE)) == {"acl-inactive"}
    assert withheld(service(ACL, **ONE), service(new, **TWO)) == set()
    assert withheld(service(ACL), service(new, ports="[{port: 81}]")) == set()
    drain = {**ZONES, **DRAIN}
    assert withheld(service({**drain, TIMEOUT: "30"}, **NLB, **TWO), service(drain, **NLB, **ONE)) == {"nlb-drain-zero"}
    assert withheld(service({**drain, TIMEOUT: "30"}, **NLB, **ONE), service(drain, **NLB, **TWO)) == set()


def test_the_group_of_a_port_that_gets_another_number_stays() -> None:
    old, other = {**ZONES, **DRAIN, TIMEOUT: "30"}, {"ports": "[{port: 81}]"}
    assert withheld(service(old, **NLB), service({**ZONES, **DRAIN}, **NLB, **other)) == {"nlb-drain-zero"}
    assert withheld(service(old, **NLB), service({**ZONES, TIMEOUT: "60"}, **NLB, **other)) == {
        "drain-timeout-inactive"
    }
