"""A port of a load balancer is removed.

The CCM deletes the listener and the server group of the port: clients that use it are cut off. On a CLB of yours
whose listeners it does not manage, only the group is deleted, which the API refuses while a listener of the console
uses it (RspoolVipExist).

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:  # <- here
  - {name: https, port: 443}
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
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: https, port: 443}, {name: http, port: 80}]
```

A server group of yours stays, and so does one that another port sends to: that of pods is named by their port, which
several listeners may share. Where that cannot be known, nothing is said of the group.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/backend-type: eni}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/backend-type: eni}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:  # <- here
  - {port: 8080, targetPort: 8080}
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/backend-type: eni}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: 8080}, {name: https, port: 443, targetPort: 8443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/backend-type: eni}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:  # <- here
  - {name: https, port: 443, targetPort: "${PORT}"}
```

A port of another number with the same name keeps the node port, and so the server group of the nodes: the API server
gives it the node port that the name had, if none is written down.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:  # <- here (note): its listener is deleted
  - {port: 81, targetPort: 8080}
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: 8080}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:  # <- here (note): its listener is deleted, and its server group
  - {name: admin, port: 81, targetPort: 8080}
```

TCP and UDP ports of one number are two ports, and another protocol on a number is `protocol-changed`:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  type: LoadBalancer
  selector: {app: dns}
  ports: [{name: tcp, port: 53}, {name: udp, port: 53, protocol: UDP}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  type: LoadBalancer
  selector: {app: dns}
  ports:  # <- here
  - {name: tcp, port: 53}
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  type: LoadBalancer
  selector: {app: dns}
  ports: [{port: 53}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  type: LoadBalancer
  selector: {app: dns}
  ports: [{port: 53, protocol: UDP}]
```

On an NLB the listener goes in the same way. Groups of a reused NLB whose listeners are not managed are
`nlb-groups-under-foreign-listeners`.

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
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
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
  ports:  # <- here
  - {name: https, port: 443}
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
  ports: [{name: http, port: 80}, {name: https, port: 443}]
# file: service.yaml
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
  ports:
  - {name: https, port: 443}
```

Sources: clbv1/listeners.go buildActionsForListeners; clbv1/model_applier.go cleanup;
nlbv2/model_applier.go:buildActionsForListeners; kubernetes: pkg/registry/core/service/storage, patchAllocatedValues
"""

from __future__ import annotations

from clblint.api import N_, Case, Problems, Reason, RemovedPort, Severity, rule

# By whether the CCM manages the listeners, and whether it deletes the server group.
_CASES = {
    (True, True): Case(
        N_("port {port} is gone: its listener is deleted, and its server group"),
        N_("connections to port {port} are refused"),
    ),
    (True, False): Case(
        N_("port {port} is gone: its listener is deleted"),
        N_("connections to port {port} are refused"),
    ),
    (False, True): Case(
        N_("port {port} is gone: its server group is deleted, unless a listener of the console still uses it"),
        N_("Warning SyncLoadBalancerFailed: cleanup lb error: ... RspoolVipExist, if one uses it"),
    ),
}


@rule("port-removed", on=RemovedPort, severity=Severity.NOTE, evidence="O", since="0.2")
def check(removed: RemovedPort) -> Problems:
    """Find ports that are not there any more."""
    managed = removed.new.manages_listeners
    case = _CASES.get((managed, _is_deleted(removed)))
    if case is None or (removed.new.kind == "NLB" and not managed):  # nlb-groups-under-foreign-listeners
        return
    yield case.at(
        removed.new.service.port_list.at_key,
        because=[Reason(removed.listener.port, "the port before the change")],
        fix="nothing, if nobody uses the port any more",
        subject=f"port {removed.port}",
        port=removed.port,
    )


def _is_deleted(removed: RemovedPort) -> bool:
    """Whether a group is known to go: not one of the user's, of another port, too, or of an NLB that is preserved."""
    group, new = removed.listener.server_group, removed.new
    if not group.vgroup_id.is_empty or (new.kind == "NLB" and not new.preserved.is_(False)):
        return False
    return removed.group_stays is False
