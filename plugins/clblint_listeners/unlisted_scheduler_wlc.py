"""The scheduler is `wlc`, which current documents no longer list for a CLB.

Older pages advise it for long connections. The present API text names `wrr`, `rr`, `sch`, `tch` and `qch`. It may
still be taken; an NLB lists it.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wlc  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

The documents of NLBs list it:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wlc
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, uneven load (names wlc); SLB API, Scheduler (does not)
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule


@rule("unlisted-scheduler-wlc", on=ClassicLoadBalancer, severity=Severity.PEDANTIC, when=("scheduler",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the scheduler."""
    scheduler = balancer.annotations.get("scheduler")
    if scheduler.is_("wlc") and balancer.manages_listeners:
        yield problem(
            "scheduler wlc is no longer in the documents of CLB listeners, so the API may refuse it",
            scheduler,
            seen="SyncLoadBalancerFailed if the API refuses it",
            fix="use wrr, or see whether a listener of this kind can be made before you rely on it",
            subject="scheduler",
        )
