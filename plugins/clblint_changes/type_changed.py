"""A live load balancer Service gets another type.

The CCM takes this for a deletion: it switches the delete protection off, deletes the CLB with everything on it, and
the public address is gone for good. Turning the type back gives another CLB with another address.

On a CLB of yours (`loadbalancer-id`) or a preserved one (`preserve-lb-on-delete`) the CLB stays, and this is a note:
the server groups go, and the listeners with them where the CCM manages them.

The CCM looks for the CLB that the new revision names. Where the same change takes `loadbalancer-id` away, or names
another CLB, it does not find the old one, and all that the Service has there stays. Change the type first, and the
annotation in a change of its own.

```yaml bad
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
spec:
  type: ClusterIP  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: NodePort  # <- here (note)
  selector: {app: web}
  ports: [{port: 80}]
```

The id goes with the type:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: NodePort  # <- here (note)
  selector: {app: web}
  ports: [{port: 80}]
```

Where the clean-up cannot be done, the Service hangs: in a cluster that forbids public CLBs (`DisablePublicSLB`) the CCM
leaves a Service alone whose `address-type` is `internet` or absent, and with a malformed `vgroup-port` each try fails.

```yaml bad
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: ClusterIP  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: rsp-bp1cz8b2s1v6d}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: rsp-bp1cz8b2s1v6d}
spec:
  type: ClusterIP  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: ClusterIP
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

The controller of NLBs does the same. A preserved NLB loses every listener, those of the console included, and keeps its
server groups.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
  type: ClusterIP  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: ClusterIP  # <- here (note): all of its listeners go
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: ClusterIP  # <- here (note)
  selector: {app: web}
  ports: [{port: 80}]
```

An NLB of yours stays also where the id goes with the type: the CCM finds the server groups by their tags, and leaves
the back ends in groups of yours that the new revision does not name.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: ClusterIP  # <- here (note): the NLB stays, what this Service has on it goes
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-bp1cz8b2s1v6d:80"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: ClusterIP  # <- here (note): this Service's back ends in your server groups
  selector: {app: web}
  ports: [{port: 80}]
```

On an NLB of yours a preserved Service leaves its server groups behind, and its back ends in groups of yours:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-bp1cz8b2s1v6d:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-bp1cz8b2s1v6d:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: ClusterIP  # <- here (note): its back ends in yours
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/service_controller.go cleanupLoadBalancerResources; clbv1/model_applier.go deleteLoadBalancer;
nlbv2/model_applier.go:deleteLoadBalancer
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, rule
from clblint_changes._cleanup import SEEN, why
from clblint_changes._retyped import CASES


@rule("type-changed", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find a CLB whose Service becomes something else."""
    old, new, cleanup = change.old, change.new, change.cleanup
    if old is None or new is None or cleanup is None:
        return
    yield CASES[cleanup].at(
        new.service.type,
        because=[Reason(old.service.type, "LoadBalancer before the change"), *why(cleanup, old, new)],
        error=change.effect.error,
        seen=SEEN.get(cleanup) or "Normal TypeChanged, then Normal CleanLoadBalancer",
        fix="keep LoadBalancer; to keep the {kind}, set preserve-lb-on-delete in a change of its own first",
        subject="type",
        type=new.service.type.value,
        kind=change.kind,
    )
