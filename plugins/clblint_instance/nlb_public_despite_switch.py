"""The cluster forbids public load balancers, and a public NLB is made all the same.

`DisablePublicSLB` in the cloud configuration holds back CLBs. The NLB controller does not look at it: a Service whose
`address-type` is `internet` or absent gets an NLB with public addresses.

```yaml bad
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: the only reader of the switch is clbv1/service_controller.go:reconcile
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, add, problem, replace, rule
from clblint_instance._network import is_internet


@rule(
    "nlb-public-despite-switch",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    evidence="SP",
    fix="unsafe",
    since="0.2",
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report what makes it public, or the Service."""
    disabled, annotations = balancer.cluster.disable_public_slb, balancer.annotations
    if not disabled.holds or not is_internet(balancer):
        return
    address, key = annotations.get("address-type"), annotations.key_of("address-type")
    yield problem(
        "the NLB is public, and the switch with which this cluster forbids that holds back CLBs only",
        address if address.present else balancer.service.name,
        because=[Reason(disabled, "declared for this cluster")],
        key=key,
        seen="no event: an NLB with public addresses",
        fix='set {key}: "intranet"',
        subject="address-type",
        edits=[replace(address, "intranet") if address.present else add("intranet", key, beside=balancer.zone_maps)],
    )
