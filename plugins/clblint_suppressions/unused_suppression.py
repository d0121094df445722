"""A suppression suppresses nothing.

The fault is gone, or the line has moved away from it. What is left is a hole: the next fault of the same kind at this
place goes unseen. Reported is only what this run can know: the rule ran over all that the suppression covers, with all
that it needs (the inventory, the older revision, the facts about the cluster).

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Cluster  # clblint: ignore[local-without-wrr] one pod a node  # <- here
  ports: [{port: 80}]
```

```yaml bad
# clblint: ignore-file[duplicate-key] generated twice  # <- here
apiVersion: v1
kind: Service
# clblint: ignore-object[https-without-certificate] added by a controller  # <- here
metadata:
  name: web
  annotations:
    clblint.io/ignore: unknown-annotation  # <- here
    clblint.io/ignore-reason: of a fork
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # clblint: ignore[local-without-wrr] one pod a node
  ports: [{port: 80}]  # clblint: ignore[lb-id-added] looked for on a change only
```

Sources: docs/suppressions.md
"""

from __future__ import annotations

from clblint.api import N_, Problems, Severity, UnusedName, problem, rule

MESSAGES = {
    "ignore": N_("{name} reports nothing on line {line}: it would only hide a future finding there"),
    "ignore-object": N_("{name} reports nothing about this object: it would only hide a future finding about it"),
    "ignore-file": N_("{name} reports nothing in this file: it would only hide a future finding in it"),
    "annotation": N_("{name} reports nothing about this object: it would only hide a future finding about it"),
}


@rule("unused-suppression", on=UnusedName, severity=Severity.WARNING, since="0.2")
def check(unused: UnusedName) -> Problems:
    """Report a name that suppresses nothing."""
    name = unused.name
    yield problem(
        MESSAGES[unused.suppression.form],
        name,
        name=name.text,
        line=unused.suppression.start[0],
        seen="no event: it would only hide a future finding",
        fix="take {name} out, and with the last name the whole suppression",
        subject=name.text,
    )
