"""A nodePort lies outside the cluster's node port range.

The API server hands out and accepts node ports only from `--service-node-port-range`, which is 30000-32767 unless the
cluster was set up otherwise, as the configuration declares or a manifest of the control plane shows. A Service that
asks for another port is refused.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports:
  - port: 80
    nodePort: 8080  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports:
  - port: 80
    nodePort: 30080
```

```yaml good
# file: .clblint.yaml
cluster: {node-port-range: 20000-32767}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: NodePort
  ports: [{port: 80, nodePort: 20080}]
```

```yaml good
# file: kubeadm.yaml
apiVersion: kubeadm.k8s.io/v1beta3
kind: ClusterConfiguration
apiServer:
  extraArgs: {service-node-port-range: 20000-32767}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: NodePort
  ports: [{port: 80, nodePort: 20080}]
```

Sources: kube-apiserver --service-node-port-range; ACK Service FAQ, NodePort range
"""

from __future__ import annotations

from clblint.api import NodePort, Problems, Severity, if_one_cluster, out_of_range, remove, rule
from clblint_manifest._rejected import rejected


@rule("node-port-out-of-range", on=NodePort, severity=Severity.ERROR, evidence="SP", fix="unsafe")
def check(claim: NodePort) -> Problems:
    """Report a port that the API server does not hand out."""
    rejection = out_of_range(claim.port, claim.cluster)
    if rejection is not None:
        yield rejected(rejection, remove(claim.port.node_port))
    elif claim.supposed is not None:
        rejection = out_of_range(claim.port, claim.supposed)
        if rejection is not None:
            yield if_one_cluster(rejected(rejection))
