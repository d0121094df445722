"""Annotations of the CCM stand on an object that the CCM does not look at.

The CCM reads the annotations of Services of `type: LoadBalancer` and of nothing else. On a Deployment, a pod template,
an Ingress or a Service of another type they do nothing: a NodePort Service gets no listener. (`backend-type` on a
ClusterIP Service is read by the ALB Ingress controller, and is left alone.)

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: NodePort
  ports: [{port: 80}]
```

```yaml bad
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations:
        service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
    spec: {containers: [{name: web, image: web}]}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/backend-type: eni}
spec:
  type: ClusterIP
  ports: [{port: 80}]
---
apiVersion: networking.istio.io/v1beta1
kind: IstioGateway
metadata: {name: gateway}
spec:
  serviceAnnotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
```

Sources: pkg/controller/helper/service_utils.go:NeedCLB; ACK Service FAQ, listener for a NodePort Service
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import N_, Annotation, Home, Problem, Reason, Severity, catalogue, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

_MESSAGES = {
    Home.SERVICE: N_("{key} stands on a Service of type {type}, where nothing reads it"),
    Home.OBJECT: N_("{key} stands on a {kind}, where nothing reads it"),
    Home.PODS: N_("{key} stands on the pods of a {kind}, where nothing reads it"),
}


@rule("annotation-on-wrong-object", on=Annotation, severity=Severity.WARNING, evidence="X", page=__doc__)
def check(annotation: Annotation) -> Iterator[Problem]:
    """Report the first annotation of each wrong place, and name the others beside it."""
    if not annotation.is_idle:
        return
    if annotation.key != next((key for key in annotation.siblings if _counts(annotation, key)), None):
        return
    service = annotation.service
    yield problem(
        _MESSAGES[annotation.home],
        annotation.value.at_key,
        because=[Reason(service.type, "the type that decides")] if service and service.type.present else [],
        key=annotation.key,
        kind=annotation.owner.kind,
        type=service.type.value if service else "",
        seen="no event: ignored; no load balancer and no listener is made from it",
        fix="set type: LoadBalancer, or remove the annotations" if service else "move it to the Service",
        subject=annotation.key,
    )


def _counts(annotation: Annotation, key: str) -> bool:
    """Whether the CCM would read a key elsewhere, and nobody else reads it here."""
    known = catalogue().find(key)
    return known is not None and (known.suffix != "backend-type" or annotation.service is None)
