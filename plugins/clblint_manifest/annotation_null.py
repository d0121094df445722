"""An annotation of the CCM has no value at all.

Nothing after the colon, `~` and `null` are stored as empty text, which the CCM takes for unset. An empty new-style key
also hides a filled one with the older `alicloud-` prefix, because the new key is looked up first.

In values of a chart null is the way to take away what the chart sets, and is left alone.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type:  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    example.com/owner:
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
controller:
  service:
    annotations:
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: null
```

Sources: reconcile/annotation/annotations.go:Get; the API server decodes null into an empty string;
helm.sh/docs/chart_template_guide/values_files, deleting a default key
"""

from __future__ import annotations

from clblint.api import NULL, Annotation, AnnotationsHome, Problems, Severity, problem, remove, rule

# The CCM leaves a Service alone that has it, whatever its value: service-not-handled.
_COUNTS_AS_SUCH = "-loadbalancer-tunnel-type"


@rule("annotation-null", on=Annotation, severity=Severity.WARNING, fix="unsafe", when=(NULL,))
def check(annotation: Annotation) -> Problems:
    """Report a key without a value; in values of a chart it takes away the one that the chart has."""
    if annotation.home is AnnotationsHome.ELSEWHERE:
        return
    if annotation.is_null and not annotation.key.endswith(_COUNTS_AS_SUCH):
        yield problem(
            "{key} has no value, which counts as unset",
            annotation.value,
            key=annotation.key,
            seen="no event: the CCM goes on as if the annotation were not there",
            fix="give it a value in quotes, or remove the line",
            subject=annotation.key,
            edits=[remove(annotation)],
        )
