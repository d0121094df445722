"""`default-weight` is not a whole number from 0 to 100.

The CCM finds the mistake and throws the message away together with the Service port. A new CLB is created, but its
listeners are not. On a reused CLB without `force-override-listeners` it is worse: the Service's server group is deleted
with its back ends, and the events tell of success.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "high"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "200"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A CCM that is too old does not look at it:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.12.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "200"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

For an NLB the CCM reports the mistake, and makes nothing:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "200"  # <- here: gives up on the Service
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: x  # <- here: gives up on the Service
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "50"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:buildVGroupForServicePort, BuildLocalModel; run against the real controller
"""

from __future__ import annotations

from clblint.api import Case, ClassicLoadBalancer, Problems, Severity, known_older, rule
from clblint_backends._back_ends import is_weight, shown_weight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import LoadBalancer, NetworkLoadBalancer

_FAILURE = "merge listener: find vservergroup error: can not find vgroup by name k8s/..."
_DROPPED = Case(
    "default-weight {weight} is not a whole number from 0 to 100, so the CCM drops every port of the Service",
    seen='SyncLoadBalancerFailed: "{error}", after the CLB was created',
)
_DELETED = Case(
    "default-weight {weight} is not a whole number from 0 to 100, so the CCM deletes the server groups",
    seen="EnsuredLoadBalancer, as if all were well",
)
_GIVEN_UP = Case(
    "default-weight {weight} is not a whole number from 0 to 100, and the CCM gives up on the Service",
    seen='SyncLoadBalancerFailed: "build lb local model error: {error}"',
)
_IN_GROUPS = "builid nlb server group error: default weight ..."


@rule("default-weight-invalid", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("default-weight",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the weight."""
    case, failure = _DROPPED if balancer.manages_listeners else _DELETED, balancer.failure
    yield from _wrong(balancer, case, failure.text if failure is not None else _FAILURE)


@check.also(on="NetworkLoadBalancer")
def on_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report the weight for an NLB; the error at which the CCM gives up may be another one, that comes before."""
    weight, refusal = balancer.annotations.get("default-weight"), balancer.refusal
    error = refusal.text if refusal is not None and refusal.at is weight else _IN_GROUPS
    yield from _wrong(balancer, _GIVEN_UP, error)


def _wrong(balancer: LoadBalancer, case: Case, error: str) -> Problems:
    weight = balancer.annotations.get("default-weight")
    if not weight.readable or is_weight("default-weight", weight.value.strip()):
        return
    if not known_older(balancer.cluster.ccm_version, "v2.14.0"):
        yield case.at(
            weight,
            weight=shown_weight(weight),
            written=weight.value,
            error=error,
            fix='write a number such as "100"',
            subject="default-weight",
        )
