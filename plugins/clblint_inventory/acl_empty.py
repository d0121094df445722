"""The access control list of the listeners is empty, so it holds nobody back.

CLB lets everything through where a list has no entry, be it a white list or a black one. What looks like protection is
an open port.

```yaml bad
# file: inventory.json
{"Acls": {"Acl": [{"AclId": "acl-2zeb3qcm8", "AclEntrys": {"AclEntry": []}}]}, "TotalCount": 1}
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
{"Acls": {"Acl": [
  {"AclId": "acl-2zeb3qcm8", "AclEntrys": {"AclEntry": [{"AclEntryIP": "192.0.2.0/24"}]}}
]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm8
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

The list of lists prints no entries, so nobody knows:

```yaml good
# file: inventory.json
{"Acls": {"Acl": [{"AclId": "acl-2zeb3qcm8"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm8
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: CCM annotations page, acl-status
"""

from __future__ import annotations

from clblint.api import EnforcedAcl, Problems, Reason, Severity, enforced_acls, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import AccessList


@rule("acl-empty", on=EnforcedAcl, severity=Severity.WARNING, evidence="I", when=("acl-id",))
def check(item: EnforcedAcl) -> Problems:
    """Report the item; of several lists, only if all are empty."""
    acl = _empty(item)
    if acl is None or not all(map(_empty, enforced_acls(item.balancer))):
        return
    yield problem(
        "access control list {id} is empty, and an empty list lets everybody through",
        item.at,
        because=[Reason(acl, "has no entry")],
        id=item.key,
        seen="no event: the listeners answer every address",
        key=item.balancer.annotations.key_of("acl-status"),
        fix='fill the list; if everybody is welcome, set {key}: "off" first, then remove the acl annotations',
        subject=item.key,
    )


def _empty(item: EnforcedAcl) -> AccessList | None:
    """The list as the inventory has it, if it has no entry."""
    acl = item.acl
    return acl if acl is not None and acl.entries == 0 else None
