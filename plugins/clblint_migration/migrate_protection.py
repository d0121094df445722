"""The protection that is off for a CLB is on for its NLB.

The CCM protects an NLB against deletion and changes when it makes it (v2.9.1), and reads no annotation about it. It
takes the protection away itself before it deletes the NLB; whoever wants to delete it by hand has to do that in the
console.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts an NLB into the place of a CLB. If the NLB still carries the annotation,
`nlb-protection-unread` speaks.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-modification-protection: NonProtection  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"
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
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-modification-protection: ConsoleProtection
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

An older CCM makes NLBs without protection:

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb, ccm-version: v2.8.0}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/loadbalancer.go:setDefaultValueForLoadBalancer
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, known_older, rule
from clblint_migration._migration_problem import told_of

_SINCE = "v2.9.1"
_OFF = {"delete-protection": "off", "modification-protection": "NonProtection"}
_CASE = Case(
    "{key} {value} ends with the CLB: the NLB is protected",
    "whoever deletes the NLB by hand is refused",
    "remove the line; the console and the API take the protection away",
)


@rule("migrate-protection", on=LostAnnotation, severity=Severity.NOTE, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report a protection that is switched off; that of an NLB of the user's stays as it is."""
    if known_older(lost.migration.old.cluster.declared.ccm_version, _SINCE) or lost.migration.reuses:
        return
    if lost.suffix in _OFF and lost.fact.is_(_OFF[lost.suffix]):
        yield told_of(lost, _CASE)
