"""Only one of the two zones is named, or both are the same.

A CLB has a primary and a secondary zone, and the API knows which pairs exist in a region. One zone without the other,
or the same zone twice, may be refused; and twice the same is no protection against the loss of a zone.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-master-zoneid: cn-hangzhou-h  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-master-zoneid: cn-hangzhou-h
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-slave-zoneid: cn-hangzhou-h  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-master-zoneid: cn-hangzhou-h
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-slave-zoneid: cn-hangzhou-i
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancer and DescribeZones; ACK help, annotations of CLBs, master-zoneid and slave-zoneid
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule


@rule("zone-single", on=ClassicLoadBalancer, severity=Severity.NOTE, when=("master-zoneid", "slave-zoneid"))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the zone that stands alone, or the second of two equal ones."""
    master, slave = balancer.annotations.get("master-zoneid"), balancer.annotations.get("slave-zoneid")
    twice = master.readable and master.equals(slave)
    alone = (master.is_set and slave.is_empty) or (slave.is_set and master.is_empty)
    if not (twice or alone) or balancer.is_reused:
        return
    at, other = (slave, master) if slave.is_set else (master, slave)
    yield problem(
        "both zones are {zone}, so the CLB has no second zone to turn to, and the API may refuse it"
        if twice
        else "{zone} is the only zone named, and the API may refuse one without the other",
        at,
        because=[Reason(other, "the first zone" if twice else "no second zone here")],
        zone=at.value,
        master=balancer.annotations.key_of("master-zoneid"),
        slave=balancer.annotations.key_of("slave-zoneid"),
        seen="nothing, or SyncLoadBalancerFailed with the API's parameter error",
        fix="name a pair that DescribeZones lists in {master} and {slave}, or leave both out",
        subject="zones",
    )
