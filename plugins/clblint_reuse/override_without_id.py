"""`force-override-listeners` stands on a Service that reuses no load balancer.

It says whether listeners of a reused CLB are managed. On a CLB that the CCM makes itself they always are, so it has no
meaning without `id`. Perhaps the id was forgotten: then the CCM creates another CLB.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is with an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"  # <- here: makes an NLB
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:Apply
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, remove, rule, with_article

_WHEN = ("force-override-listeners",)


@rule("override-without-id", on=LoadBalancer, severity=Severity.NOTE, when=_WHEN, about=("id",), fix="safe")
def check(balancer: LoadBalancer) -> Problems:
    """Report the switch."""
    override = balancer.annotations.get("force-override-listeners")
    if not override.readable or override.value.strip() in {"", "false"} or balancer.is_reused:
        return
    yield problem(
        "force-override-listeners is about reused {kind}s, and no id names one: the CCM makes {one} and manages all of "
        "it",
        override.at_key,
        because=[Reason(balancer.reuses, "no id here")],
        kind=balancer.kind,
        one=with_article(balancer.kind),
        key=balancer.annotations.key_of("id"),
        seen="no event: ignored",
        fix="remove it, or name the {kind} to reuse in {key}",
        subject="force-override-listeners",
        edits=[remove(override)],
        safe=True,
    )
