"""A setting reaches some listeners of the Service and not the others.

Annotations hold for the whole Service, but the CCM sends each setting only to listeners whose protocol knows it. One
half of the Service then behaves differently, which is easily overlooked. It is not said of what belongs to one protocol
by nature, such as certificates, nor where the counterpart for the other listeners is set, too.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "1800"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: mqtt, port: 1883}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "1800"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "1800"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: mqtt, port: 1883}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  ports:
  - {name: https, port: 443, targetPort: 80}
  - {name: mqtt, port: 1883}
```

Sources: pkg/provider/alibaba/slb/listener.go, what is sent for each protocol
"""

from __future__ import annotations

from clblint.api import ClassicCarriedAnnotation, Problems, Reason, Severity, catalogue, listeners_named, problem, rule
from clblint_listeners._health import checked
from clblint_listeners._options import counterpart_of, given, protocols_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicListener

# Settings that one might want for every listener. Details of another setting, and what only one kind of listener can
# have by nature (certificates, HTTP checks, redirects), are none.
_WANTED = (
    "persistence-timeout", "established-timeout", "sticky-session", "idle-timeout", "request-timeout",
    "connection-drain", "proxy-protocol", "xforwardedfor-proto", "xforwardedfor-slbport",
    "xforwardedfor-clientsrcport", "health-check-timeout", "health-check-connect-timeout",
)  # fmt: skip
_OFF = frozenset({"off", "0"})


@rule("option-partial", on=ClassicCarriedAnnotation, severity=Severity.NOTE, when=_WANTED)
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report a setting that only some listeners take."""
    balancer, suffix, _ = carried
    fact = given(balancer, suffix) if suffix in _WANTED else None
    if fact is None or fact.one_of(*_OFF):
        return
    protocols, listeners = catalogue().by_suffix(suffix).protocols, balancer.kept_listeners
    takers = [listener for listener in listeners if listener.protocol.value in protocols]
    others = [listener for listener in listeners if listener not in takers and _misses(listener, suffix)]
    counterpart = counterpart_of(suffix, [listener.protocol.value for listener in others])
    if not takers or not others or (counterpart and balancer.annotations.has(counterpart)):
        return
    yield problem(
        "{suffix} is sent for {listeners} only: {others} cannot take it",
        fact.at_key,
        because=[Reason(others[0].protocol, "without {suffix}")],
        suffix=suffix,
        listeners=listeners_named(takers),
        others=listeners_named(others),
        protocols=protocols_of(others),
        key=balancer.annotations.key_of(counterpart) if counterpart else "",
        seen="no event: ignored on {others}",
        fix="for {protocols} listeners the setting is {key}" if counterpart else "split the Service if that matters",
        subject=suffix,
    )


def _misses(listener: ClassicListener, suffix: str) -> bool:
    """Whether a listener could be expected to have the setting: udp has no connections."""
    if suffix.startswith("health-check-"):
        return bool(checked(listener))
    return (listener.protocol.value, suffix) != ("udp", "established-timeout")
