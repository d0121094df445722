"""A Service with a CLB of the CCM's own is switched to a CLB of yours.

The CCM refuses to move a Service that has an address to a CLB with another one. Nothing is moved, and every sync ends
in an error. Where the check does not apply (`external-ip-type: eip`, or a status with a host name only), it passes,
and the CLB that the CCM had made is left behind: nobody deletes it, and it costs. This is a warning.

An id that is the Service's own CLB is refused, too; if the Service is deleted after that, the CLB stays for ever. To
move to a CLB of yours, make a second Service that reuses it.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: web.example.com
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa  # <- here (warning)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: web.example.com
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

With an NLB it is the same, but nothing passes the check: its status has a host name, which is compared.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go isLoadBalancerReusable; Alibaba Cloud, Considerations for CLB: a created CLB cannot
become a reused one; nlbv2/model_applier.go:isNLBReusable
"""

from __future__ import annotations

from clblint.api import N_, Case, Change, Problems, Reason, Severity, rule
from clblint_changes._bound import compares, waiver

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import LoadBalancer

_COMPARED = N_("Warning SyncLoadBalancerFailed: ... service has been associated with ip [...], cannot be bound to ...")
_APART = N_("take loadbalancer-id away again, make a second Service that reuses {after}, and move the traffic")
_REFUSED = Case(
    N_("loadbalancer-id is added to a Service whose CLB the CCM has made: every sync is refused"), _COMPARED, _APART
)
_REFUSED_NLB = Case(
    N_("loadbalancer-id is added to a Service whose NLB the CCM has made: every sync is refused"),
    N_("Warning SyncLoadBalancerFailed: ... can not be reused, ..."),
    _APART,
)
_LEFT = Case(
    "loadbalancer-id is added to a Service whose CLB the CCM has made: the Service moves to {after} and leaves that "
    "CLB behind",
    N_("no event: the CLB that the CCM made stays, and it costs"),
    N_(
        "take loadbalancer-id away again, and make a second Service that reuses {after}; or delete the CLB that the "
        "CCM made by hand, once the traffic has moved"
    ),
    Severity.WARNING,
)
_EITHER = Case(
    N_("loadbalancer-id is added to a Service whose CLB the CCM has made: it is refused, or that CLB is left behind"),
    _COMPARED,
    _APART,
)


@rule("lb-id-added", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find an id where the CCM had made the CLB."""
    edit, old, new = change.owner_edit, change.old, change.new
    if edit is None or not edit.added or old is None or new is None:
        return
    case, waived = _case(change, old, new), waiver(old, new)
    because = [Reason(edit.before, "without loadbalancer-id here the CCM made one")]
    if case is _LEFT and waived is not None:
        because.append(Reason(waived, "with this the CCM compares no address"))
    yield case.at(edit.at, because=because, subject="loadbalancer-id", before=edit.before.value, after=edit.after.value)


def _case(change: Change, old: LoadBalancer, new: LoadBalancer) -> Case:
    """After a revision that fails the status is unknown: an earlier one may have written it."""
    if change.kind == "NLB":
        return _REFUSED_NLB
    if old.refusal is None and compares(old, new):
        return _REFUSED
    is_open = old.refusal is not None or waiver(old, new) is None or bool(change.effect.error)
    return _EITHER if is_open else _LEFT
