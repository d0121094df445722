"""The NLB of a live Service is not there any more.

The Service was read from the cluster, its status has the host name of an NLB, and the inventory holds all NLBs without
that name: somebody deleted it, unless the inventory is that of another account. The CCM does not make another one,
since the status says that there is one: every sync ends in an error, and clients get no answer. The error has no
address in it.

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "DNSName": "nlb-a.cn-hangzhou.nlb.aliyuncsslb.com"}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
status:
  loadBalancer: {ingress: [{hostname: nlb-b.cn-hangzhou.nlb.aliyuncsslb.com}]}  # <- here
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-b", "DNSName": "nlb-b.cn-hangzhou.nlb.aliyuncsslb.com"}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
status:
  loadBalancer: {ingress: [{hostname: nlb-b.cn-hangzhou.nlb.aliyuncsslb.com}]}
```

The inventory is that of another region:

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "DNSName": "nlb-a.cn-beijing.nlb.aliyuncsslb.com"}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
status:
  loadBalancer: {ingress: [{hostname: nlb-b.cn-hangzhou.nlb.aliyuncsslb.com}]}
```

The inventory is the first of two pages:

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "DNSName": "nlb-a.cn-hangzhou.nlb.aliyuncsslb.com"}], "TotalCount": 2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
status:
  loadBalancer: {ingress: [{hostname: nlb-b.cn-hangzhou.nlb.aliyuncsslb.com}]}
```

Sources: nlbv2/model_applier.go:prepareLoadBalancer; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule, shown_by_none


@rule("nlb-gone", on=NetworkLoadBalancer, severity=Severity.ERROR, evidence="I", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the host name; a reused NLB that is gone is reuse-not-found."""
    name = shown_by_none(balancer)
    if name is not None and not balancer.is_reused:
        yield problem(
            "no NLB of the inventory has the host name {name}, which the Service got, and the CCM makes no other",
            name,
            name=name.value,
            seen='SyncLoadBalancerFailed: "... can not find loadbalancer, but it\'s defined in service [] ..."',
            fix="if it is gone for sure, delete the Service and make it again: it gets an NLB with another host name",
            subject=name.value,
        )
