"""What a CLB does with HTTP ends with the move to an NLB.

An NLB forwards connections and reads no requests: it redirects nothing, sets and reads no cookies, writes no headers
and knows no domains. Where that is needed, an Ingress (ALB or nginx) behind the NLB does it; certificates of further
domains go into `additional-cert-ids`, and `scheduler: sch` keeps a client with one back end.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts an NLB into the place of a CLB and leaves the annotation out. If the NLB still
carries it, `clb-annotation-on-nlb` speaks.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: http:80,https:443
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12315790-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-http2-enabled: "on"  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, name: http}, {port: 443, name: https, targetPort: 80}]
```

```yaml bad
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: http:80
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "60"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: tcp:80
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: http:80
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-xforwardedfor-proto: "off"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: http:80
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "60"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: tcp:80
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/listeners.go, which reads none of these; Alibaba Cloud, differences of CLB and
NLB
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

# With them go their details: cookie, cookie-timeout, sticky-session-type.
_BY_REQUEST = frozenset({
    "forward-port", "sticky-session", "xforwardedfor-proto", "xforwardedfor-slbport", "xforwardedfor-clientsrcport",
    "http2-enabled", "request-timeout", "domain-extensions", "health-check-timeout",
})  # fmt: skip
_MADE_UP_FOR = {
    "sticky-session": "scheduler",
    "domain-extensions": "additional-cert-ids",
    "http2-enabled": "alpn",
    "health-check-timeout": "health-check-connect-timeout",
}
_CASE = Case(
    "{key} is for http and https listeners, which an NLB does not have",
    "no event: clients and back ends see the difference",
)


@rule("migrate-l7-features", on=LostAnnotation, severity=Severity.WARNING, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report what the CLB does with HTTP, unless the NLB says what takes its place."""
    migration, nearest = lost.migration, _MADE_UP_FOR.get(lost.suffix)
    is_used = any(one.protocol.one_of("http", "https") for one in migration.old.listeners)
    if lost.suffix not in _BY_REQUEST or not lost.fact.holds or lost.fact.is_("off") or not is_used:
        return
    if migration.is_planned or nearest is None or migration.lacks(nearest):
        yield told_of(lost, _CASE)
