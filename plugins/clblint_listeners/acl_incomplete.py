"""Access control is switched on without an access list or without saying how to use it.

`acl-status`, `acl-id` and `acl-type` belong together: where the status is on, the API asks for a list and for `white`
or `black`, and refuses to create the listener without them.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1abcdefghijklmnopqr
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1abcdefghijklmnopqr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancerTCPListener and its like: AclId and AclType are required where AclStatus is on
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, listed, problem, rule
from clblint_listeners._options import lacks


@rule("acl-incomplete", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("acl-status",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the status that is on."""
    annotations = balancer.annotations
    status = annotations.get("acl-status")
    if not status.is_("on") or not balancer.managed_listeners:
        return
    missing = [suffix for suffix in ("acl-id", "acl-type") if lacks(balancer, suffix)]
    if not missing:
        return
    empty = [annotations.get(suffix) for suffix in missing if annotations.has(suffix)]
    yield problem(
        "acl-status is on without {missing}, so the API refuses to create the listeners",
        status,
        because=[Reason(fact, "empty, which counts as absent") for fact in empty],
        missing=listed(missing),
        keys=listed(annotations.key_of(suffix) for suffix in missing),
        seen="SyncLoadBalancerFailed: a required parameter is missing",
        fix="set {keys}, too",
        subject="acl-status",
    )
