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

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, catalogue, problem, rule
from clblint_listeners._options import COUNTERPARTS, FAMILIES, HARMLESS, given, managed, protocols_of

if TYPE_CHECKING:
    from collections.abc import Iterator

# Other rules say these better: certificate-without-https, forward-port-source, drain-on-http-listener.
_ELSEWHERE = frozenset(
    {
        "cert-id", "domain-extensions", "tls-cipher-policy", "http2-enabled", "forward-port",
        "connection-drain", "connection-drain-timeout",
    }
)  # fmt: skip


@rule("option-without-listener", on=LoadBalancer, severity=Severity.WARNING, page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report each setting that no listener takes: a note where it is not missed."""
    listeners = managed(balancer)
    if not listeners:
        return
    for suffix, also in _dropped(balancer, {listener.protocol.value for listener in listeners}).items():
        fact = balancer.annotations.get(suffix)
        counterpart = COUNTERPARTS.get(suffix, "")
        missed = (suffix, fact.value) not in HARMLESS and not (counterpart and given(balancer, counterpart))
        yield problem(
            "{suffix} is for {takes} listeners, and this Service has none, so it is dropped",
            fact.at_key,
            because=[Reason(balancer.annotations.get(other).at_key, "dropped with it") for other in also],
            suffix=suffix,
            takes=", ".join(catalogue().by_suffix(suffix).protocols),
            protocols=protocols_of(listeners),
            key=balancer.annotations.key_of(counterpart) if counterpart else "",
            change=balancer.annotations.key_of("protocol-port"),
            seen="no event: ignored; the listeners are {protocols}",
            fix="for {protocols} listeners the setting is {key}"
            if counterpart
            else "take it away, or say with {change} which port is meant",
            subject=suffix,
            severity=Severity.WARNING if missed else Severity.NOTE,
        )


def _dropped(balancer: LoadBalancer, protocols: set[str]) -> dict[str, list[str]]:
    """The settings that none of these protocols takes, each with those that depend on it."""
    found: dict[str, list[str]] = {}
    for suffix in balancer.annotations:
        option = catalogue().find_suffix(suffix)
        if option is None or option.scope != "listener" or suffix in _ELSEWHERE:
            continue
        fact = given(balancer, suffix)
        if fact is None or not protocols.isdisjoint(option.protocols) or fact.value in _silent(suffix):
            continue
        leader = next((name for name in found if name in FAMILIES.get(suffix, ())), "")
        if leader:
            found[leader].append(suffix)
        else:
            found[suffix] = []
    return found
