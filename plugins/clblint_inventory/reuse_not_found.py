"""The load balancer to reuse does not exist.

The inventory holds all CLBs, and none has this id. It may have been deleted, stand in another region or account, or be
misspelt. Every sync fails, and the Service never gets an address.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxya  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}]}, "TotalCount": 1}
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
```

The inventory is the first of two pages:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz"}]}, "TotalCount": 2, "PageNumber": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxya
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, "can not find loadbalancer"; CCM pkg/provider/alibaba/slb/loadbalancer.go
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, catalogue, problem, rule


@rule("reuse-not-found", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="I", when=("id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id; one that is none is invalid-annotation-value."""
    inventory, named = balancer.inventory, balancer.reuses
    if inventory is None or not named.readable or not catalogue().by_suffix("id").is_valid(named.value):
        return
    if inventory.clbs.lacks(named.value):
        yield problem(
            "no CLB of the inventory has the id {id}, so there is nothing to reuse and every sync fails",
            named,
            id=named.value,
            count=len(inventory.clbs),
            seen='SyncLoadBalancerFailed: "The specified LoadBalancerId does not exist"',
            fix="name a CLB that exists in the region of the cluster (the inventory holds {count}), or remove the id "
            "and let the CCM create one",
            subject="id",
        )
