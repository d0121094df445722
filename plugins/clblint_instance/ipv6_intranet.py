"""An IPv6 load balancer is asked to be private.

IPv6 CLBs exist with public addresses only. The API refuses to create the CLB, and the Service stays pending.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancer, InvalidParameter.Mismatch (AddressType and AddressIPVersion)
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule


@rule("ipv6-intranet", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("ip-version",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the IP version."""
    version = balancer.creation.refused_version
    if version is None:
        return
    yield problem(
        "ip-version is ipv6 and the CLB is private, which the API refuses: IPv6 CLBs are public",
        version,
        because=[Reason(balancer.annotations.get("address-type"), "makes the CLB private")],
        key=balancer.annotations.key_of("address-type"),
        seen="SyncLoadBalancerFailed with the API's InvalidParameter.Mismatch; EXTERNAL-IP stays pending",
        fix='leave ip-version out, or set {key}: "internet"',
        subject="ip-version",
    )
