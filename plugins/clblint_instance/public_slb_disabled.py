"""The cluster forbids public load balancers, and this one is public.

With `DisablePublicSLB` in its cloud configuration the CCM does not touch a Service whose `address-type` is absent or
exactly `internet`. That goes for its deletion too: a Service that had a CLB before keeps its finalizer.

```yaml bad
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: refused-by-the-api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: INTERNET
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/service_controller.go:reconcile
"""

from __future__ import annotations

from clblint.api import PUBLIC, ClassicLoadBalancer, Problems, Reason, Severity, problem, rule

_WHEN = ("cluster.disable-public-slb",)


@rule("public-slb-disabled", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="SP", when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report what makes it public, or the Service."""
    disabled = balancer.cluster.disable_public_slb
    address = balancer.annotations.get("address-type")
    if not disabled.holds or not (
        address.is_empty or (address.readable and address.value == PUBLIC)
    ):  # INTERNET is not
        return
    if address.is_empty and not balancer.service.ports:  # a piece of a Service
        return
    yield problem(
        "the CLB is public, and this cluster forbids public ones, so the CCM does not touch the Service",
        address if address.present else balancer.service.name,
        because=[Reason(disabled, "declared for this cluster")],
        key=balancer.annotations.key_of("address-type"),
        seen='SyncLoadBalancerFailed: "create public address slb is not allowed"; a deletion hangs',
        fix='set {key}: "intranet"',
        subject="address-type",
    )
