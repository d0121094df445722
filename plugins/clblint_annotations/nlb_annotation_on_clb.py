"""An annotation that only the NLB controller reads stands on a Service that becomes a CLB.

What makes a Service an NLB is `spec.loadBalancerClass: alibabacloud.com/nlb` and nothing else. Without it the CCM makes
a CLB, public unless `address-type` says otherwise, and ignores the zones, security groups and limits that were asked
for. (A live Service cannot change its class: it has to be deleted and made anew.)

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-beijing-i:vsw-1,cn-beijing-k:vsw-2"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cps: "100"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
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

Sources: pkg/controller/helper/service_utils.go:NeedCLB, NeedNLB; pkg/controller/service/nlbv2/loadbalancer.go
"""

from __future__ import annotations

from clblint.api import ANY_ANNOTATION, ClassicLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_annotations._readers import asks_for_nlb, is_for_nlbs


@rule("nlb-annotation-on-clb", on=ClassicLoadBalancer, severity=Severity.WARNING, when=(ANY_ANNOTATION,))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the first such annotation, and point at the others."""
    annotations = balancer.annotations
    found = [suffix for suffix in annotations if is_for_nlbs(annotations.key_of(suffix))]
    if not found or asks_for_nlb(annotations.get("type")):  # loadbalancer-type-gated says it
        return
    first, *others = found
    yield problem(
        "{key} is read for NLBs only, and without loadBalancerClass this Service becomes a CLB",
        annotations.get(first).at_key,
        because=[Reason(annotations.get(suffix).at_key, "for NLBs only, too") for suffix in others],
        key=annotations.key_of(first),
        seen="no event: ignored; a CLB is made, public unless address-type is intranet",
        fix="for an NLB set spec.loadBalancerClass: alibabacloud.com/nlb; for a CLB remove the annotation",
        subject="nlb",
    )
