"""A Service that has an address already is to reuse another load balancer.

The CCM does not move a Service from one CLB to another: as long as its status lists an address that is not that of the
CLB to reuse, every sync fails, and the old CLB stays in use.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.0.2.20"}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.10}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.0.2.20"}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.20}]
```

With `external-ip-type: eip` the status shows the address of an EIP:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Address": "192.0.2.20"}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 198.51.100.7}]
```

Sources: clbv1/model_applier.go:isLoadBalancerReusable
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_inventory._there import taken


@rule("reuse-bound-service", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="I", when=("id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id; an address that is a host name, or of an EIP, is not compared."""
    clb, shown = taken(balancer), balancer.service.status_ips
    kind = balancer.annotations.get("external-ip-type")
    if clb is None or not clb.address.value or not shown or kind.may_be("eip"):
        return
    if not all(address.readable and address.is_not(clb.address.value) for address in shown):
        return
    yield problem(
        "the Service has the address {old}, and CLB {id} has {new}: the CCM does not move a Service to another CLB",
        balancer.reuses,
        because=[Reason(shown[0], "the address that it has"), Reason(clb.address, "the address of the CLB")],
        old=", ".join(address.value for address in shown),
        new=clb.address.value,
        id=clb.id.value,
        seen='SyncLoadBalancerFailed: "alicloud: the loadbalancer {id} can not be reused, service has been associated '
        'with ip [{old}], cannot be bound to ip [{new}]"',
        fix="create another Service that reuses {id}, move the clients over, and delete this one",
        subject="id",
    )
