"""The weights of back ends begin to count with the move to an NLB.

For a CLB without `scheduler` the CCM asks for `rr`, and weights mean nothing. An NLB without it has `wrr`: the number
of pods on a node (`externalTrafficPolicy: Local`), `default-weight` and `weight` decide who gets how much. That is
mostly what was meant; `scheduler: rr` keeps things as they are.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts an NLB without `scheduler` into the place of such a CLB.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
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

Sources: pkg/controller/service/clbv1/listeners.go:setDefaultValue (rr); Alibaba Cloud, CreateServerGroup of NLB,
Scheduler (Wrr)
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Severity, rule

_CASE = Case(
    "without scheduler the CLB goes round all back ends, and the NLB goes by their weights",
    "no event: back ends get other shares of the connections",
    "nothing, if the weights are meant to count; else set scheduler: rr",
)


@rule("migrate-scheduler-default", on=Migration, severity=Severity.NOTE, since="0.2")
def check(migration: Migration) -> Problems:
    """Report weights that begin to count, of pods on nodes or by annotation; else migrate-session-affinity speaks."""
    asked = migration.asked("scheduler")
    if not migration.was("scheduler").is_empty or not asked.is_empty or migration.was_sticky:
        return
    weighting = (migration.new or migration.old).weighting
    counted = weighting is not None and weighting.kind != "each"
    if migration.makes_groups and (counted or migration.asked("default-weight").is_set):
        yield _CASE.at(asked, subject="scheduler")
