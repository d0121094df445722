"""The kind of back ends changes between nodes and pods.

Server groups of nodes and of pods have different names. The CCM makes new groups, points the listeners at them, and
deletes the old ones: connections through the old back ends are cut.

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
  annotations:
    service.beta.kubernetes.io/backend-type: eni  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

It is the same for an NLB.

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
    service.beta.kubernetes.io/backend-type: eni  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
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
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

In server groups of yours only the back ends are exchanged:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1aaaa:80"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1aaaa:80"
    service.beta.kubernetes.io/backend-type: eni  # <- here (note): pods: connections are cut
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go getVGroupNamedKey; clbv1/model_applier.go cleanup
"""

from __future__ import annotations

from clblint.api import N_, Change, Problems, Reason, Severity, problem, rule

_GROUPS_MADE = N_("the back ends change between nodes and pods: new server groups are made, connections are cut")
_SAME_GROUPS = N_("the back ends change between nodes and pods: connections are cut")


@rule("backend-type-changed", on=Change, severity=Severity.NOTE, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find back ends of another kind."""
    pairs = [pair for pair in change.ports if pair.old.server_group.mode.holds and pair.new.server_group.mode.holds]
    if not pairs or pairs[0].old.server_group.on_pods == pairs[0].new.server_group.on_pods or change.pair is None:
        return
    if change.kind == "NLB" and not change.pair[1].manages_listeners:  # nlb-groups-under-foreign-listeners
        return
    before, after = (side.annotations.get("backend-type") for side in change.pair)
    yield problem(
        _GROUPS_MADE if change.makes_groups else _SAME_GROUPS,
        after,
        because=[Reason(before, "the back ends before the change")],
        seen="Normal EnsuredLoadBalancer after a short disturbance",
        fix="nothing, if it is meant: do it when little traffic runs",
        subject="backend-type",
    )
