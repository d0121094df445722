"""With `hostname` the Service shows a name and no address any more.

The status of the Service holds the name alone. Scripts and controllers that read `status.loadBalancer.ingress[].ip`
find nothing, and the name has to be in the DNS by your own doing. It is also a remedy: without an address in the status
kube-proxy no longer keeps traffic from inside the cluster away from the CLB.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: www.example.com  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/service_controller.go:updateServiceStatus
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, catalogue, is_placeholder, problem, rule


@rule("hostname-hides-ip", on=ClassicLoadBalancer, severity=Severity.NOTE, when=("hostname",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the host name."""
    hostname = balancer.annotations.get("hostname")
    if not hostname.is_set or is_placeholder(hostname.value):  # else placeholder-left
        return
    if hostname.readable and not catalogue().by_suffix("hostname").is_valid(hostname.value):
        return
    yield problem(
        "the Service shows the name {hostname} and no address, so whatever reads its IP finds none",
        hostname,
        hostname=hostname.value,
        seen="EXTERNAL-IP shows the name; status.loadBalancer.ingress[].ip is empty",
        fix="make sure that the name is in the DNS and that nothing needs the address, or remove hostname",
        subject="hostname",
    )
