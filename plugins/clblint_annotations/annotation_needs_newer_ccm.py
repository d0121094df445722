"""An annotation, or its value, is read only by a later CCM than the cluster's.

Annotations came with releases of the CCM. An older one does not know them and ignores them without a word: the Service
looks right and behaves as if the line were not there. The rule needs the version, declared as `cluster: ccm-version` in
the configuration; where documents disagree about when an annotation came, the earliest counts.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.4.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-switch: "off"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.9.1-g1234567-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: team=web  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

What came after the CCM whose source clblint knows is known from the release notes:

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.14.0}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An NLB reads some of them since other versions than a CLB:

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.9.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "a:vsw-a:10.0.0.5,b:vsw-b:10.0.1.5"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cross-zone-enabled: "off"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: dualstack  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.12.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-switch: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK pages on CLB and NLB annotations (version requirements); release notes of the CCM
"""

from __future__ import annotations

from clblint.api import N_, CarriedAnnotation, Problems, Reason, Severity, known_older, problem, rule

_MESSAGES = {
    "key": N_("{key} is read from CCM {since} on, and the cluster has {declared}, which ignores it"),
    "value": N_(
        '"{value}" for {key} is followed from CCM {since} on, and the cluster has {declared}, which ignores it'
    ),
    "reuse": N_(
        "on a reused load balancer {key} is read from CCM {since} on, and the cluster has {declared}, which ignores it"
    ),
}


@rule("annotation-needs-newer-ccm", on=CarriedAnnotation, severity=Severity.WARNING, evidence="SP")
def check(carried: CarriedAnnotation) -> Problems:
    """Report an annotation that the declared CCM does not know yet."""
    balancer, suffix, fact = carried
    if fact.is_empty or suffix == "id":  # ccm-no-reuse speaks of ids
        return
    since, why = balancer.annotations.needs(suffix, fact)
    declared = balancer.ccm_version if since is not None else None
    if declared is None or since is None or not known_older(declared, since):
        return
    yield problem(
        _MESSAGES[why],
        fact if why == "value" else fact.at_key,
        because=[Reason(declared, "the version declared for this cluster")],
        key=carried.key,
        value=fact.value,
        since=since,
        declared=declared.value,
        seen="no event: ignored",
        fix="upgrade the CCM to {since} or later, or remove the annotation",
        subject=suffix,
    )
