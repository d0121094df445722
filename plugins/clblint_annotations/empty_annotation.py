"""An annotation of the CCM is empty.

An empty value counts as unset: the CCM goes on as if the line were not there, and the load balancer keeps what it has.
It says nothing to a reader either, and once an older `alicloud-` key stands beside it, it hides that one.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: ""  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: ""  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Generated custom resources and values of charts are empty on purpose, to be filled in or left out:

```yaml good
apiVersion: install.example.com/v1
kind: Gateway
metadata: {name: web}
spec:
  serviceAnnotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: ""
```

```yaml good
controller:
  service:
    annotations:
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: ""
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth
    example.com/owner: ""
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

On an NLB three annotations are read even where they are empty (`nlb-empty-is-an-order`); all others count as unset:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: ""  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: ""
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:Get; every reader compares with the empty text first
"""

from __future__ import annotations

from clblint.api import EMPTY, Annotation, Problems, Severity, load_balancer_of, problem, remove, rule
from clblint_annotations._readers import reading_of


@rule("empty-annotation", on=Annotation, severity=Severity.NOTE, fix="unsafe", when=(EMPTY,))
def check(annotation: Annotation) -> Problems:
    """Report an empty text on a Service where it means nothing, unless it hides an older key."""
    if annotation.value.value or annotation.is_null or annotation.service is None:
        return
    reading = reading_of(annotation)
    if reading is None or not all(reading.known.empty_is_unset(reader) for reader in reading.readers):
        return
    on_nlb = reading.on_nlb if reading.known.suffix == "zone-maps" else None
    if on_nlb is not None and not load_balancer_of(on_nlb).is_reused:
        return  # nlb-zone-maps-missing says it
    older = annotation.siblings.get(reading.known.legacy_key)
    if older is not None and older.value and annotation.key != reading.known.legacy_key:
        return
    yield problem(
        "{key} is empty, which counts as unset",
        annotation.value,
        key=annotation.key,
        seen="no event: the CCM goes on as if the annotation were not there",
        fix="give it a value, or remove the line",
        subject=annotation.key,
        edits=[remove(annotation)],
    )
