"""A bandwidth package is no longer named, and stays attached.

`bandwidth-package-id` is only read while it is there. Taken away, the NLB stays in the package and goes on using its
bandwidth. An empty value detaches it.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: cbwp-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: cbwp-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: ""
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkChange, Problems, Reason, Severity, problem, rule


@rule("nlb-bandwidth-package-removed", on=NetworkChange, severity=Severity.NOTE, evidence="O", since="0.2")
def check(change: NetworkChange) -> Problems:
    """Find an annotation that is taken away, not emptied."""
    edit = change.dropped("bandwidth-package-id")
    if edit is not None:
        yield problem(
            "bandwidth-package-id is gone, but the NLB stays attached to {before}",
            edit.at,
            because=[Reason(edit.before, "{before} before the change")],
            seen="no event: ignored",
            fix='write bandwidth-package-id: "" to detach it',
            subject="bandwidth-package-id",
            before=edit.before.value,
        )
