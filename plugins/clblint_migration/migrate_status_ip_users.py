"""The address of a CLB is written down, and its NLB has another one.

The status of an NLB's Service has a DNS name, and no address. What names the address of the CLB, a ConfigMap, an
environment variable, the annotation `external-dns.alpha.kubernetes.io/target`, reaches nothing once the CLB is gone.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

The address has to be known, from the status of the Service, `ip` or an inventory. An edit that leaves the annotation
of external-dns in the manifest of the NLB is reported, too.

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
status: {loadBalancer: {ingress: [{ip: 47.98.1.2}]}}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  endpoint: "http://47.98.1.2:80"
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
    external-dns.alpha.kubernetes.io/target: 47.98.1.2  # <- here
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
    external-dns.alpha.kubernetes.io/target: 47.98.1.2
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
    external-dns.alpha.kubernetes.io/target: 47.98.1.2  # <- here
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
    external-dns.alpha.kubernetes.io/target: web.example.com
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
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
status: {loadBalancer: {ingress: [{ip: 47.98.1.2}]}}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  endpoint: "http://47.98.1.2:80"
```

Sources: pkg/controller/service/nlbv2, which writes a host name into the status; external-dns, annotations
"""

from __future__ import annotations

import re

from clblint.api import Case, Migration, Problems, Reason, Severity, rule

_TARGET = "external-dns.alpha.kubernetes.io/target"
_ADDRESS = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){3}")
_USED = Case(
    "the address of the CLB is used elsewhere, and the NLB has a DNS name and other addresses",
    "whoever uses the address reaches nothing once the CLB is gone",
    "use a name of your own with a CNAME record; inside the cluster use the Service's name",
)
_KEPT = Case(
    "external-dns points a name at {address}, whatever address the NLB gets",
    "if {address} is that of the CLB, the name leads there, and to nothing once the CLB is gone",
    "remove the line, if it names the CLB: external-dns takes the DNS name of the NLB from the status",
)


@rule("migrate-status-ip-users", on=Migration, severity=Severity.WARNING, evidence="SXO", since="0.2")
def check(migration: Migration) -> Problems:
    """Report where the address of the CLB is used, and the address that external-dns is told."""
    if migration.mentions:
        mentions = [Reason(mention, "its address is used here") for mention in migration.mentions]
        yield _USED.at(migration.service.name, because=mentions, subject="address")
    target = migration.service.annotations.get(_TARGET)
    if target is not None and target.holds and _ADDRESS.fullmatch(target.value):
        yield _KEPT.at(target, subject=_TARGET, address=target.value)
