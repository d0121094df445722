"""A Service with annotations of the CCM is handled by no controller of the CCM.

The CLB controller takes a Service only if it has no `loadBalancerClass` at all, no `class` annotation and no
`loadbalancer-tunnel-type` annotation; the NLB controller only if its class is `alibabacloud.com/nlb`. Any other class,
a misspelt one included, leaves the Service to somebody else. If nobody else is there, EXTERNAL-IP stays pending for
ever, without an event.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/clb  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/class: internal  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

The class of another controller, without our annotations, is a decision. So is `alibabacloud.com/elb`, with which the
controller of ACK Edge makes an Edge Load Balancer; it has annotations of its own under the same prefix:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  loadBalancerClass: metallb.io/metallb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: edge
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-pay-type: PostPaid
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/elb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/service_utils.go:NeedCLB, NeedNLB, IsTunnelTypeService; clbv1/event_handler.go:needAdd
"""

from __future__ import annotations

from clblint.api import N_, NLB_CLASS, OTHER_CLASSES, Problems, Service, Severity, catalogue, problem, rule
from clblint_annotations._readers import CLASS_KEY, TUNNEL_KEY

_OUR_CLASSES = "alibabacloud.com/"
_GOOD = frozenset({NLB_CLASS, *OTHER_CLASSES, ""})  # an empty one is invalid-service
_SEEN = N_("no event: EXTERNAL-IP stays <pending> unless another controller takes the Service")


@rule(
    "service-not-handled", on=Service, severity=Severity.WARNING, when=("spec.loadBalancerClass", CLASS_KEY, TUNNEL_KEY)
)
def check(service: Service) -> Problems:
    """Report what takes a Service away from the CCM: its class, else an annotation."""
    if service.type.is_("LoadBalancer"):
        wanted = service.load_balancer_class
        yield from _of_class(service) if wanted.present or not wanted.is_empty else _of_annotations(service)


def _of_class(service: Service) -> Problems:
    wanted = service.load_balancer_class
    ours = wanted.value.startswith(_OUR_CLASSES) or any(map(catalogue().find, service.annotations))
    if wanted.none_of(*_GOOD) and ours:
        yield problem(
            "loadBalancerClass {value} is none of the CCM's, so neither the CLB nor the NLB controller takes the "
            "Service",
            wanted,
            value=wanted.value,
            seen=_SEEN,
            fix="remove it for a CLB, write alibabacloud.com/nlb for an NLB, or remove the annotations of the CCM",
            subject="loadBalancerClass",
        )


def _of_annotations(service: Service) -> Problems:
    key = TUNNEL_KEY if TUNNEL_KEY in service.annotations else CLASS_KEY
    fact = service.annotations.get(key)
    if fact is not None and (key == TUNNEL_KEY or fact.is_set):
        yield problem(
            "{key} is there, so the CCM leaves the Service alone",
            fact.at_key,
            key=key,
            seen=_SEEN,
            fix="remove the line, unless another controller is meant",
            subject=key,
        )
