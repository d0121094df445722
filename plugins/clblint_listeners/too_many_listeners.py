"""A load balancer is to have more listeners than it takes.

Each port is a listener, and a CLB takes 50 by default, as does an NLB, where a range of ports is one listener; those of
all Services that manage listeners on one reused load balancer add up. The CCM makes the first ones and fails at the
rest, at every retry.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: game}
spec:
  type: LoadBalancer
  ports:
  - {name: p1, port: 8001}
  - {name: p2, port: 8002}
  - {name: p3, port: 8003}
  - {name: p4, port: 8004}
  - {name: p5, port: 8005}
  - {name: p6, port: 8006}
  - {name: p7, port: 8007}
  - {name: p8, port: 8008}
  - {name: p9, port: 8009}
  - {name: p10, port: 8010}
  - {name: p11, port: 8011}
  - {name: p12, port: 8012}
  - {name: p13, port: 8013}
  - {name: p14, port: 8014}
  - {name: p15, port: 8015}
  - {name: p16, port: 8016}
  - {name: p17, port: 8017}
  - {name: p18, port: 8018}
  - {name: p19, port: 8019}
  - {name: p20, port: 8020}
  - {name: p21, port: 8021}
  - {name: p22, port: 8022}
  - {name: p23, port: 8023}
  - {name: p24, port: 8024}
  - {name: p25, port: 8025}
  - {name: p26, port: 8026}
  - {name: p27, port: 8027}
  - {name: p28, port: 8028}
  - {name: p29, port: 8029}
  - {name: p30, port: 8030}
  - {name: p31, port: 8031}
  - {name: p32, port: 8032}
  - {name: p33, port: 8033}
  - {name: p34, port: 8034}
  - {name: p35, port: 8035}
  - {name: p36, port: 8036}
  - {name: p37, port: 8037}
  - {name: p38, port: 8038}
  - {name: p39, port: 8039}
  - {name: p40, port: 8040}
  - {name: p41, port: 8041}
  - {name: p42, port: 8042}
  - {name: p43, port: 8043}
  - {name: p44, port: 8044}
  - {name: p45, port: 8045}
  - {name: p46, port: 8046}
  - {name: p47, port: 8047}
  - {name: p48, port: 8048}
  - {name: p49, port: 8049}
  - {name: p50, port: 8050}
  - {name: p51, port: 8051}  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: game
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports:
  - {name: p1, port: 8001}
  - {name: p2, port: 8002}
  - {name: p3, port: 8003}
  - {name: p4, port: 8004}
  - {name: p5, port: 8005}
  - {name: p6, port: 8006}
  - {name: p7, port: 8007}
  - {name: p8, port: 8008}
  - {name: p9, port: 8009}
  - {name: p10, port: 8010}
  - {name: p11, port: 8011}
  - {name: p12, port: 8012}
  - {name: p13, port: 8013}
  - {name: p14, port: 8014}
  - {name: p15, port: 8015}
  - {name: p16, port: 8016}
  - {name: p17, port: 8017}
  - {name: p18, port: 8018}
  - {name: p19, port: 8019}
  - {name: p20, port: 8020}
  - {name: p21, port: 8021}
  - {name: p22, port: 8022}
  - {name: p23, port: 8023}
  - {name: p24, port: 8024}
  - {name: p25, port: 8025}
  - {name: p26, port: 8026}
  - {name: p27, port: 8027}
  - {name: p28, port: 8028}
  - {name: p29, port: 8029}
  - {name: p30, port: 8030}
  - {name: p31, port: 8031}
  - {name: p32, port: 8032}
  - {name: p33, port: 8033}
  - {name: p34, port: 8034}
  - {name: p35, port: 8035}
  - {name: p36, port: 8036}
  - {name: p37, port: 8037}
  - {name: p38, port: 8038}
  - {name: p39, port: 8039}
  - {name: p40, port: 8040}
  - {name: p41, port: 8041}
  - {name: p42, port: 8042}
  - {name: p43, port: 8043}
  - {name: p44, port: 8044}
  - {name: p45, port: 8045}
  - {name: p46, port: 8046}
  - {name: p47, port: 8047}
  - {name: p48, port: 8048}
---
apiVersion: v1
kind: Service
metadata:
  name: lobby
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports:
  - {name: chat, port: 9001}
  - {name: list, port: 9002}
  - {name: login, port: 9003}  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: game}
spec:
  type: LoadBalancer
  ports:
  - {name: p1, port: 8001}
  - {name: p2, port: 8002}
```

Sources: CLB limits page, listeners of an instance (50)
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, Sharing, or_if_one_cluster, problem, rule, with_article

_QUOTA = 50


@rule("too-many-listeners", on=Sharing, severity=Severity.ERROR, evidence="SX")
def check(sharing: Sharing) -> Problems:
    """Report the first port beyond the quota, of the Service that passes it."""
    return or_if_one_cluster(_passed, sharing, sharing.supposed)


def _passed(sharing: Sharing) -> Problems:
    ports = sharing.balancer.service.ports
    if not sharing.balancer.manages_listeners:
        return
    others = [other for other in sharing.before if other.manages_listeners]
    taken = sum(len(other.service.ports) for other in others)
    if taken > _QUOTA or taken + len(ports) <= _QUOTA:
        return
    kind = sharing.balancer.kind
    yield problem(
        "the Service has {count} ports, other Services have {taken} on the same {kind}, and that takes {quota} "
        "listeners, so those from {port} on are refused"
        if taken
        else "the Service has {count} ports, and {one} takes {quota} listeners, so those from {port} on are refused",
        ports[_QUOTA - taken].port,
        rivals=[Reason(other.reuses, "shares the {kind}") for other in others],
        kind=kind,
        one=with_article(kind),
        count=sharing.balancer.service.port_list.value,
        taken=taken,
        quota=_QUOTA,
        port=ports[_QUOTA - taken].port.value,
        seen="SyncLoadBalancerFailed: the listener quota of the load balancer is exceeded",
        fix="spread the Services over several {kind}s, or have the quota raised"
        if taken
        else "spread the ports over several Services, or have the quota raised",
        subject="ports",
    )
