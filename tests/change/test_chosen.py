"""Which nodes and pods are added and removed where others of them are to be back ends."""

from __future__ import annotations

import pytest

from clblint.balancer.back_ends import DUAL_STACK_GATE
from clblint.kube.clusters.profile import Cluster, Unwritten, undeclared
from clblint.kube.fact import Fact
from clblint.run.against import between
from tests.change.conftest import PREFIX, service

LABEL, VERSION = "backend-label", "backend-ip-version"
A, B, AB, OTHER = {"a": "b"}, {"c": "d"}, {"a": "b", "c": "d"}, {"x": "z"}
ADD, REMOVE = "Add", "Remove"
CALLS = {
    "clb": {"AddVServerGroupBackendServers": ADD, "RemoveVServerGroupBackendServers": REMOVE},
    "nlb": {"nlb:AddServersToServerGroup": ADD, "nlb:RemoveServersFromServerGroup": REMOVE},
}
ZONES = "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"


def written(kind: str, annotations: dict[str, str], *, pods: bool) -> str:
    own = {"zone-maps": ZONES, "ip-version": "DualStack"} if kind == "nlb" else {"ip-version": "ipv6"}
    spec = {"loadBalancerClass": "alibabacloud.com/nlb"} if kind == "nlb" else {}
    text = service({**own, **annotations}, **spec)
    mode = f"    {PREFIX.replace('alibaba-cloud-loadbalancer-', '')}backend-type: {'eni' if pods else 'ecs'}\n"
    return text.replace("  annotations:\n", "  annotations:\n" + mode)


def moves(kind: str, old: str, new: str, cluster: Cluster) -> list[str]:
    """What is done to the back ends, in order."""
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, cluster)
    return [CALLS[kind][call.action] for call in change.effect.calls if call.action in CALLS[kind]]


@pytest.mark.parametrize("kind", CALLS)
@pytest.mark.parametrize(
    ("old", "new", "nodes", "expected"),
    [
        pytest.param("", "a=b", None, [REMOVE], id="a part of all"),
        pytest.param("a=b", "", None, [ADD], id="all of a part"),
        pytest.param("a=b", "a=b,c=d", None, [REMOVE], id="a part of a part"),
        pytest.param("c=d,a=b", "a=b", None, [ADD], id="fewer conditions"),
        pytest.param("c=d,a=b", "a=b,c=d", None, [], id="another order"),
        pytest.param("a=b", "c=d", None, [ADD, REMOVE], id="others"),
        pytest.param("", "a=b", (A, A), [], id="every declared node has it"),
        pytest.param("", "a=b", (A, A, OTHER), [REMOVE], id="all declared nodes but one have it"),
        pytest.param("a=b", "", (A, OTHER), [ADD], id="one more"),
        pytest.param("", "a=b", (OTHER,), [REMOVE], id="no declared node has it"),
        pytest.param("a=b", "c=d", (A, B), [ADD, REMOVE], id="the other declared node"),
        pytest.param("a=b", "c=d", (A, AB), [REMOVE], id="one of two"),
        pytest.param("a=b", "c=d", (AB, AB), [], id="the same by other labels"),
        pytest.param("", "a=b,c", (OTHER,), [REMOVE], id="no node gets to what is malformed"),
        pytest.param("a=b,c", "", None, [ADD], id="where the sync ended well there was no node"),
        pytest.param("a=b,c", "x=y,c", None, [], id="no node and no node"),
        pytest.param("", "${LABEL}", None, [], id="not known"),
    ],
)
def test_declared_node_labels_decide_which_nodes_backend_label_moves(
    kind: str, old: str, new: str, nodes: tuple[dict[str, str], ...] | None, expected: list[str]
) -> None:
    before, after = (written(kind, {LABEL: text} if text else {}, pods=False) for text in (old, new))
    assert moves(kind, before, after, undeclared()._replace(node_labels=nodes)) == expected


@pytest.mark.parametrize("kind", CALLS)
def test_nodes_that_stay_get_another_weight(kind: str) -> None:
    before = written(kind, {"default-weight": "10"}, pods=False)
    after = written(kind, {"default-weight": "20", LABEL: "a=b"}, pods=False)
    (change,) = between({"web.yaml": ("old", before.encode())}, {"web.yaml": ("new", after.encode())}, undeclared())
    removed, updated = change.effect.calls
    assert CALLS[kind][removed.action] == REMOVE
    assert updated.changed == {"weight": ("10", "20")}


@pytest.mark.parametrize(
    ("kind", "old", "new", "expected"),
    [
        ("clb", "", "ipv6", [ADD, REMOVE]),
        ("clb", "IPv6", "", [ADD, REMOVE]),
        ("clb", "", "dualstack", []),
        ("clb", "", "ipv4", []),
        ("nlb", "", "ipv6", [ADD, REMOVE]),
        ("nlb", "ipv6", "", [ADD, REMOVE]),
        ("nlb", "", "DualStack", [ADD]),
        ("nlb", "dualstack", "ipv6", [REMOVE]),
        ("nlb", "", "${VERSION}", []),
    ],
)
def test_pods_by_ip_version(kind: str, old: str, new: str, expected: list[str]) -> None:
    before, after = (written(kind, {VERSION: text} if text else {}, pods=True) for text in (old, new))
    gate = {DUAL_STACK_GATE: Fact(True, Unwritten(".clblint.yaml"))}  # noqa: FBT003 - a fact about a gate
    assert moves(kind, before, after, undeclared()._replace(feature_gates=gate)) == expected
    assert not moves(kind, before, after, undeclared())


def selecting(kind: str, selector: str, weight: str = "100", *, pods: bool = True) -> str:
    return written(kind, {"default-weight": weight}, pods=pods).replace("{app: web}", selector)


@pytest.mark.parametrize("kind", CALLS)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("{app: web}", "{app: api}", [ADD, REMOVE], id="others"),
        pytest.param("{app: web}", "{app: web, version: '2'}", [REMOVE], id="a part of them"),
        pytest.param("{app: web, version: '2'}", "{app: web}", [ADD], id="all of a part"),
        pytest.param("{app: web, version: '2'}", "{version: '2', app: web}", [], id="another order"),
        pytest.param("{app: web}", "{app: '${APP}'}", [], id="not known"),
        pytest.param("{app: web}", "{}", [], id="end points that stay as they are"),
    ],
)
def test_another_selector_replaces_the_pods(kind: str, old: str, new: str, expected: list[str]) -> None:
    before, after = selecting(kind, old), selecting(kind, new)
    assert moves(kind, before, after, undeclared()) == expected
    before, after = selecting(kind, old, pods=False), selecting(kind, new, pods=False)
    assert moves(kind, before, after, undeclared()) == []


@pytest.mark.parametrize("kind", CALLS)
def test_another_selector_replaces_the_pods_of_a_group_that_changes(kind: str) -> None:
    before, after = selecting(kind, "{app: web}"), selecting(kind, "{app: api}", "5")
    assert moves(kind, before, after, undeclared()) == [ADD, REMOVE]


@pytest.mark.parametrize("kind", CALLS)
def test_the_plan_shows_the_selectors(kind: str) -> None:
    before, after = selecting(kind, "{app: web}").encode(), selecting(kind, "{app: api}").encode()
    (change,) = between({"web.yaml": ("old", before)}, {"web.yaml": ("new", after)}, undeclared())
    ends = [str(end) for call in change.effect.calls for pair in call.changed.values() for end in pair if end]
    assert {"pods with app=web, port 80", "pods with app=api, port 80"} <= set(ends)
    assert change.effect.kind == "update"
