"""A field of the Service has no effect on the load balancer.

The CCM does not look at `loadBalancerIP`: the address of the CLB is another one. `externalIPs`,
`internalTrafficPolicy` and `trafficDistribution` are for kube-proxy and do what they do inside the cluster; the CLB
knows nothing of them.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  loadBalancerIP: 47.100.10.20  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  internalTrafficPolicy: Local  # <- here (note)
  externalIPs:
  - 192.168.10.20  # <- here (note)
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 192.168.10.20
spec:
  type: LoadBalancer
  internalTrafficPolicy: Cluster
  ports: [{port: 80}]
```

The API server fills the health check port in, so that it stands in whatever was copied from a cluster:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  healthCheckNodePort: 31234
  ports: [{port: 80, nodePort: 30080}]
```

Sources: pkg/controller/service/clbv1 reads none of these fields
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problems, Severity, problem, rule

if TYPE_CHECKING:
    from clblint.api import Fact, Service


@rule("service-field-ignored", on=LoadBalancer, severity=Severity.WARNING)
def check(balancer: LoadBalancer) -> Problems:
    """Report each field: a warning where an address is not what it says, else a note."""
    for name, fact in _fields(balancer.service):
        address = name == "loadBalancerIP"
        yield problem(
            "loadBalancerIP {value} is not read by the CCM, and the CLB gets another address"
            if address
            else "{name} {value} is for kube-proxy, and does nothing for the CLB",
            fact,
            name=name,
            value=fact.value,
            key=balancer.annotations.key_of("ip"),
            id=balancer.annotations.key_of("id"),
            seen="no event: ignored" if address else "no event: no effect on the CLB",
            fix="for a fixed address set {key} on a private CLB, or reuse a CLB by {id}"
            if address
            else "remove it unless it is meant for traffic inside the cluster",
            subject=name,
            severity=None if address else Severity.NOTE,
        )


def _fields(service: Service) -> tuple[tuple[str, Fact[object]], ...]:
    address, policy = service.load_balancer_ip, service.internal_traffic_policy
    distribution = service.traffic_distribution
    if not (address.is_set or distribution.is_set or service.external_ips or policy.is_("Local")):
        return ()
    fields: tuple[tuple[str, Fact[object], bool], ...] = (
        ("loadBalancerIP", address, address.is_set and bool(address.value)),
        *(("externalIPs", first, first.is_set and bool(first.value)) for first in service.external_ips[:1]),
        ("internalTrafficPolicy", policy, policy.is_("Local")),
        ("trafficDistribution", distribution, distribution.is_set),
    )
    return tuple((name, fact) for name, fact, counts in fields if counts)
