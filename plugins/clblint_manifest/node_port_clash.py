"""Two Services, or two ports of one Service, ask for the same nodePort.

A node port belongs to one Service of the cluster: whichever is applied second is refused. Within one Service only the
TCP and the UDP side of one port number can share it. Compared are objects of one cluster: of one file, of one folder,
what one kustomization builds, and what the configuration puts into one cluster (`clusters:`). Between other folders a
clash is a note, and folders that are named after different clusters (`dev/` and `prod/`) are not compared.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports:
  - port: 80
    nodePort: 30080  # <- here
---
apiVersion: v1
kind: Service
metadata: {name: api}
spec:
  type: NodePort
  ports:
  - port: 8080
    nodePort: 30080  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80, nodePort: 30080}  # <- here
  - {name: admin, port: 81, nodePort: 30080}  # <- here
```

The port of health checks comes out of the same range:

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  healthCheckNodePort: 30081  # <- here
  ports:
  - {port: 80, nodePort: 30081}  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  type: LoadBalancer
  ports:
  - {name: dns, port: 53, protocol: UDP, nodePort: 30053}
  - {name: dns-tcp, port: 53, protocol: TCP, nodePort: 30053}
```

```yaml good
# file: dev/web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}
# file: prod/web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}
```

Sources: Kubernetes service port allocator ("provided port is already allocated")
"""

from __future__ import annotations

from clblint.api import NodePort, Problems, Reason, Severity, if_one_cluster, problem, rule


@rule("node-port-clash", on=NodePort, severity=Severity.ERROR, evidence="X")
def check(claim: NodePort) -> Problems:
    """Report a port that is asked for elsewhere too."""
    others = claim.others or claim.perhaps
    if not others:
        return
    found = problem(
        "{field} {port} is asked for by {other} too, and a cluster gives it to one Service port only",
        claim.port.node_port,
        rivals=[Reason(other.port.node_port, "also asked for here") for other in others],
        unnamed=claim.more,
        field=claim.field,
        port=claim.number,
        other=others[0].service.id,
        seen='"provided port is already allocated" for the one that is applied second',
        fix="give each its own port, or leave {field} out and let the API server choose",
        subject=f"{claim.field} {claim.number}",
    )
    yield found if claim.others else if_one_cluster(found)
