"""The security group of `loadBalancerSourceRanges`: made, changed, deleted (NA:prepareAssociatedSecurityGroup)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.nlb.calls import numbered_maps, tags_of
from clblint.change.nlb.cloud import key_of
from clblint.change.nlb.groups import OWN_TAGS
from clblint.i18n.text import phrase
from clblint.nlb.security import SecurityRule

if TYPE_CHECKING:
    from clblint.change.nlb.calls import Calls
    from clblint.change.nlb.cloud import CloudNlb, NetworkCloud
    from clblint.nlb.model import NetworkLoadBalancer

GROUP = "{securityGroup}"
_ABOUT = phrase("security group of the source ranges")


class RangesUpdate:
    """Brings the security group of a Service's source ranges to what they ask for."""

    def __init__(self, balancer: NetworkLoadBalancer, cloud: NetworkCloud, calls: Calls) -> None:
        self._balancer = balancer
        self._cloud = cloud
        self._calls = calls
        self._key = key_of(balancer.service)

    def find(self, nlb: CloudNlb) -> tuple[str, bool]:
        """The id of the group that is wanted, empty without ranges, and whether there is one; made if it is missing."""
        wanted = self._balancer.source_ranges_group
        labelled = self._cloud.state_of(self._balancer.service).security_group
        if self._balancer.is_reused or not (wanted or nlb.security_groups or labelled):
            return "", False
        if wanted is not None and self._key not in self._cloud.rules:
            params = {
                "SecurityGroupName": wanted.name,
                "Description": wanted.description,
                "SecurityGroupType": "enterprise",
                "VpcId": nlb.attributes.get("VpcId", "{vpcId}"),
            }
            group = self._balancer.wishes.get("ResourceGroupId")
            resource_group = str(group.value) if group is not None else self._cloud.around.resource_group
            if resource_group:
                params["ResourceGroupId"] = resource_group
            self._calls.add("ecs:CreateSecurityGroup", _ABOUT, {**params, **tags_of(OWN_TAGS.items())})
            self._cloud.rules[self._key] = set()
        there = self._key in self._cloud.rules
        return (GROUP if wanted is not None else ""), there

    def update_rules(self) -> None:
        """Add the rules that are missing, then revoke those that are not wanted."""
        wanted, there = self._balancer.source_ranges_group, self._cloud.rules.get(self._key, set())
        if wanted is None:
            return
        rules = {(rule.policy, rule.source): rule for rule in wanted.rules}
        missing = [rule for rule in wanted.rules if (rule.policy, rule.source) not in there]
        gone = [SecurityRule(*rule, priority="1") for rule in sorted(there) if rule not in rules]
        self._send("ecs:AuthorizeSecurityGroup", missing, wanted.description)
        self._send("ecs:RevokeSecurityGroup", gone, wanted.description)
        self._cloud.rules[self._key] = set(rules)

    def _send(self, action: str, rules: list[SecurityRule], description: str) -> None:
        if rules:
            params = numbered_maps("Permissions", (rule.parameters(description) for rule in rules))
            self._calls.add(action, _ABOUT, {"SecurityGroupId": GROUP, **params})

    def clean_up(self) -> None:
        """Delete the group if there are no ranges any more."""
        if self._balancer.source_ranges_group is None and self._key in self._cloud.rules:
            self._calls.add("ecs:DeleteSecurityGroup", _ABOUT, {"SecurityGroupId": GROUP})
            del self._cloud.rules[self._key]
