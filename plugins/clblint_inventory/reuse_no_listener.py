"""No listener of the reused load balancer sends to the Service.

Without `force-override-listeners` the CCM makes a server group for each port and no listener. The inventory shows all
listeners of the CLB, and none uses a group of this Service: nothing reaches it, while the events tell of success.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "http",
  "VServerGroupId": "rsp-other"}], "TotalCount": 1}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "k8s/30080/web/default/c1234567890abcdef"},
  {"VServerGroupId": "rsp-other", "VServerGroupName": "other"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
spec:
  type: LoadBalancer
  ports: [{port: 80, nodePort: 30080}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "http",
  "VServerGroupId": "rsp-2zeb3qcm8"}], "TotalCount": 1}
{"VServerGroups": {"VServerGroup": [
  {"VServerGroupId": "rsp-2zeb3qcm8", "VServerGroupName": "k8s/30080/web/default/c1234567890abcdef"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
spec:
  type: LoadBalancer
  ports: [{port: 80, nodePort: 30080}]
```

A listener may use a group that the inventory does not name:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "http",
  "VServerGroupId": "rsp-2zeb3qcm8"}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
spec:
  type: LoadBalancer
  ports: [{port: 80, nodePort: 30080}]
```

Sources: ACK Service FAQ, no listener when an existing CLB is reused; clbv1/model_applier.go:Apply
"""

from __future__ import annotations

from clblint.api import N_, ClassicLoadBalancer, Problems, Reason, Severity, problem, reaching, rule
from clblint_inventory._inventory_texts import taken


@rule("reuse-no-listener", on=ClassicLoadBalancer, severity=Severity.WARNING, evidence="I", when=("id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the id."""
    clb, override = taken(balancer), balancer.annotations.get("force-override-listeners")
    if clb is None or balancer.manages_listeners or not balancer.force_override.is_empty or not balancer.service.ports:
        return
    if reaching(balancer) is False:
        why = N_("listeners are left alone") if override.present else N_("no force-override-listeners here")
        yield problem(
            "no listener of CLB {id} sends to this Service, and the CCM makes none: nothing reaches it"
            if clb.listeners
            else "CLB {id} has no listener, and the CCM makes none: nothing reaches this Service",
            balancer.reuses,
            because=[Reason(override, why)],
            id=clb.id.value,
            key=balancer.annotations.key_of("force-override-listeners"),
            seen="EnsuredLoadBalancer, as if all were well; no port of the CLB leads to the Service",
            fix="create a listener that sends to the server group of the Service, or, if its ports are free on the "
            'CLB, set {key}: "true"',
            subject="force-override-listeners",
        )
