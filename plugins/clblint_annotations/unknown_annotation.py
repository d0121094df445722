"""An annotation looks like one of the CCM's, but nothing reads it.

The CCM looks its annotations up by their exact name. A misspelt one is not an error and gives no event: the setting
simply never takes effect, and the load balancer keeps its default.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-adress-type: intranet  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health_check_flag: "on"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health_check_flag: "on"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

The nearest key is given where it would be read on this Service and takes the value; else the feature is named that is
nearest. What is known of a CCM later than the one that the message names is known from its release notes.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-id: sg-bp1abcdefg  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-access-control-list: "10.0.0.0/8"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

In values of a chart, too:

```yaml bad
controller:
  service:
    annotations:
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-adress-type: intranet  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-graceful-shutdown: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alicloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-private-zone-enable: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go; ACK Service FAQ, annotations that do not take effect
"""

from __future__ import annotations

from clblint.api import (
    UNKNOWN_KEY,
    Annotation,
    Problems,
    Severity,
    catalogue,
    known_up_to,
    listed,
    problem,
    rename,
    rule,
)
from clblint_annotations._features import feature_of, meant_by, takes_effect_without_harm
from clblint_annotations._readers import fits, is_another_controllers

_OF_VARIABLES = frozenset("${}")


@rule("unknown-annotation", on=Annotation, severity=Severity.WARNING, fix="safe", when=(UNKNOWN_KEY,))
def check(annotation: Annotation) -> Problems:
    """Report a key that no controller looks up, with the nearest that one does."""
    if _is_known(annotation.key) or is_another_controllers(annotation):
        return
    if not _OF_VARIABLES.isdisjoint(annotation.key):  # who knows what it will be
        return
    known = catalogue()
    near = [one for one in map(known.find, known.nearest(annotation.key)) if one is not None]
    fitting = [one for one in near if fits(annotation, one)]
    meant = meant_by(annotation, fitting)
    feature = feature_of(annotation, near[0] if near and not fitting else None)
    yield problem(
        "no CCM up to v{version} reads {key}, so it has no effect",
        annotation.value.at_key,
        key=annotation.key,
        version=known_up_to(),
        near=listed(one.key for one in fitting),
        feature=feature.title,
        suffix=feature.suffix,
        allowed=feature.allowed,
        others=listed(feature.others),
        theirs=feature.theirs,
        ours=feature.ours,
        seen="no event: ignored",
        fix="nearest: {near}" if fitting else feature.fix,
        subject=annotation.key,
        edits=[rename(annotation, meant.key)] if meant else [],
        safe=meant is not None and takes_effect_without_harm(annotation, meant),
    )


def _is_known(key: str) -> bool:
    """Whether the CCM reads a key, or another rule says more of it.

    These are dead-annotation, legacy-prefix-unsupported, and annotation-needs-newer-ccm where an older one is declared.
    """
    known = catalogue()
    others = (known.dead, known.without_legacy, known.newer)
    return known.find(key) is not None or any(speaks(key) is not None for speaks in others)
