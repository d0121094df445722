"""The id of the reused CLB is taken away.

Without the id the CCM looks for a CLB of its own, finds none, and ends in an error at every sync, since the Service
still lists an address. The reused CLB keeps its listeners and server groups, and deleting the Service after that
cleans nothing up. Delete the Service while it still has the id, and make it anew without.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

An NLB is looked for in the same way. Without `zone-maps` the CCM gives up before that: `nlb-zone-maps-missing`.

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
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go Find; clbv1/model_applier.go applyLoadBalancer;
nlbv2/model_applier.go:prepareLoadBalancer
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule


@rule("lb-id-removed", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find an id that is gone."""
    edit = change.owner_edit
    if edit is None or not edit.removed or change.new is None or (change.kind == "NLB" and change.new.refusal):
        return
    yield problem(
        "loadbalancer-id {before} is taken away: the CCM finds no {kind} any more, and never cleans {before} up",
        edit.at,
        because=[Reason(edit.before, "reused before")],
        seen="Warning SyncLoadBalancerFailed: ... can not find loadbalancer, but it's defined in service [...]",
        fix="put {before} back; to leave it, delete the Service first and make it anew",
        subject="loadbalancer-id",
        before=edit.before.value,
        after=edit.after.value,
        kind=change.kind,
    )
