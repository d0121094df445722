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

Sources: ACK page on CLB annotations (version requirements); release notes of the CCM
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, catalogue, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.api import Fact, KnownAnnotation

# Values that an old CCM does not follow when they change; as a first value it takes them.
_ON_CHANGE = frozenset({"bandwidth", "persistence-timeout"})
# Of these, other rules say what an old CCM makes of them.
_OTHER_RULES = frozenset({"id", "acl-id"})


@rule("annotation-needs-newer-ccm", on=LoadBalancer, severity=Severity.WARNING, evidence="SP", page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report each annotation that the declared CCM does not know yet."""
    declared = balancer.cluster.ccm_version
    version = _version(declared.value) if declared is not None and declared.known else None
    if declared is None or version is None:
        return
    for suffix in balancer.annotations:
        known, fact = catalogue().find(balancer.annotations.key_of(suffix)), balancer.annotations.get(suffix)
        if known is None or "clb" not in known.controllers or (fact.known and not fact.value):
            continue
        since, late_value = _since(known, fact, reused=balancer.is_reused)
        if suffix in _OTHER_RULES or since is None or version >= (_version(since) or version):
            continue
        yield problem(
            "{value} for {key} is understood from CCM {since} on, and the cluster has {declared}"
            if late_value
            else "{key} is read from CCM {since} on, and the cluster has {declared}",
            fact if late_value else fact.at_key,
            because=[Reason(declared, "the version declared for this cluster")],
            key=balancer.annotations.key_of(suffix),
            value=fact.value,
            since=since,
            declared=declared.value,
            seen="no event: ignored",
            fix="upgrade the CCM to {since} or later, or remove the annotation",
            subject=suffix,
        )


def _since(known: KnownAnnotation, fact: Fact[str], *, reused: bool) -> tuple[str | None, bool]:
    """The version that is needed, and whether it is for the value's sake."""
    since = known.since()
    late = known.since_for(fact.value, reused=reused) if fact.known and known.suffix not in _ON_CHANGE else None
    if late is None or (since is not None and (_version(since) or ()) >= (_version(late) or ())):
        return since, False
    return late, True


def _version(text: str) -> tuple[int, ...] | None:
    """The numbers of a version such as `v1.9.3.276-g372aa98-aliyun`."""
    found = re.match(r"v?(\d+(?:\.\d+)+)", text)
    return tuple(map(int, found[1].split("."))) if found else None
