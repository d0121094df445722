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

from clblint.api import Case, Problems, ProxyField, Severity, rule

_ADDRESS = Case(
    "loadBalancerIP {value} is not read by the CCM, and the CLB gets another address",
    seen="no event: ignored",
    fix="for a fixed address set {key} on a private CLB, or reuse a CLB by {id}",
)
_FOR_PROXY = Case(
    "{name} {value} is for kube-proxy, and does nothing for the CLB",
    seen="no event: no effect on the CLB",
    fix="remove it unless it is meant for traffic inside the cluster",
    severity=Severity.NOTE,
)


@rule("service-field-ignored", on=ProxyField, severity=Severity.WARNING)
def check(field: ProxyField) -> Problems:
    """Report the field: a warning where an address is not what it says, else a note."""
    yield (_ADDRESS if field.is_address else _FOR_PROXY).at(
        field.fact,
        name=field.name,
        value=field.fact.value,
        key=field.annotations.key_of("ip"),
        id=field.annotations.key_of("id"),
        subject=field.name,
    )
