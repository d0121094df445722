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

from clblint.api import N_, ForwardItem, LoadBalancer, Problems, Severity, is_quoted, problem, problem_of_quotes, rule

_REFUSED = N_('SyncLoadBalancerFailed: "Annotation ForwardPort error: {error}"')
_LOOPS = N_("SyncLoadBalancerFailed: the API refuses the listener")
_STAYS = N_("no event: the listener answers plain HTTP")
_IGNORED = N_("no event: ignored")


@rule("forward-port-malformed", on=ForwardItem, severity=Severity.ERROR, when=("forward-port",), fix="unsafe")
def check(item: ForwardItem) -> Problems:
    """Report a malformed item: an error where an http listener comes to it, else a warning."""
    managed = item.balancer.manages_listeners
    message, (error, seen) = _fault(item), _outcome(item)
    if message and (error or managed) and not (managed and is_quoted(item.at.fact)):
        repeats = item.first is not None and item.first.parts[1].text.strip() == item.parts[-1].text.strip()
        yield problem(
            message,
            item.at,
            item=item.at.text,
            source=item.key,
            seen=seen,
            error=error,
            fix='write it like "80:443", several with a comma and no blanks between',
            subject=f"forward-port {item.at.text}",
            severity=Severity.ERROR if seen != _IGNORED else Severity.NOTE if repeats else Severity.WARNING,
        )


@check.also(on=LoadBalancer)
def in_quotes(balancer: LoadBalancer) -> Problems:
    """Report items in quotes."""
    if balancer.manages_listeners:
        yield from problem_of_quotes(
            balancer.annotations.get("forward-port"),
            "forward-port",
            comes_of_it=N_("it names no port, and nothing is redirected"),
            seen=_IGNORED,
            severity=Severity.WARNING,
        )


def _outcome(item: ForwardItem) -> tuple[str, str]:
    """The error of the CCM, if a listener comes to the item and there is one, and what is seen."""
    readers = [listener.forward for listener in item.balancer.listeners if listener.forward.item is item]
    error, target = next((forward.error for forward in readers if forward.error), ""), item.parts[-1].text.strip()
    if error or not readers:
        return error, _REFUSED if error else _IGNORED
    return "", _LOOPS if item.key == target else _STAYS if _is_zero(target) else _IGNORED


def _fault(item: ForwardItem) -> str:  # noqa: PLR0911 - one after the other
    if not item.at.text.strip():
        return N_("an item of forward-port is empty, and the CCM gives up when an http listener comes to it")
    if not item.well_formed:
        return N_("{item} in forward-port has not one colon, and the CCM gives up when an http listener comes to it")
    source, target = item.key, item.parts[1].text.strip()
    if not _is_number(source):
        return N_("{item} in forward-port names no numeric port to redirect, so it never applies")
    if item.first is not None:
        return N_("{item} in forward-port is never used, because an item before it names port {source}, too")
    if not target:
        return N_("{item} in forward-port has no port behind the colon, so port {source} does not redirect")
    if not _is_number(_unsigned(target)):
        return N_(
            "{item} in forward-port has a target that is not a whole number, and the CCM gives up when it comes to it"
        )
    if _is_zero(target):
        return N_("{item} in forward-port redirects to 0, which is not a port, so port {source} stays plain HTTP")
    return N_("{item} in forward-port redirects port {source} to itself") if source == target else ""


def _is_zero(target: str) -> bool:
    """Whether a target is the number that means none."""
    return _is_number(_unsigned(target)) and not _unsigned(target).strip("0")


def _unsigned(target: str) -> str:
    return target[target[:1] in {"+", "-"} :]


def _is_number(text: str) -> bool:
    """Whether it has digits alone, of ASCII: the CCM knows no others."""
    return text.isascii() and text.isdecimal()
