"""A Service without a class gets a CLB, while the CLBs of this cluster are to move to NLBs.

Since 2025-09-11 the console of ACK makes NLBs of new Services. What is applied with kubectl gets a CLB unless it has a
class: the CCM has no switch for that. Where the profile of the cluster says `migrate-to: nlb`, each such Service is one
more to move, and a class can only be given to a new one.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
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
  ports: [{port: 80}]
```

Sources: ACK product change 2931591, CLB to NLB in the console; pkg/controller/helper/service_utils.go:NeedNLB
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule


@rule(
    "nlb-console",
    on=ClassicLoadBalancer,
    severity=Severity.NOTE,
    evidence="SP",
    since="0.2",
    when=("cluster.migrate-to",),
)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report what makes the Service a CLB."""
    wanted = balancer.cluster.declared.migrate_to
    if wanted is None or not wanted.is_("nlb"):
        return
    yield problem(
        "this Service gets a CLB, and the CLBs of this cluster are to become NLBs",
        balancer.handled_by,
        because=[Reason(wanted, "declared for this cluster")],
        seen="nothing: kubectl makes a CLB where the console makes an NLB",
        fix="give the Service loadBalancerClass: alibabacloud.com/nlb and zone-maps, if it is new",
        subject="loadBalancerClass",
    )
