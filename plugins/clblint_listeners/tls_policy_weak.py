"""An HTTPS listener lets clients use TLS 1.0 or 1.1.

Without `tls-cipher-policy` the CLB takes `tls_cipher_policy_1_0`, which allows TLS 1.0 and later. Security scans and
browsers reject both old versions.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-tls-cipher-policy: tls_cipher_policy_1_1  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-tls-cipher-policy: tls_cipher_policy_1_2
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

The TCPSSL listeners of an NLB have the same default:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: SLB API, TLSCipherPolicy; NLB API, CreateListener,
SecurityPolicyId
"""

from __future__ import annotations

from clblint.api import (
    N_,
    ClassicLoadBalancer,
    Problems,
    Reason,
    Severity,
    listeners_named,
    problem,
    rule,
)
from clblint_listeners._network import tls_listeners
from clblint_listeners._options import kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.api import Listener, LoadBalancer, NetworkLoadBalancer

_WEAK = {"": "1.0", "tls_cipher_policy_1_0": "1.0", "tls_cipher_policy_1_1": "1.1"}


@rule("tls-policy-weak", on=ClassicLoadBalancer, severity=Severity.PEDANTIC, when=("protocol-port",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the policy, or the first https listener where there is none."""
    if balancer.protocol_items:
        yield from _weak(balancer, kept(balancer, frozenset({"https"})), N_("the https listener"))


@check.also(on="NetworkLoadBalancer")
def on_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report the policy of an NLB, or the first TCPSSL listener where there is none."""
    yield from _weak(balancer, tls_listeners(balancer), N_("the listener that terminates TLS"))


def _weak(balancer: LoadBalancer, listeners: Sequence[Listener], which: str) -> Problems:
    policy = balancer.annotations.get("tls-cipher-policy")
    if not listeners or not policy.one_of(*_WEAK):
        return
    yield problem(
        "tls-cipher-policy {policy} lets clients of {listeners} use TLS {version}"
        if policy.is_set
        else "without tls-cipher-policy clients of {listeners} may use TLS {version}",
        policy if policy.is_set else listeners[0].protocol,
        because=[Reason(listeners[0].protocol, which)] if policy.is_set else [],
        policy=policy.value,
        listeners=listeners_named(listeners),
        version=_WEAK[policy.meaning],
        key=balancer.annotations.key_of("tls-cipher-policy"),
        seen="no event: old clients connect, security scans object",
        fix='set {key}: "tls_cipher_policy_1_2"',
        subject="tls-cipher-policy",
    )
