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

Of an NLB the host name is compared, so a status with an address, copied from elsewhere, is in its way, too:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "DNSName": "nlb-2zeb3qcm8q2x0t1b0jxyz.cn-hangzhou.nlb.aliyuncsslb.com"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{hostname: nlb-other.cn-hangzhou.nlb.aliyuncsslb.com}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "DNSName": "nlb-2zeb3qcm8q2x0t1b0jxyz.cn-hangzhou.nlb.aliyuncsslb.com"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.10}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz",
  "DNSName": "nlb-2zeb3qcm8q2x0t1b0jxyz.cn-hangzhou.nlb.aliyuncsslb.com"}]}
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
status:
  loadBalancer:
    ingress: [{hostname: nlb-2zeb3qcm8q2x0t1b0jxyz.cn-hangzhou.nlb.aliyuncsslb.com}]
```

Sources: clbv1/model_applier.go:isLoadBalancerReusable; nlbv2/model_applier.go:isNLBReusable
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_inventory._inventory_texts import taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import NetworkLoadBalancer


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


@check.also(on="NetworkLoadBalancer")
def check_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report the id; an entry of the status without a host name has the empty one."""
    nlb, shown = taken(balancer), balancer.service.status_hostnames
    if nlb is None or not nlb.dns_name.value or not shown or any(name.may_be(nlb.dns_name.value) for name in shown):
        return
    yield problem(
        "the Service has the host name {old}, and NLB {id} has {new}: the CCM does not move a Service to another NLB"
        if any(name.value for name in shown)
        else "the Service has an address and no host name, and NLB {id} has {new}: the CCM does not move it to the NLB",
        balancer.reuses,
        because=[Reason(shown[0], "what it has"), Reason(nlb.dns_name, "the host name of the NLB")],
        old=" ".join(name.value for name in shown),
        new=nlb.dns_name.value,
        id=nlb.id.value,
        seen='SyncLoadBalancerFailed: "the loadbalancer {id} can not be reused, service has been associated with '
        'dnsname [{old}], cannot be bound to dnsname [{new}]"',
        fix="create another Service that reuses {id}, move the clients over, and delete this one",
        subject="id",
    )
