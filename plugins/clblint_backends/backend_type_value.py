"""`backend-type` is neither `eni` nor `ecs`.

Only the text `eni`, exactly so, makes pods the back ends. Anything else that is not empty means nodes, also where pods
are the default of the cluster: `ENI` puts nodes behind the CLB without a word.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: ENI  # <- here
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
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/backend-type: ecs
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

So it is behind an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: ENI  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/service_utils.go:IsENIBackendType
"""

from __future__ import annotations

from clblint.api import N_, LoadBalancer, Problems, Severity, is_quoted, problem, problem_of_quotes, replace, rule


@rule("backend-type-value", on=LoadBalancer, severity=Severity.WARNING, when=("backend-type",), fix="unsafe")
def check(balancer: LoadBalancer) -> Problems:
    """Report a value that means nodes by accident; blanks around a right one are another rule's matter."""
    kind = balancer.annotations.get("backend-type")
    if not kind.readable or kind.value.strip() in {"", "eni", "ecs"}:
        return
    if is_quoted(kind):
        yield from problem_of_quotes(
            kind,
            "backend-type",
            comes_of_it=N_("it means nodes, for only eni makes pods the back ends"),
            seen="no event: the server groups hold nodes",
        )
        return
    meant = kind.value.strip().lower()
    yield problem(
        "backend-type is {value}, which means nodes: only eni in lower case makes pods the back ends",
        kind,
        value=kind.value,
        seen="no event: the server groups hold nodes",
        fix='write "eni" for pods or "ecs" for nodes',
        subject="backend-type",
        edits=[replace(kind, meant)] if meant in {"eni", "ecs"} else [],
    )
