"""An annotation that only the CLB controller reads stands on a Service that becomes an NLB.

With `spec.loadBalancerClass: alibabacloud.com/nlb` the NLB controller takes the Service. It has no specifications,
vSwitch ids, access control lists, cookies or redirections, and ignores the annotations for them.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/loadbalancer.go and listeners.go, which look none of these up
"""

from __future__ import annotations

from clblint.api import NLB_CLASS, Annotation, Problems, Reason, Severity, catalogue, problem, rule

_CLB_ONLY = ("clb",)


@rule("clb-annotation-on-nlb", on=Annotation, severity=Severity.WARNING)
def check(annotation: Annotation) -> Problems:
    """Report each such annotation of a Service of the NLB class."""
    service = annotation.service
    if service is None or service.load_balancer_class.value != NLB_CLASS or service.type.value != "LoadBalancer":
        return
    known = catalogue().find(annotation.key)
    if known is None or known.controllers != _CLB_ONLY or not annotation.value.value:
        return
    yield problem(
        "{key} is read for CLBs only, and this Service becomes an NLB",
        annotation.value.at_key,
        because=[Reason(service.load_balancer_class, "makes it an NLB")],
        key=annotation.key,
        seen="no event: ignored",
        fix="remove the line, or look for what NLBs have in its place",
        subject=annotation.key,
    )
