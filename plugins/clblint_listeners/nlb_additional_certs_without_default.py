"""Additional certificates have no certificate that they are additional to, are too many, or name that one again.

A TCPSSL listener shows the certificate of `cert-id` to clients that name no host, or one for which there is no
additional certificate. An NLB takes 25 additional ones.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: 1234567891-cn-hangzhou  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: "2-cn-hangzhou,1-cn-hangzhou"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: "2-cn-hangzhou,3-cn-hangzhou"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: NLB, "Performance and usage limits"; nlbv2/listeners.go:BatchAssociateAdditionalCertificates
"""

from __future__ import annotations

from clblint.api import N_, Case, NetworkLoadBalancer, Problems, Reason, Severity, remove, rule
from clblint_listeners._network import tls_listeners

_MOST = 25
_REFUSED = N_('SyncLoadBalancerFailed: "error associate additional certs: ..."')
_ALONE = Case(
    "additional-cert-ids adds to a certificate that is not there: cert-id is not set", fix="set {key} to one of them"
)
_AGAIN = Case(
    "additional-cert-ids names {again}, which is the certificate of cert-id", _REFUSED, "take it out of the list"
)
_MANY = Case(
    "additional-cert-ids has {count} certificates, and an NLB takes {most}",
    _REFUSED,
    "use certificates for several names",
)


@rule(
    "nlb-additional-certs-without-default",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    fix="unsafe",
    since="0.2",
    when=("additional-cert-ids",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the list, or the one that is there again."""
    more = [one for listener in tls_listeners(balancer)[:1] for one in listener.additional_certificates]
    default = balancer.annotations.get("cert-id")
    again = next((one for one in more if default.is_(one.text.strip())), None)
    case = _ALONE if default.is_empty else _AGAIN if again is not None else _MANY
    if more and (case is not _MANY or len(more) > _MOST):
        yield case.at(
            again or more[0].fact,
            because=[Reason(default, "the certificate itself")] if again is not None else [],
            again=again.text.strip() if again is not None else "",
            count=len(more),
            most=_MOST,
            key=balancer.annotations.key_of("cert-id"),
            seen="the listener is refused, or clients get an error in the handshake",
            subject="additional-cert-ids",
            edits=[remove(again)] if again is not None else [],
        )
