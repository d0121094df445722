"""A document is not YAML that Kubernetes can read.

kubectl stops at such a document, and whatever comes after it in the same file is not applied either. clblint still
checks the other documents. Reading follows go-yaml, which differs from YAML 1.2 in places: a tab cannot indent, a
mapping cannot be a key, every line that begins with `---` ends the document.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: app: web  # <- here
---
apiVersion: v1
kind: Service
metadata: {name: api}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {app: web}
```

Sources: sigs.k8s.io/yaml over go.yaml.in/yaml/v2, as kubectl and kube-apiserver use it
"""

from __future__ import annotations

from clblint.api import Broken, Problems, Severity, problem, rule


@rule("yaml-syntax", on=Broken, severity=Severity.ERROR, of_file=True)
def check(broken: Broken) -> Problems:
    """Report the fault where the parser met it."""
    yield problem(
        "not readable as YAML: {fault}",
        broken,
        fault=broken.fault.message,
        seen="kubectl refuses the document with an error converting YAML to JSON, and stops reading the file",
        fix="mend the syntax here or just above; clblint has checked the other documents of the file",
        subject="syntax",
    )
