"""The load balancer to reuse does not exist.

The inventory holds all CLBs, or all NLBs, and none has this id. It may have been deleted, stand in another
region or account, or be misspelt. Every sync fails, and the Service never gets an address.

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

An NLB is looked for among the NLBs:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz"}], "TotalCount": 1}
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxya  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz"}], "TotalCount": 1}
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
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, "can not find loadbalancer"; CCM pkg/provider/alibaba/slb/loadbalancer.go;
pkg/provider/alibaba/nlb/loadbalancer.go:FindNLB
"""

from __future__ import annotations

from clblint.api import Case, LoadBalancer, Problems, Severity, catalogue, rule

_CASES = {
    "CLB": Case(
        "no CLB of the inventory has the id {id}, so there is nothing to reuse and every sync fails",
        'SyncLoadBalancerFailed: "The specified LoadBalancerId does not exist"',
        "name a CLB that exists in the region of the cluster (the inventory holds {count}), or remove the id and let "
        "the CCM create one",
    ),
    "NLB": Case(
        "no NLB of the inventory has the id {id}, so there is nothing to reuse and every sync fails",
        'SyncLoadBalancerFailed: "get nlb attribute from cloud error: ..."',
        "name an NLB that exists in the region of the cluster (the inventory holds {count}), or remove the id and "
        "write zone-maps, so that the CCM creates one",
    ),
}


@rule("reuse-not-found", on=LoadBalancer, severity=Severity.ERROR, evidence="I", when=("id",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the id; one that is none is invalid-annotation-value."""
    printed, named, kind = balancer.printed, balancer.reuses, balancer.kind
    if printed is None or not named.readable or not catalogue().by_suffix("id").is_valid(named.value, kind.lower()):
        return
    if printed.lacks(named.value):
        yield _CASES[kind].at(named, id=named.value, count=len(printed), subject="id")
