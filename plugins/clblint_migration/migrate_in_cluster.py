"""Pods use the address of a CLB under policy Local, and would go round by its NLB.

kube-proxy sends what pods send to the address of a CLB straight to the back ends. The status of an NLB's Service has
no address, so that the traffic leaves the cluster and comes back through the NLB. Inside the cluster use the
Service's name.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

The address has to be known, from the status of the Service, `ip` or an inventory.

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
  externalTrafficPolicy: Local  # <- here
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
status: {loadBalancer: {ingress: [{ip: 47.98.1.2}]}}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  endpoint: "http://47.98.1.2:80"
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
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80}]
status: {loadBalancer: {ingress: [{ip: 47.98.1.2}]}}
```

Sources: Kubernetes, kube-proxy and status.loadBalancer.ingress; pkg/controller/service/nlbv2, which writes a host
name there
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Reason, Severity, rule

_CASE = Case(
    "pods that use the address of the CLB under policy Local leave the cluster to reach an NLB",
    "no event: traffic inside the cluster goes round by the NLB and is billed",
    "inside the cluster use the Service's name, {name}",
)


@rule("migrate-in-cluster", on=Migration, severity=Severity.NOTE, evidence="SX", since="0.2")
def check(migration: Migration) -> Problems:
    """Report the policy, and where the address of the CLB is used."""
    service, mentions = migration.service, migration.mentions
    policy = service.external_traffic_policy
    if not policy.is_("Local") or not mentions:
        return
    reasons = [Reason(mention, "its address is used here") for mention in mentions]
    name = f"{service.built_name.value}.{service.namespace or 'default'}"
    yield _CASE.at(policy, because=reasons, subject="externalTrafficPolicy", name=name)
