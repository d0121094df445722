"""A CLB of IPv6 has no NLB like it.

An NLB has IPv4 alone, or both: `ip-version: DualStack`. With `ipv6` the API refuses to make it. Whether the back ends
are reached by IPv6 is a matter of `backend-ip-version`.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

An edit that leaves `ip-version` out of the NLB gets a warning: it has IPv4 only. One that keeps `ipv6` gets
`nlb-ip-version-clb`.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:  # <- here (warning)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2: GetAddressIpVersion; Alibaba Cloud, CreateLoadBalancer of NLB, AddressIpVersion
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_PLANNED = Case(
    "ip-version ipv6 is refused for an NLB, which has IPv4 alone or both",
    "SyncLoadBalancerFailed at the creation of the NLB",
    "set ip-version to DualStack for the NLB",
)
_LEFT_OUT = Case(
    "the CLB has IPv6, and its NLB has IPv4 only",
    "no event: clients of IPv6 do not get through",
    "set ip-version to DualStack",
    Severity.WARNING,
)


@rule("migrate-ip-version", on=LostAnnotation, severity=Severity.ERROR, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report a CLB of IPv6; an NLB of the user's may have both."""
    if lost.suffix == "ip-version" and lost.fact.is_("ipv6") and not lost.migration.reuses:
        yield told_of(lost, _PLANNED if lost.migration.is_planned else _LEFT_OUT)
