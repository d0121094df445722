"""A CLB keeps a client with one back end, and its NLB does not.

An NLB has no `persistence-timeout`, and `sessionAffinity: ClientIP` says nothing to it. What keeps a client with one
back end is `scheduler: sch`, a hash of the client's address, without a time: it changes when back ends come or go.
`tch` does not, since it hashes ports, too.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts an NLB with another scheduler into the place of a CLB. If the NLB still carries
`persistence-timeout`, `clb-annotation-on-nlb` speaks.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "600"  # <- here
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
spec:
  type: LoadBalancer
  sessionAffinity: ClientIP  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "600"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "600"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "0"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: http:80
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "600"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "600"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/listeners.go and server_groups.go; Alibaba Cloud, NLB, scheduling algorithms
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Migration, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_CASE = Case(
    "persistence-timeout {value} ends with the CLB: the NLB spreads the connections of a client",
    "no event: sessions that a back end keeps are lost to the client",
)
_BY_FIELD = Case(
    "sessionAffinity ClientIP says nothing to an NLB, which spreads the connections of a client",
    "no event: sessions that a back end keeps are lost to the client",
    "use scheduler: sch, which keeps a client with one back end",
)


@rule("migrate-session-affinity", on=LostAnnotation, severity=Severity.WARNING, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report a timeout where no hash of addresses takes its place."""
    if lost.suffix == "persistence-timeout" and lost.migration.was_sticky and _spreads(lost.migration):
        yield told_of(lost, _CASE)


@check.also(on=Migration)
def check_field(migration: Migration) -> Problems:
    """Report the field while the move is planned, unless a timeout is; on an NLB session-affinity-ignored says it."""
    asked = migration.service.session_affinity
    if migration.is_planned and asked.is_("ClientIP") and _spreads(migration) and not migration.was_sticky:
        yield _BY_FIELD.at(asked, subject="sessionAffinity")


def _spreads(migration: Migration) -> bool:
    """Whether the scheduler is known to give one client several back ends; `tch` does, which hashes ports, too."""
    scheduler = migration.asked("scheduler")
    return migration.makes_groups and scheduler.known and scheduler.value.lower() != "sch"
