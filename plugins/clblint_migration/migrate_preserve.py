"""What outlives a Service is another thing for an NLB.

A CLB with `preserve-lb-on-delete` loses its listeners and server groups with its Service. An NLB keeps its server
groups and loses all listeners, also those that others made, and its security group of source ranges stays for good.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

Of an edit that leaves it out it says that the NLB is deleted with its Service.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
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

Sources: pkg/controller/service/nlbv2/model_applier.go:cleanup
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_PLANNED = Case(
    "preserve-lb-on-delete keeps the server groups of an NLB and none of its listeners",
    "the NLB stays without listeners when the Service is deleted",
    "nothing, if that is what is meant",
)
_LEFT_OUT = Case(
    "the CLB outlives its Service, and the NLB does not",
    "Normal CleanLoadBalancer when the Service is deleted",
    "nothing, if it is meant; else take preserve-lb-on-delete over",
)


@rule("migrate-preserve", on=LostAnnotation, severity=Severity.NOTE, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report a CLB that is kept; an NLB of the user's is kept anyway."""
    if lost.suffix == "preserve-lb-on-delete" and lost.fact.is_set and not lost.migration.reuses:
        yield told_of(lost, _PLANNED if lost.migration.is_planned else _LEFT_OUT)
