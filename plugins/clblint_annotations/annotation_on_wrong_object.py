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
    Case,
    Misplaced,
    Problems,
    Reason,
    Service,
    Severity,
    catalogue,
    problem,
    rule,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_MESSAGES = {
    AnnotationsHome.SERVICE: N_("{key} stands on a Service of type {type}, where nothing reads it"),
    AnnotationsHome.OBJECT: N_("{key} stands on a {kind}, where nothing reads it"),
    AnnotationsHome.PODS: N_("{key} stands on the pods of a {kind}, where nothing reads it"),
}
_ON_A_VOWEL = N_("{key} stands on an {kind}, where nothing reads it")
_BESIDE = N_("{key} stands beside metadata, not in metadata.annotations, where alone it is read")
_IN = N_("{key} stands in {path}, not in metadata.annotations, where alone it is read")
_AS_IF = N_("no event: the CCM goes on as if it were not there")
_UNKNOWN_FIELD = N_(
    'strict validation refuses it: unknown field "{field}"; otherwise the API server drops it without a word'
)


@rule("annotation-on-wrong-object", on=Annotation, severity=Severity.WARNING, evidence="X")
def check(annotation: Annotation) -> Problems:
    """Report the first annotation of a wrong object."""
    if not annotation.is_idle or annotation.key != next(_counting(annotation), None):
        return
    service, kind = annotation.service, annotation.owner.kind
    on_a_vowel = annotation.home is AnnotationsHome.OBJECT and kind.startswith(("A", "E", "I", "O"))
    yield problem(
        _ON_A_VOWEL if on_a_vowel else _MESSAGES[annotation.home],
        annotation.value.at_key,
        because=[Reason(service.type, "the type that decides")] if service and service.type.present else [],
        key=annotation.key,
        kind=kind,
        type=service.type.value if service else "",
        seen="no event: ignored; no load balancer and no listener is made from it",
        fix="set type: LoadBalancer, or remove the annotations" if service else "move it to the Service",
        subject=annotation.key,
    )


@check.also(on=Misplaced)
def misplaced(misplaced: Misplaced) -> Problems:
    """Report a key that stands in a wrong mapping."""
    key, path = misplaced.key, misplaced.path
    case = Case(_IN if path else _BESIDE, _AS_IF if path.split(".")[-1] == "labels" else _UNKNOWN_FIELD)
    yield case.at(
        misplaced.at,
        key=key,
        path=path,
        field=f"{path}.{key}".lstrip("."),
        fix="move it to metadata.annotations" if isinstance(misplaced.owner, Service) else "move it to the Service",
        subject=f"{path} {key}".strip(),
    )


def _counting(annotation: Annotation) -> Iterator[str]:
    """The keys beside it that the CCM would read elsewhere, and that nobody else reads here."""
    known = ((key, catalogue().find(key)) for key in annotation.siblings)
    on_service = annotation.service is not None
    return (key for key, one in known if one is not None and not (one.suffix == "backend-type" and on_service))
