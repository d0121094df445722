"""The id of a CLB is none of an NLB.

`loadbalancer-id` of an NLB Service names an NLB of yours, `nlb-...`. The id of a CLB is not found, and nothing is
made. Without an id the CCM makes an NLB of its own, which needs `zone-maps` and is deleted with the Service.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

As a note it is said of an edit that puts an NLB of the CCM's into the place of a CLB of yours. If the NLB still names
the CLB, `invalid-annotation-value` speaks.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:  # <- here (note)
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a1b2c3
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
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/loadbalancer.go:FindNLB
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_PLANNED = Case(
    "{value} is the id of a CLB: for an NLB it is not found, and nothing is made",
    "SyncLoadBalancerFailed: the load balancer is not found",
    "name an NLB of yours, nlb-..., or leave the id out and name zones in zone-maps",
)
_LEFT_OUT = Case(
    "the Service has a CLB of yours, {value}, and gets an NLB of the CCM's, which is deleted with it",
    "Normal EnsuredLoadBalancer with an NLB that was not there",
    "nothing, if it is meant; else name an NLB of yours, nlb-...",
    Severity.NOTE,
)


@rule("migrate-reuse-id", on=LostAnnotation, severity=Severity.ERROR, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report a CLB of the user's."""
    if lost.suffix == "id" and lost.fact.holds:
        yield told_of(lost, _PLANNED if lost.migration.is_planned else _LEFT_OUT)
