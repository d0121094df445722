"""A protection of an NLB is set by an annotation that only CLBs have.

The NLB controller does not read these annotations. An NLB that the CCM makes (v2.9.1 and later) is protected against
deletion and against changes in the console, whatever they say, and the CCM lifts the former when it deletes the NLB
itself. On an NLB that is reused it touches neither.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-modification-protection: ConsoleProtection  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Without them:

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
  ports: [{port: 80}]
```

A CCM before v2.9.1 protects no NLB:

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.8.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"  # <- here: this CCM protects none
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: classic
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "off"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:setDefaultValueForLoadBalancer, Delete; CCM release notes, v2.9.1
"""

from __future__ import annotations

from clblint.api import N_, NetworkCarriedAnnotation, Problems, Severity, known_older, problem, remove, rule

_REUSED = N_("{key} is not read for NLBs, and the CCM leaves the protection of a reused NLB as it is")
_OLD = N_("{key} is not read for NLBs, and this CCM protects none: it does so since v2.9.1")
_ANYWAY = N_("{key} is not read for NLBs, which the CCM protects from deletion and from changes in the console anyway")
_NAME, _OF_CLBS = "nlb-protection-unread", ("delete-protection", "modification-protection")


@rule(_NAME, on=NetworkCarriedAnnotation, severity=Severity.NOTE, fix="safe", since="0.2", when=_OF_CLBS)
def check(carried: NetworkCarriedAnnotation) -> Problems:
    """Report each of the two."""
    if carried.suffix not in _OF_CLBS or carried.fact.is_empty:
        return
    is_old = known_older(carried.balancer.cluster.ccm_version, "v2.9.1")
    yield problem(
        _REUSED if carried.balancer.is_reused else _OLD if is_old else _ANYWAY,
        carried.fact.at_key,
        key=carried.key,
        seen="no event: ignored",
        fix="remove the line; what is to be otherwise is set in the console",
        subject=carried.suffix,
        edits=[remove(carried.fact)],
        safe=True,
    )
