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

Sources: clbv1/listeners.go buildActionsForListeners; clbv1/model_applier.go cleanup
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("port-removed", on=Change, severity=Severity.NOTE, evidence="O", page=__doc__)
def check(change: Change) -> Iterator[Problem]:
    """Find ports that are not there any more."""
    if change.both is None:
        return
    old, new = change.both
    there = {listener.port.value for listener in new.listeners}
    if not all(listener.port.known for listener in new.listeners):
        return
    gone = {listener.port.value: listener for listener in old.listeners if listener.port.value not in there}
    for number, listener in gone.items():
        yield problem(
            "port {port} is gone: its listener is deleted, and its server group"
            if new.manages_listeners
            else "port {port} is gone: its server group is deleted, unless a listener of the console still uses it",
            new.service.port_list.at_key,
            because=[Reason(listener.port, "the port before the change")],
            seen="connections to port {port} are refused"
            if new.manages_listeners
            else "Warning SyncLoadBalancerFailed: cleanup lb error: ... RspoolVipExist, if one uses it",
            fix="nothing, if nobody uses the port any more",
            subject=f"port {number}",
            port=number,
        )
