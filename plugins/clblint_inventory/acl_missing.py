"""The access control list of the listeners does not exist.

The inventory holds all access control lists, and none has this id. The listeners are not created, or stay as they are.

```yaml bad
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm9  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"Acls": {"Acl": [{"AclId": "acl-2zeb3qcm8"}, {"AclId": "acl-2zeb3qcm9"}]}, "TotalCount": 2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm8,acl-2zeb3qcm9
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

On a reused CLB whose listeners are left alone nobody reads it:

```yaml good
# file: inventory.json
{"Acls": {"Acl": [{"AclId": "acl-2zeb3qcm8"}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm9
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: CLB API, AclNotExist
"""

from __future__ import annotations

from clblint.api import EnforcedAcl, Problems, Severity, problem, rule


@rule("acl-missing", on=EnforcedAcl, severity=Severity.ERROR, evidence="I", when=("acl-id",))
def check(item: EnforcedAcl) -> Problems:
    """Report the item; one with blanks around it is value-whitespace."""
    if item.is_missing and item.key == item.key.strip():
        yield problem(
            "no access control list of the inventory has the id {id}, so the listeners cannot be created with it",
            item.at,
            id=item.key,
            seen="SyncLoadBalancerFailed: AclNotExist",
            fix="name a list that exists in the region of the cluster",
            subject=item.key,
        )
