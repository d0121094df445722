"""What a CLB is paid by has no counterpart on an NLB.

An NLB has no specification, no charge type and no bandwidth of its own: it grows with its traffic and is billed for
it. The EIP of each zone of a public NLB is billed by itself; `bandwidth-package-id` puts them under one limit.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "50"  # <- here
spec:
  type: LoadBalancer
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
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
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
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

Sources: pkg/controller/service/nlbv2/loadbalancer.go, which reads none of these; Alibaba Cloud, billing of NLB
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_PAID = frozenset({"spec", "charge-type", "instance-charge-type", "bandwidth"})
_CASE = Case(
    "{key} has no counterpart on an NLB, which is billed by usage",
    "no event: ignored; a public NLB pays for an EIP in each zone",
)


@rule("migrate-billing", on=LostAnnotation, severity=Severity.NOTE, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report what a planned NLB is not paid by; once it is left out, nothing is wrong."""
    if lost.migration.is_planned and lost.suffix in _PAID and lost.fact.is_set:
        yield told_of(lost, _CASE)
