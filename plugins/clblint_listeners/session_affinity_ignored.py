"""`sessionAffinity: ClientIP` is set, and the load balancer does not know of it.

The CCM does not read the field. The CLB picks a node for each connection, and kube-proxy keeps a client with one pod on
that node only; with pods as back ends traffic does not even meet kube-proxy. On a CLB `persistence-timeout` (tcp),
`sticky-session` (http, https) or the scheduler `sch` keep a client with one back end.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  sessionAffinity: ClientIP  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "1800"
spec:
  type: LoadBalancer
  sessionAffinity: ClientIP
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: plain}
spec:
  type: LoadBalancer
  sessionAffinity: None
  ports: [{port: 80}]
```

On an NLB the scheduler `sch` keeps a client with one back end:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  sessionAffinity: ClientIP  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  sessionAffinity: ClientIP
  ports: [{port: 80}]
```

Sources: clbv1 does not read spec.sessionAffinity; SLB API, PersistenceTimeout and StickySession; ACK page
on NLB annotations, scheduler
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, ports_listened_on, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicListener, NetworkLoadBalancer

# The annotation that keeps a client with one back end, and what it must not say.
_KEEPS = {
    "tcp": ("persistence-timeout", {"", "0"}),
    "http": ("sticky-session", {"", "off"}),
    "https": ("sticky-session", {"", "off"}),
}


@rule("session-affinity-ignored", on=ClassicLoadBalancer, severity=Severity.WARNING, when=("spec.sessionAffinity",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the field, unless the listeners keep sessions by themselves."""
    affinity = balancer.service.session_affinity
    if not affinity.is_("ClientIP"):
        return
    loose = [listener for listener in balancer.kept_listeners if not _keeps(listener)]
    if not loose:
        return
    group = loose[0].server_group
    yield problem(
        "sessionAffinity ClientIP does not reach the CLB: for {ports} the CLB picks a pod per connection"
        if group.on_pods
        else "sessionAffinity ClientIP does not reach the CLB: for {ports} the CLB picks a node per connection",
        affinity,
        ports=ports_listened_on(loose),
        tcp=balancer.annotations.key_of("persistence-timeout"),
        http=balancer.annotations.key_of("sticky-session"),
        seen="no event: ignored; a client meets another pod with each connection",
        fix='for tcp set {tcp}, for http and https {http}: "on"',
        subject="sessionAffinity",
    )


def _keeps(listener: ClassicListener) -> bool:
    """Whether a listener keeps a client with one back end, or may do so."""
    scheduler = listener.option("scheduler")
    if scheduler.may_be("sch"):
        return True
    suffix, none = _KEEPS.get(listener.protocol.value, ("", {""}))
    return bool(suffix) and not listener.option(suffix).one_of(*none)


@check.also(on="NetworkLoadBalancer")
def on_nlb(balancer: NetworkLoadBalancer) -> Problems:
    """Report the field for an NLB, unless its groups keep a client with one back end."""
    affinity, scheduler = balancer.service.session_affinity, balancer.annotations.get("scheduler")
    groups = [group for group in balancer.server_groups if group.vgroup_id.is_empty]
    if affinity.is_("ClientIP") and groups and scheduler.known and scheduler.value.lower() != "sch":
        yield problem(
            "sessionAffinity ClientIP does not reach the NLB, which picks a back end for each connection",
            affinity,
            key=balancer.annotations.key_of("scheduler"),
            seen="no event: ignored; a client meets another pod with each connection",
            fix='set {key}: "sch"',
            subject="sessionAffinity",
        )
