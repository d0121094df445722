"""Simulates the security group of `loadBalancerSourceRanges`: found by its tag, made, its rules updated, deleted."""

from __future__ import annotations

from clblint.change.aggregate import aggregate
from clblint.change.calls import SyncError
from clblint.change.nlb.attributes import OWN_TAGS, key_of
from clblint.change.nlb.cloud import RefusedCallError, SecurityGroup
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.change.calls import Parameter
    from clblint.change.nlb.cloud import NetworkCloud
    from clblint.i18n.text import Text
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.security import SecurityRule, SourceRangesGroup

STAGE = "update associated security group error"


class SourceRanges:
    """The security group of a Service; `group` is the existing one, None if there is none."""

    def __init__(self, balancer: NetworkLoadBalancer, cloud: NetworkCloud, *, ending: bool) -> None:
        """`ending`: the Service is being deleted and wants no group."""
        self.group: SecurityGroup | None = None
        self._balancer = balancer
        self._cloud = cloud
        self.wanted: SourceRangesGroup | None = None if ending else balancer.source_ranges_group

    def prepare(self) -> bool:
        """Find the group, or create a wanted one; False if that fails, which the CCM only logs (NA:Apply)."""
        try:
            self.group = self._find()
            if self.group is None and self.wanted is not None:
                self.group = self._create(self.wanted)
        except RefusedCallError:
            return False
        return True

    def _find(self) -> SecurityGroup | None:
        self._cloud.read("ecs:DescribeSecurityGroups")
        key = self._balancer.key
        found = [group for group in self._cloud.security_groups.values() if group.owner == key]
        if len(found) > 1:
            text = f"find associated security group error: expect 1, got {len(found)}"
            raise RefusedCallError(text)
        return found[0] if found else None

    def _create(self, wanted: SourceRangesGroup) -> SecurityGroup:
        sent = {"SecurityGroupName": wanted.name, "Description": wanted.description, "SecurityGroupType": "enterprise"}
        vpc, group = self._balancer.attributes.get("VpcId"), self._balancer.annotations.get("resource-group-id").value
        sent["VpcId"] = str(vpc.value) if vpc is not None else "{vpcId}"
        resource_group = group or self._cloud.resource_group
        more = {"ResourceGroupId": resource_group} if resource_group else {}
        self._cloud.call("ecs:CreateSecurityGroup", range_group(), {**sent, **more, "Tags": OWN_TAGS})
        made = SecurityGroup(self._cloud.fresh("{securityGroupId}"), self._balancer.key)
        self._cloud.security_groups[made.id] = made
        return made

    def update_rules(self) -> list[SyncError]:
        """Add the rules that are missing, then revoke those of ranges that are gone."""
        if self.group is None or self.wanted is None:
            return []
        group = self.group
        there, wanted = group.rules, list(self.wanted.rules)
        added, revoked = [rule for rule in wanted if rule not in there], [rule for rule in there if rule not in wanted]
        errors = [
            error
            for action, rules in (("Authorize", added), ("Revoke", revoked))
            if rules and (error := self._changed(group, action, rules, self.wanted.description))
        ]
        return [SyncError(aggregate(errors), self.wanted.ranges[0], STAGE)] if errors else []

    def _changed(self, group: SecurityGroup, action: str, rules: list[SecurityRule], description: str) -> str:
        """Add rules to a group or revoke them; the text of the error if the API refuses it."""
        shown = ", ".join(f"{rule.policy} {rule.source}" for rule in rules)
        params: dict[str, Parameter] = {
            "SecurityGroupId": group.id,
            "Permissions": [rule.parameters(description) for rule in rules],
        }
        changed = (None, shown) if action == "Authorize" else (shown, None)
        try:
            self._cloud.call(f"ecs:{action}SecurityGroup", range_group(), params, {"Permissions": changed})
        except RefusedCallError as error:
            return str(error)
        kept = [rule for rule in group.rules if rule not in rules]
        group.rules = kept + rules if action == "Authorize" else kept
        return ""

    def delete(self) -> list[SyncError]:
        """Delete the group."""
        if self.group is None:
            return []
        try:
            self._cloud.call("ecs:DeleteSecurityGroup", range_group(), {"SecurityGroupId": self.group.id})
        except RefusedCallError as error:
            service = key_of(self._balancer)
            text = f"error to delete associated security group, sgId: {self.group.id}, svc: {service}, err: {error}"
            return [SyncError(text, self._balancer.service.type, "")]
        del self._cloud.security_groups[self.group.id]
        self.group = None
        return []


def range_group() -> Text:
    """The name of the security group of a Service in a plan."""
    return phrase("security group of the source ranges")
