"""A Service that reuses a CLB shows the EIP of it no more.

With `external-ip-type: eip` the status of the Service lists the EIP, and the CCM does not compare it with the CLB.
Without it the CCM compares, finds the address of the EIP in the status and another one at the CLB, and takes the CLB
for the wrong one: every sync ends in an error, and nothing of the Service is kept up to date any more.

Keep the annotation. If the address of the CLB itself is wanted, clear `status.loadBalancer` of the Service in the same
step (`kubectl edit --subresource=status`), so that there is nothing to compare with. A Service whose CLB the CCM made
is not compared, and one with a host name (`hostname`) lists no address.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

The inventory says that the CLB has an EIP:

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.168.0.7"}]}}
{"EipAddresses": {"EipAddress": [
  {"IpAddress": "198.51.100.7", "InstanceId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}, "TotalCount": 1}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: ""  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

It has none, so that the status lists the address of the CLB:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "198.51.100.9"}]}}
{"EipAddresses": {"EipAddress": []}, "TotalCount": 0}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

The CCM made the CLB:

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
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
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go isLoadBalancerReusable; clbv1/service_controller.go updateServiceStatus
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule


@rule("external-ip-type-removed", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find a reused CLB whose Service still lists its EIP."""
    edit = change.edit("external-ip-type")
    if edit is None or edit.before.value != "eip" or change.both is None:
        return
    old, new = change.both
    if not new.is_reused or not old.lists_eip:
        return
    yield problem(
        "external-ip-type is not eip any more: the status lists the EIP, and the CCM takes the CLB for the wrong one",
        edit.at,
        because=[Reason(edit.before, "the status lists the EIP since then")],
        seen="Warning SyncLoadBalancerFailed: ... service has been associated with ip [...], cannot be bound to ...",
        fix='keep "eip", or clear status.loadBalancer of the Service in the same step',
        subject="external-ip-type",
    )
