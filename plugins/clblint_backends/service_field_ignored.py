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

An NLB gets its addresses from `zone-maps`:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerIP: 10.0.0.8  # <- here: the NLB gets another address
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-beijing-h:vsw-a:10.0.0.8,cn-beijing-k:vsw-b"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: pkg/controller/service/clbv1 reads none of these fields
"""

from __future__ import annotations

from clblint.api import N_, Case, Problems, ProxyField, Severity, rule

_ADDRESS = Case(
    "loadBalancerIP {value} is not read by the CCM, and the {kind} gets another address", seen="no event: ignored"
)
_FOR_PROXY = Case(
    "{name} {value} is for kube-proxy, and does nothing for the {kind}",
    seen="no event: no effect on the {kind}",
    fix="remove it unless it is meant for traffic inside the cluster",
    severity=Severity.NOTE,
)
_FIXED = {
    "CLB": N_("for a fixed address set {ip} on a private CLB, or reuse a CLB by {id}"),
    "NLB": N_("for fixed addresses write them into {zones} (ZONE:VSWITCH:ADDRESS), or reuse an NLB by {id}"),
}


@rule("service-field-ignored", on=ProxyField, severity=Severity.WARNING)
def check(field: ProxyField) -> Problems:
    """Report the field: a warning where an address is not what it says, else a note."""
    kind, key_of = field.balancer.kind, field.balancer.annotations.key_of
    yield (_ADDRESS if field.is_address else _FOR_PROXY).at(
        field.fact,
        name=field.name,
        value=field.fact.value,
        kind=kind,
        ip=key_of("ip"),
        zones=key_of("zone-maps"),
        id=key_of("id"),
        fix=_FIXED[kind],
        subject=field.name,
    )
