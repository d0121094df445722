"""A certificate or a TLS setting is given, but no listener is HTTPS.

The protocol of a listener comes from `protocol-port` alone. Without an item `https:PORT` the listener stays TCP, and
the CCM drops certificate, TLS policy, HTTP/2 switch and domain extensions without a word.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
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
  ports: [{port: 443, targetPort: 80}]
```

Sources: clbv1/listeners.go:protocol; pkg/provider/alibaba/slb/listener.go sends these for https only
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.api import N_, ClassicCarriedAnnotation, Problems, Severity, problem, rule
from clblint_listeners._options import given

if TYPE_CHECKING:
    from clblint.api import ClassicListener

_HTTPS = 443
_SAY = N_('say which port terminates TLS: {key}: "https:{port}"')
_REMOVE = N_("remove it, or add a TCP port that terminates TLS")
_TLS_OPTIONS = ("cert-id", "domain-extensions", "tls-cipher-policy", "http2-enabled")


@rule("certificate-without-https", on=ClassicCarriedAnnotation, severity=Severity.WARNING, when=_TLS_OPTIONS)
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report an option that only an https listener takes."""
    balancer, suffix, option = carried
    listeners = balancer.listeners if suffix in _TLS_OPTIONS and given(balancer, suffix) is not None else ()
    if not listeners or not balancer.manages_listeners or option.is_("off"):
        return
    if any(listener.protocol.may_be("https") for listener in listeners) or balancer.refusal:
        return
    likely = _likely(listeners)
    yield problem(
        "{suffix} is set, but no listener is https, so it is not used",
        option.at_key,
        suffix=suffix,
        seen="no event: ignored; the ports stay {protocol}",
        protocol=listeners[0].protocol.value,
        key=balancer.annotations.key_of("protocol-port"),
        port=likely or 0,
        fix=_SAY if likely is not None else _REMOVE,
        subject=suffix,
    )


def _likely(listeners: tuple[ClassicListener, ...]) -> int | None:
    """The port that is probably meant: 443, one that is named for it, or the first; None where no port is TCP.

    A number that is there as UDP, too, comes last: an item of `protocol-port` would be for both.
    """
    others = {one.port.value for one in listeners if not one.service_port.protocol.is_("TCP")}
    tcp = [one.service_port for one in listeners if one.service_port.protocol.is_("TCP")]
    ports = [port for port in tcp if port.port.value not in others] or tcp
    named = (port for port in ports if re.search(r"https|tls|ssl|443", f"{port.name.value} {port.port}"))
    known = next((port for port in ports if port.port.is_(_HTTPS)), None)
    found = known or next(named, None) or next(iter(ports), None)
    return found.port.value if found is not None else None
