"""An access list is given, but access control is not switched on.

Without `acl-status: "on"` the listeners let everyone in. Nothing says so: the CCM sends the list when it creates a
listener and then leaves it alone, also when it changes.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1abcdefghijklmnopqr  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An explicit off is a decision:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1abcdefghijklmnopqr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:isNeedUpdate sends list and type only while acl-status is exactly on
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, add, listed, problem, replace, rule
from clblint_listeners._options import given, lacks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, FixEdit


@rule("acl-inactive", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("acl-id", "acl-type"), fix="unsafe")
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the list, or how it is used where there is no list."""
    annotations = balancer.annotations
    found = [suffix for suffix in ("acl-id", "acl-type") if given(balancer, suffix) is not None]
    if not found or not lacks(balancer, "acl-status") or not balancer.managed_listeners:
        return
    status = annotations.get("acl-status")
    incomplete = [annotations.key_of(suffix) for suffix in ("acl-id", "acl-type") if suffix not in found]
    yield problem(
        "{suffix} is set, but acl-status is not, so the listeners let everyone in",
        annotations.get(found[0]).at_key,
        because=[Reason(status, "empty, which counts as absent")] if status.present else [],
        suffix=found[0],
        key=annotations.key_of("acl-status"),
        seen="no event: the access list is not enforced",
        missing=listed(incomplete),
        fix='set {key}: "on", and {missing}, without which the API refuses the listener'
        if incomplete
        else 'set {key}: "on"',
        subject="acl-status",
        edits=[] if incomplete else [_on(balancer, status)],  # which list it is, and what it means, is a decision
    )


def _on(balancer: ClassicLoadBalancer, status: Fact[str]) -> FixEdit | None:
    """Write the switch where it stands empty, or beside the list."""
    annotations = balancer.annotations
    key = annotations.key_of("acl-status")
    return replace(status, "on") if status.present else add("on", key, beside=annotations.get("acl-id"))
