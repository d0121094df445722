"""The scheduler `qch` is asked for, which is for UDP.

`qch` sends the packets of one QUIC connection to one back end. The API takes it for server groups of UDP listeners
only, and refuses to make any other group with it.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: qch  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: qch  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: https, port: 443}
  - {name: quic, port: 443, protocol: UDP}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: qch
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, protocol: UDP}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Attributes of groups of your own are left alone:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: qch
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: CreateServerGroup, Scheduler
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_backends._groups import means, named, of_tcp


@rule("nlb-scheduler-qch", on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2", when=("scheduler",))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the scheduler."""
    scheduler = balancer.annotations.get("scheduler")
    groups = of_tcp(balancer) if means(scheduler, "qch") else []
    if groups:
        yield problem(
            "scheduler qch is for UDP alone, so the API refuses the server groups of {ports}",
            scheduler,
            because=[Reason(group.protocol, "not UDP") for group in groups],
            ports=named(groups),
            seen="SyncLoadBalancerFailed: EnsureServerGroupCreated error, of a live group UpdateNLBServerGroup error, "
            "with the API's parameter error",
            fix='write "sch" or "tch" for TCP, or give the UDP ports a Service of their own',
            subject="scheduler",
        )
