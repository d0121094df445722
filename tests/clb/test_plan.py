"""The plan, as data and as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from clblint.clb.plan import plan, plan_document
from clblint.clb.plan_text import plan_text

if TYPE_CHECKING:
    from tests.clb.conftest import Balance

TWO = "{port: 80, nodePort: 30080, name: a}, {port: 443, targetPort: 8443, nodePort: 30443, name: b}"
WEB = "+protocol-port: https:443,http:80\n+cert-id: cert-1\n+connection-drain: 'on'\n+forward-port: 80:443"


def test_each_value_says_where_it_comes_from(balance: Balance) -> None:
    made = plan(balance("+scheduler: wrr\n+cookie: ${COOKIE}\n+protocol-port: http:80"))
    assert (made["name"], made["path"], made["handledBy"], made["error"]) == ("default/web", "web.yaml", "clb", None)
    (listener,) = made["listeners"]
    assert listener["Scheduler"] == {"value": "wrr", "given": True, "line": 6}
    assert listener["StickySession"] == {"value": "off", "given": False, "default": True}
    assert listener["Cookie"] == {"value": "${COOKIE}", "given": False, "unknown": True, "line": 7}
    assert listener["protocol"] == {"value": "http", "given": True, "line": 8}


def test_groups_and_listeners_name_each_other(balance: Balance) -> None:
    made = plan(balance(WEB, TWO))
    groups = [(group["name"], group["ports"], group["backend"]["value"]) for group in made["serverGroups"]]
    assert groups == [
        ("k8s/30080/web/default/{clusterId}", [80], "node-port"),
        ("k8s/30443/web/default/{clusterId}", [443], "node-port"),
    ]
    sent = [(listener["port"]["value"], listener["serverGroup"]) for listener in made["listeners"]]
    assert sent == [(80, None), (443, "k8s/30443/web/default/{clusterId}")]
    assert made["listeners"][0]["ForwardPort"]["value"] == "443"


def test_ports_with_one_target_share_a_group_of_pods(balance: Balance) -> None:
    ports = "{port: 80, targetPort: web, name: a}, {port: 81, targetPort: web, name: b}"
    (group,) = plan(balance("service.beta.kubernetes.io/backend-type: eni", ports))["serverGroups"]
    assert (group["name"], group["ports"], group["backendPort"]["value"]) == (
        "k8s/web/web/default/{clusterId}",
        [80, 81],
        "web",
    )


def test_nothing_is_built_where_the_controller_gives_up(balance: Balance) -> None:
    made = plan(balance("+bandwidth: x"))
    assert made["error"].startswith("build lb attribute error: bandwidth must be integer, got [x]")
    assert (made["loadBalancer"], made["serverGroups"], made["listeners"]) == ({}, [], [])


def test_a_reused_balancer_keeps_its_listeners(balance: Balance) -> None:
    made = plan(balance("+id: lb-1\n+vgroup-port: rsp-1:80"))
    assert (made["reuses"], made["loadBalancer"]) == ("lb-1", {})
    (listener,) = made["listeners"]
    assert (listener["managed"], listener["serverGroup"]) == (False, "rsp-1")
    assert "Scheduler" not in listener


def test_another_controller_says_why(balance: Balance) -> None:
    made = plan(balance(spec="loadBalancerClass: alibabacloud.com/nlb"))
    assert (made["handledBy"], made["listeners"]) == ("nlb", [])
    assert made["because"] == "its loadBalancerClass is alibabacloud.com/nlb"


def test_the_document_is_json(balance: Balance) -> None:
    made = json.loads(json.dumps(plan_document([plan(balance(WEB, TWO)), plan(balance())])))
    assert made["format"] == 1
    assert len(made["services"]) == 2


def test_the_text_shows_what_applies_and_what_does_not(balance: Balance) -> None:
    text = plan_text(balance(f"{WEB}\n+address-type: intranet", TWO))
    assert text == EXPECTED


def test_the_text_says_where_the_controller_stops(balance: Balance) -> None:
    assert "nothing is built; the CCM gives up with\n    build lb attribute error" in plan_text(
        balance("+bandwidth: x")
    )
    stopped = plan_text(balance("+default-weight: '101'"))
    assert "no listener is made; the CCM stops with\n    merge listener: find vservergroup error" in stopped
    assert "because of port 80: default weight must be integer in range [0,100] , got [101]" in stopped
    assert "is not made: sctp protocol is not supported" in plan_text(balance(ports="{port: 80, protocol: SCTP}"))


def test_what_a_manifest_wrote_cannot_paint_the_screen(balance: Balance) -> None:
    assert "\x1b" not in plan_text(balance('+scheduler: "\\e[31mwrr"'))


EXPECTED = """\
default/web  web.yaml:4
  creates a CLB
    AddressType                   intranet                  line 10
    LoadBalancerName              a{uid}                    default
    DeleteProtection              on                        default
    ModificationProtectionStatus  ConsoleProtection         default
    VpcId                         {vpcId}                   default
    VSwitchId                     {vSwitchId}               default
    InstanceChargeType            PayByCLCU                 default
    ModificationProtectionReason  managed.by.ack            default
    Tags                          kubernetes.do.not.delete=a{uid}, ack.aliyun.com={clusterId}  default
  http listener on port 80 (line 6)
    forwards to port 443 (line 9)
    Scheduler      rr   default
    StickySession  off  default
    HealthCheck    off  default
    ignored: connection-drain on (line 8): not a setting of http listeners
  https listener on port 443 (line 6)
    sends to all nodes (default) on port 30443 (line 13), weighted 100 each (default)
    server group k8s/30443/web/default/{clusterId}
    Bandwidth            -1      default
    ServerCertificateId  cert-1  line 7
    Scheduler            rr      default
    StickySession        off     default
    HealthCheck          off     default
    ignored: connection-drain on (line 8): not a setting of https listeners
"""
