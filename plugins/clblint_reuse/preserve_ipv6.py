"""A Service whose IPv6 load balancer is preserved can never be deleted.

When such a Service goes, the CCM compares the CLB with a model that has lost its IP version, takes it for IPv4, and
gives up: the version of a CLB cannot be changed. The finalizer stays, and so does the Service. It does so since
v2.12.1.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:Apply; clbv1/loadbalancer.go:equalsAddressIPVersion; run against the controller of
v2.14.0
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, remove, rule
from clblint_reuse._reused import loses_ip_version, preserve_of


@rule("preserve-ipv6", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("preserve-lb-on-delete",), fix="unsafe")
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the wish to preserve it."""
    preserve, version = preserve_of(balancer), balancer.annotations.get("ip-version")
    if preserve is None or not version.is_("ipv6") or balancer.is_reused or not loses_ip_version(balancer):
        return
    yield problem(
        "the CLB is IPv6 and preserved, and the CCM fails at every attempt to delete such a Service",
        preserve,
        because=[Reason(version, "makes the CLB an IPv6 one")],
        seen='CleanLoadBalancerFailed: "alicloud: can not change LoadBalancer AddressIPVersion once created"; '
        "the finalizer service.k8s.alibaba/resources stays",
        fix="remove preserve-lb-on-delete, at the latest before the Service is deleted",
        subject="preserve-lb-on-delete",
        edits=[remove(preserve)],
    )
