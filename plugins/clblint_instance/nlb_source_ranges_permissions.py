"""The controller of a dedicated cluster may not make the security group that is to filter the clients of an NLB.

The CCM makes a security group of `loadBalancerSourceRanges` and puts the NLB into it. In a dedicated cluster it acts
with the RAM role of the master nodes. Where a policy of that role lies among the manifests and lacks a right to make or
to find the group, the CCM only logs the failure: the sync succeeds, and the NLB takes clients from everywhere. Without
the right to add rules it joins a group that has none. The others are needed once ranges are taken away.

```yaml bad
# file: .clblint.yaml
cluster: {cluster-type: dedicated, ccm-version: v2.14.0}
# file: ccm-policy.json
{
  "Version": "1",
  "Statement": [
    {"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "nlb:*", "vpc:*"]},
    {"Effect": "Allow", "Resource": "*", "Action": ["ecs:Describe*"]}  # <- here (error)
  ]
}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: ["10.0.0.0/8"]
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {cluster-type: dedicated, ccm-version: v2.14.0}
# file: ccm-policy.json
{
  "Version": "1",
  "Statement": [
    {"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "nlb:*", "vpc:*"]},
    {
      "Effect": "Allow",
      "Resource": "*",
      "Action": ["ecs:Describe*", "ecs:CreateSecurityGroup", "ecs:AuthorizeSecurityGroup"]  # <- here (warning)
    }
  ]
}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: ["10.0.0.0/8"]
  ports: [{port: 80}]
```

Where no version is declared, the CCM may be one that does not read the field yet, and this is a warning:

```yaml bad
# file: ccm-policy.json
{
  "Version": "1",
  "Statement": [
    {"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "nlb:*", "vpc:*"]},
    {"Effect": "Allow", "Resource": "*", "Action": ["ecs:Describe*"]}  # <- here (warning)
  ]
}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: ["10.0.0.0/8"]
  ports: [{port: 80}]
```

Without source ranges nothing needs these rights, and neither does a CCM that does not read them:

```yaml good
# file: .clblint.yaml
cluster: {cluster-type: dedicated, ccm-version: v2.14.0}
# file: ccm-policy.json
{"Version": "1", "Statement": [{"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "nlb:*", "vpc:*"]}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {cluster-type: dedicated, ccm-version: v2.13.0}
# file: ccm-policy.json
{"Version": "1", "Statement": [{"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "nlb:*", "vpc:*"]}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: ["10.0.0.0/8"]
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:Apply (errs), cleanup; nlbv2/loadbalancer.go:UpdateAssociatedSecurityGroup;
pkg/provider/alibaba/ecs/ecs.go; CCM release notes, v2.14.0; ACK Service FAQ, permissions for newer CCM versions in
dedicated clusters
"""

from __future__ import annotations

from clblint.api import N_, Case, Permissions, Problems, Severity, listed, rule

_MESSAGE = N_(
    "the policy does not allow {actions}, with which the CCM keeps the security group of loadBalancerSourceRanges"
)
# The first of these that is lacking decides what comes of it.
_CASES = {
    frozenset({"ecs:CreateSecurityGroup", "ecs:DescribeSecurityGroups", "ecs:DescribeSecurityGroupAttribute"}): Case(
        _MESSAGE,
        seen="no event: EnsuredLoadBalancer, and the NLB takes clients from everywhere; the log of the CCM says why",
    ),
    frozenset({"ecs:AuthorizeSecurityGroup"}): Case(
        _MESSAGE,
        seen='SyncLoadBalancerFailed: "update associated security group error: ..."; clients from everywhere get in',
    ),
    frozenset({"ecs:RevokeSecurityGroup", "ecs:DeleteSecurityGroup"}): Case(
        _MESSAGE,
        seen="no event before a range or the Service is removed, which fails then",
        severity=Severity.WARNING,
    ),
}


@rule("nlb-source-ranges-permissions", on=Permissions, severity=Severity.ERROR, evidence="P", since="0.2")
def check(found: Permissions) -> Problems:
    """Report the policy that lacks them; not for a CCM that does not read source ranges."""
    policy, lacking = found.policy, found.for_source_ranges
    if policy is None or not lacking.missing or lacking.later:
        return
    actions = [one.action for one in lacking.missing]
    case = next(case for needed, case in _CASES.items() if not needed.isdisjoint(actions))
    yield case.at(
        lacking.place_in(policy),
        actions=listed(actions),
        fix="add {actions} to the policy k8sMasterRolePolicy-Ccm-... of the master role",
        subject="actions",
        severity=Severity.WARNING if found.cluster.ccm_version is None else None,
    )
