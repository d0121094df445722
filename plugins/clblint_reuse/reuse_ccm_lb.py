"""A Service wants to reuse the load balancer that the CCM made for another one.

A CLB that the CCM made carries its tags, and the CCM refuses to reuse it for a second Service. Only a CLB made in the
console, with Terraform or through the API can be reused. The label `service.k8s.alibaba/loadbalancer-id` on the other
Service shows which CLB it has, and without an id in its annotations the CCM made it. An inventory shows the tags.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 8080}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": [
  {"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}
]}}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 8080}]
```

The CCM labels a Service that reuses a CLB as well:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 8080}]
```

So it is with an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: api
  labels: {service.k8s.alibaba/loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: api
  labels: {service.k8s.alibaba/loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-0jxyz2zeb3qcm8q2x0t1b
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:isLoadBalancerReusable; service_controller.go:addServiceLabels; ACK Service FAQ
"""

from __future__ import annotations

from clblint.api import (
    Problems,
    Reason,
    Severity,
    Sharing,
    id_label,
    made_for_it,
    problem,
    refused_reuse,
    rule,
    with_article,
)


@rule("reuse-ccm-lb", on=Sharing, severity=Severity.ERROR, evidence="XI", when=("id",))
def check(sharing: Sharing) -> Problems:
    """Report the id; its own CLB, or that of an earlier version of it, is `reuse-own-lb`."""
    balancer = sharing.balancer
    service, asked, clb = balancer.service, balancer.reuses, balancer.existing
    makers = [other for other in sharing.made_for if other.id != service.id]
    owner = clb.owner if clb is not None and clb.api_server is None else None  # else reuse-apiserver-lb
    if len(makers) < len(sharing.made_for) or (not makers and owner is None) or made_for_it(balancer):
        return
    because = [Reason(id_label(maker), "the {kind} that it has, and its annotations name none") for maker in makers[:1]]
    if owner is not None:
        because.append(Reason(owner, "the tag that the CCM gives to what it makes"))
    yield problem(
        "{kind} {id} was made by the CCM for {other}, and cannot be reused"
        if makers
        else "{kind} {id} was made by the CCM for another Service, and cannot be reused",
        asked,
        because=because,
        id=asked.value,
        kind=balancer.kind,
        one=with_article(balancer.kind),
        error=refused_reuse(balancer),
        other=makers[0].id if makers else "",
        seen='SyncLoadBalancerFailed: "{error}"',
        fix="make {one} outside of Kubernetes and name that in both Services, or let this Service have one of its own",
        subject="id",
    )
