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

from clblint.api import N_, LoadBalancer, Problems, Severity, problem, problem_of_quotes, rule

_TWO = 2


@rule("forward-port-malformed", on=LoadBalancer, severity=Severity.ERROR, when=("forward-port",), fix="unsafe")
def check(balancer: LoadBalancer) -> Problems:
    """Report each malformed item: an error where an http listener comes to it, else a warning."""
    in_quotes = problem_of_quotes(
        balancer.annotations.get("forward-port"),
        "forward-port",
        comes_of_it=N_("it names no port, and nothing is redirected"),
        seen="no event: ignored",
        severity=Severity.WARNING,
    )
    if in_quotes is not None and balancer.manages_listeners:
        yield in_quotes
        return
    targets: dict[str, str] = {}
    for item in balancer.forward_items:
        parts = [part.text.strip() for part in item.parts]
        message = _fault(parts, targets)
        repeats = targets.get(parts[0]) == parts[-1]
        if item.well_formed:
            targets.setdefault(parts[0], parts[1])
        readers = [listener.forward for listener in balancer.listeners if listener.forward.item is item]
        error = next((forward.error for forward in readers if forward.error), "")
        if not message or not (error or balancer.manages_listeners):
            continue
        loops = bool(readers) and parts[0] == parts[-1]
        stays = bool(readers) and _is_zero(parts[-1])
        yield problem(
            message,
            item.at,
            item=item.at.text,
            source=parts[0],
            seen='SyncLoadBalancerFailed: "Annotation ForwardPort error: {error}"'
            if error
            else "SyncLoadBalancerFailed: the API refuses the listener"
            if loops
            else "no event: the listener answers plain HTTP"
            if stays
            else "no event: ignored",
            error=error,
            fix='write it like "80:443", several with a comma and no blanks between',
            subject=f"forward-port {item.at.text}",
            severity=Severity.ERROR if error or loops or stays else Severity.NOTE if repeats else Severity.WARNING,
        )


def _fault(parts: list[str], before: dict[str, str]) -> str:
    if parts == [""]:
        return N_("an item of forward-port is empty, and the CCM gives up when an http listener comes to it")
    if len(parts) != _TWO:
        return N_("{item} in forward-port has not one colon, and the CCM gives up when an http listener comes to it")
    source, target = parts
    faults = (
        (not _is_number(source), N_("{item} in forward-port names no numeric port to redirect, so it never applies")),
        (
            source in before,
            N_("{item} in forward-port is never used, because an item before it names port {source}, too"),
        ),
        (not target, N_("{item} in forward-port has no port behind the colon, so port {source} does not redirect")),
        (
            not _is_number(target[target[:1] in {"+", "-"} :]),
            N_(
                "{item} in forward-port has a target that is not a whole number, "
                "and the CCM gives up when it comes to it"
            ),
        ),
        (
            _is_zero(target),
            N_("{item} in forward-port redirects to 0, which is not a port, so port {source} stays plain HTTP"),
        ),
        (source == target, N_("{item} in forward-port redirects port {source} to itself")),
    )
    return next((message for wrong, message in faults if wrong), "")


def _is_zero(target: str) -> bool:
    """Whether a target is the number that means none."""
    digits = target[target[:1] in {"+", "-"} :]
    return _is_number(digits) and not digits.strip("0")


def _is_number(text: str) -> bool:
    """Whether it has digits alone, of ASCII: the CCM knows no others."""
    return text.isascii() and text.isdecimal()
