"""A TCPSSL listener is to have more than one certificate, or more than one CA certificate.

The API takes one of each. Further certificates, for other host names, stand in `additional-cert-ids`, which the CCM
reads since v2.13.0; the clients of all listeners are checked against one CA.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1-cn-hangzhou,2-cn-hangzhou"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert-id: "ca-1,ca-2"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: 1234567891-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: NLB API, CreateListener, CertificateIds and CaCertificateIds
"""

from __future__ import annotations

from clblint.api import N_, NetworkCarriedAnnotation, Problems, Severity, add, problem, replace, rule, split
from clblint_listeners._network import tls_listeners, why_tls

_LISTS = {
    "cert-id": N_("keep the first one here, and put the others into {more}"),
    "cacert-id": N_("keep one CA certificate"),
}
_MORE = "additional-cert-ids"


@rule(
    "nlb-several-certificates",
    on=NetworkCarriedAnnotation,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=("cert-id", "cacert-id"),
)
def check(carried: NetworkCarriedAnnotation) -> Problems:
    """Report the list."""
    balancer, suffix, fact = carried
    listeners, key = tls_listeners(balancer), balancer.annotations.key_of(_MORE)
    ids = [one.text.strip() for one in split(fact) if one.text.strip()] if suffix in _LISTS and fact.readable else []
    if len(ids) < 2 or not listeners:  # noqa: PLR2004 - one is right
        return
    movable = suffix == "cert-id" and not balancer.annotations.has(_MORE)
    yield problem(
        "{suffix} has {count} certificates, and the API takes one",
        fact,
        because=why_tls(listeners),
        suffix=suffix,
        count=len(ids),
        more=key,
        seen='SyncLoadBalancerFailed: "EnsureListenerUpdated error: ...", of a live listener "EnsureListenerCreated '
        'error: ..."',
        fix=_LISTS[suffix],
        subject=suffix,
        edits=[replace(fact, ids[0]), add(",".join(ids[1:]), key, beside=fact)] if movable else [],
    )
