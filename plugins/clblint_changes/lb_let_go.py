"""A live load balancer Service goes to another controller, and its load balancer stays.

With the feature gate `LoadBalancerTypeAnnotation` the annotation `loadbalancer-type` decides who handles a Service
without a class: `nlb` the controller of NLBs, any other text nobody, and without it that of CLBs. Who loses the Service
brings its load balancer in line with the new manifest once more, reports that it has cleaned up, and lets go: nothing
is deleted. The load balancer stays with its listeners and server groups, and costs money; where another controller
takes the Service, that makes another one.

Where the new manifest is none for the controller that loses the Service, such as one without `zone-maps` for that of
NLBs, it does not let go: each try to clean up ends in an error until the Service is deleted, or put right.

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: clb  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

On an NLB of yours what the Service has there stays:

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: other  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:  # <- here: cannot let the Service go
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb  # <- here: cannot let the Service go
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567-cn-hangzhou"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 443}]
```

Without the gate nobody reads the annotation:

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: clb
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: web-nlb
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

A revision that the CCM refused has made no load balancer:

```yaml good
# file: .clblint.yaml
cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-type: nlb}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/nlb_controller.go:cleanupLoadBalancerResources; nlbv2/model_builder.go:Build; run against the real
controller
"""

from __future__ import annotations

from clblint.api import N_, Change, Cleanup, Problems, Reason, Severity, problem, rule
from clblint_changes._cleanup import SEEN

_OWN = N_("the {kind} controller lets the Service go: the {kind} that it made stays, and nobody deletes it")
_REUSED = N_("the {kind} controller lets the Service go: what it has on {kind} {id} stays, and nobody removes it")
_HELD = N_("the {kind} controller cannot let the Service go: it applies the new manifest once more, and that fails")


@rule("lb-let-go", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find a Service that another controller handles, or none, though it stays a load balancer."""
    old, new = change.old, change.new
    if old is None or new is None or not change.is_let_go:
        return
    error, lets_go = change.hand_over_error.strip(), _REUSED if old.is_reused else _OWN
    yield problem(
        _HELD if error else lets_go,
        new.annotations.get("type"),
        because=[Reason(old.annotations.get("type"), "loadbalancer-type before the change")],
        seen=SEEN[Cleanup.FAILED] if error else "Normal CleanLoadBalancer, and the {kind} is still there",
        fix="put loadbalancer-type back; to clean up, delete the Service and make another one",
        subject="type",
        kind=old.kind,
        id=old.reuses.value,
        error=error,
    )
