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

from clblint.api import N_, ClassicCarriedAnnotation, Problems, Severity, problem, rule
from clblint_listeners._options import given
from clblint_listeners._tls import likely_tls_port

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
    likely = likely_tls_port(listeners)
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
