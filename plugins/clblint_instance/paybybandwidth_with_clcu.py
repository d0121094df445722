"""A load balancer that is billed by use is asked to bill its traffic by bandwidth.

A PayByCLCU instance takes `paybytraffic` only, and the API refuses to create it otherwise. As of CCM v2.12.1 an absent
`instance-charge-type` means PayByCLCU, so manifests that were right for years fail for every new Service.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayByCLCU
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayByCLCU
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybytraffic
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An older CCM still asks for PayBySpec where nothing is said:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A CLB that exists is paid for as it was when it was made:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.10}]
```

Sources: SLB API, Instance.InternetChargeTypeNotAllowed; clbv1/loadbalancer.go:setModelDefaultValue; CCM release notes,
v2.12.1
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_instance._instance_requests import why_by_use


@rule("paybybandwidth-with-clcu", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="SP", when=("charge-type",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the way of billing."""
    charge = balancer.creation.refused_charge
    by_use = balancer.creation.billed_by_use if charge is not None else None
    if charge is None or by_use is None:
        return
    yield problem(
        "charge-type is paybybandwidth, and a PayByCLCU instance takes paybytraffic only: the API refuses to create it",
        charge,
        because=[why_by_use(by_use)],
        key=balancer.annotations.key_of("charge-type"),
        seen="SyncLoadBalancerFailed with the API's Instance.InternetChargeTypeNotAllowed; EXTERNAL-IP stays pending",
        fix='set {key}: "paybytraffic" and remove bandwidth (PayBySpec has not been sold since 2025-06-01); '
        "if the CCM is older than v2.12.1, declare ccm-version in .clblint.yaml",
        subject="charge-type",
    )
