"""The address of an EIP is to be shown, and no EIP is bound to the load balancer.

With `external-ip-type: eip` the status of the Service lists the EIPs of the CLB. Where there is none, the CCM writes a
warning at every sync and shows the private address instead.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "intranet"}]}}
{"EipAddresses": {"EipAddress": [{"IpAddress": "198.51.100.7", "InstanceId": "lb-other"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "AddressType": "intranet"}]}}
{"EipAddresses": {"EipAddress": [
  {"IpAddress": "198.51.100.7", "InstanceId": "lb-2zeb3qcm8q2x0t1b0jxyz"}
]}, "TotalCount": 1}
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
```

Sources: service_controller.go:setEIPAsExternalIP
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule


@rule("eip-missing", on=ClassicLoadBalancer, severity=Severity.WARNING, evidence="I", when=("external-ip-type",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the annotation; where a host name hides it, or the CLB is public, it is external-ip-type-no-effect."""
    kind, hostname = balancer.annotations.get("external-ip-type"), balancer.annotations.get("hostname")
    inventory, clb = balancer.inventory, balancer.current
    if not kind.is_("eip") or inventory is None or clb is None or not hostname.is_empty:
        return
    if balancer.annotations.get("address-type").value == "internet" or not inventory.eips.lacks(clb.id.value):
        return
    yield problem(
        "no EIP of the inventory is bound to CLB {id}, so there is none to show",
        kind,
        because=[Reason(clb.id, "the CLB of the Service")],
        id=clb.id.value,
        seen='FailedSetEIPAddress: "get eip error, set external ip to slb ip"; EXTERNAL-IP is the address of the CLB',
        fix="bind an EIP to {id}, or remove the annotation",
        subject="external-ip-type",
    )
