"""One key stands twice in the same mapping.

kubectl keeps the last value and drops the other without a word, so an annotation or a port disappears: the object
reaches the API server as JSON, where the key stands once. Only a server that is sent the YAML itself, with strict field
validation, refuses the object. Kustomize keeps the last value of an annotation, and refuses to build an object in which
any other key stands twice.

With a merge key (`<<`) the place decides: a key after it overrides what is merged, and is meant to; a key before it is
overwritten by what is merged, unlike in the YAML specification.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: &labels
    app: web
    tier: front
spec:
  type: LoadBalancer
  selector:
    tier: back  # <- here
    <<: *labels
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: &labels {app: web, tier: front}
spec:
  type: LoadBalancer
  selector:
    <<: *labels
    tier: back
  ports: [{port: 80}]
```

Sources: kubectl 1.37 run with repeated keys, also with kustomizations;
go-yaml decode.go:merge; go-yaml strict decoding ("already set in map")
"""

from __future__ import annotations

from clblint.api import DuplicateKey, Problems, Reason, Severity, problem, rule


@rule("duplicate-key", on=DuplicateKey, severity=Severity.ERROR, of_file=True)
def check(duplicate: DuplicateKey) -> Problems:
    """Report a later spelling of a key."""
    yield problem(
        "{key} is written twice in one mapping, and only one of the values can count",
        duplicate.again,
        because=[Reason(duplicate.first, "the other value")],
        key=duplicate.key,
        seen="no event: kubectl keeps the value that is written last, and << writes where it stands",
        fix="a line --- is missing before this one" if duplicate.begins_object else "keep one of the two",
        subject=duplicate.key,
    )
