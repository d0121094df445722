"""What the Alibaba Cloud CLI prints, and what is known from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.inventory.records import named_key
from tests.inventory.conftest import balancers, groups, listener

if TYPE_CHECKING:
    from tests.inventory.conftest import Load

WHOLE = {
    "LoadBalancers": {
        "LoadBalancer": [
            {
                "LoadBalancerId": "lb-1",
                "LoadBalancerName": "a0123456789abcdef0123456789abcde",
                "Address": "192.0.2.10",
                "AddressType": "internet",
                "NetworkType": "Classic",
                "InternetChargeType": "4",
                "Bandwidth": -1,
                "Tags": {"Tag": [{"TagKey": "team", "TagValue": "web"}]},
            }
        ]
    },
    "PageNumber": 1,
    "PageSize": 50,
    "TotalCount": 1,
    "RequestId": "A",
}


def test_values_know_where_they_stand(load: Load) -> None:
    clb = load(lbs=WHOLE).clbs.get("lb-1")
    assert clb is not None
    name = clb.get("LoadBalancerName")
    assert (name.place.path, name.place.span.line, name.place.span.column) == ("clbs/lbs.json", 6, 25)
    assert clb.place.span.line == 5
    assert clb.get("Bandwidth").value == "-1"
    assert clb.tags is not None
    assert clb.tags["team"].place.span.line == 16


def test_values_are_as_an_annotation_would_give_them(load: Load) -> None:
    clb = load(lbs=WHOLE).clbs.get("lb-1")
    assert clb is not None
    assert clb.attribute("InternetChargeType").value == "paybytraffic"
    assert clb.attribute("NetworkType").value == "classic"
    assert clb.default_name == "a0123456789abcdef0123456789abcde"


def test_what_was_not_printed_is_not_given(load: Load) -> None:
    clb = load(lbs=balancers("lb-1")).clbs.get("lb-1")
    assert clb is not None
    assert not clb.get("VpcId").given
    assert (clb.tags, clb.owner, clb.marked, clb.shared) == (None, None, None, None)


def test_two_calls_about_one_balancer_are_one(load: Load) -> None:
    detail = {"LoadBalancerId": "lb-1", "LoadBalancerName": "web", "BackendServers": {"BackendServer": [{}, {}]}}
    inventory = load(a=balancers("lb-1"), b=detail)
    clb = inventory.clbs.get("lb-1")
    assert clb is not None
    assert (clb.name.value, clb.name.place.path, clb.back_ends) == ("web", "clbs/b.json", 2)


def test_an_answer_about_one_balancer_does_not_list_all(load: Load) -> None:
    clbs = load(a={"LoadBalancerId": "lb-1"}).clbs
    assert len(clbs) == 1
    assert not clbs.lacks("lb-2")


def test_listeners_belong_to_their_balancer(load: Load) -> None:
    told = {"Listeners": [listener("lb-1", 80, VServerGroupId="rsp-1"), listener("lb-2", 443, "https")]}
    inventory = load(lbs=balancers("lb-1", "lb-2"), listeners=told)
    clb = inventory.clbs.get("lb-1")
    assert clb is not None
    assert ([str(one) for one in clb.listeners], clb.all_listeners) == (["tcp:80"], True)
    assert inventory.owner_of("rsp-1") == "lb-1"


def test_ports_of_one_balancer_are_all_its_listeners(load: Load) -> None:
    ports = {"ListenerPortAndProtocol": [{"ListenerPort": 80, "ListenerProtocol": "http"}]}
    inventory = load(a={"LoadBalancerId": "lb-1", "ListenerPortsAndProtocol": ports}, b=balancers("lb-1", "lb-2"))
    first, second = inventory.clbs.get("lb-1"), inventory.clbs.get("lb-2")
    assert first is not None
    assert second is not None
    assert ([str(one) for one in first.listeners], first.all_listeners) == (["http:80"], True)
    assert not second.all_listeners
    assert not first.listeners[0].names_no_group


def test_settings_of_a_listener_may_stand_below_its_protocol(load: Load) -> None:
    told = listener("lb-1", 80, "http", Scheduler="rr", HTTPListenerConfig={"StickySession": "on"})
    clb = load(lbs=balancers("lb-1"), listeners={"Listeners": [told]}).clbs.get("lb-1")
    assert clb is not None
    (found,) = clb.listeners
    assert (found.setting("Scheduler").value, found.setting("StickySession").value) == ("rr", "on")


@pytest.mark.parametrize(
    ("told", "owner", "whole"),
    [
        pytest.param(groups("rsp-1", balancer="lb-1"), "lb-1", True, id="the caller added the balancer"),
        pytest.param({**groups("rsp-1"), "LoadBalancerId": "lb-1"}, "lb-1", True, id="beside the list"),
        pytest.param(groups("rsp-1", "rsp-9"), "lb-1", True, id="a listener sends to another group of the answer"),
        pytest.param(groups("rsp-1"), "", False, id="nobody says"),
    ],
)
def test_groups_find_their_balancer(load: Load, told: object, owner: str, whole: bool) -> None:  # noqa: FBT001
    sends = {"Listeners": [listener("lb-1", 80, VServerGroupId="rsp-9")]}
    inventory = load(lbs=balancers("lb-1", "lb-2"), listeners=sends, groups=told)
    clb = inventory.clbs.get("lb-1")
    assert clb is not None
    assert (inventory.owner_of("rsp-1"), clb.all_groups) == (owner, whole)


def test_the_groups_of_the_only_balancer_are_its_own(load: Load) -> None:
    inventory = load(lbs=balancers("lb-1"), groups=groups("rsp-1"))
    clb = inventory.clbs.get("lb-1")
    assert clb is not None
    assert ([group.id.value for group in clb.groups], clb.all_groups) == (["rsp-1"], True)


def test_back_ends_are_counted_where_they_are_listed(load: Load) -> None:
    listed = {"VServerGroupId": "rsp-1", "LoadBalancerId": "lb-1", "BackendServers": {"BackendServer": [{}, {}, {}]}}
    told = {
        "VServerGroups": {"VServerGroup": [{"VServerGroupId": "rsp-2", "ServerCount": 4}, {"VServerGroupId": "rsp-1"}]}
    }
    clb = load(lbs=balancers("lb-1"), groups=told, group=listed).clbs.get("lb-1")
    assert clb is not None
    assert clb.back_ends == 7


def test_other_things_by_id(load: Load) -> None:
    inventory = load(
        certificates={
            "ServerCertificates": {"ServerCertificate": [{"ServerCertificateId": "c", "ExpireTimeStamp": 1}]}
        },
        acls={"Acls": {"Acl": [{"AclId": "acl-1"}]}},
        acl={"AclId": "acl-1", "AclEntrys": {"AclEntry": [{"AclEntryIP": "192.0.2.0/24"}]}},
        switches={"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-1", "AvailableIpAddressCount": 0}]}},
        eips={"EipAddresses": {"EipAddress": [{"IpAddress": "198.51.100.7", "InstanceId": "lb-1"}]}},
    )
    certificate, acl, switch = (
        inventory.certificates.get("c"),
        inventory.acls.get("acl-1"),
        inventory.vswitches.get("vsw-1"),
    )
    assert certificate is not None
    assert acl is not None
    assert switch is not None
    assert (certificate.expires, acl.entries, switch.number("AvailableIpAddressCount")) == (1, 1, 0)
    assert not inventory.eips.lacks("lb-1")
    assert inventory.eips.lacks("lb-2")


def test_entries_of_a_list_that_does_not_show_them_are_unknown(load: Load) -> None:
    acl = load(acls={"Acls": {"Acl": [{"AclId": "acl-1"}]}}).acls.get("acl-1")
    assert acl is not None
    assert acl.entries is None


@pytest.mark.parametrize("text", ["k8s/80/web/default/c1", "k8s/http/web/default/c1"])
def test_names_of_the_ccm(text: str) -> None:
    key = named_key(text)
    assert key is not None
    assert (key.service, key.namespace, key.cluster) == ("web", "default", "c1")


@pytest.mark.parametrize(
    "text", ["", "web", "k8s/80/web", "k8s/80/web/default/c1/x", "k8s//web/default/c1", "K8s/80/w/d/c"]
)
def test_names_of_others(text: str) -> None:
    assert named_key(text) is None


def test_the_list_may_lack_its_wrapping(load: Load) -> None:
    inventory = load(
        a={"LoadBalancers": [{"LoadBalancerId": "lb-1"}]}, b={"Listeners": {"Listener": [listener("lb-1", 80)]}}
    )
    clb = inventory.clbs.get("lb-1")
    assert not inventory.flaws
    assert clb is not None
    assert len(clb.listeners) == 1


def test_an_empty_answer_is_complete(load: Load) -> None:
    inventory = load(lbs={"LoadBalancers": {"LoadBalancer": []}, "TotalCount": 0, "PageNumber": 1})
    assert not inventory.flaws
    assert inventory.clbs.lacks("lb-1")


def test_answers_to_other_calls_are_passed_over(load: Load) -> None:
    inventory = load(lbs=balancers("lb-1"), rules={"Rules": {"Rule": []}, "RequestId": "A"})
    assert not inventory.flaws
    assert inventory.clbs.lacks("lb-2")


def test_a_list_of_answers(load: Load) -> None:
    inventory = load(all=[balancers("lb-1"), {"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-1"}]}}])
    assert (len(inventory.clbs), len(inventory.vswitches)) == (1, 1)


def test_answers_one_after_the_other(load: Load) -> None:
    pages = [balancers("lb-1", TotalCount=2, PageNumber=1), balancers("lb-2", TotalCount=2, PageNumber=2)]
    inventory = load(lbs="\n".join(json.dumps(page, indent=2) for page in pages))
    assert not inventory.flaws
    assert len(inventory.clbs) == 2
    assert inventory.clbs.lacks("lb-3")
