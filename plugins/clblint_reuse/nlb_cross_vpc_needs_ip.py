"""The reused NLB stands in another VPC, and its groups take no addresses.

Since CCM v2.9.1 an NLB of another VPC can be reused. The server groups are made in its VPC, and nodes and network
interfaces of the cluster do not belong there: only groups of type Ip reach back ends in another VPC.

```yaml bad
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "VpcId": "vpc-b2", "Tags": []}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "VpcId": "vpc-b2", "Tags": []}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "VpcId": "vpc-a1", "Tags": []}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: CCM release notes, v2.9.1; NLB page on server groups
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule

_WHEN = ("id", "server-group-type")


@rule("nlb-cross-vpc-needs-ip", on=NetworkLoadBalancer, severity=Severity.ERROR, evidence="IP", since="0.2", when=_WHEN)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the id; groups of the user's own may be of the right type already."""
    nlb, groups = balancer.existing, balancer.own_groups
    if nlb is None or nlb.marked is not None or not nlb.vpc.value or not groups or not groups[0].type.is_("Instance"):
        return
    own = balancer.cluster.vpc_id
    if own is not None and own.differs(nlb.vpc):
        yield problem(
            "NLB {id} stands in {vpc}, and the cluster in {own}: groups of type Instance take none of its nodes or "
            "pods",
            balancer.reuses,
            because=[Reason(nlb.vpc, "the VPC of the NLB"), Reason(own, "the VPC declared for this cluster")],
            id=nlb.id.value,
            vpc=nlb.vpc.value,
            own=own.value,
            key=balancer.annotations.key_of("server-group-type"),
            seen="SyncLoadBalancerFailed: BatchAddServers error; the listeners have no back ends",
            fix="set {key}: Ip, or reuse an NLB in {own}",
            subject="id",
        )
