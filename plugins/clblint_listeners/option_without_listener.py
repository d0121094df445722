"""A setting is meant for listeners of a kind that the Service does not have.

Each setting of listeners is for some protocols only, and the CCM drops it without a word for the others. `http` and
`https` listeners know neither `persistence-timeout` nor `health-check-switch`; `tcp` and `udp` know neither
`sticky-session` nor `health-check-flag`. Often there is a counterpart with another name.

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
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "1800"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session-type: insert
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cookie-timeout: "1800"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "1800"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: mqtt, port: 1883}
```

What is switched off, or says what holds anyway, does no harm:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-sticky-session: "off"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/provider/alibaba/slb/listener.go, what is sent for each protocol
"""

from __future__ import annotations

from clblint.api import ClassicCarriedAnnotation, Problems, Reason, Severity, catalogue, listed, problem, rule
from clblint_listeners._dropped import dropped_with
from clblint_listeners._options import counterpart_of, lacks, protocols_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

# Other rules say these better: certificate-without-https, forward-port-source, drain-on-http-listener.
_ELSEWHERE = frozenset({
    "cert-id", "domain-extensions", "tls-cipher-policy", "http2-enabled", "forward-port", "connection-drain",
    "connection-drain-timeout",
})  # fmt: skip
# What the listeners that drop it do anyway.
_FULFILLED = frozenset({("health-check-flag", "on"), ("health-check-type", "http")})


@rule("option-without-listener", on=ClassicCarriedAnnotation, severity=Severity.WARNING)
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report a setting that no listener takes: a note where it is not missed."""
    balancer, suffix, fact = carried
    dropped = dropped_with(suffix, balancer) if suffix not in _ELSEWHERE else []
    if not dropped or dropped[0] != suffix or _is_fatal(suffix, fact):
        return
    listeners = balancer.managed_listeners
    counterpart = counterpart_of(suffix, [listener.protocol.value for listener in listeners])
    missed = (suffix, fact.value) not in _FULFILLED and not (counterpart and not lacks(balancer, counterpart))
    yield problem(
        "{suffix} is for {takes} listeners, and this Service has none of them, so it is dropped",
        fact.at_key,
        because=[Reason(balancer.annotations.get(other).at_key, "dropped with it") for other in dropped[1:]],
        suffix=suffix,
        takes=listed(catalogue().by_suffix(suffix).protocols),
        protocols=protocols_of(listeners),
        key=balancer.annotations.key_of(counterpart or "protocol-port"),
        seen="no event: ignored; the listeners are {protocols}",
        fix="for {protocols} listeners the setting is {key}"
        if counterpart
        else "take it away, or say in {key} which port is meant",
        subject=suffix,
        severity=Severity.WARNING if missed else Severity.NOTE,
    )


def _is_fatal(suffix: str, fact: Fact[str]) -> bool:
    """Whether the CCM gives up at the value before it looks at any listener: invalid-annotation-value says so."""
    found = catalogue().by_suffix(suffix).check(fact.value) if fact.readable else None
    return found is not None and found.effect == "build-error"
