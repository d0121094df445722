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

Selectors, labels and names are text, and YAML reads `true`, `1.0` and `5` as something else:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: 5  # <- here
  labels:
    version: 1.0  # <- here
spec:
  type: LoadBalancer
  selector:
    app: web
    canary: true  # <- here
  allocateLoadBalancerNodePorts: "false"  # <- here
  loadBalancerSourceRanges: 10.0.0.0/8  # <- here
  ports:
  - {port: 80, protocol: 6, targetPort: 80.5}  # <- here
```

Names, labels and addresses have a form:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: My_Team  # <- here
  labels: {team: "-web"}  # <- here
  annotations: {team/web/owner: me}  # <- here
spec:
  type: LoadBalancer
  clusterIP: 10.0.0.256  # <- here
  externalIPs: [10.0.0.0/8]  # <- here
  sessionAffinity: ClientIP
  sessionAffinityConfig: {clientIP: {timeoutSeconds: 100000}}  # <- here
  selector: {app: my web}  # <- here
  ports: [{port: 80, appProtocol: "http 1"}]  # <- here
```

Ports without names are one mistake, however many there are, and a Service needs a name of its own:

```yaml bad
apiVersion: v1
kind: Service
metadata:  # <- here
  labels: {app: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 443  # <- here
  - port: 80
  - port: 81
```

One port needs no name, TCP and UDP may share a number, a generated name is a name, and a patch leaves things out:

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
metadata: {generateName: web-}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
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

Sources: Kubernetes pkg/apis/core/validation/validation.go:ValidateService; k8s.io/api core/v1 types, decoding run
"""

from __future__ import annotations

from clblint.api import Problems, Rejection, Severity, rule
from clblint_manifest._rejected import rejected


@rule("invalid-service", on=Rejection, severity=Severity.ERROR)
def check(rejection: Rejection) -> Problems:
    """Report a field that the API server refuses, but for those that have a rule of their own."""
    if not rejection.about:
        yield rejected(rejection)
