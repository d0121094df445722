"""The DNS name of a public NLB is not for clients.

An NLB has a DNS name in the place of an address, and the names of newer NLBs cannot be used directly. Clients use a
name in a domain of your own, with a CNAME record that points at the name of the NLB. An A record with the addresses
of the NLB breaks when these change.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts a public NLB into the place of a CLB.

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

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
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
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: Alibaba Cloud, NLB, CNAME records and the DNS names of instances
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Severity, rule

_CASE = Case(
    "the Service of an NLB gets a DNS name, which is not for clients to use directly",
    "EXTERNAL-IP shows a DNS name, and no address",
    "point a CNAME record of a domain of your own at it",
)


@rule("migrate-dns-cname", on=Migration, severity=Severity.NOTE, since="0.2", about=("address-type",))
def check(migration: Migration) -> Problems:
    """Report a public NLB, made or planned; of one that is reused only the cloud knows."""
    asked, id_ = migration.asked("address-type"), migration.asked("id")
    if id_.is_empty and (asked.is_empty or (asked.known and asked.value.lower() == "internet")):
        yield _CASE.at(migration.service.name, subject="dns")
