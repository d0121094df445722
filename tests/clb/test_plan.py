"""The plan, as data and as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.build import build
from clblint.change.sync_errors import sync_end_of
from clblint.kube.clusters.profile import undeclared
from clblint.kube.fact import Fact
from clblint.plan.document import plan, plan_document
from clblint.plan.text import plan_text
from tests.balancer.services import balancer_of, read

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


@pytest.mark.parametrize(("more", "kind"), [("", "a CLB"), ("loadBalancerClass: alibabacloud.com/nlb, ", "an NLB")])
def test_a_copied_status_says_that_the_load_balancer_exists(more: str, kind: str) -> None:
    """Rules report no error of a creation then, so that the plan says of none."""
    zones = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: 'cn-b:vsw-1,cn-c:vsw-2'"
    text = f"apiVersion: v1\nkind: Service\nmetadata: {{name: web, annotations: {{{zones if more else ''}}}}}\n"
    text += f"spec: {{{more}type: LoadBalancer, ports: [{{port: 80}}]}}\n"
    copied = text + "status: {loadBalancer: {ingress: [{ip: 192.0.2.1}]}}\n"
    assert f"has {kind} by its status (line 5)" in plan_text(build(read(copied), undeclared()))
    assert f"creates {kind}\n" in plan_text(build(read(text), undeclared()))


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


def test_another_controller_says_why() -> None:
    made = plan(balancer_of(spec="loadBalancerClass: alibabacloud.com/nlb"))
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


REJECTED = {
    "spec.ports[1]: Duplicate value": ("", "{port: 80, name: a}, {port: 80, name: b}"),
    "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.annotations of type string": (
        "+bandwidth: 100",
        "{port: 80}",
    ),
    "spec.ports[0].nodePort: Invalid value: 33000: provided port is not in the valid range. "
    "The range of valid ports is 30000-32767": ("", "{port: 80, nodePort: 33000}"),
    "spec.ports[1].nodePort: Invalid value: 30080: provided port is already allocated": (
        "",
        "{port: 80, nodePort: 30080, name: a}, {port: 81, nodePort: 30080, name: b}",
    ),
}


@pytest.mark.parametrize("error", REJECTED)
def test_nothing_is_planned_for_what_the_api_server_refuses(balance: Balance, error: str) -> None:
    annotations, ports = REJECTED[error]
    balancer = balance(annotations, ports)
    made = plan(balancer, sync_end_of(balancer))
    assert (made["error"], made["ends"]) == (error, None)
    assert (made["loadBalancer"], made["serverGroups"], made["listeners"]) == ({}, [], [])
    assert f"nothing is built; the API server refuses the Service with\n    {error}" in plan_text(balancer)


def test_a_service_of_another_type_is_refused_too(balance: Balance) -> None:
    made = plan(balance(spec="externalTrafficPolicy: local"))
    assert made["error"].startswith('spec.externalTrafficPolicy: Unsupported value: "local"')


@pytest.mark.parametrize("address", ["", "+address-type: internet", "+id: lb-1"])
def test_a_cluster_may_forbid_public_load_balancers(balance: Balance, address: str) -> None:
    cluster = undeclared()
    off = cluster._replace(disable_public_slb=Fact(value=True, node=cluster.disable_public_slb.node))
    made = plan(balance(address, cluster=off))
    assert (made["error"], made["listeners"]) == ("create public address slb is not allowed", [])
    assert plan(balance("+address-type: intranet", cluster=off))["error"] is None


def test_every_item_of_vgroup_port_is_read(balance: Balance) -> None:
    made = plan(balance("+id: lb-1\n+vgroup-port: 'rsp-1:80,'"))
    assert made["error"] is not None
    assert made["error"].endswith("must be like 'vsp-xxx:443' with colon separated. got=[[]]")
    balancer = balance("+vgroup-port: rsp-1")
    made = plan(balancer, sync_end_of(balancer))
    assert (made["error"], made["ends"]) == (None, None)  # the first sync does not look
    assert made["endsLater"].endswith("got=[[rsp-1]]")


def test_a_plan_shows_how_the_sync_ends(balance: Balance) -> None:
    balancer = balance("+network-type: vpc")
    text = (
        "apply model error: update lb attribute error: alicloud: can not change LoadBalancer network type once created"
    )
    assert plan(balancer, sync_end_of(balancer))["ends"] == text
    assert plan_text(balancer, sync_end_of(balancer)).endswith(f"  the sync then fails with: {text}\n")
    assert plan(balance(), sync_end_of(balance()))["ends"] is None


@pytest.mark.parametrize(
    ("udp", "key"),
    [
        ("{port: 53, protocol: UDP, name: u}", "{nodePort:53}"),
        ("{port: 53, protocol: UDP, name: u, nodePort: 30053}", "30053"),
    ],
)
def test_the_ports_of_one_number_share_a_node_port(balance: Balance, udp: str, key: str) -> None:
    balancer = balance(ports=f"{{port: 53, name: t}}, {udp}")
    (group,) = plan(balancer)["serverGroups"]
    assert (group["name"], group["ports"]) == (f"k8s/{key}/web/default/{{clusterId}}", [53])
    assert plan_text(balancer).count(f"server group k8s/{key}/") == 1


def test_a_plan_names_values_that_cannot_be_known(balance: Balance) -> None:
    balancer = balance(WEB.replace("80:443", "80:${TO}") + "\n+id: lb-1\n+force-override-listeners: ${OVER}", TWO)
    assert [listener["managed"] for listener in plan(balancer)["listeners"]] == [None, None]
    text = plan_text(balancer)
    assert "; whether it manages its listeners cannot be known" in text
    assert text.count("whether it is managed cannot be known; its server group is") == 2
    assert "whether it forwards, and where to, cannot be known (unknown, line 9)" in text


ZONES = '{service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-a-b:vsw-1,cn-a-c:vsw-2"}'


@pytest.mark.parametrize("placeholder", ["$(X)", '"${X}"', '"{{ x }}"'])
@pytest.mark.parametrize("class_", ["", ", loadBalancerClass: alibabacloud.com/nlb"])
@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("metadata", "its metadata cannot be known"),
        ("annotations", "its annotations cannot be known"),
        ("ports", "its ports cannot be known"),
        ("spec", "its type cannot be known"),
    ],
)
def test_nothing_is_invented_where_a_placeholder_is_a_whole_field(
    field: str, why: str, class_: str, placeholder: str
) -> None:
    parts = {"annotations": ZONES, "ports": "[{port: 80}]"} | {field: placeholder}
    parts = {
        "metadata": f"{{name: web, annotations: {parts['annotations']}}}",
        "spec": f"{{type: LoadBalancer{class_}, ports: {parts['ports']}}}",
    } | parts
    text = f"apiVersion: v1\nkind: Service\nmetadata: {parts['metadata']}\nspec: {parts['spec']}\n"
    balancer = build(read(text), undeclared())
    assert plan(balancer)["unclear"] == why
    assert plan(balancer)["listeners"] == []
    assert why in plan_text(balancer)
    assert "listener on port" not in plan_text(balancer)


def test_a_made_up_name_is_not_left_out() -> None:
    spec = "spec: {type: LoadBalancer, selector: {a: b}, ports: [{port: 80}]}"
    made = plan(build(read(f"apiVersion: v1\nkind: Service\nmetadata: {{generateName: web-}}\n{spec}\n"), undeclared()))
    assert made["name"] == "default/web-{random}"
    assert made["serverGroups"][0]["name"] == "k8s/{nodePort:80}/web-{random}/default/{clusterId}"


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


def test_unknown_ports_share_no_server_group(balance: Balance) -> None:
    balancer = balance(ports="{name: a, port: '${A}'}, {name: b, port: '${B}'}")
    assert "same back ends" not in plan_text(balancer)
    assert len(plan(balancer)["serverGroups"]) == 2
