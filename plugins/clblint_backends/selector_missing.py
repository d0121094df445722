"""A Service selects nothing, and nobody says where its traffic goes.

Without a selector Kubernetes makes no endpoints; they have to be written by hand. Where the project holds none the
Service leads nowhere. With nodes as back ends each address needs the name of its node, too: without it the CCM leaves
the port out, and its event names no address, only the server group that it then cannot find.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:  # <- here
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: legacy}
spec:  # <- here (error)
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Endpoints
metadata: {name: legacy}
subsets:
- addresses: [{ip: 10.0.0.7}]
  ports: [{port: 8080}]
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: legacy}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Endpoints
metadata: {name: legacy}
subsets:
- addresses: [{ip: 10.0.0.7, nodeName: cn-hangzhou.10.0.0.3}]
  ports: [{port: 8080}]
```

Pods as back ends need no node, a patch leaves things out, and a kustomization may add the selector:

```yaml good
# file: legacy.yaml
apiVersion: v1
kind: Service
metadata:
  name: legacy
  annotations: {service.beta.kubernetes.io/backend-type: eni}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: legacy-1
  labels: {kubernetes.io/service-name: legacy}
addressType: IPv4
ports: [{port: 8080}]
endpoints: [{addresses: [10.0.0.7], conditions: {ready: true}}]
---
apiVersion: v1
kind: Service
metadata: {name: patched}
spec: {externalTrafficPolicy: Local}
# file: base/service.yaml
apiVersion: v1
kind: Service
metadata: {name: base}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
# file: base/kustomization.yaml
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [service.yaml]
commonLabels: {app: base}
```

Sources: clbv1/vgroups.go:buildClusterBackends, buildLocalBackends; run against the real controller
"""

from __future__ import annotations

from clblint.api import Case, Problems, Reason, Selection, Severity, ports_named, rule
from clblint_backends._no_backend_symptoms import without_pods
from clblint_backends._symptoms import told_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_NO_ENDPOINTS = Case(
    "the Service has no selector, and no Endpoints or EndpointSlice says what is behind {ports}",
    fix="add a selector, or write Endpoints of the Service's name",
)


@rule("selector-missing", on=Selection, severity=Severity.WARNING, evidence="X")
def check(selection: Selection) -> Problems:
    """Report the place where the selector would stand."""
    service = selection.back_ends.service
    if service.selector or not service.ports or not service.type.present or selection.patched:
        return
    if any(wrong.field == "spec.selector" for wrong in service.undecodable):  # there is one, of the wrong type
        return
    astray = _without_node(selection)
    if astray or not selection.may_have_endpoints:
        case = told_of(selection.back_ends).no_node if astray else _NO_ENDPOINTS
        yield case.at(
            service.place_of_selector,
            because=[Reason(address, "without nodeName") for address in astray],
            address=astray[0].value if astray else "",
            ports=ports_named(service.ports),
            seen=without_pods(selection.back_ends),
            subject="selector",
        )


def _without_node(selection: Selection) -> list[Fact[str]]:
    """The addresses without a node, where the back ends are nodes."""
    given = selection.endpoints if selection.back_ends.are_nodes else ()
    return [one.address for endpoints in given for one in endpoints.endpoints if one.node_name.is_empty]
