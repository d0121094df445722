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

from typing import TYPE_CHECKING

from clblint.api import Problems, Reason, Selection, Severity, ports_named, problem, rule
from clblint_backends._back_ends import PODS, mode_of
from clblint_backends._behind import without_pods
from clblint_backends._fronts import told_of

if TYPE_CHECKING:
    from clblint.api import Fact


@rule("selector-missing", on=Selection, severity=Severity.WARNING, evidence="X")
def check(selection: Selection) -> Problems:
    """Report the place where the selector would stand."""
    service = selection.back_ends.service
    if service.selector or not service.ports or not service.type.present or selection.patched:
        return
    if any(wrong.field == "spec.selector" for wrong in service.undecodable):  # there is one, of the wrong type
        return
    astray, case = _without_node(selection), told_of(selection.back_ends).no_node
    if not astray and selection.may_have_endpoints:
        return
    yield problem(
        case.message
        if astray
        else "the Service has no selector, and no Endpoints or EndpointSlice says what is behind {ports}",
        service.place_of_selector,
        because=[Reason(address, "without nodeName") for address in astray],
        address=astray[0].value if astray else "",
        ports=ports_named(service.ports),
        seen=case.seen if astray else without_pods(selection.back_ends),
        fix="give each address its nodeName, or with Terway have pods as back ends"
        if astray
        else "add a selector, or write Endpoints of the Service's name",
        subject="selector",
        severity=Severity.ERROR if astray else None,
    )


def _without_node(selection: Selection) -> list[Fact[str]]:
    """The addresses without a node, where the back ends are nodes."""
    mode = mode_of(selection.back_ends)
    if mode is None or mode.value == PODS:
        return []
    return [one.address for endpoints in selection.endpoints for one in endpoints.endpoints if one.node_name.is_empty]
