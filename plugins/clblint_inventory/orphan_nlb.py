"""Something around NLBs that the CCM made for a Service is still there, and the Service is not.

The Services that were read come from a cluster (they carry UIDs), and none of them belongs to this NLB, to these
listeners and server groups, or to the security group that was made of source ranges. A deletion while no CCM ran,
preserve-lb-on-delete or an edited finalizer leaves them behind: they go on costing money, or count towards quotas.

```yaml bad
# file: inventory.json
{"LoadBalancers": [
  {"LoadBalancerId": "nlb-a", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}
  ]},
  {"LoadBalancerId": "nlb-b", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "afedcba9876543210fedcba987654321"}  # <- here
  ]}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": [
  {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"},
  {"Key": "ack.aliyun.com", "Value": "c1"}
]}]}
{"ServerGroups": [
  {"ServerGroupId": "sgp-a", "Protocol": "TCP", "ServerGroupName": "k8s.80.TCP.web.default.c1"},
  {"ServerGroupId": "sgp-b", "Protocol": "TCP", "ServerGroupName": "k8s.80.TCP.old.default.c1"}  # <- here
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": [
  {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"},
  {"Key": "ack.aliyun.com", "Value": "c1"}
]}]}
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupName": "k8s-nlb-afedcba9876543210fedcba987654321", "Description": "k8s.default.old.c1",
   "SecurityGroupId": "sg-a"}  # <- here
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Manifests that were not read from a cluster say nothing about what else there is:

```yaml good
# file: inventory.json
{"LoadBalancers": [
  {"LoadBalancerId": "nlb-a", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}
  ]},
  {"LoadBalancerId": "nlb-b", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "afedcba9876543210fedcba987654321"}
  ]}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, loadBalancerClass: alibabacloud.com/nlb, ports: [{port: 80}]}
```

What is there belongs to a Service that is there, or to another cluster:

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": [
  {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"},
  {"Key": "ack.aliyun.com", "Value": "c1"}
]}]}
{"ServerGroups": [
  {"ServerGroupId": "sgp-a", "Protocol": "TCP", "ServerGroupName": "k8s.80.TCP.web.default.c1"},
  {"ServerGroupId": "sgp-b", "Protocol": "TCP", "ServerGroupName": "k8s.80.TCP.old.default.c2"}
]}
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupName": "k8s-nlb-a0123456789abcdef0123456789abcde", "Description": "k8s.default.web.c1",
   "SecurityGroupId": "sg-a"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

What is left over of a CLB is orphan-clb:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-b", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "afedcba9876543210fedcba987654321"}
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:cleanup, deleteLoadBalancer
"""

from __future__ import annotations

from clblint.api import N_, OrphanedResource, Problems, Severity, rule
from clblint_inventory._inventory_texts import left_over

_MADE = N_("the CCM made NLB {id} for a Service that is not among those that were read: perhaps it is left over")
_PART = N_(
    "on NLB {id} the CCM made listener or server group {what} for Service {service}, which is not among those that "
    "were read: perhaps it is left over"
)
_GROUP = N_(
    "server group {id} ({what}) was made by the CCM for Service {service}, which is not among those that were read: "
    "perhaps it is left over"
)
_SECURITY_GROUP = N_(
    "security group {id} was made by the CCM for Service {service}, which is not among those that were read: perhaps "
    "it is left over"
)


@rule("orphan-nlb", on=OrphanedResource, severity=Severity.NOTE, evidence="IX", since="0.2")
def check(left: OrphanedResource) -> Problems:
    """Report the tag of an NLB, or the first thing that stands for the Service (a CLB is orphan-clb)."""
    if left.kind == "NLB":
        of_nlb = _PART if left.id.startswith("nlb-") else _GROUP
        part = _SECURITY_GROUP if left.at.value == left.id else of_nlb
        message = _MADE if left.key is None else part
        yield left_over(left, message, seen=N_("no event: it goes on costing money, or counts towards a quota"))
