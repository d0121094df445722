"""An annotation of the CCM has no value at all.

Nothing after the colon, `~` and `null` are stored as empty text, which the CCM takes for unset (on an NLB three keys
count as such, which nlb-empty-is-an-order says). An empty new-style key
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

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids:
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:Get; the API server decodes null into an empty string;
helm.sh/docs/chart_template_guide/values_files, deleting a default key
"""

from __future__ import annotations

from clblint.api import (
    NLB_CLASS,
    NULL,
    Annotation,
    AnnotationsHome,
    Problems,
    Severity,
    catalogue,
    problem,
    remove,
    rule,
)

# The CCM leaves a Service alone that has it, whatever its value: service-not-handled.
_COUNTS_AS_SUCH = "-loadbalancer-tunnel-type"


@rule("annotation-null", on=Annotation, severity=Severity.WARNING, fix="unsafe", when=(NULL,))
def check(annotation: Annotation) -> Problems:
    """Report a key without a value; in values of a chart it takes away the one that the chart has."""
    if annotation.home is AnnotationsHome.ELSEWHERE or _may_be_an_order(annotation):
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


def _may_be_an_order(annotation: Annotation) -> bool:
    """Whether the key alone counts, on what is or may be an NLB."""
    known, service = catalogue().find(annotation.key), annotation.service
    if known is None or service is None or known.empty_is_unset("nlb"):
        return False
    return service.load_balancer_class.may_be(NLB_CLASS)
