"""A load balancer loses what would keep it when its Service is deleted.

`preserve-lb-on-delete` has to be there at the moment of the deletion. Without it, the next deletion of the Service,
or a change of its type, deletes the CLB and its public address with it.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:  # <- here
  name: web
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
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
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go deleteLoadBalancer
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule


@rule("preserve-removed", on=Change, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find a CLB that is preserved no more."""
    old, new = change.old, change.new
    if old is None or new is None or not old.handled_by.one_of("clb", "nlb") or new.is_reused or old.is_reused:
        return
    before, after = old.preserved, new.preserved
    if before.is_set and after.is_empty:
        yield problem(
            "preserve-lb-on-delete is gone: a deletion of the Service takes the {kind} and its address with it",
            after,
            because=[Reason(before, "preserved before the change")],
            seen="Normal CleanLoadBalancer when the Service is deleted",
            fix="put preserve-lb-on-delete back if the address has to outlive the Service",
            subject="preserve-lb-on-delete",
            kind=old.kind,
        )
