"""The API server refuses this Service.

Before the CCM sees anything, the API server checks the fields of a Service against each other. A Service that it
refuses is not created, or not updated; kubectl shows the reason, but a pipeline may have applied half of the manifest
by then.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80  # <- here
    targetPort: "8080"  # <- here
  - {name: https, port: 443, protocol: tcp}  # <- here
  loadBalancerSourceRanges:
  - 10.0.0.0  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: ClusterIP
  externalTrafficPolicy: Local  # <- here
  loadBalancerClass: alibabacloud.com/nlb  # <- here
  selector: {app: web}
  ports:
  - {name: http, port: 80}
  - {name: http, port: 8080}  # <- here
  - {name: again, port: 80}  # <- here
  - {name: high, port: 80800}  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: Loadbalancer  # <- here
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: api}
spec:  # <- here
  type: LoadBalancer
  selector: {app: api}
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  clusterIP: None  # <- here
  loadBalancerClass: ""  # <- here
  sessionAffinity: clientIP  # <- here
  internalTrafficPolicy: local  # <- here
  ipFamilyPolicy: dualStack  # <- here
  ipFamilies: [IPv4, ipv6]  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

Before that, it has to decode the object: a list where a mapping belongs, or text for a number, is refused at once.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: "80"  # <- here
  - port: 70000  # <- here
  - targetPort: 8080  # <- here
  - null  # <- here
  - 5  # <- here
  - {name: half, port: 80.5}  # <- here
---
apiVersion: v1
kind: Service
metadata: {name: api}
spec:
  type: LoadBalancer
  selector: {app: api}
  ports: {port: 80}  # <- here
---
apiVersion: v1
kind: Service
metadata:
  name: 5  # <- here
  annotations: [a]  # <- here
spec: none  # <- here
```

One port needs no name, TCP and UDP may share a number, and a patch leaves things out:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80, targetPort: 0}]
  loadBalancerSourceRanges: [10.0.0.0/8, 192.168.1.7/32]
---
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  type: LoadBalancer
  selector: {app: dns}
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
---
apiVersion: v1
kind: Service
metadata: {name: patched}
spec:
  externalTrafficPolicy: Local
---
apiVersion: v1
kind: Service
metadata: {name: headless}
spec:
  clusterIP: None
  selector: {app: web}
---
apiVersion: v1
kind: Service
metadata: {name: elsewhere}
spec: {type: ExternalName, externalName: example.com}
```

What a deploy step fills in is unknown:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: http, port: "${HTTP_PORT}"}
  - ${MORE_PORTS}
```

Sources: Kubernetes pkg/apis/core/validation/validation.go:ValidateService
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Problem, Reason, Service, Severity, problem, rule
from clblint_manifest._refusals import refusals_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("invalid-service", on=Service, severity=Severity.ERROR, page=__doc__)
def check(service: Service) -> Iterator[Problem]:
    """Report each field that the API server refuses."""
    for refusal in refusals_of(service):
        yield problem(
            refusal.message,
            refusal.at,
            because=[Reason(at, text) for at, text in refusal.because],
            **refusal.values,
            error=refusal.error.format(**refusal.values),
            seen="the API server refuses it: {error}",
            fix=refusal.fix,
            subject=refusal.subject,
        )
