"""Security groups are no longer named, and the NLB stays in them.

`security-group-ids` is only read while it is there. Taken away, the NLB stays in the groups that it had joined: what
they let through, and what not, is said nowhere any more. An empty value is the order to leave all of them.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: ""
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
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
  loadBalancerSourceRanges: [10.0.0.0/8]
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkChange, Problems, Reason, Severity, problem, rule


@rule("nlb-security-groups-removed", on=NetworkChange, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: NetworkChange) -> Problems:
    """Find an annotation that is taken away, not emptied."""
    edit = change.dropped("security-group-ids")
    if edit is not None and not any(side.source_ranges_group for side in change):
        yield problem(
            "security-group-ids is gone, but the NLB stays in {before}",
            edit.at,
            because=[Reason(edit.before, "{before} before the change")],
            seen="no event: ignored",
            fix='write security-group-ids: "" to leave all groups, or name those that it shall stay in',
            subject="security-group-ids",
            before=edit.before.value,
        )
