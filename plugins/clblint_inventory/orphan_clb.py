"""Something that the CCM made for a Service is still there, and the Service is not.

The Services that were read come from a cluster (they carry UIDs or addresses), and none of them belongs to this CLB, or
to these listeners and server groups. Deleted while no CCM ran, a changed id, an edited finalizer: what is left over
goes on costing money, and its ports stay taken.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya", "Address": "192.0.2.10", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}
  ]}},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.0.2.20", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "afedcba9876543210fedcba987654321"}  # <- here
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Of a Service that is gone, a listener is left on a CLB that others use:

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.0.2.20", "Tags": {"Tag": []}}
]}}
{"Listeners": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp",
   "Description": "k8s/80/web/default/c1234567890abcdef"},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 8080, "ListenerProtocol": "tcp",
   "Description": "k8s/8080/old/default/c1234567890abcdef"}  # <- here
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.20}]
```

Manifests that were not read from a cluster say nothing about what else there is:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.0.2.20", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "afedcba9876543210fedcba987654321"}
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Nor does one cluster say anything about what another one made:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya", "Address": "192.0.2.10", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"},
    {"TagKey": "ack.aliyun.com", "TagValue": "c1234567890abcdef"}
  ]}},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.0.2.20", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "afedcba9876543210fedcba987654321"},
    {"TagKey": "ack.aliyun.com", "TagValue": "cfedcba0987654321"}
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, the CLB is not deleted with its Service
"""

from __future__ import annotations

from clblint.api import N_, OrphanedResource, Problems, Severity, rule
from clblint_inventory._inventory_texts import left_over

_MADE = N_("the CCM made CLB {id} for a Service that is not among those that were read: perhaps it is left over")
_PART = N_(
    "on CLB {id} the CCM made listener or server group {what} for Service {service}, which is not among those that "
    "were read: perhaps it is left over"
)


@rule("orphan-clb", on=OrphanedResource, severity=Severity.NOTE, evidence="IX")
def check(left: OrphanedResource) -> Problems:
    """Report the tag of a CLB (an NLB is orphan-nlb), or the first thing on one that stands for the Service."""
    if left.kind == "CLB":
        message = _MADE if left.key is None else _PART
        yield left_over(left, message, seen=N_("no event: it goes on costing money, or keeps its port from others"))
