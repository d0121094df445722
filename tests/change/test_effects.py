"""Effects where only the cloud knows a part, which no recorded run shows."""

from __future__ import annotations

import re

import pytest

from clblint.change.cleanup import Cleanup
from clblint.change.kept import immutable_edits
from clblint.change.parts import removed_ports
from clblint.kube.clusters.profile import undeclared
from clblint.kube.fact import Fact
from clblint.run.against import between
from tests.change.conftest import Repository, service

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


@pytest.mark.whole
@pytest.mark.parametrize(
    ("old", "new", "open_"),
    [
        ({"scheduler": "wrr"}, {"scheduler": "${X}"}, ["scheduler"]),
        ({"scheduler": "${X}"}, {"scheduler": "wrr"}, ["scheduler"]),
        ({"scheduler": "${X}"}, {"scheduler": "${Y}"}, ["scheduler"]),
        ({"scheduler": "${X}"}, {"scheduler": "${X}"}, []),
        ({}, {"name": "{{ name }}", "bandwidth": "${B}"}, ["name", "bandwidth"]),
    ],
)
def test_a_value_that_cannot_be_known_is_never_no_change(
    repository: Repository, old: dict[str, str], new: dict[str, str], open_: list[str]
) -> None:
    repository.write("deploy/web.yaml", service(old))
    repository.commit()
    repository.write("deploy/web.yaml", service(new))
    told = repository.clblint("plan", "--against", "HEAD", ".").stdout
    assert ("no load balancer is known to change since HEAD" in told) == bool(open_)
    assert ("no load balancer changes since HEAD" in told) != bool(open_)
    assert [row.get("unreadable", []) for row in repository.full_plan("--against", "HEAD", ".")] == [open_]
    markdown = repository.clblint("plan", "--against", "HEAD", "--format", "markdown", ".").stdout
    assert all(name in markdown for name in open_)


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


# The older ports, the newer ones, and the server groups that come and go.
NODE_PORTS = {
    "another number": ("[{port: 80}]", "[{port: 81}]", [], []),
    "another number of a named port": ("[{port: 80, name: a}]", "[{port: 81, name: a}]", [], []),
    "another number and name": ("[{port: 80, name: a}]", "[{port: 81, name: b}]", ["81"], ["80"]),
    "another protocol": ("[{port: 53}]", "[{port: 53, protocol: UDP}]", [], []),
    "another protocol and name": ("[{port: 53, name: a}]", "[{port: 53, name: b, protocol: UDP}]", [], []),
    "another protocol and number": ("[{port: 53}]", "[{port: 54, protocol: UDP}]", [], []),
    "numbers swapped": (
        "[{port: 80, name: a}, {port: 81, name: b}]", "[{port: 81, name: a}, {port: 80, name: b}]", [], [],
    ),
    "a number moved to another name": (
        "[{port: 80, name: a}]", "[{port: 81, name: a}, {port: 80, name: b}]", ["81"], [],
    ),
    "a port added in front": ("[{port: 80}]", "[{port: 79, name: a}, {port: 80, name: b}]", ["79"], []),
    "an old number for a new port": (
        "[{port: 80, name: a}, {port: 82, name: c}]",
        "[{port: 81, name: a}, {port: 80, name: b}]",
        ["81"],
        ["82"],
    ),
    "its node port written no more": ("[{port: 80, nodePort: 30080}]", "[{port: 81}]", [], []),
    "neither name nor node port": (
        "[{port: 80, name: a, nodePort: 30080}]", "[{port: 80, name: b}]", ["80"], ["30080"],
    ),
    "its node port written for another": (
        "[{port: 80, name: a, nodePort: 30080}]",
        "[{port: 81, name: a}, {port: 82, name: b, nodePort: 30080}]",
        ["81"],
        [],
    ),
    "a node port written for the new number": ("[{port: 80}]", "[{port: 81, nodePort: 30081}]", [], []),
}  # fmt: skip


@pytest.mark.parametrize("case", NODE_PORTS)
def test_a_port_keeps_its_node_port_by_number_or_by_name(case: str) -> None:
    old, new, made, gone = NODE_PORTS[case]
    (change,) = between(*_sides(service(ports=old), service(ports=new)), undeclared())
    for action, ports in {"CreateVServerGroup": made, "DeleteVServerGroup": gone}.items():
        asked = [str(call.params["VServerGroupName"]) for call in change.effect.calls if call.action == action]
        assert [re.sub(r"\D", "", name.split("/")[1]) for name in asked] == ports
    said = [removed for removed in removed_ports(change) if removed.group_stays is False]
    assert len(said) == len(gone) - (case == "neither name nor node port")


def _sides(old: str, new: str) -> tuple[dict[str, tuple[str, bytes]], dict[str, tuple[str, bytes]]]:
    return {"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}


def test_a_misspelt_word_that_is_put_right_is_no_clash() -> None:
    old, new = service({"address-type": "Internet"}), service({"address-type": "internet"})
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    assert immutable_edits(change) == ()


def test_a_clean_up_that_fails_deletes_nothing() -> None:
    old = service({"vgroup-port": "rsp-1"})
    assert effect(old, service({"vgroup-port": "rsp-1"}, type="ClusterIP"))[:2] == ("refused", [])
    assert effect(old, service(type="ClusterIP"))[0] == "delete"  # the CCM reads the annotations as they are then


def test_where_public_ones_are_forbidden_nothing_is_cleaned_up() -> None:
    cluster = undeclared()
    off = cluster._replace(disable_public_slb=Fact(value=True, node=cluster.disable_public_slb.node))
    files = {"web.yaml": ("old", service({"address-type": "internet"}).encode())}
    for new in ({"web.yaml": ("new", service(type="ClusterIP").encode())}, {}):
        (change,) = between(files, new, off)
        assert (change.effect.kind, change.effect.error) == ("refused", "create public address slb is not allowed")
    private = service({"address-type": "intranet"}, type="ClusterIP")
    (change,) = between(files, {"web.yaml": ("new", private.encode())}, off)
    assert change.effect.kind == "delete"


def test_what_the_api_server_refuses_changes_nothing() -> None:
    wrong = service(ports="[{port: 80, name: a}, {port: 80, name: b}]")
    assert effect(service(), wrong)[:2] == ("refused", [])
    assert effect(wrong, service())[0] == "create"
    assert effect(service(), service(loadBalancerClass="alibabacloud.com/nlb"))[0] == "refused"


def test_a_udp_port_beside_a_live_tcp_port_gets_a_node_port_of_its_own() -> None:
    ports = "[{port: 53, name: t}, {port: 53, protocol: UDP, name: u}]"
    new = effect("apiVersion: v1\nkind: ConfigMap\n", service(ports=ports))[1]
    assert new.count("CreateVServerGroup") == 1
    assert effect(service(ports="[{port: 53, name: t}]"), service(ports=ports))[1].count("CreateVServerGroup") == 1


OTHER, OVERRIDE = {"id": "lb-bp2"}, {"force-override-listeners": "true"}
EVERYTHING = ["lb-bp1", "tcp listener 80", "server group"]
# The older annotations and type, the newer ones, and what stays behind on the CLB that the Service leaves.
LEAVING = {
    "the id goes with the type": (
        {**REUSED, **OVERRIDE},
        {},
        "NodePort",
        EVERYTHING,
    ),
    "without override it had no listener": (REUSED, {}, "ClusterIP", ["lb-bp1", "server group"]),
    "the id is another one": ({**REUSED, **OVERRIDE}, OTHER, "NodePort", EVERYTHING),
    "the type alone": ({**REUSED, **OVERRIDE}, {**REUSED, **OVERRIDE}, "NodePort", []),
    "an id where the CCM made the CLB": ({}, REUSED, "NodePort", ["", "tcp listener 80", "server group"]),
    "a CLB of the CCM": ({}, {}, "NodePort", []),
    "one that is preserved": ({"preserve-lb-on-delete": "true"}, {"preserve-lb-on-delete": "true"}, "NodePort", []),
    "a host name": (
        {**REUSED, **OVERRIDE, "hostname": "a.example"},
        {**OTHER, **OVERRIDE, "hostname": "a.example"},
        "LoadBalancer",
        EVERYTHING,
    ),
}


@pytest.mark.parametrize(("old", "new", "type_", "left"), LEAVING.values(), ids=LEAVING)
def test_resources_that_stay_behind_are_named(
    old: dict[str, str], new: dict[str, str], type_: str, left: list[str]
) -> None:
    (change,) = between(
        {"web.yaml": ("old", service(old).encode())},
        {"web.yaml": ("new", service(new, type=type_).encode())},
        undeclared(),
    )
    found = [word for one in change.effect.left for word in (one.id, *map(str, one.about))]
    assert [word.split(" k8s/")[0] for word in found] == left


BOTH, ONE = "[{name: a, port: 80, nodePort: 30080}, {name: b, port: 81}]", "[{name: a, port: 80, nodePort: 30080}]"
MOVED, LATER = ONE.replace("30080", "30081"), "[{name: a, port: 82, nodePort: 30082}]"
NO_OVERRIDE = {"force-override-listeners": "false"}
OWN_GROUP = {"vgroup-port": "rsp-1:80"}
# Annotations before and after, ports before and after, the type, and whether a listener uses a group that is to go.
IN_USE = {
    "a port goes with the override": ({**REUSED, **OVERRIDE}, REUSED, (BOTH, ONE), "LoadBalancer", True),
    "the override is false": ({**REUSED, **OVERRIDE}, {**REUSED, **NO_OVERRIDE}, (BOTH, ONE), "LoadBalancer", True),
    "all ports are others": ({**REUSED, **OVERRIDE}, REUSED, (BOTH, LATER), "LoadBalancer", True),
    "another node port": ({**REUSED, **OVERRIDE}, REUSED, (ONE, MOVED), "LoadBalancer", True),
    "a group of the user": ({**REUSED, **OVERRIDE}, {**REUSED, **OWN_GROUP}, (ONE, ONE), "LoadBalancer", True),
    "the type goes with it": ({**REUSED, **OVERRIDE}, REUSED, (ONE, ONE), "ClusterIP", True),
    "the override alone": ({**REUSED, **OVERRIDE}, REUSED, (BOTH, BOTH), "LoadBalancer", False),
    "the port alone": ({**REUSED, **OVERRIDE}, {**REUSED, **OVERRIDE}, (BOTH, ONE), "LoadBalancer", False),
    "never an override": (REUSED, REUSED, (BOTH, ONE), "LoadBalancer", False),
    "groups of the user": (
        {**REUSED, **OVERRIDE, "vgroup-port": "rsp-1:80,rsp-2:81"},
        {**REUSED, "vgroup-port": "rsp-1:80,rsp-2:81"},
        (BOTH, ONE),
        "LoadBalancer",
        False,
    ),
    "a listener that forwards": (
        {**REUSED, **OVERRIDE, "protocol-port": "https:80,http:81", "cert-id": "1", "forward-port": "81:80"},
        REUSED,
        (BOTH, ONE),
        "LoadBalancer",
        False,
    ),
}


@pytest.mark.parametrize(("old", "new", "ports", "type_", "stuck"), IN_USE.values(), ids=IN_USE)
def test_the_api_deletes_no_group_that_a_listener_uses(
    old: dict[str, str], new: dict[str, str], ports: tuple[str, str], type_: str, *, stuck: bool
) -> None:
    (change,) = between(
        {"web.yaml": ("old", service(old, ports=ports[0]).encode())},
        {"web.yaml": ("new", service(new, ports=ports[1], type=type_).encode())},
        undeclared(),
    )
    error = "apply model error: cleanup lb error: DeleteVServerGroup, ErrorCode: RspoolVipExist" if stuck else ""
    assert (change.effect.error, change.effect.kind == "refused") == (error, stuck)


EIP, HOST = {"external-ip-type": "eip"}, {"hostname": "a.example"}
BOUND = "can not be reused, service has been associated with ip"
# Whether the CCM takes the CLB for the wrong one, which it tells by the address that the status lists.
STATUS: dict[str, tuple[dict[str, str], dict[str, str], bool]] = {
    "the EIP is shown no more": ({**REUSED, **EIP}, REUSED, True),
    "it goes on": ({**REUSED, **EIP}, {**REUSED, **EIP, "scheduler": "wrr"}, False),
    "a host name stood there": ({**REUSED, **EIP, **HOST}, REUSED, False),
    "a host name is to stand there": ({**REUSED, **EIP}, {**REUSED, **HOST}, True),
    "another CLB": (REUSED, OTHER, True),
    "another CLB, with a host name": ({**REUSED, **HOST}, {**OTHER, **HOST}, False),
    "another CLB, with an EIP": ({**REUSED, **EIP}, {**OTHER, **EIP}, False),
    "another CLB, and the EIP shown from now on": (REUSED, {**OTHER, **EIP}, False),
    "another CLB, and the EIP no more": ({**REUSED, **EIP}, OTHER, True),
    "a CLB of the CCM": (EIP, {"scheduler": "wrr"}, False),
}


@pytest.mark.parametrize(("old", "new", "refused"), STATUS.values(), ids=STATUS)
def test_the_status_decides_whether_a_clb_is_the_right_one(
    old: dict[str, str], new: dict[str, str], *, refused: bool
) -> None:
    (change,) = between(
        {"web.yaml": ("old", service(old).encode())}, {"web.yaml": ("new", service(new).encode())}, undeclared()
    )
    assert (BOUND in change.effect.error) is refused


def test_another_spelling_of_the_charge_type_works_once_and_is_asked_for_at_every_full_sync() -> None:
    misspelt = {"instance-charge-type": "PayByClcu"}
    old, new = service(misspelt), service({**misspelt, "name": "web"})
    assert effect(old, new) == ("update", ["ModifyLoadBalancerInstanceChargeType", "SetLoadBalancerName"], [])
    old, new = service({"instance-charge-type": "PayByCLCU"}), service(misspelt)
    assert effect(old, new) == ("update", ["ModifyLoadBalancerInstanceChargeType"], [])
    assert effect(new, old) == ("none", [], [])


# The annotations of a Service that is deleted, and the calls that take away what it has.
UNPROTECTED = "SetLoadBalancerDeleteProtection"
GONE = {
    "a CLB of the CCM": ({}, [UNPROTECTED, "DeleteLoadBalancer"]),
    "without protection": ({"delete-protection": "off"}, ["DeleteLoadBalancer"]),
    "one that is preserved, whatever the word": (
        {"preserve-lb-on-delete": "false"},
        [
            UNPROTECTED, "SetLoadBalancerModificationProtection", "UntagResources",
            "DeleteLoadBalancerListener", "DeleteVServerGroup",
        ],
    ),
    "a reused CLB": (REUSED, ["DeleteVServerGroup"]),
    "a reused CLB with override": ({**REUSED, **OVERRIDE}, ["DeleteLoadBalancerListener", "DeleteVServerGroup"]),
}  # fmt: skip


@pytest.mark.parametrize(("annotations", "calls"), GONE.values(), ids=GONE)
def test_what_a_deletion_takes(annotations: dict[str, str], calls: list[str]) -> None:
    (change,) = between({"web.yaml": ("old", service(annotations).encode())}, {}, undeclared())
    assert [call.action for call in change.effect.calls] == calls


HASH, SPREAD = {"scheduler": "sch"}, {"scheduler": "wrr"}
BY_USE, BY_SPEC = {"instance-charge-type": "PayByCLCU"}, {"instance-charge-type": "PayBySpec"}
# What the API is documented to refuse: for sure, or unless the CLB is older than what the CCM makes today.
DOCUMENTED = {
    "to a hash": (SPREAD, HASH, "refused", []),
    "from a hash": (HASH, SPREAD, "refused", []),
    "to another hash": (HASH, {"scheduler": "tch"}, "refused", []),
    "no word before": ({}, HASH, "refused", []),
    "among the others": (SPREAD, {"scheduler": "wlc"}, "update", []),
    "back to a specification": (BY_USE, BY_SPEC, "refused", []),
    "to a specification": ({}, BY_SPEC, "update", ["InstanceChargeType to spec"]),
    "from a specification": (BY_SPEC, BY_USE, "update", []),
}


@pytest.mark.parametrize(("old", "new", "kind", "doubts"), DOCUMENTED.values(), ids=DOCUMENTED)
def test_what_the_api_is_documented_to_refuse(
    old: dict[str, str], new: dict[str, str], kind: str, doubts: list[str]
) -> None:
    found = effect(service(old), service(new))
    assert (found[0], [text[-len("InstanceChargeType to spec") :] for text in found[2]]) == (kind, doubts)


@pytest.mark.parametrize("type_", ["", "ClusterIP"], ids=["removed", "another type"])
def test_a_revision_that_was_refused_may_have_a_clb_of_an_earlier_one(type_: str) -> None:
    old = {"web.yaml": ("old", service({"protocol-port": "htttp:80"}).encode())}
    (change,) = between(old, {"web.yaml": ("new", service(type=type_).encode())} if type_ else {}, undeclared())
    assert change.effect.kind == "delete"
    assert str(change.effect.provided) == "an earlier revision was ever synced"


@pytest.mark.parametrize("type_", ["", "ClusterIP"], ids=["removed", "another type"])
@pytest.mark.parametrize(("id_", "class_"), [("lb-bp1aaa", None), ("nlb-bp1aaa", "alibabacloud.com/nlb")])
def test_what_an_earlier_revision_has_on_a_reused_one_is_not_known(id_: str, class_: str | None, type_: str) -> None:
    given = {"id": id_, "force-override-listeners": "true"}
    spec = {"loadBalancerClass": class_} if class_ else {}
    old = {"web.yaml": ("old", service({**given, "protocol-port": "htttp:80"}, **spec).encode())}
    (change,) = between(old, {"web.yaml": ("new", service(given, type=type_).encode())} if type_ else {}, undeclared())
    assert change.effect.kind == "none"
    assert "cannot be known" in str(change.effect.unclear)
    assert change.cleanup is Cleanup.PERHAPS_KEPT


ON_AN_NLB_OF_THE_USER = {
    "as it was": ({}, {}, Cleanup.KEPT),
    "never built": ({"cps": "x"}, {}, Cleanup.PERHAPS_KEPT),
    "preserved": ({}, {"preserve-lb-on-delete": "on"}, Cleanup.UNTAGGED),
    "the group still named": ({"vgroup-port": "sgp-1:80"}, {"vgroup-port": "sgp-1:80"}, Cleanup.KEPT),
    "the group no longer named": ({"vgroup-port": "sgp-1:80"}, {}, Cleanup.BACK_ENDS_FORGOTTEN),
    "with listeners on it": ({"force-override-listeners": "true"}, {}, Cleanup.FAILED),
}


@pytest.mark.parametrize(("old", "new", "cleanup"), ON_AN_NLB_OF_THE_USER.values(), ids=ON_AN_NLB_OF_THE_USER)
def test_a_reused_nlb_stays_although_its_id_goes_with_the_type(
    old: dict[str, str], new: dict[str, str], cleanup: Cleanup
) -> None:
    before = service({"id": "nlb-bp1aaa", **old}, loadBalancerClass="alibabacloud.com/nlb")
    after = service(new, type="ClusterIP")
    (change,) = between({"web.yaml": ("old", before.encode())}, {"web.yaml": ("new", after.encode())}, undeclared())
    assert change.cleanup is cleanup
    assert (change.effect.unclear is not None) == (cleanup is Cleanup.PERHAPS_KEPT)


NAMELESS = ["name: 123", "name: null", "name: true", "name: [web]", "namespace: 5"]


@pytest.mark.parametrize("name", NAMELESS)
def test_a_service_that_has_lost_its_name_is_no_silent_change(name: str) -> None:
    old = service()
    new = old.replace("name: web", name if name.startswith("name:") else f"name: web\n  {name}")
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    assert change.effect.kind == "refused"


@pytest.mark.parametrize(
    ("address", "before", "after", "refused"),
    [
        ("intranet", "classic", "classic", False),
        ("intranet", "classic", "vpc", False),
        ("intranet", "vpc", "vpc", False),
        ("intranet", "vpc", "classic", True),
        ("internet", "classic", "classic", False),
        ("internet", "vpc", "classic", False),
        ("internet", "classic", "vpc", True),
    ],
)
def test_the_network_type_is_what_the_api_makes_of_a_clb(
    address: str, before: str, after: str, *, refused: bool
) -> None:
    """The annotation is not sent; what a private CLB in no vSwitch is, no source says."""
    old = service({"address-type": address, "network-type": before})
    new = service({"address-type": address, "network-type": after, "scheduler": "wrr"})
    (change,) = between({"web.yaml": ("old", old.encode())}, {"web.yaml": ("new", new.encode())}, undeclared())
    assert any("network type" in one.text for one in change.effect.refused) is refused
    assert any(edit.edit.suffix == "network-type" for edit in immutable_edits(change)) is refused
