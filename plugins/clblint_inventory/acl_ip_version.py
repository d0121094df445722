"""The access control list is for another IP version than the load balancer.

A list holds IPv4 or IPv6 addresses, and an IPv4 CLB takes lists of the one kind only.

```yaml bad
# file: inventory.json
{"Acls": {"Acl": [{"AclId": "acl-2zeb3qcm8", "AddressIPVersion": "ipv6"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm8  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"Acls": {"Acl": [{"AclId": "acl-2zeb3qcm8", "AddressIPVersion": "ipv6"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm8
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: CLB API, IpVersionConflict
"""

from __future__ import annotations

from clblint.api import EnforcedAcl, Problems, Reason, Severity, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicLoadBalancer, Fact


@rule("acl-ip-version", on=EnforcedAcl, severity=Severity.ERROR, evidence="I", when=("acl-id",))
def check(item: EnforcedAcl) -> Problems:
    """Report the item; the version is that of the CLB that is reused, else the one that is asked for."""
    version, there = _version(item.balancer), item.acl.get("AddressIPVersion") if item.acl is not None else None
    if (
        there is None
        or there.value.lower() in {"", version.meaning or "ipv4"}
        or not version.one_of("", "ipv4", "ipv6")
    ):
        return
    yield problem(
        "access control list {id} is for {there}, and the CLB is {wanted}: the listeners cannot have it",
        item.at,
        because=[Reason(there, "the version of the list"), Reason(version, "the version of the CLB")],
        id=item.key,
        there=there.value,
        wanted=version.meaning or "ipv4",
        seen="SyncLoadBalancerFailed: IpVersionConflict",
        fix="name a list for {wanted}",
        subject=item.key,
    )


def _version(balancer: ClassicLoadBalancer) -> Fact[str]:
    asked = balancer.annotations.get("ip-version")
    there = balancer.existing.get("AddressIPVersion") if balancer.existing is not None else asked
    return there if there.present else asked
