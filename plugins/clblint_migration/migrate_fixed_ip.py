"""The address or name that a CLB is given is not that of an NLB.

`ip` and `external-ip-type` are not read for an NLB: its addresses stand in `zone-maps`, one for each zone, and so do
the EIPs of a public one. `hostname` is not read either: the status of the Service has the DNS name of the NLB, to
which a CNAME record of your own may point. As long as the CLB is there, its address belongs to it.

It is said of a CLB where the profile of the cluster says `migrate-to: nlb`, and in `clblint plan --as nlb`.

It is also said of an edit that puts an NLB without an address into the place of a CLB. If the NLB still carries the
annotation, `clb-annotation-on-nlb` speaks.

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-a1
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 10.0.0.9  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {migrate-to: nlb}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: shop.example.com  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-a1
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 10.0.0.9
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-a1
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip: 10.0.0.9
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a:10.0.0.10,cn-hangzhou-k:vsw-b"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-external-ip-type: eip
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a::eip-1,cn-hangzhou-k:vsw-b"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: vsw-a1
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: pkg/controller/service/nlbv2/loadbalancer.go:parseZoneMappings; model_applier.go, which writes the DNS name
into the status
"""

from __future__ import annotations

from clblint.api import Case, LostAnnotation, Problems, Severity, rule
from clblint_migration._migration_problem import told_of

_NAMED = frozenset({"ip", "external-ip-type", "hostname"})
_CASE = Case(
    "{key} gives the CLB an address or a name, which its NLB does not get",
    "the status of the Service shows the DNS name of the NLB, whose addresses nobody chose",
)


@rule("migrate-fixed-ip", on=LostAnnotation, severity=Severity.WARNING, since="0.2")
def check(lost: LostAnnotation) -> Problems:
    """Report a fixed address or name, unless the zones of the NLB have addresses or EIPs."""
    migration = lost.migration
    if lost.suffix not in _NAMED or not lost.fact.is_set:
        return
    new = migration.new
    zones = new.zone_mappings if new is not None else ()
    has_addresses = any(zone.address or zone.eip for zone in zones) or (new is not None and not new.zone_maps.known)
    if lost.suffix == "hostname" or not has_addresses:
        yield told_of(lost, _CASE)
