"""The annotation `loadbalancer-type` is read only behind a feature gate, which is off by default.

With the gate LoadBalancerTypeAnnotation off, the CCM does not look at the annotation, and the Service gets a CLB. With
it on, `nlb` asks for an NLB, and any other text leaves the Service to nobody. `spec.loadBalancerClass` needs no gate.

An NLB that is asked for and does not come is a warning: the class of a live Service cannot be changed.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb  # <- here (warning): off by default
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

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: classic  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Where the gate is declared to be on, `nlb` is followed:

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: clb  # <- here (warning): nobody
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/service_utils.go:NeedCLB, NeedNLB; feature gate LoadBalancerTypeAnnotation
"""

from __future__ import annotations

from clblint.api import N_, Annotation, Case, Problems, Severity, rule
from clblint_annotations._readers import TYPE_KEY, asks_for_nlb, follows_type, reading_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_UNREAD = Case(
    "{key} is read only with the feature gate LoadBalancerTypeAnnotation, which is off by default",
    fix="for an NLB set spec.loadBalancerClass: alibabacloud.com/nlb; for a CLB remove the line",
)
_NOBODY = Case(
    "with the feature gate LoadBalancerTypeAnnotation nobody handles a Service whose {key} is {value}",
    seen="no event: EXTERNAL-IP stays <pending>",
    fix="write nlb for an NLB, or remove the line for a CLB",
    severity=Severity.WARNING,
)


@rule("loadbalancer-type-gated", on=Annotation, severity=Severity.PEDANTIC, when=("type",))
def check(annotation: Annotation) -> Problems:
    """Report the annotation where nothing else decides who handles the Service."""
    kind = annotation.value
    if annotation.key != TYPE_KEY or not kind.value:
        return
    if follows_type(annotation.cluster):
        if _is_for_nobody(annotation):
            yield _NOBODY.at(kind, key=annotation.key, value=kind.value, subject=annotation.key)
        return
    reading = reading_of(annotation)
    if reading is not None and reading.readers != ("nlb",):
        wanted = Severity.WARNING if reading.on_clb and asks_for_nlb(kind) else None
        seen = _seen(kind)
        yield _UNREAD.at(kind, key=annotation.key, value=kind.value, seen=seen, severity=wanted, subject=annotation.key)


def _is_for_nobody(annotation: Annotation) -> bool:
    service = annotation.service
    if service is None or service.fragment or not service.type.is_("LoadBalancer"):
        return False
    return annotation.value.is_not("nlb") and service.load_balancer_class.is_empty


def _seen(kind: Fact[str]) -> str:
    if kind.value == "nlb":
        return N_("no event: ignored, and the Service gets a CLB")
    return N_('no event: ignored; with the gate on, "{value}" leaves the Service to nobody')
