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

An NLB's groups are called `k8s.<port>.<protocol>.<Service>.<namespace>.<cluster id>`, and may have 128 characters:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: a-service-with-a-name-of-sixty-three-characters-which-is-the-most  # <- here
  namespace: and-a-namespace-with-quite-a-long-name
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: checkout-frontend-with-a-long-name
  namespace: team-payments-production-europe
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: pkg/model/vgroup.go:VGroupNamedKey; SLB API, CreateVServerGroup (1 to 80 characters);
Services in public manifests that the CCM has synced
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Severity, problem, rule

_LIMITS = {"CLB": 80, "NLB": 128}


@rule("service-name-long", on=LoadBalancer, severity=Severity.PEDANTIC)
def check(balancer: LoadBalancer) -> Problems:
    """Report the name of the Service."""
    name, limit = balancer.service.built_name, _LIMITS[balancer.kind]
    lengths = [(group, group.least_name_length) for group in balancer.server_groups]
    too_long = [length for group, length in lengths if length > limit and group.vgroup_id.is_empty]
    if not too_long or not name.readable or not balancer.back_ends.mode.holds:
        return
    length = max(too_long)
    yield problem(
        "the name of a server group of this Service has {length} characters or more, and the API documents {limit}",
        name,
        length=length,
        limit=limit,
        seen="SyncLoadBalancerFailed with the API's parameter error, if the limit is enforced",
        fix="shorten the name of the Service or of its namespace by {more}",
        more=length - limit,
        subject="metadata.name",
    )
