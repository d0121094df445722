"""The region has as many NLBs, or server groups, as it takes.

A region takes 60 NLBs and 3,000 server groups by default. The CCM makes an NLB for each Service that reuses none, and a
server group for each port; beyond the quota the API refuses them. The inventory has to list them all, and the
listeners, which tell whether one is that of the Service already. Where there are more than the quota, it was raised.

```yaml bad
# file: inventory.json
{"LoadBalancers": [
  {"LoadBalancerId": "nlb-01"}, {"LoadBalancerId": "nlb-02"}, {"LoadBalancerId": "nlb-03"},
  {"LoadBalancerId": "nlb-04"}, {"LoadBalancerId": "nlb-05"}, {"LoadBalancerId": "nlb-06"},
  {"LoadBalancerId": "nlb-07"}, {"LoadBalancerId": "nlb-08"}, {"LoadBalancerId": "nlb-09"},
  {"LoadBalancerId": "nlb-10"}, {"LoadBalancerId": "nlb-11"}, {"LoadBalancerId": "nlb-12"},
  {"LoadBalancerId": "nlb-13"}, {"LoadBalancerId": "nlb-14"}, {"LoadBalancerId": "nlb-15"},
  {"LoadBalancerId": "nlb-16"}, {"LoadBalancerId": "nlb-17"}, {"LoadBalancerId": "nlb-18"},
  {"LoadBalancerId": "nlb-19"}, {"LoadBalancerId": "nlb-20"}, {"LoadBalancerId": "nlb-21"},
  {"LoadBalancerId": "nlb-22"}, {"LoadBalancerId": "nlb-23"}, {"LoadBalancerId": "nlb-24"},
  {"LoadBalancerId": "nlb-25"}, {"LoadBalancerId": "nlb-26"}, {"LoadBalancerId": "nlb-27"},
  {"LoadBalancerId": "nlb-28"}, {"LoadBalancerId": "nlb-29"}, {"LoadBalancerId": "nlb-30"},
  {"LoadBalancerId": "nlb-31"}, {"LoadBalancerId": "nlb-32"}, {"LoadBalancerId": "nlb-33"},
  {"LoadBalancerId": "nlb-34"}, {"LoadBalancerId": "nlb-35"}, {"LoadBalancerId": "nlb-36"},
  {"LoadBalancerId": "nlb-37"}, {"LoadBalancerId": "nlb-38"}, {"LoadBalancerId": "nlb-39"},
  {"LoadBalancerId": "nlb-40"}, {"LoadBalancerId": "nlb-41"}, {"LoadBalancerId": "nlb-42"},
  {"LoadBalancerId": "nlb-43"}, {"LoadBalancerId": "nlb-44"}, {"LoadBalancerId": "nlb-45"},
  {"LoadBalancerId": "nlb-46"}, {"LoadBalancerId": "nlb-47"}, {"LoadBalancerId": "nlb-48"},
  {"LoadBalancerId": "nlb-49"}, {"LoadBalancerId": "nlb-50"}, {"LoadBalancerId": "nlb-51"},
  {"LoadBalancerId": "nlb-52"}, {"LoadBalancerId": "nlb-53"}, {"LoadBalancerId": "nlb-54"},
  {"LoadBalancerId": "nlb-55"}, {"LoadBalancerId": "nlb-56"}, {"LoadBalancerId": "nlb-57"},
  {"LoadBalancerId": "nlb-58"}, {"LoadBalancerId": "nlb-59"}, {"LoadBalancerId": "nlb-60"}
], "TotalCount": 60}
{"Listeners": [{"ListenerId": "lsn-1", "LoadBalancerId": "nlb-01", "ListenerPort": 80, "ListenerProtocol": "TCP"}],
 "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [
  {"LoadBalancerId": "nlb-01"}, {"LoadBalancerId": "nlb-02"}, {"LoadBalancerId": "nlb-03"},
  {"LoadBalancerId": "nlb-04"}, {"LoadBalancerId": "nlb-05"}, {"LoadBalancerId": "nlb-06"},
  {"LoadBalancerId": "nlb-07"}, {"LoadBalancerId": "nlb-08"}, {"LoadBalancerId": "nlb-09"},
  {"LoadBalancerId": "nlb-10"}, {"LoadBalancerId": "nlb-11"}, {"LoadBalancerId": "nlb-12"},
  {"LoadBalancerId": "nlb-13"}, {"LoadBalancerId": "nlb-14"}, {"LoadBalancerId": "nlb-15"},
  {"LoadBalancerId": "nlb-16"}, {"LoadBalancerId": "nlb-17"}, {"LoadBalancerId": "nlb-18"},
  {"LoadBalancerId": "nlb-19"}, {"LoadBalancerId": "nlb-20"}, {"LoadBalancerId": "nlb-21"},
  {"LoadBalancerId": "nlb-22"}, {"LoadBalancerId": "nlb-23"}, {"LoadBalancerId": "nlb-24"},
  {"LoadBalancerId": "nlb-25"}, {"LoadBalancerId": "nlb-26"}, {"LoadBalancerId": "nlb-27"},
  {"LoadBalancerId": "nlb-28"}, {"LoadBalancerId": "nlb-29"}, {"LoadBalancerId": "nlb-30"},
  {"LoadBalancerId": "nlb-31"}, {"LoadBalancerId": "nlb-32"}, {"LoadBalancerId": "nlb-33"},
  {"LoadBalancerId": "nlb-34"}, {"LoadBalancerId": "nlb-35"}, {"LoadBalancerId": "nlb-36"},
  {"LoadBalancerId": "nlb-37"}, {"LoadBalancerId": "nlb-38"}, {"LoadBalancerId": "nlb-39"},
  {"LoadBalancerId": "nlb-40"}, {"LoadBalancerId": "nlb-41"}, {"LoadBalancerId": "nlb-42"},
  {"LoadBalancerId": "nlb-43"}, {"LoadBalancerId": "nlb-44"}, {"LoadBalancerId": "nlb-45"},
  {"LoadBalancerId": "nlb-46"}, {"LoadBalancerId": "nlb-47"}, {"LoadBalancerId": "nlb-48"},
  {"LoadBalancerId": "nlb-49"}, {"LoadBalancerId": "nlb-50"}, {"LoadBalancerId": "nlb-51"},
  {"LoadBalancerId": "nlb-52"}, {"LoadBalancerId": "nlb-53"}, {"LoadBalancerId": "nlb-54"},
  {"LoadBalancerId": "nlb-55"}, {"LoadBalancerId": "nlb-56"}, {"LoadBalancerId": "nlb-57"},
  {"LoadBalancerId": "nlb-58"}, {"LoadBalancerId": "nlb-59"}
], "TotalCount": 59}
{"Listeners": [{"ListenerId": "lsn-1", "LoadBalancerId": "nlb-01", "ListenerPort": 80, "ListenerProtocol": "TCP"}],
 "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A reused NLB is there already:

```yaml good
# file: inventory.json
{"LoadBalancers": [
  {"LoadBalancerId": "nlb-01"}, {"LoadBalancerId": "nlb-02"}, {"LoadBalancerId": "nlb-03"},
  {"LoadBalancerId": "nlb-04"}, {"LoadBalancerId": "nlb-05"}, {"LoadBalancerId": "nlb-06"},
  {"LoadBalancerId": "nlb-07"}, {"LoadBalancerId": "nlb-08"}, {"LoadBalancerId": "nlb-09"},
  {"LoadBalancerId": "nlb-10"}, {"LoadBalancerId": "nlb-11"}, {"LoadBalancerId": "nlb-12"},
  {"LoadBalancerId": "nlb-13"}, {"LoadBalancerId": "nlb-14"}, {"LoadBalancerId": "nlb-15"},
  {"LoadBalancerId": "nlb-16"}, {"LoadBalancerId": "nlb-17"}, {"LoadBalancerId": "nlb-18"},
  {"LoadBalancerId": "nlb-19"}, {"LoadBalancerId": "nlb-20"}, {"LoadBalancerId": "nlb-21"},
  {"LoadBalancerId": "nlb-22"}, {"LoadBalancerId": "nlb-23"}, {"LoadBalancerId": "nlb-24"},
  {"LoadBalancerId": "nlb-25"}, {"LoadBalancerId": "nlb-26"}, {"LoadBalancerId": "nlb-27"},
  {"LoadBalancerId": "nlb-28"}, {"LoadBalancerId": "nlb-29"}, {"LoadBalancerId": "nlb-30"},
  {"LoadBalancerId": "nlb-31"}, {"LoadBalancerId": "nlb-32"}, {"LoadBalancerId": "nlb-33"},
  {"LoadBalancerId": "nlb-34"}, {"LoadBalancerId": "nlb-35"}, {"LoadBalancerId": "nlb-36"},
  {"LoadBalancerId": "nlb-37"}, {"LoadBalancerId": "nlb-38"}, {"LoadBalancerId": "nlb-39"},
  {"LoadBalancerId": "nlb-40"}, {"LoadBalancerId": "nlb-41"}, {"LoadBalancerId": "nlb-42"},
  {"LoadBalancerId": "nlb-43"}, {"LoadBalancerId": "nlb-44"}, {"LoadBalancerId": "nlb-45"},
  {"LoadBalancerId": "nlb-46"}, {"LoadBalancerId": "nlb-47"}, {"LoadBalancerId": "nlb-48"},
  {"LoadBalancerId": "nlb-49"}, {"LoadBalancerId": "nlb-50"}, {"LoadBalancerId": "nlb-51"},
  {"LoadBalancerId": "nlb-52"}, {"LoadBalancerId": "nlb-53"}, {"LoadBalancerId": "nlb-54"},
  {"LoadBalancerId": "nlb-55"}, {"LoadBalancerId": "nlb-56"}, {"LoadBalancerId": "nlb-57"},
  {"LoadBalancerId": "nlb-58"}, {"LoadBalancerId": "nlb-59"}, {"LoadBalancerId": "nlb-60"}
], "TotalCount": 60}
{"Listeners": [{"ListenerId": "lsn-1", "LoadBalancerId": "nlb-01", "ListenerPort": 80, "ListenerProtocol": "TCP"}],
 "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-60
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB page on performance and usage limits
"""

from __future__ import annotations

from clblint.api import N_, Case, NetworkLoadBalancer, Problems, Severity, crowding, rule

_OF_NLBS = Case(
    N_("the region has {there} NLBs, as many as it takes by default, and the CCM is to make one more"),
    seen='SyncLoadBalancerFailed: "create nlb error: ..."',
    fix="reuse an NLB with loadbalancer-id, delete one that nobody needs, or have the quota raised",
)
_OF_GROUPS = Case(
    N_("the region has {there} server groups and gets {more} of this Service, and takes {quota} by default"),
    seen='SyncLoadBalancerFailed: "EnsureServerGroupCreated error: ..."',
    fix="delete server groups that nobody needs, or have the quota raised",
)


@rule("nlb-region-quota", on=NetworkLoadBalancer, severity=Severity.WARNING, evidence="I", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report where a Service asks for what there is no room for."""
    found = crowding(balancer)
    if found is not None:
        case = _OF_GROUPS if found.of_groups else _OF_NLBS
        yield case.at(
            balancer.service.ports[0].port if found.of_groups else balancer.zone_maps,
            there=found.there,
            more=found.more,
            quota=found.quota,
            subject="server groups" if found.of_groups else "NLBs",
        )
