"""The controller of a dedicated cluster lacks a permission that newer versions need.

In a dedicated cluster the CCM acts with the RAM role of the master nodes, and an upgrade does not extend that. From
v2.11.2 on it changes the routes of Flannel in batches (`vpc:CreateRouteEntries`, `vpc:DeleteRouteEntries`), from
v2.12.1 on it asks how changes of NLBs are getting on (`nlb:ListAsynJobs`). Without these permissions routes and NLBs
stay as they were. If the policy of the role lies among the manifests, it is looked at.

```yaml bad
# file: .clblint.yaml
cluster:
  cluster-type: dedicated
  network-plugin: flannel
  ccm-version: v2.12.1
# file: ccm-policy.json
{
  "Version": "1",
  "Statement": [
    {"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "nlb:CreateLoadBalancer"]},  # <- here
    {"Effect": "Allow", "Resource": "*", "Action": ["vpc:CreateRouteEntry", "vpc:DeleteRouteEntry"]}
  ]
}
```

What the role is allowed is not known here:

```yaml bad
# file: .clblint.yaml
cluster:
  cluster-type: dedicated
  ccm-version: v2.12.1  # <- here
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Source ranges of NLBs need more (where the policy is there, `nlb-source-ranges-permissions` says so):

```yaml bad
# file: .clblint.yaml
cluster:
  cluster-type: dedicated
  ccm-version: v2.14.0  # <- here
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

```yaml good
# file: .clblint.yaml
cluster:
  cluster-type: dedicated
  network-plugin: flannel
  ccm-version: v2.12.1
# file: ccm-policy.json
{
  "Version": "1",
  "Statement": [
    {"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "nlb:*"]},
    {"Effect": "Allow", "Resource": "*", "Action": "vpc:*RouteEntr*"}
  ]
}
```

In a managed cluster the CCM has a role of its own, and a policy for something else is none of its business:

```yaml good
# file: .clblint.yaml
cluster: {cluster-type: managed, ccm-version: v2.12.1}
# file: ccm-policy.json
{"Version": "1", "Statement": [{"Effect": "Allow", "Resource": "*", "Action": ["slb:*", "vpc:CreateRouteEntry"]}]}
```

```yaml good
# file: logs-policy.json
{"Version": "1", "Statement": [{"Effect": "Allow", "Resource": "*", "Action": ["log:*", "slb:Describe*"]}]}
```

Sources: ACK Service FAQ, permissions for newer CCM versions in dedicated clusters; CCM release notes, v2.11.2, v2.12.1
"""

from __future__ import annotations

from clblint.api import Permissions, Problems, Reason, Severity, listed, problem, rule


@rule("ccm-permissions", on=Permissions, severity=Severity.WARNING, evidence="P")
def check(found: Permissions) -> Problems:
    """Report the list of actions where a policy is there, else the version; a note before the upgrade."""
    version, policy = found.cluster.ccm_version, found.policy
    if policy is not None:
        found = found.for_all_else  # nlb-source-ranges-permissions
    at = found.place_in(policy) if policy is not None and found.missing else version
    if at is None or not found.missing:
        return
    declared = [Reason(version, "the version declared for this cluster")] if version is not None else []
    yield problem(
        "the policy does not allow {needed}, which the CCM needs from the version in brackets on"
        if policy is not None
        else "CCM {version} of a dedicated cluster needs {actions}, which the role of the master nodes may not allow",
        at,
        because=declared if policy is not None else [],
        actions=listed(one.action for one in found.missing),
        needed=listed(f"{one.action} ({one.since})" for one in found.missing),
        version=version.value if version is not None else "",
        seen="Forbidden.RAM in the log of the CCM; routes and NLBs are not changed",
        fix="before the CCM is upgraded, add {actions} to the policy k8sMasterRolePolicy-Ccm-... of the master role",
        subject="actions",
        severity=Severity.NOTE if found.later else None,
    )
