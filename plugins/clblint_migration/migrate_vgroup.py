"""The server groups of a CLB are not found on an NLB.

`vgroup-port` names groups of the load balancer. Those of CLBs, `rsp-...`, are none of an NLB, whose groups are
`sgp-...`: the Service is refused, and with it its deletion. Make server groups for the NLB and name those.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

Of an edit that leaves the groups of a CLB in the manifest of its NLB, nlb-vgroup-blocks-deletion says so.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1cz8b2s1v6d:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1cz8b2s1v6d:80"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a1b2c3
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1cz8b2s1v6d:80"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1cz8b2s1v6d:80"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a1b2c3
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1b2c3:80"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/server_groups.go:ListNLBServerGroups
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Severity, rule

_CASE = Case(
    "vgroup-port names groups of a CLB, which an NLB does not have",
    "SyncLoadBalancerFailed: the server group is not found, and the deletion of the Service fails alike",
    "make server groups for the NLB, sgp-..., and name those",
)


@rule("migrate-vgroup", on=Migration, severity=Severity.ERROR, since="0.2")
def check(migration: Migration) -> Problems:
    """Report groups of a CLB that is to become an NLB."""
    named = migration.was("vgroup-port")
    if migration.is_planned and named.holds and "rsp-" in named.value:
        yield _CASE.at(named, subject="vgroup-port")
