"""A choice that is made when a load balancer is created stands beside the id of one that exists.

`vswitch-id` is not read at all then. The others are only compared with the CLB: where they differ, every sync fails;
where they agree, they do nothing.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-master-zoneid: cn-hangzhou-h  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

The address type and the IP version help the reader:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:applyLoadBalancer; clbv1/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import ClassicCarriedAnnotation, Problems, Reason, Severity, problem, remove, rule
from clblint_reuse._reused import reused, the_reused

_COMPARED = {"vswitch-id": False, "master-zoneid": True, "slave-zoneid": True, "ip": True, "resource-group-id": True}


@rule("reuse-create-options", on=ClassicCarriedAnnotation, severity=Severity.NOTE, when=("id",), fix="unsafe")
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report each choice."""
    balancer, suffix, _ = carried
    compared, found, fact = _COMPARED.get(suffix), reused(balancer), balancer.annotations.get(suffix)
    if compared is None or found is None or not fact.is_set:
        return
    yield problem(
        "{suffix} is only compared with {clb}: where they differ, every sync fails"
        if compared
        else "{suffix} is for a new CLB, and {clb} exists already, so it is not read",
        fact.at_key,
        because=[Reason(found, "the CLB that is reused")],
        suffix=suffix,
        clb=the_reused(balancer),
        seen='no event, or "alicloud: can not change ... once created"' if compared else "no event: ignored",
        fix="remove it",
        subject=suffix,
        edits=[remove(fact)],
    )
