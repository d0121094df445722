"""A Service that reuses an IPv6 load balancer can never be deleted.

While it lives all is well. When it goes, the CCM compares the CLB with a model that has lost its IP version, takes it
for IPv4, and gives up: the version of a CLB cannot be changed. The finalizer stays, and so does the Service. v2.4.2
mended this, and since v2.12.1 it is there again. An inventory shows the IP version of the CLB.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressIPVersion": "ipv6", "Tags": {"Tag": []}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

With a version in between such a Service can be deleted:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:Apply; clbv1/loadbalancer.go:equalsAddressIPVersion; CCM release
notes, v2.4.2; run against the controller of v2.14.0
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_reuse._reused import loses_ip_version, reused, the_reused


@rule("reuse-ipv6", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="SI", when=("id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the IP version, or the id where only the inventory tells; one that is refused is no matter of this."""
    found, version, clb = reused(balancer), balancer.annotations.get("ip-version"), balancer.existing
    if found is None or (clb is not None and clb.marked is not None):
        return
    there = clb.get("AddressIPVersion") if clb is not None else None
    if there is not None and there.present:
        version = there
    if not version.is_("ipv6") or not loses_ip_version(balancer):
        return
    asked = balancer.annotations.get("ip-version")
    yield problem(
        "{clb} is IPv6, and the CCM fails at every attempt to delete such a Service",
        asked if asked.value else found,
        because=[
            Reason(version, "the IP version of the CLB")
            if version is there
            else Reason(found, "the CLB that is reused")
        ],
        clb=the_reused(balancer),
        seen='CleanLoadBalancerFailed: "alicloud: can not change LoadBalancer AddressIPVersion once created"; '
        "the finalizer service.k8s.alibaba/resources stays",
        fix="let the CCM create the IPv6 CLB (leave the id out), or reuse an IPv4 one",
        subject="ip-version",
    )
