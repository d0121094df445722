"""Health checks of an NLB are on by default, and read their details only with the flag.

A CLB checks TCP and UDP listeners unless `health-check-switch: "off"`, and http(s) listeners with `health-check-flag:
"on"`. An NLB has one flag for all, `health-check-flag`: absent, it checks by TCP, with thresholds of 2, and reads no
further annotation about checks; with `"on"` it reads them. `health-check-switch` is not read.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts an NLB with checks into the place of a CLB without. If the NLB still carries
`health-check-switch`, `clb-annotation-on-nlb` speaks, and `nlb-health-check-gate` of details without the flag.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-switch: "off"  # <- here
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
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "9000"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-healthy-threshold: "4"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-switch: "off"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-switch: "off"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "off"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "9000"
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
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/server_groups.go, the health check of a group; Alibaba Cloud, CreateServerGroup
of NLB
"""

from __future__ import annotations

from clblint.api import CHECK_DETAILS, Case, LostAnnotation, Migration, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_SWITCH = Case(
    "health-check-switch {value} ends with the CLB: the NLB checks all back ends by TCP",
    "no event: back ends that do not answer the check get no traffic",
    'set health-check-flag: "{value}"',
)
_GATE = Case(
    "{suffix} is read for an NLB only beside health-check-flag on, which the CLB did not need",
    "no event: the NLB checks by TCP with values of its own",
    'set health-check-flag: "on" beside the details, and the thresholds that are meant',
)


@rule("migrate-health-check", on=LostAnnotation, severity=Severity.WARNING, since="0.2", about=("health-check-flag",))
def check(lost: LostAnnotation) -> Problems:
    """Report the switch: any while the move is planned, else one that is off where the NLB checks."""
    flag = lost.migration.now("health-check-flag")
    if lost.suffix != "health-check-switch" or not lost.fact.holds or not lost.migration.makes_groups:
        return
    if flag is None or (lost.fact.is_("off") and flag.known and flag.value.lower() != "off"):
        yield told_of(lost, _SWITCH)


@check.also(on=Migration)
def check_details(migration: Migration) -> Problems:
    """Report the first detail that the CLB reads without the flag, while the move is planned."""
    if not migration.is_planned or not migration.was("health-check-flag").is_empty:
        return
    found = [suffix for suffix in CHECK_DETAILS if migration.was(suffix).is_set]
    if found and any(one.protocol.one_of("tcp", "udp") for one in migration.old.listeners):
        yield _GATE.at(migration.was(found[0]), subject=found[0], suffix=found[0])
