"""An annotation that takes a Service away from the CLB controller stays in the manifest.

`service.beta.kubernetes.io/class` and `...-tunnel-type` tell the CLB controller to leave a Service alone. The NLB
controller goes by `spec.loadBalancerClass` and does not read them, so that they mislead whoever reads the manifest.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

On the NLB itself `clb-annotation-on-nlb` says it.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/class: ""  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/class: ""
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/service_utils.go:NeedCLB, NeedNLB
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_TAKES_AWAY = frozenset({"class", "tunnel-type"})
_CASE = Case("the NLB controller does not read {key}", "no event: ignored", "remove the line")


@rule("migrate-class-annotations", on=LostAnnotation, severity=Severity.NOTE, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report one that is there, even empty."""
    if lost.migration.is_planned and lost.suffix in _TAKES_AWAY:
        yield told_of(lost, _CASE)
