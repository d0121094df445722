"""The value of an annotation is none that it takes.

The CCM checks very little. A number that is none stops the whole Service before anything is made; a flag that is
neither `on` nor `off`, a word in another letter case or a number out of range goes to the API as it is, which refuses
it at every sync; a few are taken for something else, and nothing says so. The catalogue of annotations says for each
what it takes and what comes of anything else (`clblint explain ANNOTATION`).

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: Internet  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "true"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: 30s  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-request-timeout: "600"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: healthz  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: https://example.com  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: "WRR"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: "wrr"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An NLB's numbers are cut to 32 bits, and what is left of a greater one is not refused:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "4294967356"  # <- here (warning): read as 60
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cps: "8589934591"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

An NLB takes other values than a CLB, and reads some of them only beside others:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: fastest  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "60"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{name: https, port: 443}, {name: http, port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: 6s  # <- here (warning)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

In an object that hands annotations on to a Service, too:

```yaml bad
apiVersion: install.istio.io/v1alpha1
kind: IstioOperator
metadata: {name: mesh}
spec:
  serviceAnnotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: RR  # <- here
```

Variables, values that nobody reads, and those that only some documents refuse, are left alone. The last Services have
no listener that takes a timeout of requests, and reuse a CLB without its listeners:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "${BANDWIDTH}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: ""
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: Internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "ON"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: udp
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "udp:53,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: Wrr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "60"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
---
apiVersion: v1
kind: Service
metadata:
  name: tcp
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-request-timeout: "600"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: reused
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: the annotation catalogue, made from clbv1/listeners.go:buildListenerFromServicePort, clbv1/loadbalancer.go, the
SLB API of 2014-05-15 and the ACK page on CLB annotations; where these disagree, an error is what all of them refuse
"""

from __future__ import annotations

from clblint.api import DOUBTFUL, Annotation, Problems, Severity, problem, quoted, rule
from clblint_annotations._readers import reading_of
from clblint_annotations._violations import (
    api_error_of,
    cut_short,
    edits_of,
    fix_of,
    is_judged_elsewhere,
    is_safe_to_mend,
    is_tolerated,
    message_of,
    of_unread,
    read_as,
    seen_of,
)


@rule("invalid-annotation-value", on=Annotation, severity=Severity.ERROR, fix="safe", when=(DOUBTFUL,))
def check(annotation: Annotation) -> Problems:
    """Report what the catalogue says of a value, unless another rule says it better."""
    reading = reading_of(annotation)
    found = reading.judge(reading.value) if reading else None
    if reading is None or found is None or is_judged_elsewhere(reading, found):
        return
    if reading.unread is not None:
        yield from of_unread(reading, found)
        return
    if (sent := read_as(reading)) is not None:
        yield cut_short(reading, found, sent)
        return
    error = found.event or api_error_of(reading)
    doubtful = reading.takes(reading.value)
    yield problem(
        message_of(reading, found, doubtful=doubtful),
        annotation.value,
        key=annotation.key,
        value=quoted(reading.value),
        allowed=found.allowed,
        outcome=found.outcome,
        error=error,
        nearest=found.nearest or "",
        seen=seen_of(reading, found, error, doubtful=doubtful or is_tolerated(found)),
        fix=fix_of(found, doubtful=doubtful),
        subject=annotation.key,
        severity=Severity[found.severity.upper()],
        edits=edits_of(annotation, found),
        safe=is_safe_to_mend(found),
    )
