"""A suppression does not say why it stands there.

What is suppressed is a fault that somebody decided to live with. Without the reason nobody can tell later whether it
still holds, and so the suppression is never taken out again. The findings stay out of the report all the same.

The reason is what follows the bracket; beside the annotation `clblint.io/ignore` it is `clblint.io/ignore-reason`.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # clblint: ignore[local-without-wrr]  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    clblint.io/ignore: local-without-wrr  # <- here
spec: {type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  # clblint: ignore[local-without-wrr] a DaemonSet stands behind it: one pod on each node
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    clblint.io/ignore: local-without-wrr
    clblint.io/ignore-reason: a DaemonSet stands behind it
spec: {type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}
```

Sources: docs/suppressions.md
"""

from __future__ import annotations

from clblint.api import Problems, Severity, Suppression, problem, rule


@rule("unexplained-suppression", on=Suppression, severity=Severity.WARNING, since="0.2")
def check(suppression: Suppression) -> Problems:
    """Report the suppression where it begins."""
    if suppression.fault or suppression.explained:
        return
    annotated = suppression.form == "annotation"
    yield problem(
        "no reason says why {rules} is suppressed, so nobody can tell when that may end",
        suppression,
        rules=suppression.rules,
        seen="the findings stay out of the report",
        fix="add the annotation clblint.io/ignore-reason"
        if annotated
        else "write the reason behind the bracket: # clblint: {form}[{rules}] reason",
        form=suppression.form,
        subject=suppression.rules,
    )
