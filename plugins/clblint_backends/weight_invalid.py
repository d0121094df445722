"""`weight` is not a whole number from 0 to 100.

The CCM finds the mistake and throws the message away together with the Service port: the back ends of this Service are
removed from your server group, and the events tell of success. A CCM before v2.12.1 gives up on the Service instead.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50%"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "200"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "200"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Without groups of your own it is not looked at:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50%"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

For an NLB the CCM reports the mistake, and changes nothing:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50%"  # <- here: gives up on the Service
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-a1:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "50"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:buildVGroupForServicePort, BuildLocalModel; run against the real controller
"""

from __future__ import annotations

from clblint.api import Case, LoadBalancer, Problems, Reason, Severity, known_older, rule
from clblint_backends._back_ends import is_weight, reads_weight, shown_weight

_DROPS = "v2.12.1"  # what is wrong with one port; up to v2.11.2 it stops the whole Service
_DROPPED = Case(
    "weight {weight} is not a whole number from 0 to 100, so this Service's back ends are removed from your groups",
    seen="EnsuredLoadBalancer, as if all were well; the groups are without back ends of this Service",
)
_GIVEN_UP = Case(
    "weight {weight} is not a whole number from 0 to 100, and the CCM gives up on the Service",
    seen='SyncLoadBalancerFailed: "build vserver groups error: build vgroup for port {port} error: weight must be '
    'integer in range [0,100] , got [{written}]"',
)
_GIVEN_UP_NLB = Case(
    "weight {weight} is not a whole number from 0 to 100, and the CCM gives up on the Service",
    seen='SyncLoadBalancerFailed: "build lb local model error: builid nlb server group error: set ServerGroup for port '
    '{port} error: weight must be integer in range [0, 100], got [{written}]"',
)


@rule("weight-invalid", on=LoadBalancer, severity=Severity.ERROR, when=("weight",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the weight."""
    weight, groups = balancer.annotations.get("weight"), balancer.annotations.get("vgroup-port")
    if not weight.readable or not reads_weight(balancer) or is_weight("weight", weight.value.strip()):
        return
    drops = balancer.kind == "CLB" and not known_older(balancer.cluster.ccm_version, _DROPS)
    yield (_DROPPED if drops else _GIVEN_UP if balancer.kind == "CLB" else _GIVEN_UP_NLB).at(
        weight,
        because=[Reason(groups, "the groups that lose them")] if drops else [],
        weight=shown_weight(weight),
        written=weight.value,
        port=balancer.service.ports[0].port.value if balancer.service.ports else 0,
        fix='write a number such as "50"',
        subject="weight",
    )
