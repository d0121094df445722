"""An item of `forward-port` is not of the form `80:443`.

For each http listener the CCM reads the items from left to right until one names its port. An item without exactly one
colon makes it give up on the whole Service when it comes to it, and so does a target that is not a whole number. A
source that is not a number names no port, an empty target redirects nowhere, and of two items for one port the first
wins. The target 0 means for the CCM that nothing is redirected: the listener goes on answering plain HTTP.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "443"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:https"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:0"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
```

Quotes inside the quotes are part of the value:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: '"80:443"'  # <- here (warning)
spec:
  type: LoadBalancer
  ports: [{name: http, port: 80}, {name: https, port: 443, targetPort: 80}]
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
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

Sources: clbv1/listeners.go:forwardPort
"""

from __future__ import annotations

from clblint.api import (
    N_,
    ClassicLoadBalancer,
    ForwardFault,
    ForwardItem,
    Problems,
    Severity,
    is_quoted,
    problem,
    problem_of_quotes,
    rule,
)

_IGNORED, _WARNING = N_("no event: ignored"), Severity.WARNING
_MESSAGES = {
    ForwardFault.EMPTY: N_(
        "an item of forward-port is empty, and the CCM gives up when an http listener comes to it"),
    ForwardFault.COLONS: N_(
        "{item} in forward-port has not one colon, and the CCM gives up when an http listener comes to it"),
    ForwardFault.SOURCE: N_("{item} in forward-port names no numeric port to redirect, so it never applies"),
    ForwardFault.TWICE: N_(
        "{item} in forward-port is never used, because an item before it names port {source}, too"),
    ForwardFault.NO_TARGET: N_(
        "{item} in forward-port has no port behind the colon, so port {source} does not redirect"),
    ForwardFault.TARGET: N_(
        "{item} in forward-port has a target that is not a whole number, and the CCM gives up when it comes to it"),
    ForwardFault.ZERO: N_(
        "{item} in forward-port redirects to 0, which is not a port, so port {source} stays plain HTTP"),
    ForwardFault.ITSELF: N_("{item} in forward-port redirects port {source} to itself"),
}  # fmt: skip


@rule("forward-port-malformed", on=ForwardItem, severity=Severity.ERROR, when=("forward-port",), fix="unsafe")
def check(item: ForwardItem) -> Problems:
    """Report a malformed item: an error where an http listener comes to it, else a warning."""
    managed, seen = item.balancer.manages_listeners, _seen(item)
    if item.fault is None or not (managed or item.error) or (managed and is_quoted(item.at.fact)):
        return
    repeats = item.first is not None and item.first.target == item.target
    yield problem(
        _MESSAGES[item.fault],
        item.at,
        item=item.at.text,
        source=item.key,
        seen=seen,
        error=item.error,
        fix='write it like "80:443", several with a comma and no blanks between',
        subject=f"forward-port {item.at.text}",
        severity=None if seen != _IGNORED else Severity.NOTE if repeats else _WARNING,
    )


@check.also(on=ClassicLoadBalancer)
def in_quotes(balancer: ClassicLoadBalancer) -> Problems:
    """Report items in quotes."""
    fact, outcome = balancer.annotations.get("forward-port"), N_("it names no port, and nothing is redirected")
    if balancer.manages_listeners:
        yield from problem_of_quotes(fact, "forward-port", comes_of_it=outcome, seen=_IGNORED, severity=_WARNING)


def _seen(item: ForwardItem) -> str:
    if item.error:
        return N_('SyncLoadBalancerFailed: "Annotation ForwardPort error: {error}"')
    if item.is_reached and item.key == item.target:
        return N_("SyncLoadBalancerFailed: the API refuses the listener")
    return N_("no event: the listener answers plain HTTP") if item.is_reached and item.is_to_zero else _IGNORED
