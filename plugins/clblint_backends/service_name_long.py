"""The names of the Service and its namespace are too long for the name of a server group.

The CCM calls a group `k8s/<port>/<Service>/<namespace>/<cluster id>`, and the documentation allows 80 characters: some
35 for Service and namespace together. Groups with 83 are known to work, and from which length on the API refuses them
is not, so this is advice, which `--pedantic` shows.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: recommendations-for-returning-customers  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: recommendations
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Groups of your own have names already:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: recommendations-for-returning-customers
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/model/vgroup.go:VGroupNamedKey; SLB API, CreateVServerGroup (1 to 80 characters);
Services in public manifests that the CCM has synced
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problems, Severity, problem, rule
from clblint_backends._back_ends import mode_of

if TYPE_CHECKING:
    from clblint.api import ServerGroup

_LIMIT, _CLUSTER_ID = 80, 33
_ENOUGH = 25  # whatever the port is called, shorter names fit
_NODE_PORT = 30000
_SHORTEST = "-"  # a namespace that is not written has one character at least


@rule("service-name-long", on=LoadBalancer, severity=Severity.PEDANTIC)
def check(balancer: LoadBalancer) -> Problems:
    """Report the name of the Service."""
    name, namespace = balancer.service.built_name, balancer.service.namespace or _SHORTEST
    if len(name.value) + len(namespace) <= _ENOUGH or not name.readable or mode_of(balancer.back_ends) is None:
        return
    ports = [_port(group) for group in balancer.server_groups if group.vgroup_id.is_empty]
    length = max((len(f"k8s/{port}/{name.value}/{namespace}/") + _CLUSTER_ID for port in ports), default=0)
    if length <= _LIMIT:
        return
    yield problem(
        "the name of a server group of this Service has {length} characters or more, and the API documents {limit}",
        name,
        length=length,
        limit=_LIMIT,
        seen="SyncLoadBalancerFailed with the API's parameter error, if the limit is enforced",
        fix="shorten the name of the Service or of its namespace by {more}",
        more=length - _LIMIT,
        subject="metadata.name",
    )


def _port(group: ServerGroup) -> str:
    """The port in the name of a group; a node port that the API server picks has five digits."""
    return str(group.back_end_port.value or _NODE_PORT)
