"""The CLB's Service makes way for that of an NLB, and its address goes.

An NLB is another load balancer: it has a DNS name, and addresses of its own. As soon as the Service of the CLB is
deleted, the CCM deletes the CLB, and its public address is gone for good. Let both Services run, point a CNAME record
at the DNS name of the NLB in the place of the A record, and delete the old Service when no connection comes in by the
CLB any more.

On a CLB of yours (`loadbalancer-id`), or one that is preserved (`preserve-lb-on-delete`), the address stays, but
nothing answers there for this Service: then this is a note. A class that is changed under the same name is
`lb-class-changed`.

```yaml bad
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
  name: web-nlb  # <- here
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb  # <- here (note)
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a1b2c3
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
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
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
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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

Sources: pkg/controller/service/clbv1/model_applier.go:deleteLoadBalancer; nlbv2, which writes a host name into the
status
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Reason, Severity, rule

_LOST = Case(
    "{old} is gone and this NLB is in its place: the CLB and its address go for good",
    "Normal CleanLoadBalancer for the old Service; the new one has a DNS name as EXTERNAL-IP",
)
_LEFT = Case(
    "{old} is gone and this NLB is in its place: the CLB stays, and nothing answers there for the Service",
    "no event; the new Service has a DNS name as EXTERNAL-IP",
    severity=Severity.NOTE,
)


@rule("migrate-address-lost", on=Migration, severity=Severity.WARNING, evidence="O", since="0.2")
def check(migration: Migration) -> Problems:
    """Report an NLB of which the CLB's Service is gone at the same time."""
    old = migration.old
    if migration.gone:
        stays = old.is_reused or old.preserved.value
        yield (_LEFT if stays else _LOST).at(
            migration.service.name,
            because=[Reason(old.service.name, "the Service of the CLB before the change")],
            fix="keep both Services until a CNAME record points at the NLB and no traffic comes in by the CLB",
            subject=old.service.name.value,
            old=old.service.id,
        )
