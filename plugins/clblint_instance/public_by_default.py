"""Nothing says whether the load balancer is public, so it is.

Without `address-type` the CCM asks for a CLB with a public address, which is reachable from the Internet at once and
costs traffic. The address type cannot be changed later. Say which one is meant.

Most of those who write nothing want what they get, so this is advice, which `--pedantic` shows. It is a note where the
name or a label of the Service speaks of an internal one.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: orders-internal  # <- here (note)
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A reused CLB has its address already:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An NLB is public by default, too; its address type can be changed later:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:DefaultValue; clbv1/loadbalancer.go:setModelDefaultValue;
nlbv2/loadbalancer.go:setDefaultValueForLoadBalancer
"""

from __future__ import annotations

from clblint.api import Case, ClassicLoadBalancer, Problems, Reason, Severity, rule
from clblint_instance._network import has_zones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, LoadBalancer, NetworkLoadBalancer

_INTERNAL = r"(?<![a-z])(?:internal|intranet|inner|private|lan|vpc|neiwang)(?![a-z])|内网|内部|私网"
_PUBLIC = r"(?<![a-z])(?:external|extranet|internet|public|not?|waiwang)(?![a-z])|外网|公网"
_OF_INTERNAL = ("in", "private", "lan", "vpc", "neiwang", "内", "私")  # one of them is in every internal name


_ON_CLB = Case("no address-type is given, so the CLB gets a public address")
_ON_NLB = Case("no address-type is given, so the NLB gets public addresses")


@rule("public-by-default", on=ClassicLoadBalancer, severity=Severity.PEDANTIC)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the Service, or the empty annotation; not where vswitch-on-internet or ip-needs-intranet speaks."""
    if not any(balancer.annotations.get(suffix).is_set for suffix in ("vswitch-id", "ip")):
        yield from _by_default(balancer, _ON_CLB)


@check.also(on="NetworkLoadBalancer")
def on_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report it for an NLB that is built."""
    if has_zones(balancer):
        yield from _by_default(balancer, _ON_NLB)


def _by_default(balancer: LoadBalancer, case: Case) -> Problems:
    address, service = balancer.annotations.get("address-type"), balancer.service
    if not address.is_empty or balancer.is_reused or not service.ports or balancer.cluster.disable_public_slb.holds:
        return
    sign = next(filter(_is_sign, (service.name, *service.labels.values())), None)
    yield case.at(
        address if address.present else service.name,
        because=[Reason(sign, "{sign} seems to ask for an internal one")] if sign is not None else [],
        key=balancer.annotations.key_of("address-type"),
        sign=sign.value if sign is not None else "",
        seen="no event: a public address in EXTERNAL-IP",
        fix='set {key}: "internet" or "intranet"',
        subject="address-type",
        severity=Severity.NOTE if sign is not None else None,
    )


def _is_sign(fact: Fact[str]) -> bool:
    """Whether a name or a label speaks of an internal load balancer, and of no public one."""
    name = fact.value.lower() if fact.readable else ""
    if not any(map(name.__contains__, _OF_INTERNAL)):  # most need no pattern, which takes its time to compile
        return False
    import re  # noqa: PLC0415 - as said above

    return re.search(_INTERNAL, name) is not None and not re.search(_PUBLIC, name)
