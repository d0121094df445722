"""Defaults and their places, what is dropped, and what cannot be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.clusters.profile import undeclared
from clblint.kube.fact import Fact

if TYPE_CHECKING:
    from tests.clb.conftest import Balance

REUSED = "+id: lb-1"
ENI = "service.beta.kubernetes.io/backend-type: eni"


def test_a_default_stands_where_it_was_left_out(balance: Balance) -> None:
    (listener,) = balance("+cert-id: c-1").listeners
    scheduler = listener.settings["Scheduler"]
    assert (scheduler.value, scheduler.given, scheduler.place.span.line) == ("rr", False, 5)
    assert listener.option("scheduler").value == "rr"


def test_an_empty_value_is_a_default_at_its_own_place(balance: Balance) -> None:
    (listener,) = balance("+scheduler: ''").listeners
    assert (listener.settings["Scheduler"].value, listener.settings["Scheduler"].place.span.line) == ("rr", 6)
    assert not listener.settings["Scheduler"].given


def test_what_a_protocol_does_not_carry_is_ignored(balance: Balance) -> None:
    balancer = balance(
        "+protocol-port: http:80\n+connection-drain: 'on'\n+cert-id: c-1\n+forward-port: 80:443\n+idle-timeout: '0'",
        "{port: 80, name: a}, {port: 81, name: b}",
    )
    http, tcp = balancer.listeners
    assert {item.suffix: str(item.reason) for item in http.ignored} == {
        "connection-drain": "not a setting of http listeners",
        "cert-id": "not a setting of http listeners",
        "idle-timeout": "0 counts as unset",
    }
    assert {item.suffix: str(item.reason) for item in tcp.ignored} == {
        "cert-id": "not a setting of tcp listeners",
        "forward-port": "only http listeners forward",
        "idle-timeout": "not a setting of tcp listeners",
    }
    assert (http.forward_to.value, tcp.forward_to.value) == (443, 0)


def test_back_ends_are_nodes_unless_exactly_eni_is_asked_for(balance: Balance) -> None:
    assert balance().server_groups[0].mode.value == "cluster"
    assert balance(spec="externalTrafficPolicy: Local").server_groups[0].mode.value == "local"
    assert balance(ENI, spec="externalTrafficPolicy: Local").server_groups[0].mode.value == "eni"
    assert balance("service.beta.kubernetes.io/backend-type: ENI").server_groups[0].on_pods is False
    assert balance(f"{ENI} ").server_groups[0].on_pods is True  # YAML itself takes the blank


def test_the_cluster_can_make_pods_the_back_ends(balance: Balance) -> None:
    at = undeclared().service_backend_type.node
    cluster = undeclared()._replace(service_backend_type=Fact("eni", at))
    (group,) = balance(cluster=cluster).server_groups
    assert (group.mode.value, group.mode.place.path) == ("eni", ".clblint.yaml")
    asked_for_nodes = balance("service.beta.kubernetes.io/backend-type: ecs", cluster=cluster)
    assert asked_for_nodes.server_groups[0].mode.value == "cluster"


def test_groups_are_named_by_the_port_of_their_back_ends(balance: Balance) -> None:
    ports = "{port: 80, nodePort: 30080, name: a}, {port: 443, name: b}"
    names = [group.name for group in balance(ports=ports).server_groups]
    assert names == ["k8s/30080/web/default/{clusterId}", "k8s/{nodePort:443}/web/default/{clusterId}"]
    ports = "{port: 80, targetPort: http, name: a}, {port: 443, name: b}"
    names = [group.name for group in balance(ENI, ports).server_groups]
    assert names == ["k8s/http/web/default/{clusterId}", "k8s/443/web/default/{clusterId}"]


def test_a_bad_weight_drops_the_port_without_a_word(balance: Balance) -> None:
    balancer = balance("+default-weight: '200'", "{port: 80, nodePort: 30080}")
    assert balancer.refusal is None
    (group,) = balancer.server_groups
    assert group.dropped is not None
    assert group.dropped.text == "default weight must be integer in range [0,100] , got [200]"
    assert balancer.failure is not None
    expected = "merge listener: find vservergroup error: can not find vgroup by name k8s/30080/web/default/{clusterId}"
    assert balancer.failure.text == expected
    assert balance(f"{REUSED}\n+default-weight: '200'").failure is None


def test_listeners_of_a_reused_balancer_need_the_override(balance: Balance) -> None:
    assert [listener.managed for listener in balance(REUSED).listeners] == [False]
    assert [listener.managed for listener in balance(f"{REUSED}\n+force-override-listeners: 'True'").listeners] == [
        False
    ]
    assert [listener.managed for listener in balance(f"{REUSED}\n+force-override-listeners: 'true'").listeners] == [
        True
    ]
    assert balance(REUSED).attributes == {}


def test_groups_of_the_user_are_read_beside_an_id_only(balance: Balance) -> None:
    assert balance("+vgroup-port: rsp-1").refusal is None
    refusal = balance(f"{REUSED}\n+vgroup-port: rsp-1").refusal
    assert refusal is not None
    assert refusal.text.endswith("must be like 'vsp-xxx:443' with colon separated. got=[[rsp-1]]")
    (group,) = balance(f"{REUSED}\n+vgroup-port: rsp-1:443,rsp-2:80").server_groups
    assert group.vgroup_id.value == "rsp-2"


@pytest.mark.parametrize(
    "annotations",
    [
        "+bandwidth: ${BANDWIDTH}",
        "+bandwidth: 5",
        "+backend-label: <label>",
        "+healthy-threshold: '{{ threshold }}'",
        "+domain-extensions: ${EXTENSIONS}",
        "+protocol-port: http:80\n+forward-port: ${FORWARD}",
        "+id: lb-1\n+vgroup-port: ${GROUP}",
        "+default-weight: ${WEIGHT}",
    ],
)
def test_what_cannot_be_known_is_never_refused(balance: Balance, annotations: str) -> None:
    balancer = balance(annotations)
    assert balancer.refusal is None
    assert balancer.failure is None


def test_a_group_is_read_beside_an_id_that_cannot_be_known(balance: Balance) -> None:
    assert balance("+id: ${ID}\n+vgroup-port: rsp-1").refusal is not None
    assert balance("+id: ${ID}\n+vgroup-port: rsp-1:80").server_groups[0].vgroup_id.is_("rsp-1")


def test_a_placeholder_is_sent_as_unknown(balance: Balance) -> None:
    balancer = balance("+protocol-port: https:80\n+cert-id: ${CERT}\n+spec: ${SPEC}\n+healthy-threshold: ${N}")
    assert not balancer.attributes["LoadBalancerSpec"].known
    assert not balancer.listeners[0].settings["ServerCertificateId"].known
    assert not balancer.listeners[0].settings["HealthyThreshold"].known


def test_tags_are_trimmed_as_a_whole_and_item_by_item(balance: Balance) -> None:
    tags = balance("+additional-resource-tags: ' a=1, b=,c ,=d,e=f=g '").attributes["Tags"]
    assert isinstance(tags.value, dict)
    added = {k: v for k, v in tags.value.items() if k not in {"kubernetes.do.not.delete", "ack.aliyun.com"}}
    assert added == {"a": "1", "b": "", "c": "", "e": "f"}


def test_the_model_is_frozen(balance: Balance) -> None:
    balancer = balance()
    with pytest.raises(AttributeError):
        balancer.service = balancer.service
    with pytest.raises(AttributeError):
        del balancer.listeners[0].balancer
