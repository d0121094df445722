"""Annotations of the CCM stand on an object that the CCM does not look at.

The CCM reads the annotations of Services of `type: LoadBalancer` and of nothing else. On a Deployment, a pod template,
an Ingress or a Service of another type they do nothing: a NodePort Service gets no listener. (`backend-type` on a
ClusterIP Service is read by the ALB Ingress controller, and is left alone.) A Service that was of type LoadBalancer is
cleaned up, though, and then four of them are read: the id, `preserve-lb-on-delete`, `force-override-listeners` and
`vgroup-port`. Without them a load balancer would be deleted that should stay. With `class` or `tunnel-type` nothing is
cleaned up (`class-added`).

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

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: NodePort
  ports: [{port: 80}]
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
apiVersion: v1
kind: Service
metadata:
  name: kept
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"}
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

Sources: pkg/controller/helper/service_utils.go:NeedCLB; clbv1/model_builder.go:Build; ACK Service FAQ, listener for a
NodePort Service
"""

from __future__ import annotations

from clblint.api import N_, Annotation, Case, Misplaced, Problems, Reason, Service, Severity, listed, rule
from clblint_annotations._idle import idle_keys

_BESIDE = N_("{key} stands beside metadata, not in metadata.annotations, where alone it is read")
_IN = N_("{key} stands in {path}, not in metadata.annotations, where alone it is read")
_AS_IF = N_("no event: the CCM goes on as if it were not there")
_UNKNOWN_FIELD = N_(
    'strict validation refuses it: unknown field "{field}"; otherwise the API server drops it without a word'
)


@rule("annotation-on-wrong-object", on=Annotation, severity=Severity.WARNING, evidence="X")
def check(annotation: Annotation) -> Problems:
    """Report the first annotation of a wrong object that nothing reads, or the id on a Service of another type."""
    if not annotation.is_idle:
        return
    service = annotation.service
    idle = idle_keys(annotation)
    if annotation.key != idle.first or _has_its_type_elsewhere(service):  # type-misplaced says it
        return
    yield idle.case.at(
        annotation.value.at_key,
        because=[Reason(service.type, "the type that decides")] if service and service.type.present else [],
        key=annotation.key,
        kind=annotation.owner.kind,
        type=service.type.value if service else "",
        kept=listed(idle.kept),
        subject=annotation.key,
    )


def _has_its_type_elsewhere(service: Service | None) -> bool:
    return service is not None and not service.type.written and service.misplaced_type is not None


@check.also(on=Misplaced)
def misplaced(misplaced: Misplaced) -> Problems:
    """Report a key that stands in a wrong mapping."""
    key, path = misplaced.key, misplaced.path
    field = misplaced.unknown_field
    case = Case(_IN if path else _BESIDE, _UNKNOWN_FIELD if field else _AS_IF)
    yield case.at(
        misplaced.at,
        key=key,
        path=path,
        field=field,
        fix="move it to metadata.annotations" if isinstance(misplaced.owner, Service) else "move it to the Service",
        subject=f"{path} {key}".strip(),
    )
