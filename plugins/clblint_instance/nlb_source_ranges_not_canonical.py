"""A range of `loadBalancerSourceRanges` is not written as the cloud writes it, or makes the others pointless.

The API server trims blanks only for its own check: the CCM sends them, and the security group refuses the rule. Host
bits are set to 0 by the cloud, so that the range never equals the rule that stands there: at each full sync the rule is
added and then revoked. And beside `0.0.0.0/0` every other range is in vain.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges:
  - "10.0.0.5/8"  # <- here
  - " 192.168.0.0/16"  # <- here (error)
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges:
  - 10.0.0.0/8
  - 0.0.0.0/0  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges:
  - "10.0.0.0/8"
  - "192.168.0.0/16"
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: open
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [0.0.0.0/0]
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:diffAssociatedSecurityGroupPermissions
"""

from __future__ import annotations

from clblint.api import Case, Problems, Severity, SourceRange, replace, rule

_BLANKS = Case(
    'the blanks of "{source}" in loadBalancerSourceRanges are sent, and the API refuses all rules with it',
    seen='SyncLoadBalancerFailed: "update associated security group error: ..."; clients from everywhere get in',
    fix='write "{right}"',
    severity=Severity.ERROR,
)
_HOST_BITS = Case(
    "{source} in loadBalancerSourceRanges has host bits, so it never equals the rule that is made of it",
    seen="no event: the rule is added and revoked at each full sync",
    fix='write "{right}"',
)
_EVERYONE = Case(
    "{source} in loadBalancerSourceRanges lets everyone in, so the other ranges do nothing",
    seen="no event: clients from everywhere get in",
    fix="take it away, or the others",
)


@rule("nlb-source-ranges-not-canonical", on=SourceRange, severity=Severity.WARNING, fix="safe", since="0.2")
def check(source: SourceRange) -> Problems:
    """Report an IPv4 range, and write it as the cloud does."""
    text, network = source.fact.value, source.network
    if network is None or ":" in text:
        return
    right, others = str(network), len(source.balancer.service.source_ranges) > 1
    case = _BLANKS if text.strip() != text else _HOST_BITS if text != right else _EVERYONE
    if case is not _EVERYONE or (source.is_everyone and others):
        yield case.at(
            source.fact,
            source=text,
            right=right,
            subject="loadBalancerSourceRanges",
            edits=[replace(source.fact, right)] if case is not _EVERYONE else [],
            safe=case is not _EVERYONE,
        )
