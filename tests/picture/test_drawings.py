"""What is drawn of a Service, and of a change: boxes with their lines, a sign and a word where something is special."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.change.plan import rows_of
from clblint.i18n.language import in_language
from clblint.kube.clusters.profile import undeclared
from clblint.picture.change import draw_changes
from clblint.picture.drawing import MARKS
from clblint.picture.service import draw
from clblint.run.against import between
from tests.balancer.services import PREFIX, balancer_of

if TYPE_CHECKING:
    from clblint.picture.drawing import Drawing

TWO = "{name: a, port: 80, nodePort: 30080}, {name: b, port: 443, nodePort: 30443}"
ONE = "{port: 80, nodePort: 30080}"
PODS = "service.beta.kubernetes.io/backend-type: eni\n"
NLB = "loadBalancerClass: alibabacloud.com/nlb"
ZONES = "+zone-maps: a:vsw-1,b:vsw-2\n"
CERT = '+cert-id: "1608347629103854_18c2f7a9b4e_1493061527_-480263915"\n'
OWN, RULES = "+id: lb-2zeb3qcm8q2x0t1b0jxyz\n", '+force-override-listeners: "true"\n'

REJECTED = (
    "the API server|⊘ refused|spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. "
    "The range of valid ports is 30000-32767"
)
NO_GROUP = (
    "no listener is made|⊘ refused|merge listener: find vservergroup error: can not find vgroup by name "
    "k8s/30080/web/default/{clusterId}"
)
FIXED = (
    "the sync fails with|⊘ refused|apply model error: update lb attribute error: alicloud: can not change LoadBalancer "
    "AddressType once created. delete and retry"
)
BOUND = (
    "the sync fails with|⊘ refused|apply model error: update lb attribute error: alicloud: the loadbalancer "
    "lb-2zeb3qcm8q2x0t1b0jabc can not be reused, service has been associated with ip [{ip}], cannot be bound to ip "
    "[{otherIp}]"
)

SERVICES: dict[str, tuple[tuple[str, str, str], list[str]]] = {
    "a CLB": (
        (f"+protocol-port: https:443\n{CERT}", TWO, ""),
        ["internet", "CLB", "TCP 80", "server group|port 30080", "all nodes", "HTTPS 443", "server group|port 30443"],
    ),
    "in the VPC, on pods": (
        (f"+address-type: intranet\n{PODS}", "{port: 80, targetPort: 8080}", ""),
        ["VPC", "CLB", "TCP 80", "server group|port 8080", "the pods"],
    ),
    "ports that share a group": (
        (PODS, "{name: a, port: 80, targetPort: http}, {name: b, port: 81, targetPort: http}", ""),
        ["internet", "CLB", "TCP 80", "server group|port http", "the pods", "TCP 81"],
    ),
    "a redirection": (
        (f'+protocol-port: "http:80,https:443"\n+forward-port: "80:443"\n{CERT}', TWO, ""),
        ["internet", "CLB", "HTTP 80", "HTTPS 443", "server group|port 30443", "all nodes"],
    ),
    "one that is reused": (
        (OWN, ONE, "externalTrafficPolicy: Local"),
        ["clients", "CLB lb-2zeb3qcm8q2x0t1b0jxyz|reused, its listeners are left alone", "TCP 80|not managed",
         "server group|port 30080", "the nodes that run the pods"],
    ),
    "a group of the user": (
        (f"{OWN}{RULES}+vgroup-port: rsp-bp1abcdefghij:80", ONE, ""),
        ["clients", "CLB lb-2zeb3qcm8q2x0t1b0jxyz|reused", "TCP 80", "rsp-bp1abcdefghij|port 30080", "all nodes"],
    ),
    "one of which it is not known whether it is managed": (
        (f"{OWN}+force-override-listeners: ${{OVERRIDE}}", ONE, ""),
        ["clients", "CLB lb-2zeb3qcm8q2x0t1b0jxyz|reused, whether its listeners are managed cannot be known",
         "TCP 80|not managed", "server group|port 30080", "all nodes"],
    ),
    "an NLB": (
        (f"{ZONES}+protocol-port: tcpssl:443\n+cert-id: 1-cn-hangzhou", "{port: 443, targetPort: 8443}", NLB),
        ["internet", "NLB", "TCPSSL 443", "server group|a node port that is picked", "all nodes"],
    ),
    "a range of ports": (
        (f'{ZONES}{PODS}+listener-port-range: "80-90:80"', "{port: 80}", NLB),
        ["internet", "NLB", "TCP 80-90", "server group|the port that the client used", "the pods"],
    ),
    "refused by the API server": (
        ("", "{port: 80, nodePort: 80}", ""),
        [REJECTED],
    ),
    "refused by the CCM": (
        ("", ONE, NLB),
        ["NLB|⊘ refused|build nlb attribute error: ParameterMissing, zone mappings are required"],
    ),
    "refused once the CLB is there": (
        ("+default-weight: x", ONE, ""),
        ["internet", "CLB", NO_GROUP],
    ),
    "a protocol that a CLB lacks": (
        ("", "{port: 80, protocol: SCTP, nodePort: 30080}", ""),
        ["internet", "CLB", "SCTP 80|⊘ refused|the protocol is not supported", "server group|port 30080", "all nodes"],
    ),
    "a group that is left out": (
        (f"{OWN}+vgroup-port: rsp-bp1abcdefghij:80\n+weight: x", ONE, ""),
        ["clients", "CLB lb-2zeb3qcm8q2x0t1b0jxyz|reused, its listeners are left alone", "TCP 80|not managed",
         "rsp-bp1abcdefghij|⊘ refused|has no back ends: weight must be integer in range [0,100] , got [x]",
         "all nodes"],
    ),
    "a redirection that cannot be known": (
        ("+protocol-port: http:80\n+forward-port: ${PORTS}", ONE, ""),
        ["internet", "CLB", "HTTP 80|? unknown|whether it forwards cannot be known"],
    ),
    "back ends that cannot be known": (
        ("service.beta.kubernetes.io/backend-type: ${KIND}", ONE, ""),
        ["internet", "CLB", "TCP 80", "server group|? unknown", "back ends|? unknown"],
    ),
    "a protocol that cannot be known": (
        ("+protocol-port: ${PROTOCOLS}", ONE, ""),
        ["internet", "CLB", "? 80|? unknown", "server group|port 30080", "all nodes"],
    ),
    "another controller's": (
        ("", ONE, "loadBalancerClass: example.com/lb"),
        ["no load balancer|its loadBalancerClass is example.com/lb, which is another controller's"],
    ),
    "nobody knows whose": (
        ("", ONE, "loadBalancerClass: ${CLASS}"),
        ["no load balancer|? unknown|its loadBalancerClass cannot be known"],
    ),
}  # fmt: skip


def boxes_of(drawing: Drawing) -> list[str]:
    return ["|".join(box.lines) for box in drawing.boxes.values()]


def arrows_of(drawing: Drawing) -> list[str]:
    titles = {key: box.title for key, box in drawing.boxes.items()}
    return [f"{titles[start]} {'..' if dashed else '->'} {titles[end]}" for start, end, dashed in drawing.edges]


@pytest.mark.parametrize(("service", "boxes"), SERVICES.values(), ids=SERVICES)
def test_the_boxes_of_a_service(service: tuple[str, str, str], boxes: list[str]) -> None:
    assert boxes_of(draw(balancer_of(*service))) == boxes


def test_the_arrows_of_a_service() -> None:
    service = (f'+protocol-port: "http:80,https:443"\n+forward-port: "80:443"\n{CERT}', TWO, "")
    assert arrows_of(draw(balancer_of(*service))) == [
        "internet -> CLB",
        "CLB -> HTTP 80",
        "HTTP 80 .. HTTPS 443",
        "CLB -> HTTPS 443",
        "HTTPS 443 -> server group",
        "server group -> all nodes",
    ]


def test_it_speaks_chinese() -> None:
    with in_language("zh"):
        shown = boxes_of(draw(balancer_of("", ONE)))
    assert "所有节点" in shown[-1]


def web(annotations: str = "", ports: str = TWO, kind: str = "LoadBalancer") -> bytes:
    written = "".join(f"    {line.replace('+', PREFIX, 1)}\n" for line in annotations.splitlines())
    notes = f"  annotations:\n{written}" if written else ""
    head = f"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n{notes}"
    return f"{head}spec:\n  type: {kind}\n  ports: [{ports}]\n".encode()


def changed(old: bytes | None, new: bytes | None) -> list[Drawing]:
    """The drawings of a change of one Service."""
    then = {"web.yaml": ("old/web.yaml", old)} if old else {}
    now = {"web.yaml": ("web.yaml", new)} if new else {}
    found = between(then, now, undeclared())
    return draw_changes(rows_of([change.new for change in found if change.new is not None], found))


MADE = ["internet", "CLB|⊕ new", "TCP 80|⊕ new", "server group|⊕ new|port 30080", "all nodes"]
CHANGES: dict[str, tuple[bytes | None, bytes | None, list[str]]] = {
    "a new Service": (None, web(ports=ONE), MADE),
    "a removed one": (
        web(ports=ONE), None,
        ["internet", "CLB|⊖ removed", "TCP 80|⊖ removed", "server group|⊖ removed|port 30080", "all nodes"],
    ),
    "a setting": (
        web(), web("+scheduler: wrr"),
        ["internet", "CLB", "TCP 80|△ changed|Scheduler rr → wrr", "server group|port 30080", "all nodes",
         "TCP 443|△ changed|Scheduler rr → wrr", "server group|port 30443"],
    ),
    "an attribute of the CLB": (
        web(ports=ONE), web('+delete-protection: "off"', ONE),
        ["internet", "CLB|△ changed|DeleteProtection on → off", "TCP 80", "server group|port 30080", "all nodes"],
    ),
    "another port": (
        web(), web(ports=TWO.replace("443", "444")),
        ["internet", "CLB", "TCP 80", "server group|port 30080", "all nodes", "TCP 444|⊕ new",
         "server group|⊕ new|port 30444", "TCP 443|⊖ removed", "server group|⊖ removed|port 30443"],
    ),
    "another protocol": (
        web(ports=ONE), web("+protocol-port: http:80", ONE),
        ["internet", "CLB", "HTTP 80|⊕ new", "server group|port 30080", "all nodes", "TCP 80|⊖ removed"],
    ),
    "no more a load balancer": (
        web(ports=ONE), web(ports=ONE, kind="ClusterIP"),
        ["no load balancer|⊖ removed|its type is ClusterIP, not LoadBalancer"],
    ),
    "refused before any call": (
        web(ports=ONE), web(ports="{port: 80, nodePort: 80}"),
        [REJECTED],
    ),
    "what the CCM never changes": (
        web(ports=ONE), web("+address-type: intranet", ONE),
        ["internet", "CLB", "TCP 80", "server group|port 30080", "all nodes", FIXED],
    ),
    "an annotation that cannot be known": (
        web("+scheduler: wrr", ONE), web("+scheduler: ${SCHEDULER}", ONE),
        ["internet", "CLB", "TCP 80", "server group|port 30080", "all nodes",
         "nothing can be said of scheduler: the value cannot be known|? unknown"],
    ),
    "one that is only reused": (
        web(OWN, ONE), web(OWN, ONE.replace("30080", "30081")),
        ["clients", "CLB lb-2zeb3qcm8q2x0t1b0jxyz|reused, its listeners are left alone", "TCP 80|not managed",
         "server group|⊕ new|port 30081", "all nodes", "server group|⊖ removed|port 30080"],
    ),
    "another CLB": (
        web(OWN + RULES, ONE), web(OWN.replace("jxyz", "jabc") + RULES, ONE),
        ["clients", "CLB lb-2zeb3qcm8q2x0t1b0jabc|reused", "TCP 80|⊘ refused|not made", "server group|port 30080",
         "all nodes", BOUND],
    ),
    "what only a placeholder says": (
        web(OWN, ONE), web("+id: ${CLB}", ONE),
        ["clients", "CLB ${CLB}|reused, its listeners are left alone", "TCP 80|not managed", "server group|port 30080",
         "all nodes", "nothing can be said: the id of its CLB cannot be known|? unknown"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "boxes"), CHANGES.values(), ids=CHANGES)
def test_the_boxes_of_a_change(old: bytes | None, new: bytes | None, boxes: list[str]) -> None:
    (one,) = changed(old, new)
    assert boxes_of(one) == boxes


def test_what_is_removed_ends_in_dashed_arrows() -> None:
    (one,) = changed(web(), web(ports=TWO.replace("443", "444")))
    assert [arrow for arrow in arrows_of(one) if ".." in arrow] == ["CLB .. TCP 443", "TCP 443 .. server group"]


def test_every_mark_has_a_sign_and_a_word_of_its_own() -> None:
    assert len({mark.sign for mark in MARKS}) == len({mark.word for mark in MARKS}) == len(MARKS)
