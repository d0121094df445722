"""Options of server groups are set, and all groups are your own.

Of a server group that `vgroup-port` names the CCM looks after the back ends alone. Scheduler, draining, health check
and the address of clients stay as they are set on the group. Where `vgroup-port` names a group for every port,
annotations about them reach nothing; a value that cannot be parsed stops the Service all the same.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A group that the CCM makes takes them:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/server_groups.go:UpdateServerGroup, setServerGroupAttributeFromAnno; run against the real controller
"""

from __future__ import annotations

from clblint.api import CHECK_DETAILS, NetworkLoadBalancer, Problems, Reason, Severity, listed, problem, rule
from clblint_backends._groups import given

_OPTIONS = (
    "connection-drain",
    "connection-drain-timeout",
    "scheduler",
    "preserve-client-ip",
    "health-check-flag",
    *CHECK_DETAILS,
)


@rule("nlb-vgroup-options-unread", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2", when=("vgroup-port",))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first option, and name the others beside it."""
    options, groups = given(balancer, _OPTIONS), balancer.server_groups
    if not options or not groups or not all(group.is_users for group in groups):
        return
    yield problem(
        "{options} is for server groups that the CCM makes, and all groups of this Service are your own"
        if len(options) == 1
        else "{options} are for server groups that the CCM makes, and all groups of this Service are your own",
        options[0][1].at_key,
        because=[
            Reason(groups[0].vgroup_id, "a group of your own"),
            *(Reason(fact.at_key, "reaches no group either") for _, fact in options[1:]),
        ],
        options=listed(suffix for suffix, _ in options),
        seen="no event: ignored",
        fix="remove it, and make these settings on the groups themselves",
        subject="server group options",
    )
