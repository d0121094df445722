"""An NLB is to leave a security group that it is in.

With `security-group-ids`, or with `loadBalancerSourceRanges`, the NLB leaves every group that is not listed there:
also one that somebody let it join in the console. What that group kept away gets in.

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": ["sg-web", "sg-ops"]
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-web  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": ["sg-ops"]
}]}
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-ops", "SecurityGroupType": "normal", "VpcId": "vpc-a1"}
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
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": ["sg-web", "sg-src"]
}]}
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-src", "SecurityGroupType": "enterprise", "VpcId": "vpc-a1",
   "SecurityGroupName": "k8s-nlb-a0123456789abcdef0123456789abcde"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

A list counts as what is there if it is as long and all of it is there, so that a group named twice stands for another
one (nlb-security-groups-many speaks of it):

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": ["sg-web", "sg-ops"]
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-web,sg-web"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Where nothing is listed, all stays as it is:

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}],
  "SecurityGroupIds": ["sg-ops"]
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
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update, UpdateSecurityGroupIds
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, left_groups, listed, problem, rule


@rule("nlb-security-group-removed", on=NetworkLoadBalancer, severity=Severity.WARNING, evidence="I", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the annotation, or the source ranges; groups that the CCM made for source ranges are its own."""
    left, ids = left_groups(balancer), balancer.annotations.get("security-group-ids")
    if not left:
        return
    yield problem(
        "the NLB is in security group {groups}, which is not listed: it leaves it at the next full sync"
        if len(left) == 1
        else "the NLB is in security groups {groups}, which are not listed: it leaves them at the next full sync",
        ids if ids.present else balancer.service.source_ranges[0],
        because=[Reason(one, "a group that it is in") for one in left],
        groups=listed(one.value for one in left),
        seen="no event: the CCM calls LoadBalancerLeaveSecurityGroup; who was kept away gets in",
        fix="list what is to stay in security-group-ids, too",
        subject="security-group-ids",
    )
