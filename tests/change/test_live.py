"""`--against` with an inventory: what the CLB has makes a finding certain, or refutes it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.change.conftest import service

if TYPE_CHECKING:
    from tests.change.conftest import Repository

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
