"""A Service names the load balancer that the CCM made for it.

A CLB that the CCM made cannot be reused, not even by the Service it was made for: every sync is refused from then on.
When the Service is deleted, the CCM takes the CLB for the user's own and leaves it behind, and it goes on costing. An
older version of the same Service in the project shows that the CCM made it: it has the label with the id of the CLB,
and no id in its annotations. In an inventory the tag shows it, whose value is made of the UID of the Service.

```yaml bad
# file: backup/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
# file: web.yaml
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

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": [
  {"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}
]}}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: backup/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: backup/web.yaml
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
# file: web.yaml
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

So it is with an NLB:

```yaml bad
# file: live/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
# file: web.yaml
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
# file: live/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
# file: web.yaml
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
```

Sources: clbv1/model_applier.go:isLoadBalancerReusable; run against the real controller
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
    remove,
    rule,
)


@rule("reuse-own-lb", on=Sharing, severity=Severity.ERROR, evidence="XI", when=("id",), fix="safe")
def check(sharing: Sharing) -> Problems:
    """Report the id."""
    service, asked = sharing.balancer.service, sharing.balancer.reuses
    versions = [other for other in sharing.made_for if other.id == service.id]
    balancer = sharing.balancer
    clb = balancer.existing if made_for_it(balancer) else None
    owner = clb.owner if clb is not None else None
    if not versions and owner is None:
        return
    because = [Reason(id_label(one), "it has this {kind}, and its annotations name none") for one in versions[:1]]
    if owner is not None:
        because.append(Reason(owner, "the tag that the CCM gave it for this Service"))
    yield problem(
        "{kind} {id} was made by the CCM for this very Service, and cannot be reused",
        asked,
        because=because,
        id=asked.value,
        kind=balancer.kind,
        error=refused_reuse(balancer),
        seen='SyncLoadBalancerFailed: "{error}"; the {kind} is left behind when the Service is deleted',
        fix="remove the id: the Service has this {kind} without it",
        subject="id",
        edits=[] if sharing.balancer.annotations.get("vgroup-port").is_set else [remove(asked)],  # which needs the id
        safe=True,
    )
