"""An annotation that only the CLB controller reads stands on a Service that becomes an NLB.

With `spec.loadBalancerClass: alibabacloud.com/nlb` the NLB controller takes the Service. It has no specifications,
vSwitch ids, access control lists, cookies or redirections, and ignores the annotations for them. What comes nearest:

- `vswitch-id`, `master-zoneid`, `slave-zoneid`, `ip`, `external-ip-type`: `zone-maps`, two of zone:vSwitch:address:EIP
- `bandwidth`: `bandwidth-package-id`
- `acl-id`, `acl-status`, `acl-type`: `security-group-ids` that deny, or `spec.loadBalancerSourceRanges`
- `domain-extensions`: `additional-cert-ids`
- `persistence-timeout`: `scheduler: sch`
- `established-timeout`: `idle-timeout`
- `http2-enabled`: `alpn` and `alpn-policy`
- `health-check-switch`, `health-check-timeout`: `health-check-flag`, `health-check-connect-timeout`
- `xforwardedfor-proto` and its like: `preserve-client-ip`; for tcpssl listeners `proxy-protocol`
- `hostname`: a CNAME record of your own

The rest has no counterpart: requests are redirected, and cookies read, by an Ingress. The annotations `class` and
`tunnel-type` take a Service away from the CLB controller alone.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/class: nlb  # <- here (note)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "600"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

In values of a chart the class beside the annotations counts, or the one in `spec` beside them:

```yaml bad
controller:
  service:
    loadBalancerClass: alibabacloud.com/nlb
    annotations:
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-bp1abcdefg  # <- here
```

```yaml good
controller:
  service:
    annotations:
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-bp1abcdefg
  admission:
    loadBalancerClass: alibabacloud.com/nlb
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

(`nlb-protection-unread` says what comes of `delete-protection`.)

Sources: pkg/controller/service/nlbv2/loadbalancer.go and listeners.go, which look none of these up
"""

from __future__ import annotations

from clblint.api import N_, Annotation, Problems, Reason, Severity, catalogue, fate_of, problem, rule
from clblint_annotations._readers import TYPE_KEY, readers_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_CLB_ONLY = ("clb",)
_PROTECTIONS = frozenset({"delete-protection", "modification-protection"})  # nlb-protection-unread speaks of them
_TAKES_AWAY = frozenset({"class", "tunnel-type"})


@rule("clb-annotation-on-nlb", on=Annotation, severity=Severity.WARNING)
def check(annotation: Annotation) -> Problems:
    """Report each such annotation of a Service of the NLB class, with what NLBs have in its place."""
    known = catalogue().find(annotation.key)
    if known is None or known.controllers != _CLB_ONLY or readers_of(annotation) != ("nlb",):
        return
    if not annotation.value.value or known.suffix in _PROTECTIONS:
        return
    takes_away = known.suffix in _TAKES_AWAY
    yield problem(
        "{key} takes a Service away from the CLB controller only, and this one becomes an NLB"
        if takes_away
        else "{key} is read for CLBs only, and this Service becomes an NLB",
        annotation.value.at_key,
        because=[Reason(_decides(annotation), "makes it an NLB")],
        key=annotation.key,
        seen="no event: ignored",
        fix=fate_of(known.suffix).instead or N_("remove the line"),
        subject=annotation.key,
        severity=Severity.NOTE if takes_away else Severity.WARNING,
    )


def _decides(annotation: Annotation) -> Fact[str]:
    """What makes the Service an NLB: its class, else, behind a feature gate, an annotation."""
    service = annotation.service
    wanted = service.load_balancer_class if service is not None else annotation.class_beside
    return wanted if wanted is not None and wanted.present else annotation.siblings[TYPE_KEY]
