"""Idle connections end at another time behind an NLB.

On a CLB `idle-timeout` ends idle HTTP connections (1 to 60 seconds), and `established-timeout` those of TCP (10 to
900). On an NLB `idle-timeout` ends idle connections of TCP and TLS, 10 to 900 seconds, 900 by default: a value that
fitted HTTP cuts long connections or is refused, and `established-timeout` is not read.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that takes over `idle-timeout` as it is, or leaves out what `established-timeout` asked
for.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "15"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-established-timeout: "500"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "15"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "15"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-established-timeout: "500"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-established-timeout: "500"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "500"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-established-timeout: "900"
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

Sources: Alibaba Cloud, CreateListener of NLB, IdleTimeout; pkg/controller/service/nlbv2/listeners.go
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Migration, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_DEFAULT = "900"  # seconds, of CLB's established-timeout and of NLB's idle-timeout
_OF_HTTP = Case(
    "idle-timeout {value} ends idle HTTP connections of the CLB, and on an NLB those of TCP",
    "no event: connections that are quiet for that long are cut; below 10 seconds the listener is refused",
    "leave it out for 900 seconds, or say how long a connection of TCP may be idle",
)
_OF_TCP = Case(
    "established-timeout {value} ends with the CLB: the NLB ends idle connections after 900 seconds",
    "no event: idle connections end at another time",
    "set idle-timeout to {value}",
)


@rule("migrate-idle-timeout", on=LostAnnotation, severity=Severity.WARNING, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report established-timeout of tcp listeners with nothing in its place."""
    migration = lost.migration
    if lost.suffix != "established-timeout" or not lost.fact.holds or lost.fact.value == _DEFAULT:
        return
    if migration.of_tcp and (migration.is_planned or migration.asked("idle-timeout").is_empty):
        yield told_of(lost, _OF_TCP)


@check.also(on=Migration)
def check_kept(migration: Migration) -> Problems:
    """Report idle-timeout of http and https listeners that the NLB is to have, too."""
    was, asked = migration.was("idle-timeout"), migration.asked("idle-timeout")
    http = any(one.protocol.one_of("http", "https") for one in migration.old.listeners)
    if http and was.holds and was.value.strip("0") and asked.equals(was):
        yield _OF_HTTP.at(asked, subject="idle-timeout", value=asked.value)
