"""The load balancer is not as its annotations want it, and will be changed at the next full sync.

Somebody has changed it in the console or by other tools. What an annotation asks for is compared with the CLB whenever
the Service changes or the CCM starts, and then the change is gone. Either the annotation or the change is out of date.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "web", "DeleteProtection": "off",
  "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}
}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "tcp",
  "Scheduler": "rr"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: web
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "web", "DeleteProtection": "on",
  "AddressType": "intranet", "InternetChargeType": "paybytraffic",
  "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-delete-protection: "on"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A charge type never goes back to `PayBySpec`: the API refuses, and every sync ends in an error.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "InstanceChargeType": "PayByCLCU", "Tags": {"Tag": []}
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec  # <- here (error)
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An NLB is compared in the same way, with its listeners and the groups that were made for the Service:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "web", "CrossZoneEnabled": false,
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]
}]}
{"Listeners": [{
  "ListenerId": "lsn-1", "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "TCP",
  "IdleTimeout": 900, "Cps": 0, "ServerGroupId": "sgp-1"
}]}
{"ServerGroups": [{
  "ServerGroupId": "sgp-1", "Protocol": "TCP", "Scheduler": "Wlc",
  "RelatedLoadBalancerIds": ["nlb-2zeb3qcm8q2x0t1b0jxyz"], "ServerGroupName": "k8s.8080.TCP.web.default.c1",
  "HealthCheck": {"HealthCheckEnabled": true}
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: web
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cross-zone-enabled: "on"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "60"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cps: "0"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 8080}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "web", "CrossZoneEnabled": false,
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]
}]}
{"Listeners": [{
  "ListenerId": "lsn-1", "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 80, "ListenerProtocol": "TCP",
  "IdleTimeout": 900, "Cps": 0, "ServerGroupId": "sgp-1"
}]}
{"ServerGroups": [{
  "ServerGroupId": "sgp-1", "Protocol": "TCP", "Scheduler": "Rr",
  "RelatedLoadBalancerIds": ["nlb-2zeb3qcm8q2x0t1b0jxyz"], "ServerGroupName": "k8s.8080.TCP.web.default.c1",
  "HealthCheck": {"HealthCheckEnabled": true}
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: web
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cross-zone-enabled: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-idle-timeout: "900"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12345-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 8080}]
```

Sources: ACK Service troubleshooting, "configuration is unexpectedly modified"; clbv1/loadbalancer.go:Update;
clbv1/listeners.go:isNeedUpdate; nlbv2/loadbalancer.go:Update;
nlbv2/server_groups.go:UpdateServerGroup
"""

from __future__ import annotations

from clblint.api import N_, Case, DriftedSetting, Problems, Reason, Severity, phrase, ports_listened_on, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Drift, Text

_FIX = N_("if the {kind} is right, change the annotation; if the annotation is right, let the sync happen")
_SEEN = N_("no event: the {kind} is changed at the next full sync")
# Whether it is a setting of listeners, and whether it has a value there.
_CASES = {
    (False, True): Case(
        N_("{name} of {kind} {id} is {there} and is to be {asked}: the next full sync sets it back"), _SEEN, _FIX
    ),
    (False, False): Case(
        N_("{name} of {kind} {id} is not set and is to be {asked}: the next full sync sets it"), _SEEN, _FIX
    ),
    (True, True): Case(
        N_("{name} of {kind} {id} on {ports} is {there} and is to be {asked}: the next full sync sets it back"),
        _SEEN,
        _FIX,
    ),
    (True, False): Case(
        N_("{name} of {kind} {id} on {ports} is not set and is to be {asked}: the next full sync sets it"), _SEEN, _FIX
    ),
}
_NO_WAY_BACK = Case(
    N_("CLB {id} is paid by use (PayByCLCU) and cannot become {asked}: every sync ends in an error"),
    N_("Warning SyncLoadBalancerFailed: ... User does not have permission modify InstanceChargeType to spec"),
    N_("write PayByCLCU, or make a second Service and move the traffic to it"),
    Severity.ERROR,
)


@rule("config-drift", on=DriftedSetting, severity=Severity.NOTE, evidence="I")
def check(setting: DriftedSetting) -> Problems:
    """Report an annotation whose value is another one on the CLB that the Service has."""
    found, listeners = setting.drifts[0], [one.listener for one in setting.drifts if one.listener is not None]
    case = _NO_WAY_BACK if _is_refused(found) else _CASES[bool(listeners), bool(found.there.value)]
    yield case.at(
        found.asked,
        because=[Reason(one.there, "as the inventory has it") for one in setting.drifts],
        name=_name(found),
        asked=found.asked.value,
        there=found.there.value,
        kind=setting.balancer.kind,
        id=setting.balancer.id.value,
        ports=ports_listened_on(listeners),
        subject=found.name,
    )


def _is_refused(found: Drift) -> bool:
    """Whether the API never sets this (LB:updateInstanceChargeTypeAndInstanceSpec)."""
    sides = (found.there.value.lower(), found.asked.value.lower())
    return found.name == "InstanceChargeType" and sides == ("paybyclcu", "paybyspec")


def _name(found: Drift) -> Text | str:
    tagged = found.suffix == "additional-resource-tags"
    return phrase("tag {key}", key=found.name.removeprefix("tag ")) if tagged else found.name
