"""The controller of this cluster does not weight nodes by the number of their pods.

Under policy Local a node with three pods is to get three times the traffic of a node with one. CCM versions from
v1.9.3.276 on make the number of pods the weight; before v1.9.3.164 every node has 100, and in between the weights are
percentages, rounded.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.239-g40d97e1-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # <- here
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.276-g372aa98-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

Pods as back ends are not weighted by nodes:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.239-g40d97e1-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

Sources: ACK Service FAQ, node weights in Local mode
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, known_older, problem, rule

_WHEN = ("spec.externalTrafficPolicy",)


@rule("ccm-local-weights", on=ClassicLoadBalancer, severity=Severity.NOTE, evidence="SP", when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the policy."""
    policy, modes = balancer.service.external_traffic_policy, [group.mode for group in balancer.server_groups]
    if not policy.present or not any(mode.is_("local") for mode in modes):
        return
    version = balancer.cluster.ccm_version
    if version is not None and known_older(version, "v1.9.3.276"):
        equal = known_older(version, "v1.9.3.164")
        yield problem(
            "CCM {version} gives every node the weight 100, however many pods run on it"
            if equal
            else "CCM {version} weights nodes by rounded percentages, so that pods do not get quite the same share",
            policy,
            because=[Reason(version, "the version declared for this cluster")],
            version=version.value,
            seen="no event: pods on different nodes get different shares of the traffic",
            fix="upgrade the CCM to v1.9.3.276-g372aa98-aliyun or later",
            subject="externalTrafficPolicy",
        )
