"""The load balancer can be deleted by hand.

Delete protection is on for a CLB that the CCM creates, and keeps it from being deleted in the console or by the API by
mistake; the CCM itself takes it off when the Service goes. Off, one click takes the address away.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:setModelDefaultValue, SetProtectionsOff; ACK Service FAQ, CLBs deleted by mistake
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule


@rule("delete-protection-off", on=ClassicLoadBalancer, severity=Severity.PEDANTIC, when=("delete-protection",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the switch."""
    protection = balancer.annotations.get("delete-protection")
    if not protection.is_("off"):
        return
    yield problem(
        "delete-protection is off, so the CLB can be deleted in the console or by the API",
        protection,
        seen="no event",
        fix="remove it: a CLB that the CCM creates is protected unless told otherwise",
        subject="delete-protection",
    )
