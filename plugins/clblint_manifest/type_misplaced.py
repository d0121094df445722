"""What makes a Service a load balancer stands in a field that Services do not have.

The type of a Service is `spec.type`, written exactly so. In another place, or misspelt, it is an unknown field: strict
validation, which kubectl asks for, refuses the Service; otherwise the API server drops the field without a word, the
Service is of type ClusterIP, and no load balancer is made.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
  type: LoadBalancer  # <- here
spec:
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  typ: LoadBalancer  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: k8s.io/api core/v1 ServiceSpec; apimachinery pkg/runtime/serializer/json, strict decoding
"""

from __future__ import annotations

from clblint.api import Problems, Service, Severity, problem, rule


@rule("type-misplaced", on=Service, severity=Severity.WARNING, since="0.2", when=("no spec.type",))
def check(service: Service) -> Problems:
    """Report the field; a part of a Service may be for another object."""
    found = None if service.type.written or service.fragment else service.misplaced_type
    if found is not None:
        path, fact = found
        yield problem(
            "LoadBalancer stands in {path}, a field that Services do not have, and spec.type is ClusterIP without it",
            fact.at_key,
            path=path,
            seen='strict validation refuses it: unknown field "{path}"; otherwise the API server drops it without a '
            "word, and no load balancer is made",
            fix="write spec.type: LoadBalancer instead",
            subject="type",
        )
