"""An option is meant for an http listener that redirects, and such a listener is never updated.

The CCM sends the options of a redirecting listener when it creates it. From then on it leaves the listener alone:
a changed access list, scheduler or health check never reaches it, and a redirect has little use for them. This is said
only where no other listener of the Service can use the option.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1abcdefghijklmnopqr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "30"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "30"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

Sources: clbv1/listeners.go:Update of http listeners returns early while forwarding is on
"""

from __future__ import annotations

from clblint.api import ClassicCarriedAnnotation, Problems, Reason, Severity, catalogue, problem, rule
from clblint_listeners._options import given

_NOT_OPTIONS = frozenset({"protocol-port", "forward-port"})


@rule("forward-frozen-options", on=ClassicCarriedAnnotation, severity=Severity.NOTE, when=("forward-port",))
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report an option that only listeners which redirect can take."""
    balancer, suffix, _ = carried
    known = catalogue().find(carried.key)
    if not balancer.forward_items or known is None or known.scope != "listener" or suffix in _NOT_OPTIONS:
        return
    listeners, fact = balancer.managed_listeners, given(balancer, suffix)
    frozen = [listener for listener in listeners if listener.forward_to.holds]
    others = {listener.protocol.value for listener in listeners if listener not in frozen}
    if not frozen or fact is None or fact.is_("off"):
        return
    if "http" not in known.protocols or not others.isdisjoint(known.protocols):
        return
    item = frozen[0].forward.item
    yield problem(
        "{suffix} is for listener {port} only, which redirects and is never updated after it was created",
        fact.at_key,
        because=[Reason(item.at, "redirects port {port}")] if item is not None else [],
        suffix=suffix,
        port=frozen[0].port.value,
        seen="no event: later changes are ignored",
        fix="take it away: the listener that is redirected to has options of its own",
        subject=suffix,
    )
