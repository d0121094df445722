"""An NLB checks the back ends of a UDP port by TCP.

A CLB checks UDP listeners by UDP. An NLB checks the back ends of each port by TCP unless it is told otherwise, and
back ends that listen on UDP only get no traffic. `health-check-flag: "off"` switches the checks off,
`health-check-type: udp` beside the flag checks by UDP; both are for all ports of the Service.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
    - {port: 53, protocol: UDP}  # <- here
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-switch: "off"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 53, protocol: UDP}]
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: udp
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 53, protocol: UDP}]
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: Alibaba Cloud, NLB, health checks of UDP server groups; pkg/controller/service/nlbv2/server_groups.go
"""

from __future__ import annotations

from clblint.api import Case, MovedListener, Problems, Severity, rule

_CASE = Case(
    "port {port} is of UDP, and an NLB checks its back ends by TCP",
    "no event: back ends that answer on UDP only count as down",
    'set health-check-flag: "off", or "on" with health-check-type: udp, in a Service for UDP ports alone',
)


@rule(
    "migrate-udp",
    on=MovedListener,
    severity=Severity.WARNING,
    since="0.2",
    about=("health-check-flag", "health-check-switch"),
)
def check(moved: MovedListener) -> Problems:
    """Report a UDP listener that is checked, while the move is planned."""
    was = moved.migration.was
    if moved.new is not None or not moved.was("udp") or was("health-check-type").may_be("udp"):
        return
    if was("health-check-switch").is_not("off") and was("health-check-flag").is_not("off"):
        port = moved.old.port
        yield _CASE.at(port, subject=f"port {port.value}", port=port.value)
