"""Connections that drain on a CLB are cut at once on its NLB.

`connection-drain: "on"` without `connection-drain-timeout` is sent for an NLB with 0 seconds: connections of a back
end that goes are cut at once. Say how long they may go on.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

On an NLB `nlb-drain-zero` says it.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "off"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/server_groups.go, ConnectionDrainTimeout
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Severity, rule

_CASE = Case(
    "connection-drain without connection-drain-timeout means 0 seconds for an NLB",
    "no event: connections of a back end that goes are cut",
    "set connection-drain-timeout to the seconds that a connection may take",
)


@rule("migrate-drain", on=Migration, severity=Severity.ERROR, since="0.2")
def check(migration: Migration) -> Problems:
    """Report a drain without a time, while the move is planned."""
    drain, timeout = migration.was("connection-drain"), migration.was("connection-drain-timeout")
    if migration.is_planned and drain.is_("on") and timeout.is_empty:
        yield _CASE.at(drain, subject="connection-drain")
