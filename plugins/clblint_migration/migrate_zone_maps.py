"""An NLB needs zones that its CLB did not name.

An NLB stands in two zones or more. `zone-maps` names each with a vSwitch of the VPC in it,
`zone:vSwitch,zone:vSwitch`; without it nothing is made. The vSwitch of an internal CLB (`vswitch-id`) may be one of
them.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

On an NLB without zones `nlb-zone-maps-missing` says it.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-a1  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/loadbalancer.go:BuildLocalModel
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Severity, phrase, rule

_CASE = Case(
    "the NLB needs zones, each with a vSwitch, which no annotation of the CLB names",
    'SyncLoadBalancerFailed: "build nlb attribute error: ParameterMissing, zone mappings are required" without them',
    "set zone-maps to zone:{switch},zone:vSwitch, for two zones",
)


@rule("migrate-zone-maps", on=Migration, severity=Severity.NOTE, since="0.2", about=("zone-maps",))
def check(migration: Migration) -> Problems:
    """Report a planned NLB that is not reused, at what comes nearest."""
    switch = migration.was("vswitch-id")
    if migration.is_planned and migration.was("id").is_empty and migration.was("zone-maps").is_empty:
        at = switch if switch.is_set else migration.service.name
        yield _CASE.at(at, subject="zone-maps", switch=switch.value if switch.readable else phrase("vSwitch"))
