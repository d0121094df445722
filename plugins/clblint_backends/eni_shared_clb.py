"""Pods are asked for as back ends of a shared-resource load balancer, which takes none.

Shared-resource CLBs do not take network interfaces as back ends. They have not been sold for years, but those that
exist go on: made in the console, or by a CCM before v1.9.3.164, which created such CLBs where `spec` is absent. An
inventory shows the specification of a CLB.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerSpec": "", "Tags": {"Tag": []}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/backend-type: eni  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerSpec": "", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "a1f0c6b52d3e84e5f9a7b8c9d0e1f2a3"}
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 1f0c6b52-d3e8-4e5f-9a7b-8c9d0e1f2a3b
  annotations:
    service.beta.kubernetes.io/backend-type: eni  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerSpec": "slb.lcu.elastic", "Tags": {"Tag": []}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

With `spec` the CCM gives the CLB a specification, which ends its being shared:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerSpec": "", "Tags": {"Tag": []}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A CCM that creates shared CLBs does not read `backend-type` yet, so it puts nodes behind them:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.105-gfd4e547-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, "The loadbalancer does not support backend servers of eni type"; history of
the CCM, "support eni backend" and "set default slb spec to slb.s1.small", both of 2019-07-09
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule


@rule("eni-shared-clb", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="I", about=("spec",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the backend type, or the Service where it is the default of the cluster."""
    asked, spec = balancer.annotations.get("backend-type"), balancer.annotations.get("spec")
    clb = balancer.current if balancer.back_ends.are_pods else None
    if clb is None or clb.shared is None or not spec.is_empty:
        return
    if balancer.is_reused and clb.marked is not None:  # refused altogether
        return
    yield problem(
        "CLB {id} of this Service is a shared one, and those take no pods as back ends",
        asked if asked.is_set else balancer.service.name,
        because=[Reason(clb.shared, "a shared CLB")],
        id=clb.id.value,
        key=balancer.annotations.key_of("spec"),
        seen='SyncLoadBalancerFailed: "The loadbalancer does not support backend servers of eni type"',
        fix='set {key}: "slb.s1.small", or have the specification of {id} changed in the console',
        subject="backend-type",
    )
