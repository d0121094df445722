"""Inside the cluster the address of the load balancer works on some nodes only.

kube-proxy takes traffic to the address of the CLB off on the node where it comes from. Under policy `Local` it hands it
to pods on that node, and where none runs the connection fails; from outside all is well. Use the name of the Service
inside the cluster. With `hostname` the traffic goes through the CLB, and with pods as back ends and policy `Cluster` it
arrives everywhere. Where a manifest of the project uses the address this is a warning; else it is advice, which
`--pedantic` shows.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # <- here
  ports: [{port: 80}]
```

```yaml bad
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 192.168.0.9
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # <- here
  ports: [{port: 80}]
# file: client.yaml
apiVersion: apps/v1
kind: Deployment
metadata: {name: client}
spec:
  selector: {matchLabels: {app: client}}
  template:
    metadata: {labels: {app: client}}
    spec:
      containers:
      - name: client
        image: client
        env: [{name: UPSTREAM, value: "http://192.168.0.9/"}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: www.example.com
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Cluster
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, CLB inaccessible from within the cluster
"""

from __future__ import annotations

from clblint.api import AddressUse, Problems, Reason, Severity, problem, rule


@rule("local-in-cluster-access", on=AddressUse, severity=Severity.PEDANTIC, evidence="SX")
def check(use: AddressUse) -> Problems:
    """Report the policy, and where its address is used against it."""
    balancer, mentions = use.balancer, (*use.mentions, *use.perhaps)
    policy = balancer.service.external_traffic_policy
    if not policy.is_("Local") or balancer.annotations.get("hostname").is_set:
        return
    if not balancer.back_ends.are_local:
        return
    name = f"{balancer.service.built_name.value}.{balancer.service.namespace or 'default'}"
    yield problem(
        "under policy Local the address of the CLB cannot be reached from nodes that run no pod of the Service",
        policy,
        because=[Reason(mention, "its address is used here") for mention in mentions],
        name=name,
        seen="no event: connections from inside the cluster fail, from outside all is well",
        fix="inside the cluster use the Service's name, {name}",
        subject="externalTrafficPolicy",
        severity=Severity.WARNING if use.mentions else Severity.NOTE if mentions else None,
    )
