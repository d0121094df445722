"""A bandwidth is set, but the load balancer is not billed by bandwidth.

The CCM sends changes of `bandwidth` only beside `charge-type: paybybandwidth`, exactly so, and billed by traffic the
API takes no notice of the number. The CLB has no limit where one was meant.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybytraffic
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Of a CLB that is reused the limit stays as it is:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-charge-type: paybybandwidth
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "100"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import PUBLIC, ClassicLoadBalancer, Problems, Reason, Severity, problem, remove, rule
from clblint_instance._instance_requests import is_asked


@rule("bandwidth-ignored", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("bandwidth",), fix="unsafe")
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the bandwidth."""
    bandwidth = balancer.annotations.get("bandwidth")
    if not is_asked(bandwidth) or balancer.address_type != PUBLIC:
        return
    charge = balancer.annotations.get("charge-type")
    if not charge.one_of("", "paybytraffic"):
        return
    as_it_is = balancer.is_reused and not charge.value  # what it is billed by is not asked for
    yield problem(
        "bandwidth {bandwidth} is set without charge-type paybybandwidth, so the reused CLB keeps the limit that it has"
        if as_it_is
        else "bandwidth {bandwidth} is set, but the CLB is billed by traffic, and no limit is applied",
        bandwidth.at_key,
        because=[]
        if as_it_is
        else [Reason(charge, "bills by traffic" if charge.present else "no charge-type here: paybytraffic")],
        bandwidth=bandwidth.value,
        seen="no event: ignored",
        fix="remove it, and set the limit where the CLB is looked after"
        if as_it_is
        else "remove it; CLBs that are billed by bandwidth have to be PayBySpec, which is not sold any more",
        subject="bandwidth",
        edits=[remove(bandwidth)],
    )
