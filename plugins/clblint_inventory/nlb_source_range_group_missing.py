"""The security group that was to filter the clients of an NLB was never made.

The CCM makes a security group of `loadBalancerSourceRanges` and lets the NLB join it. If it cannot, it writes that
into its log and goes on: the sync succeeds, and the ranges filter nobody. An NLB without any security group is open to
everyone.

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": []
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": ["sg-src"]
}]}
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-src", "SecurityGroupType": "enterprise", "VpcId": "vpc-a1",
   "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

A group that was not printed may be the one:

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": ["sg-src"]
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:Apply; nlbv2/loadbalancer.go:CreateAssociatedSecurityGroup
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, filters_sources, problem, rule


@rule("nlb-source-range-group-missing", on=NetworkLoadBalancer, severity=Severity.ERROR, evidence="I", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first range of a Service that was read from a cluster."""
    nlb, ranges = balancer.current, balancer.source_ranges_group
    if nlb is None or ranges is None or not balancer.service.uid.given or filters_sources(balancer) is not False:
        return
    yield problem(
        "NLB {id} is in no security group made of loadBalancerSourceRanges, so these ranges filter nobody",
        ranges.ranges[0],
        because=[Reason(nlb.id, "the NLB of the Service")],
        id=nlb.id.value,
        seen='EnsuredLoadBalancer, as if all were well; "parepare source ranges error" in the log of the CCM',
        fix="give the CCM the rights for security groups of ECS and have it sync the Service, or let the NLB join a "
        "group of your own by security-group-ids",
        subject="loadBalancerSourceRanges",
    )
