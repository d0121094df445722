"""Source ranges that a CLB ignores shut clients out of its NLB.

The CCM does not read `spec.loadBalancerSourceRanges` for a CLB, so that a list which was never right did no harm. For
an NLB (v2.14.0) it makes a security group of them that lets nobody else in. Look at the list before the traffic
moves.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that takes the list over into the Service of an NLB. A list with an IPv6 range lets in
everybody, which nlb-source-ranges-ipv6 says of the NLB.

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
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
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
  loadBalancerSourceRanges: [10.0.0.0/8]
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
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
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
  loadBalancerSourceRanges: [10.0.0.0/8]
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
  loadBalancerSourceRanges: [10.1.0.0/16]
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
  loadBalancerSourceRanges: [0.0.0.0/0]
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/loadbalancer.go:buildSecurityGroupPermissionsFromSourceRanges
"""

from __future__ import annotations

from clblint.api import Case, Migration, Problems, Severity, known_older, rule

_SINCE, _ALL = "v2.14.0", "0.0.0.0/0"
_CASE = Case(
    "the CLB ignores loadBalancerSourceRanges, and the NLB lets in these ranges only",
    "no event: connections of other clients are dropped",
    "look whether the list names all clients, or leave it out",
)


@rule("migrate-source-ranges", on=Migration, severity=Severity.WARNING, since="0.2")
def check(migration: Migration) -> Problems:
    """Report a list of the CLB's Service that comes into force; one that lets everybody in changes nothing."""
    was = [fact.value for fact in migration.old.service.source_ranges]
    now = migration.service.source_ranges
    if not now or [fact.value for fact in now] != was or _ALL in was or migration.asked("id").is_set:
        return
    if not all(fact.known for fact in now) or any(":" in fact.value for fact in now):  # the API refuses IPv6
        return
    if not known_older(migration.old.cluster.declared.ccm_version, _SINCE):
        yield _CASE.at(now[0], subject="loadBalancerSourceRanges")
