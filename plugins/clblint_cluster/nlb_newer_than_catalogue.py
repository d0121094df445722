"""An annotation is read by a CCM later than the one whose source clblint knows.

What clblint says about annotations was read from the source of one version. Of what came later it knows names and
versions from the release notes, and judges no value. Which CCM the cluster has is declared as `cluster: ccm-version`;
then this note is silent, and annotation-needs-newer-ccm says whether that CCM is too old.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-http-version: HTTP1.1  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.15.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.14.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: release notes of CCM v2.15.0 on GitHub
"""

from __future__ import annotations

from clblint.api import CarriedAnnotation, Problems, Severity, catalogue, known_up_to, problem, rule


@rule("nlb-newer-than-catalogue", on=CarriedAnnotation, severity=Severity.NOTE, evidence="SP", since="0.2")
def check(carried: CarriedAnnotation) -> Problems:
    """Report the key where no version is declared."""
    newer = catalogue().newer(carried.key)
    controller = carried.balancer.handled_by.value
    if newer is None or controller not in newer.controllers or carried.fact.is_empty:
        return
    if carried.balancer.cluster.ccm_version is not None:
        return
    yield problem(
        "{key} is read from CCM {since} on, and what is known here was read from CCM {known}",
        carried.fact.at_key,
        key=carried.key,
        since=newer.since(controller),
        known=known_up_to(),
        seen="no event: an older CCM ignores it",
        fix="have CCM {since} or later, and declare it as ccm-version in .clblint.yaml",
        subject=carried.suffix,
    )
