"""The id of a certificate for an NLB has no region.

The NLB knows certificates by the number that Certificate Management Service shows and the region behind it:
`1234567890-cn-hangzhou`, outside of China `1234567890-ap-southeast-1`.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: 1234567891-ap-southeast-1
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: docs/nlb-usage.md of the ALB and NLB controllers; ACK page on NLB annotations, cert-id
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule
from clblint_listeners._network import tls_listeners


@rule(
    "nlb-cert-id-region",
    on=NetworkLoadBalancer,
    severity=Severity.NOTE,
    since="0.2",
    when=("cert-id", "additional-cert-ids"),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first id that is a number alone."""
    first = tls_listeners(balancer)[:1]
    ids = [one for listener in first for one in (*listener.certificates, *listener.additional_certificates)]
    bare = next((one for one in ids if one.text.strip().isdecimal()), None)
    if bare is not None:
        yield problem(
            "the certificate {id} is named without its region, with which NLBs know certificates",
            bare,
            id=bare.text.strip(),
            seen="an error of the API about the certificate, if it is not found so",
            fix='write it as Certificate Management Service shows it, like "{id}-cn-hangzhou"',
            subject="cert-id",
        )
