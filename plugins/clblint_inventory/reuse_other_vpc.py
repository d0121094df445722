"""The load balancer to reuse stands in another VPC than the cluster.

A private CLB reaches back ends of its own VPC only. The CLB is found and taken, but no node and no pod of the cluster
can be added to its server groups.

```yaml bad
# file: .clblint.yaml
cluster: {vpc-id: vpc-cluster}
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "intranet", "VpcId": "vpc-other"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A public CLB stands in no VPC:

```yaml good
# file: .clblint.yaml
cluster: {vpc-id: vpc-cluster}
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "internet", "VpcId": ""}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, NetworkConflict
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_inventory._inventory_texts import taken


@rule("reuse-other-vpc", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="IP", when=("id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id."""
    clb = taken(balancer)
    vpc = clb.get("VpcId") if clb is not None else None
    if clb is None or vpc is None or not vpc.value or clb.get("AddressType").value == "internet":
        return
    declared = balancer.cluster.vpc_id
    if declared is not None and declared.differs(vpc):
        yield problem(
            "CLB {id} stands in {vpc}, and the cluster in {own}: it cannot reach nodes or pods of the cluster",
            balancer.reuses,
            because=[Reason(vpc, "the VPC of the CLB"), Reason(declared, "the VPC declared for this cluster")],
            id=clb.id.value,
            vpc=vpc.value,
            own=declared.value,
            seen="SyncLoadBalancerFailed: NetworkConflict",
            fix="reuse a CLB in {own}, or remove the id and let the CCM create one",
            subject="id",
        )
