"""An integer annotation is 0, which the CCM takes for "not set".

The CCM sends only numbers other than 0 (`persistence-timeout` excepted, where 0 switches session persistence off). The
load balancer keeps the value it has, or the default of the API.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "0"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "0"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "0"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "0"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "10"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

For an NLB the zero of `cps` is sent and lifts the limit, and a weight of 0 is a weight; other zeros count as unset:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "0"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-healthy-threshold: "0"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cps: "0"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "0"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-healthy-threshold: "0"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:buildListenerFromServicePort; pkg/provider/alibaba/slb/listener.go; clbv1/loadbalancer.go
"""

from __future__ import annotations

from clblint.api import ZERO, Annotation, Problems, Severity, problem, remove, rule
from clblint_annotations._readers import reading_of


@rule("int-zero-ignored", on=Annotation, severity=Severity.WARNING, fix="unsafe", when=(ZERO,))
def check(annotation: Annotation) -> Problems:
    """Report a zero that is never sent."""
    value = annotation.value.value
    reading = reading_of(annotation)
    if reading is None or reading.idle or not all(reading.known.zero_is_unset(value, one) for one in reading.readers):
        return
    yield problem(
        "{key} is {value}, which the CCM takes for unset and never sends",
        annotation.value,
        key=annotation.key,
        value=value,
        allowed=reading.known.allowed(reading.readers[0]),
        seen="no event: ignored; the load balancer keeps what it has, or the default of the API",
        fix="remove the line, or write {allowed}",
        subject=annotation.key,
        edits=[remove(annotation)],
    )
