"""Several access lists are given, and the declared CCM knows only one.

Before v2.11.1 the CCM hands the whole text of `acl-id` to the API as the id of one list, which does not exist.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.10.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1abcdefghijklmnopqr,acl-bp1bcdefghijklmnopqrs  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.12.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-bp1abcdefghijklmnopqr,acl-bp1bcdefghijklmnopqrs
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: CCM release notes, v2.11.1 (several access lists); SLB API, AclNotExist
"""  # noqa: E501 - a line of YAML with its mark

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, known_older, problem, rule
from clblint_listeners._options import given

_SEVERAL = "2.11.1"


@rule("acl-list-old-ccm", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="SP", when=("acl-id",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the list of lists."""
    lists = given(balancer, "acl-id")
    if lists is None or not balancer.manages_listeners:
        return
    if len([one for one in lists.value.split(",") if one.strip()]) <= 1:
        return
    version = balancer.cluster.ccm_version
    if version is None or not known_older(version, _SEVERAL):
        return
    yield problem(
        "acl-id names several access lists, which a CCM before v2.11.1 takes for the id of one",
        lists,
        because=[Reason(version, "the version declared for this cluster")],
        seen="SyncLoadBalancerFailed: AclNotExist",
        fix="merge the entries into one access list, or upgrade the CCM",
        subject="acl-id",
    )
