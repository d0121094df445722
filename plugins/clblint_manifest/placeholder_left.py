"""An annotation still holds the placeholder of the documentation it was copied from.

`lb-xxxx`, `<your id>`, `${YOUR_CERT_ID}` or `证书ID` are meant to be replaced. The CCM hands them to the API as they
are, which knows no such resource, and the Service stays pending. Variables that a deploy step fills in, such as
`${CERT_ID}` or `{{ .Values.certId }}`, are not reported.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-xxxxxxxx  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "${YOUR_CERT_ID}"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "${CERT_ID}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=支付"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: the examples of the ACK documentation; clbv1/loadbalancer.go:Find passes ids on unchecked
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Annotation, Problem, Severity, catalogue, is_placeholder, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

# What people name themselves; any words may stand there.
_FREE_TEXT = frozenset({"additional-resource-tags", "cookie", "name"})


@rule("placeholder-left", on=Annotation, severity=Severity.ERROR, page=__doc__)
def check(annotation: Annotation) -> Iterator[Problem]:
    """Report a value that reads like documentation."""
    known = catalogue().find(annotation.key)
    if known is None or known.suffix in _FREE_TEXT or not is_placeholder(annotation.value.value):
        return
    yield problem(
        "{key} still holds the placeholder {value}, and no such resource exists",
        annotation.value,
        key=annotation.key,
        value=annotation.value.value,
        seen="the API answers that it does not exist or is invalid; the Service stays pending",
        fix="put the real value in its place",
        subject=annotation.key,
    )
