"""Annotations of the CCM stand on an object that the CCM does not look at.

The CCM reads the annotations of Services of `type: LoadBalancer` and of nothing else. On a Deployment, a pod template,
an Ingress or a Service of another type they do nothing: a NodePort Service gets no listener. (`backend-type` on a
ClusterIP Service is read by the ALB Ingress controller, and is left alone.)

Nor does it read anything but `metadata.annotations`. A key among the labels, below a misspelt `annotation`, in `spec`
or in `metadata` itself is not there for the CCM: a CLB that was meant to be private is public. The API server keeps
labels, and drops unknown fields unless it validates strictly.

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

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  labels:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
  annotation:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
  service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
spec:
  type: LoadBalancer
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
  metadata:
    annotations:
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
  ports: [{port: 80}]
service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet  # <- here
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

from clblint.api import (
    N_,
    Annotation,
    AnnotationsHome,
    Concerned,
    KubeObject,
    Problem,
    Problems,
    Reason,
    Service,
    Severity,
    annotations_on,
    catalogue,
    misplaced_on,
    problem,
    rule,
)

if TYPE_CHECKING:
    from clblint.api import Misplaced


_MESSAGES = {
    AnnotationsHome.SERVICE: N_("{key} stands on a Service of type {type}, where nothing reads it"),
    AnnotationsHome.OBJECT: N_("{key} stands on a {kind}, where nothing reads it"),
    AnnotationsHome.PODS: N_("{key} stands on the pods of a {kind}, where nothing reads it"),
}
_ON_A_VOWEL = N_("{key} stands on an {kind}, where nothing reads it")


@rule("annotation-on-wrong-object", on=Concerned, severity=Severity.WARNING, evidence="X")
def check(thing: KubeObject) -> Problems:
    """Report the first annotation of each wrong object, and each key that stands in a wrong mapping."""
    for annotation in annotations_on(thing):
        if annotation.is_idle:
            first = next((key for key in annotation.siblings if _counts(annotation, key)), None)
            if annotation.key == first:
                yield _on_wrong_object(annotation)
    for misplaced in misplaced_on(thing):
        yield _in_wrong_mapping(thing, misplaced)


def _on_wrong_object(annotation: Annotation) -> Problem:
    service = annotation.service
    on_a_vowel = annotation.home is AnnotationsHome.OBJECT and annotation.owner.kind.startswith(("A", "E", "I", "O"))
    return problem(
        _ON_A_VOWEL if on_a_vowel else _MESSAGES[annotation.home],
        annotation.value.at_key,
        because=[Reason(service.type, "the type that decides")] if service and service.type.present else [],
        key=annotation.key,
        kind=annotation.owner.kind,
        type=service.type.value if service else "",
        seen="no event: ignored; no load balancer and no listener is made from it",
        fix="set type: LoadBalancer, or remove the annotations" if service else "move it to the Service",
        subject=annotation.key,
    )


def _in_wrong_mapping(thing: KubeObject, misplaced: Misplaced) -> Problem:
    labels = misplaced.path.rpartition(".")[2] == "labels"
    return problem(
        "{key} stands in {path}, not in metadata.annotations, where alone it is read"
        if misplaced.path
        else "{key} stands beside metadata, not in metadata.annotations, where alone it is read",
        misplaced.at,
        key=misplaced.key,
        path=misplaced.path,
        field=f"{misplaced.path}.{misplaced.key}".lstrip("."),
        seen="no event: the CCM goes on as if it were not there"
        if labels
        else 'strict validation refuses it: unknown field "{field}"; otherwise the API server drops it without a word',
        fix="move it to metadata.annotations" if isinstance(thing, Service) else "move it to the Service",
        subject=f"{misplaced.path} {misplaced.key}".strip(),
    )


def _counts(annotation: Annotation, key: str) -> bool:
    """Whether the CCM would read a key elsewhere, and nobody else reads it here."""
    known = catalogue().find(key)
    return known is not None and (known.suffix != "backend-type" or annotation.service is None)
