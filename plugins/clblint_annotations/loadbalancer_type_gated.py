"""The annotation `loadbalancer-type` is read only behind a feature gate, which is off by default.

With the gate LoadBalancerTypeAnnotation off, the CCM does not look at the annotation, and the Service gets a CLB. With
it on, `nlb` asks for an NLB, and any other text leaves the Service to nobody. `spec.loadBalancerClass` needs no gate.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/service_utils.go:NeedCLB, NeedNLB; feature gate LoadBalancerTypeAnnotation
"""

from __future__ import annotations

from clblint.api import Annotation, Problems, Severity, problem, rule
from clblint_annotations._readers import reading_of

_KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type"


@rule("loadbalancer-type-gated", on=Annotation, severity=Severity.PEDANTIC, when=("type",))
def check(annotation: Annotation) -> Problems:
    """Report the annotation where nothing else decides who handles the Service."""
    if annotation.key != _KEY or not annotation.value.value:
        return
    reading = reading_of(annotation)
    if reading is None or reading.readers == ("nlb",):
        return
    yield problem(
        "{key} is read only with the feature gate LoadBalancerTypeAnnotation, which is off by default",
        annotation.value,
        key=annotation.key,
        value=annotation.value.value,
        seen="no event: ignored, and the Service gets a CLB"
        if annotation.value.value == "nlb"
        else 'no event: ignored; with the gate on, "{value}" leaves the Service to nobody',
        fix="for an NLB set spec.loadBalancerClass: alibabacloud.com/nlb; for a CLB remove the line",
        subject=annotation.key,
    )
