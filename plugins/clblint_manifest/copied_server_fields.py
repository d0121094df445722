"""A Service holds fields that only the API server or the CCM writes.

They come along when a manifest is copied out of a cluster. The label `service.beta.kubernetes.io/hash` is the worst:
with it the CCM takes a new Service for one that it has already built, and if ports, type and annotations are unchanged
it never makes a load balancer. A copied finalizer keeps the Service from being deleted in a cluster where no CCM runs;
`uid` and `resourceVersion` make the API server refuse to create the object; the rest belongs to another cluster.

A complete export (`kubectl get -o yaml`, with `uid`, `resourceVersion` and `creationTimestamp`) is a note: it may be
there to be checked only, and as it stands it makes no second Service.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  labels:
    app: web
    service.beta.kubernetes.io/hash: 6d6f1c0c6ee7b7a7e4d1c7d1f9f9e8b5  # <- here (error)
  finalizers: [service.k8s.alibaba/resources]
spec:
  type: LoadBalancer
  clusterIP: 172.21.3.4
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {service.k8s.alibaba/loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz}  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 203.0.113.7}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 9a1f7b3e-3c1c-4d33-9d5f-1e3e5c2f0a11  # <- here (note)
  resourceVersion: "123456"
  creationTimestamp: "2026-01-01T00:00:00Z"
  finalizers: [service.k8s.alibaba/resources]
  labels: {service.beta.kubernetes.io/hash: 6d6f1c0c6ee7b7a7e4d1c7d1f9f9e8b5}
spec:
  type: LoadBalancer
  clusterIP: 172.21.3.4
  ports: [{port: 80, nodePort: 30080}]
status:
  loadBalancer: {ingress: [{ip: 203.0.113.7}]}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  labels:
    app: web
spec:
  type: LoadBalancer
  clusterIP: 172.21.3.4
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A fixed clusterIP is a choice, and an empty status does nothing:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {app: web}
spec:
  type: LoadBalancer
  clusterIP: 172.21.3.4
  ports: [{port: 80}]
status:
  loadBalancer: {}
```

Sources: clbv1/model_applier.go:Apply; pkg/controller/helper/service_utils.go:IsServiceHashChanged, run with a label
"""

from __future__ import annotations

from clblint.api import HASH_LABEL, N_, CopiedFields, Problem, Problems, Reason, Severity, problem, remove, rule

_OVERWRITTEN = N_("no event: the API server or the CCM overwrites it")
_SEEN = {
    HASH_LABEL: N_('if nothing else differs no load balancer is made: "alicloud: can not find loadbalancer by tag"'),
    "resourceVersion": N_('"resourceVersion should not be set on objects to be created", or a conflict on update'),
    "uid": N_("a conflict: the API server compares it with the object that is there"),
    "finalizer": N_("where no CCM runs, the Service stays in deletion for ever"),
}


@rule("copied-server-fields", on=CopiedFields, severity=Severity.WARNING, fix="safe")
def check(copied: CopiedFields) -> Problems:
    """Report the worst of the copied fields, and point at the others; a whole export is no more than a note."""
    yield _export(copied) if copied.is_export else _of_fields(copied)


def _of_fields(copied: CopiedFields) -> Problem:
    (field, first), *more = copied.fields
    others, address = [fact for _, fact in more], copied.service.cluster_ip
    if address.present and address.none_of("", "None"):
        others.append(address)
    return problem(
        "label {field} was copied from a cluster: with it the CCM takes a new Service for one that is already built"
        if field == HASH_LABEL
        else "{field} is written by the cluster, and was copied into this manifest",
        first.at_key,
        because=[Reason(fact.at_key, "copied too") for fact in others],
        field=field,
        seen=_SEEN.get(field, _OVERWRITTEN),
        fix="remove it, and whatever else the cluster wrote",
        subject=field,
        severity=Severity.ERROR if field == HASH_LABEL else Severity.WARNING,
        edits=[remove(fact) for _, fact in copied.fields],
        safe=True,
    )


def _export(copied: CopiedFields) -> Problem:
    """A whole Service as the cluster prints it: with a resourceVersion nobody can create it anew."""
    service, fields = copied.service, [fact for _, fact in copied.fields]
    others = [fact for fact in fields if fact is not service.uid]
    return problem(
        "this is an export of a live Service, with all that the cluster wrote into it",
        service.uid.at_key,
        because=[Reason(fact.at_key, "written by the cluster") for fact in (*others, service.created)],
        seen="nothing, as long as it is only read; where it is applied as a new Service, the API server refuses it: "
        '"resourceVersion should not be set on objects to be created"',
        fix="nothing to check it; remove what the cluster wrote before you apply it elsewhere",
        subject="export",
        severity=Severity.NOTE,
        edits=[remove(fact) for fact in (*fields, service.created)],
        safe=True,
    )
