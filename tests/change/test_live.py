"""`--against` with an inventory: what the CLB has makes a finding certain, or refutes it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.change.conftest import service

if TYPE_CHECKING:
    from tests.change.conftest import Repository

pytestmark = pytest.mark.whole

ID = "lb-2zeb3qcm8q2x0t1b0jxyz"
WEB = "deploy/web.yaml"
Annotations = dict[str, str]


def _inventory(**attributes: str) -> str:
    balancer = {"LoadBalancerId": ID, "Tags": {"Tag": []}, **attributes}
    return json.dumps({"LoadBalancers": {"LoadBalancer": [balancer]}})


BY_USE, BY_SPEC = {"InstanceChargeType": "PayByCLCU"}, {"InstanceChargeType": "PayBySpec"}
SPEC = {"instance-charge-type": "PayBySpec"}
SMALL, LARGE = {"spec": "slb.s1.small"}, {"spec": "slb.s3.large"}
LIVE: dict[str, tuple[Annotations, Annotations, Annotations, list[str], list[str]]] = {
    "the way back": ({}, SPEC, BY_USE, [], ["error charge-type-downgrade"]),
    "what it has": ({}, SPEC, BY_SPEC, [], []),
    "what it has, whatever was written before": (
        {"instance-charge-type": "PayByCLCU"},
        SPEC,
        BY_SPEC,
        ["error charge-type-downgrade"],
        [],
    ),
    "a switch that is off, whatever was written before": (
        {"delete-protection": "off"},
        {},
        {"DeleteProtection": "on"},
        ["warning annotation-removed-sticks"],
        [],
    ),
    "a charge type that was not printed": ({}, SPEC, {}, [], []),
    "a specification of none": (SMALL, LARGE, BY_USE, [], ["warning spec-changed-on-clcu"]),
    "a specification": (SMALL, LARGE, BY_SPEC, [], []),
    "a mistake that is put right": (
        {"address-type": "internet"},
        {"address-type": "intranet"},
        {"AddressType": "intranet"},
        ["warning immutable-changed"],
        [],
    ),
    "a mistake": (
        {"address-type": "internet"},
        {"address-type": "intranet"},
        {"AddressType": "internet"},
        ["warning immutable-changed"],
        ["error immutable-changed"],
    ),
    "a zone that it has": ({}, {"master-zoneid": "h"}, {"MasterZoneId": "h"}, [], []),
    "another zone": ({}, {"master-zoneid": "h"}, {"MasterZoneId": "g"}, [], ["error immutable-changed"]),
}


@pytest.mark.parametrize(("then", "now", "there", "without", "with_it"), LIVE.values(), ids=LIVE)
def test_the_clb_tells(  # noqa: PLR0913, PLR0917 - a table
    repository: Repository,
    then: Annotations,
    now: Annotations,
    there: Annotations,
    without: list[str],
    with_it: list[str],
) -> None:
    repository.write(WEB, service({"id": ID, **then}))
    repository.commit()
    repository.write(WEB, service({"id": ID, **now}))
    repository.write("clbs/clbs.json", _inventory(**there))

    def said(*more: str) -> list[str]:
        done = repository.clblint("--select", "changes", "--format", "concise", "--against", "HEAD", *more, "deploy")
        assert done.returncode < 2, done.stderr
        return [line.split(": ")[1] for line in done.stdout.splitlines()]

    assert said() == without
    assert said("--inventory", "clbs") == with_it


def test_the_plan_starts_from_what_the_clb_has(repository: Repository) -> None:
    """A CLB of the user's own is billed in a way that no manifest tells."""
    repository.write(WEB, service({"id": ID}))
    repository.commit()
    repository.write(WEB, service({"id": ID, "instance-charge-type": "PayByCLCU"}))
    repository.write("clbs/clbs.json", _inventory(**BY_SPEC))
    (plain,) = repository.full_plan("--against", "HEAD", "deploy")
    (made,) = repository.full_plan("--against", "HEAD", "--inventory", "clbs", "deploy")
    assert [call["action"] for call in plain["calls"]] == []
    (call,) = made["calls"]
    assert call["action"] == "ModifyLoadBalancerInstanceChargeType"
    assert call["differs"]["InstanceChargeType"] == {"before": "PayBySpec", "after": "PayByCLCU"}


def test_what_the_clb_has_is_shown(repository: Repository) -> None:
    repository.write(WEB, service({"id": ID}))
    repository.commit()
    repository.write(WEB, service({"id": ID, **SPEC}))
    repository.write("clbs/clbs.json", _inventory(**BY_USE))
    done = repository.clblint("--select", "charge-type-downgrade", "--against", "HEAD", "--inventory", "clbs", "deploy")
    assert "clbs/clbs.json:1" in done.stdout


def test_the_value_that_stays_is_that_of_the_inventory(repository: Repository) -> None:
    paid = {"charge-type": "paybybandwidth"}
    repository.write(WEB, service({"id": ID, **paid, "bandwidth": "50"}))
    repository.commit()
    repository.write(WEB, service({"id": ID, **paid}))
    there = {"InternetChargeType": "paybybandwidth", "Bandwidth": "10", "AddressType": "internet"}
    repository.write("clbs/clbs.json", _inventory(**there))
    names = "annotation-removed-sticks,reuse-mutates-lb"
    done = repository.clblint("--select", names, "--against", "HEAD", "--inventory", "clbs", "deploy")
    assert 'the CLB keeps what it had: bandwidth: "10"' in done.stdout
    assert "if that is public" not in done.stdout


LISTENER = {"LoadBalancerId": ID, "ListenerPort": 80, "ListenerProtocol": "tcp", "Description": "k8s/80/web/default/c1"}
OVERRIDE = {"id": ID, "force-override-listeners": "true"}


@pytest.mark.parametrize(
    ("ignored", "expected"),
    [
        ("public-by-default", ["immutable-changed"]),
        ("immutable-changed", ["reuse-attribute-mismatch"]),
    ],
)
def test_an_edit_of_what_a_clb_keeps_for_life_is_told_once(
    repository: Repository, ignored: str, expected: list[str]
) -> None:
    repository.write("clbs/clbs.json", _inventory(AddressType="internet"))
    repository.write(WEB, service({"id": ID, "address-type": "internet"}))
    repository.commit()
    repository.write(WEB, service({"id": ID, "address-type": "intranet"}))
    options = ("--against", "HEAD", "--inventory", "clbs", "--format", "concise", "--ignore", ignored, "deploy")
    done = repository.clblint(*options)
    told = [line.split(": ")[1].split()[1] for line in done.stdout.splitlines() if "address-type" in line]
    assert told == expected


# The older and the newer annotations, what the inventory has of the CLB and its listener, and what differs in the plan.
PRESENT: dict[str, tuple[Annotations, Annotations, Annotations, Annotations, str, dict[str, tuple[str, str]]]] = {
    "the charge type": ({"instance-charge-type": "PayByCLCU"}, SPEC, BY_SPEC, {}, "none", {}),
    "a name": ({"name": "a"}, {"name": "b"}, {"LoadBalancerName": "c"}, {}, "update", {"LoadBalancerName": ("c", "b")}),
    "a name that it has": ({"name": "a"}, {"name": "b"}, {"LoadBalancerName": "b"}, {}, "none", {}),
    "a setting": (
        {"idle-timeout": "1"},
        {"scheduler": "wrr"},
        {},
        {"Scheduler": "wlc"},
        "update",
        {"Scheduler": ("wlc", "wrr")},
    ),
    "a setting that it has": ({}, {"scheduler": "wrr"}, {}, {"Scheduler": "wrr"}, "none", {}),
    "a hash": ({"scheduler": "wrr"}, {"scheduler": "tch"}, {}, {"Scheduler": "tch"}, "none", {}),
}


@pytest.mark.parametrize(("then", "now", "clb", "listener", "kind", "differs"), PRESENT.values(), ids=PRESENT)
def test_the_inventory_is_the_present_state(  # noqa: PLR0913, PLR0917 - a table
    repository: Repository,
    then: Annotations,
    now: Annotations,
    clb: Annotations,
    listener: Annotations,
    kind: str,
    differs: dict[str, tuple[str, str]],
) -> None:
    repository.write(WEB, service({**OVERRIDE, **then}))
    repository.commit()
    repository.write(WEB, service({**OVERRIDE, **now}))
    answers = [json.loads(_inventory(**clb)), {"Listeners": [{**LISTENER, **listener}], "TotalCount": 1}]
    repository.write("clbs/clbs.json", "\n".join(map(json.dumps, answers)))
    (made,) = repository.full_plan("--against", "HEAD", "--inventory", "clbs", "deploy")
    found = {name: (one["before"], one["after"]) for call in made["calls"] for name, one in call["differs"].items()}
    assert (made["change"], found) == (kind, differs)


# What the inventory has of the listener and the groups, and whether the group of the Service cannot be deleted.
USERS_GROUP: dict[str, object] = {
    "VServerGroups": {"VServerGroup": [{"VServerGroupId": "rsp-1", "VServerGroupName": "mine"}]}
}
USES: dict[str, tuple[list[dict[str, object]], dict[str, object], bool]] = {
    "the listener is there": ([{**LISTENER}], {}, True),
    "somebody has deleted it": ([], {}, False),
    "somebody has given it another group": ([{**LISTENER, "VServerGroupId": "rsp-1"}], USERS_GROUP, False),
}


@pytest.mark.parametrize(("listeners", "groups", "stuck"), USES.values(), ids=USES)
def test_the_inventory_knows_whether_a_listener_uses_a_group(
    repository: Repository, listeners: list[dict[str, object]], groups: dict[str, object], *, stuck: bool
) -> None:
    repository.write(WEB, service(OVERRIDE, ports="[{name: a, port: 80}, {name: b, port: 81}]"))
    repository.commit()
    repository.write(WEB, service({"id": ID}, ports="[{name: b, port: 81}]"))
    answers = [
        json.loads(_inventory()),
        {"Listeners": listeners, "TotalCount": len(listeners)},
        *filter(None, [groups]),
    ]
    repository.write("clbs/clbs.json", "\n".join(map(json.dumps, answers)))
    (made,) = repository.full_plan("--against", "HEAD", "--inventory", "clbs", "deploy")
    assert (made["change"] == "refused", "RspoolVipExist" in (made["error"] or "")) == (stuck, stuck)


def _certificates(**ends: int) -> str:
    listed = [{"ServerCertificateId": name, "ExpireTimeStamp": end} for name, end in ends.items()]
    return json.dumps({"ServerCertificates": {"ServerCertificate": listed}, "TotalCount": len(listed)})


LONG_AGO, LATER = 1577836800000, 4102444800000
# The certificates of the inventory, and the words with which the CCM refuses the new one.
CERTIFICATES = {
    "it is there": (_certificates(old=LATER, new=LATER), ""),
    "it has expired": (_certificates(old=LATER, new=LONG_AGO), "can not update cert new because it is expired"),
    "it is not there": (_certificates(old=LATER), "can not found cert by id new"),
    "only a part was printed": (_certificates(old=LATER).replace(": 1}", ": 2}"), ""),
}


@pytest.mark.parametrize(("certificates", "words"), CERTIFICATES.values(), ids=CERTIFICATES)
def test_a_certificate_that_is_not_good_is_refused(repository: Repository, certificates: str, words: str) -> None:
    https = {"address-type": "internet", "protocol-port": "https:80"}
    repository.write(WEB, service({**https, "cert-id": "old"}))
    repository.commit()
    repository.write(WEB, service({**https, "cert-id": "new"}))
    repository.write("clbs/clbs.json", certificates)
    (made,) = repository.full_plan("--against", "HEAD", "--inventory", "clbs", "deploy")
    assert made["change"] == ("refused" if words else "update")
    assert words in (made["error"] or "")
