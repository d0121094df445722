"""The load balancer and the ingress-nginx controller behind it do not agree about the PROXY protocol.

With `use-proxy-protocol: "true"` in its ConfigMap the controller expects a PROXY header at the start of every
connection, and closes those that come without one. If it expects none, it takes the header for the request: the answer
is 400 Bad Request, or the TLS handshake fails. `http` and `https` listeners of a CLB never send the header.

```yaml bad
apiVersion: v1
kind: ConfigMap
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
data:
  use-proxy-protocol: "true"  # <- here
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
spec:
  selector: {matchLabels: {app: ingress-nginx}}
  template:
    metadata: {labels: {app: ingress-nginx}}
    spec:
      containers:
      - name: controller
        image: registry.k8s.io/ingress-nginx/controller:v1.11.2
        args: [/nginx-ingress-controller, --configmap=$(POD_NAMESPACE)/ingress-nginx-controller]
---
apiVersion: v1
kind: Service
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
spec:
  type: LoadBalancer
  selector: {app: ingress-nginx}
  ports:
  - {name: http, port: 80, targetPort: http}
  - {name: https, port: 443, targetPort: https}
```

```yaml bad
apiVersion: v1
kind: ConfigMap
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
data:  # <- here
  allow-snippet-annotations: "false"
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
spec:
  selector: {matchLabels: {app: ingress-nginx}}
  template:
    metadata: {labels: {app: ingress-nginx}}
    spec:
      containers:
      - name: controller
        image: registry.k8s.io/ingress-nginx/controller:v1.11.2
        args: [/nginx-ingress-controller, --configmap=$(POD_NAMESPACE)/ingress-nginx-controller]
---
apiVersion: v1
kind: Service
metadata:
  name: ingress-nginx-controller
  namespace: ingress-nginx
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"
spec:
  type: LoadBalancer
  selector: {app: ingress-nginx}
  ports: [{name: https, port: 443, targetPort: https}]
```

```yaml good
apiVersion: v1
kind: ConfigMap
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
data:
  use-proxy-protocol: "true"
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ingress-nginx-controller, namespace: ingress-nginx}
spec:
  selector: {matchLabels: {app: ingress-nginx}}
  template:
    metadata: {labels: {app: ingress-nginx}}
    spec:
      containers:
      - name: controller
        image: registry.k8s.io/ingress-nginx/controller:v1.11.2
        args: [/nginx-ingress-controller, --configmap=$(POD_NAMESPACE)/ingress-nginx-controller]
---
apiVersion: v1
kind: Service
metadata:
  name: ingress-nginx-controller
  namespace: ingress-nginx
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"
spec:
  type: LoadBalancer
  selector: {app: ingress-nginx}
  ports: [{name: https, port: 443, targetPort: https}]
```

The ConfigMap is looked for in the file of the controller, and in what a kustomization builds.

Sources: ingress-nginx, internal/ingress/controller/config (UseProxyProtocol) and the flag --configmap
"""

from __future__ import annotations

from clblint.api import N_, Case, Problems, Reason, Severity, WorkloadBehind, listeners_named, rule

# By whether the controller expects a header.
_CASES = {
    True: Case(
        "no PROXY header comes from {listeners} of {service}, and the ingress controller expects one",
        N_('no event: connections are closed; the controller logs "broken header ... while reading PROXY protocol"'),
        N_('set {key}: "on" and let TLS and HTTP pass as tcp, or set use-proxy-protocol: "false"'),
    ),
    False: Case(
        "a PROXY header comes from {listeners} of {service}, and the ingress controller expects none",
        N_("no event: 400 Bad Request, and TLS handshakes that fail"),
        N_('set use-proxy-protocol: "true" in this ConfigMap, or remove {key}'),
    ),
}


@rule("ingress-proxy-protocol", on=WorkloadBehind, severity=Severity.ERROR, evidence="X", since="0.2")
def check(backing: WorkloadBehind) -> Problems:
    """Report the ConfigMap of the controller."""
    found = backing.proxy_mismatch
    if found is None:
        return
    service, switch = backing.back_ends.service, found.switch
    yield _CASES[found.expected.value].at(
        found.expected,
        because=[
            Reason(switch, "the switch of the Service")
            if switch.present
            else Reason(service.name, "no proxy-protocol is set here, so no header is sent")
        ],
        listeners=listeners_named(found.listeners),
        service=service.name.value,
        key=backing.balancer.annotations.key_of("proxy-protocol"),
        subject=service.name.value,
    )
