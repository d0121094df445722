"""`--against` with an inventory of NLBs: check and plan start from what the NLB has, not from the older manifest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.change.conftest import service

if TYPE_CHECKING:
    from tests.change.conftest import Repository

pytestmark = pytest.mark.whole

ID = "nlb-2zeb3qcm8q2x0t1b0jxyz"
UID = "01234567-89ab-cdef-0123-456789abcdef"
OWNER = "a0123456789abcdef0123456789abcde"
WEB = "deploy/web.yaml"
ZONES = "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
HAS_ZONES = [
    {"ZoneId": "cn-hangzhou-i", "VSwitchId": "vsw-a1", "LoadBalancerAddresses": [{"PrivateIPv4Address": "10.0.1.5"}]},
    {"ZoneId": "cn-hangzhou-k", "VSwitchId": "vsw-b2", "LoadBalancerAddresses": [{"PrivateIPv4Address": "10.0.2.5"}]},
]
Annotations = dict[str, str]
REUSED, OVERRIDE = {"id": ID}, {"id": ID, "force-override-listeners": "true"}


def web(annotations: Annotations, **spec: str) -> str:
    """A Service with an NLB; one of the CCM's own as it was read from a cluster, with its UID."""
    own = {} if "id" in annotations or "zone-maps" in annotations else {"zone-maps": ZONES}
    text = service({**own, **annotations}, **{"loadBalancerClass": "alibabacloud.com/nlb", **spec})
    return text if "id" in annotations else text.replace("  annotations:", f"  uid: {UID}\n  annotations:")


def printed(
    listeners: list[dict[str, Any]] | None = None, groups: list[dict[str, Any]] | None = None, **attributes: object
) -> str:  # fmt: skip
    tags = [] if "mine" not in attributes else [{"TagKey": "kubernetes.do.not.delete", "TagValue": OWNER}]
    attributes.pop("mine", None)
    answers: list[dict[str, Any]] = [{"LoadBalancers": [{"LoadBalancerId": ID, "Tags": tags, **attributes}]}]
    if listeners is not None:
        answers.append(
            {"Listeners": [{"LoadBalancerId": ID, **one} for one in listeners], "TotalCount": len(listeners)}
        )
    if groups is not None:
        answers.append({"ServerGroups": groups, "TotalCount": len(groups)})
    return "\n".join(map(json.dumps, answers))


def said(repository: Repository, *more: str) -> list[str]:
    """The errors and warnings about the change."""
    done = repository.clblint("--select", "changes", "--format", "concise", "--against", "HEAD", *more, "deploy")
    assert done.returncode < 2, done.stderr
    return [found for line in done.stdout.splitlines() if not (found := line.split(": ")[1]).startswith("note")]


def planned(repository: Repository, *more: str) -> tuple[str, dict[str, tuple[str | None, str | None]]]:
    """What the plan says: the kind of change, and what differs."""
    (made,) = repository.full_plan("--against", "HEAD", *more, "deploy")
    differs = {
        name: (one["before"], one["after"]) for call in made["calls"] for name, one in call.get("differs", {}).items()
    }
    return made["change"], differs


LISTENER = {
    "ListenerId": "lsn-1", "ListenerPort": 80, "ListenerProtocol": "TCP", "ServerGroupId": "sgp-1",
    "ListenerDescription": "k8s.80.TCP.web.default.c0123",
}  # fmt: skip
GROUP = {
    "ServerGroupId": "sgp-1", "Protocol": "TCP", "ServerGroupName": "k8s.30080.TCP.web.default.c0123",
    "RelatedLoadBalancerIds": [ID],
}  # fmt: skip
CONSOLE = {"ListenerId": "lsn-2", "ListenerPort": 8080, "ListenerProtocol": "TCP", "ServerGroupId": "sgp-9"}

# The older and the newer annotations, what is printed; findings and plan with the inventory.
PRESENT: dict[str, tuple[Annotations, Annotations, str, list[str], str, dict[str, tuple[str | None, str | None]]]] = {
    "an address type that it has": (
        {"address-type": "internet"}, {"address-type": "intranet"}, printed(mine=True, AddressType="Intranet"),
        [], "none", {},
    ),
    "an address type": (
        {"address-type": "internet"}, {"address-type": "intranet"}, printed(mine=True, AddressType="Internet"),
        ["warning nlb-address-type-changed"], "update", {"AddressType": ("Internet", "Intranet")},
    ),
    "an IP version that it has": (
        {"ip-version": "ipv4"}, {"ip-version": "DualStack"}, printed(mine=True, AddressIpVersion="DualStack"),
        [], "none", {},
    ),
    "an IP version": (
        {}, {"ip-version": "DualStack"}, printed(mine=True, AddressIpVersion="Ipv4"),
        ["error immutable-changed"], "refused", {},
    ),
    "a resource group that it has": (
        {}, {"resource-group-id": "rg-acfm"}, printed(mine=True, ResourceGroupId="rg-acfm"), [], "none", {},
    ),
    "a resource group": (
        {}, {"resource-group-id": "rg-acfm"}, printed(mine=True, ResourceGroupId="rg-other"),
        ["error immutable-changed"], "refused", {},
    ),
    "a resource group of a reused one": (
        REUSED, {**REUSED, "resource-group-id": "rg-acfm"}, printed(ResourceGroupId="rg-other"),
        ["error immutable-changed"], "refused", {},
    ),
    "a name": ({"name": "a"}, {"name": "web-b"}, printed(mine=True, LoadBalancerName="c"), [], "update",
               {"LoadBalancerName": ("c", "web-b")}),
    "a name of a reused one": (REUSED, {**REUSED, "name": "web-b"}, printed(LoadBalancerName="c"), [], "update",
                               {"LoadBalancerName": ("c", "web-b")}),
    "the package of a reused one": (
        REUSED, {**REUSED, "bandwidth-package-id": "cbwp-2"}, printed(BandwidthPackageId="cbwp-1"), [], "update",
        {"BandwidthPackageId": ("cbwp-1", "cbwp-2")},
    ),
    "tags of a reused one": (
        REUSED, {**REUSED, "additional-resource-tags": "a=1"},
        printed(Tags=[{"Key": "team", "Value": "x"}]), [], "update", {"a": (None, "1"), "team": ("x", None)},
    ),
    "addresses that it has": (
        {}, {"zone-maps": "cn-hangzhou-i:vsw-a1:10.0.1.5,cn-hangzhou-k:vsw-b2:10.0.2.5"},
        printed(mine=True, ZoneMappings=HAS_ZONES), [], "none", {},
    ),
    "another address": (
        {}, {"zone-maps": "cn-hangzhou-i:vsw-a1:10.0.1.6,cn-hangzhou-k:vsw-b2:10.0.2.5"},
        printed(mine=True, ZoneMappings=HAS_ZONES), ["error nlb-zone-address-changed"], "refused",
        {"ZoneMappings": ("cn-hangzhou-i:vsw-a1:10.0.1.5,cn-hangzhou-k:vsw-b2:10.0.2.5",
                          "cn-hangzhou-i:vsw-a1:10.0.1.6,cn-hangzhou-k:vsw-b2:10.0.2.5")},
    ),
    "a zone that it has": (
        {"zone-maps": "cn-hangzhou-i:vsw-a1,cn-hangzhou-h:vsw-c3"}, {"zone-maps": ZONES},
        printed(mine=True, ZoneMappings=HAS_ZONES), [], "none", {},
    ),
    "security groups": (
        {}, {"security-group-ids": "sg-1"}, printed(mine=True, SecurityGroupIds=["sg-2"]), [], "update",
        {"SecurityGroupIds": ("sg-2", "sg-1")},
    ),
    "security groups that it is in": (
        {}, {"security-group-ids": "sg-1"}, printed(mine=True, SecurityGroupIds=["sg-1"]), [], "none", {},
    ),
    "a setting of a listener": (
        {}, {"idle-timeout": "60"}, printed([{**LISTENER, "IdleTimeout": 300}], [GROUP], mine=True), [], "update",
        {"IdleTimeout": ("300", "60")},
    ),
    "a setting that the listener has": (
        {}, {"idle-timeout": "60"}, printed([{**LISTENER, "IdleTimeout": 60}], [GROUP], mine=True), [], "none", {},
    ),
    "a setting that was never there": (
        {"idle-timeout": "60"}, {}, printed([{**LISTENER, "ProxyProtocolEnabled": True}], [GROUP], mine=True),
        ["warning annotation-removed-sticks"], "none", {},
    ),
    "a setting that the console took back": (
        {"cross-zone-enabled": "off", "proxy-protocol": "on"}, {},
        printed([{**LISTENER, "ProxyProtocolEnabled": False}], [GROUP], mine=True, CrossZoneEnabled=True),
        [], "none", {},
    ),
    "a setting of a server group": (
        {}, {"scheduler": "sch"}, printed([LISTENER], [{**GROUP, "Scheduler": "tch"}], mine=True), [], "update",
        {"Scheduler": ("tch", "sch")},
    ),
    "a health check that the group has": (
        {}, {"health-check-flag": "on", "healthy-threshold": "4"},
        printed([LISTENER], [{**GROUP, "HealthCheck": {"HealthyThreshold": 4}}], mine=True), [], "none", {},
    ),
    "a listener of the console": (
        {}, {"idle-timeout": "900"}, printed([LISTENER, CONSOLE], [GROUP], mine=True), [], "update", {},
    ),
    "a listener that is taken over": (
        REUSED, OVERRIDE, printed([{**CONSOLE, "ListenerPort": 80}], []), [], "update",
        {"ListenerDescription": ("", "k8s.80.TCP.web.default.{clusterId}"),
         "ServerGroupId": ("sgp-9", "k8s.{nodePort:80}.TCP.web.default.{clusterId}")},
    ),
    "a group of the user's of another type": (
        {**REUSED, "vgroup-port": "sgp-7:80"}, {**REUSED, "vgroup-port": "sgp-7:80", "server-group-type": "Ip"},
        printed(groups=[{"ServerGroupId": "sgp-7", "Protocol": "TCP", "ServerGroupType": "Instance"}]),
        [], "refused", {},
    ),
    "a group of the user's that is gone": (
        {**REUSED, "vgroup-port": "sgp-7:80"}, {**REUSED, "vgroup-port": "sgp-8:80"},
        printed(groups=[{"ServerGroupId": "sgp-7", "Protocol": "TCP"}]), ["warning vgroup-port-changed"], "refused", {},
    ),
    "a reused one that is gone": (
        {"id": "nlb-gone"}, {"id": "nlb-gone", "cps": "100"}, printed(), [], "refused", {},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("then", "now", "there", "findings", "kind", "differs"), PRESENT.values(), ids=PRESENT)
def test_check_and_plan_start_from_what_the_nlb_has(  # noqa: PLR0913, PLR0917 - a table
    repository: Repository,
    then: Annotations,
    now: Annotations,
    there: str,
    findings: list[str],
    kind: str,
    differs: dict[str, tuple[str | None, str | None]],
) -> None:
    repository.write(WEB, web(then))
    repository.commit()
    repository.write(WEB, web(now))
    repository.write("nlbs/nlbs.json", there)
    assert said(repository, "--inventory", "nlbs") == findings
    assert planned(repository, "--inventory", "nlbs") == (kind, differs)


def _actions(repository: Repository, *arguments: str) -> list[str]:
    (made,) = repository.full_plan("--against", "HEAD", "--inventory", "nlbs", *arguments, "deploy")
    return [call["action"].removeprefix("nlb:") for call in made["calls"]]


def test_the_ccm_deletes_what_the_console_made(repository: Repository) -> None:
    repository.write(WEB, web({}))
    repository.commit()
    repository.write(WEB, web({"idle-timeout": "900"}))
    repository.write("nlbs/nlbs.json", printed([LISTENER, CONSOLE], [GROUP], mine=True))
    assert _actions(repository) == ["DeleteListener"]


PORTS = "[{name: a, port: 80}, {name: b, port: 81}]"


def test_a_listener_that_the_console_deleted_or_stopped_comes_back(repository: Repository) -> None:
    repository.write(WEB, web({}, ports=PORTS))
    repository.commit()
    repository.write(WEB, web({"cross-zone-enabled": "on"}, ports=PORTS))
    stopped = {**LISTENER, "ListenerStatus": "Stopped"}
    repository.write("nlbs/nlbs.json", printed([stopped], [GROUP], mine=True, CrossZoneEnabled=True))
    assert _actions(repository) == ["StartListener", "CreateListener"]


def test_an_nlb_that_only_an_earlier_revision_made(repository: Repository) -> None:
    """The older manifest asks for nothing that can be built, and yet there is an NLB."""
    repository.write(WEB, web({"zone-maps": ""}))
    repository.commit()
    repository.write(WEB, web({"address-type": "intranet"}))
    repository.write("nlbs/nlbs.json", printed([], [], mine=True, ZoneMappings=HAS_ZONES, AddressType="Intranet"))
    assert _actions(repository) == ["CreateServerGroup", "AddServersToServerGroup", "CreateListener"]


MADE = {
    "SecurityGroupId": "sg-made", "SecurityGroupType": "enterprise", "Description": "k8s.default.web.c0123",
    "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": OWNER}]},
}  # fmt: skip
RULE = {"Policy": "Accept", "Priority": "1", "Description": "k8s.default.web.c0123"}
RULES = [
    {**RULE, "SourceCidrIp": "10.0.0.0/8"},
    {**RULE, "Policy": "Drop", "SourceCidrIp": "0.0.0.0/0", "Priority": "100"},
]


@pytest.mark.parametrize(
    ("groups", "rules", "actions"),
    [
        pytest.param(["sg-made"], RULES, ["ecs:AuthorizeSecurityGroup"], id="it is there"),
        pytest.param(["sg-made", "sg-user"], RULES, ["LoadBalancerLeaveSecurityGroup", "ecs:AuthorizeSecurityGroup"],
                     id="beside one of the console"),
        pytest.param(["sg-made"], [], ["ecs:AuthorizeSecurityGroup"], id="its rules were not printed"),
        pytest.param([], RULES, ["LoadBalancerJoinSecurityGroup", "ecs:AuthorizeSecurityGroup"], id="it was left"),
    ],
)  # fmt: skip
def test_the_security_group_of_the_source_ranges(
    repository: Repository, groups: list[str], rules: list[dict[str, str]], actions: list[str]
) -> None:
    repository.write(WEB, web({}, loadBalancerSourceRanges="[10.0.0.0/8]"))
    repository.commit()
    repository.write(WEB, web({}, loadBalancerSourceRanges="[10.0.0.0/8, 192.168.0.0/16]"))
    told = {
        "SecurityGroups": {
            "SecurityGroup": [MADE, {**MADE, "SecurityGroupId": "sg-user", "Tags": {}, "Description": ""}]
        }
    }
    detail = {"SecurityGroupId": "sg-made", "Permissions": {"Permission": rules}}
    answers = [printed(mine=True, SecurityGroupIds=groups), json.dumps(told), *([json.dumps(detail)] if rules else [])]
    repository.write("nlbs/nlbs.json", "\n".join(answers))
    assert _actions(repository) == actions
