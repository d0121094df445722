"""One Service is described twice, and whichever is applied last wins.

Two objects of one kind, namespace and name are one object of the cluster. What is applied last replaces the ports, the
type and the annotations of the other; the CCM changes the listeners to those of the last, and where that is no longer a
LoadBalancer it deletes the CLB or NLB together with its address. Compared are the documents of a file, the files of a
folder, and what the configuration puts into one cluster (`clusters:`). Not where only one may be meant to be applied:
of files that have more objects in common, of three or more with one object, where a kustomization picks one, and of
folders such as `dev/` and `prod/`. Two in one build are refused by Kustomize itself.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
  namespace: shop
spec:
  type: ClusterIP
  ports: [{port: 80}]
```

```yaml bad
# file: shop/internal.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 8080}]}
# file: shop/public.yaml
apiVersion: v1
kind: Service
metadata: {name: web}  # <- here
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml bad
# file: kustomization.yaml
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [internal/web.yaml, public/web.yaml]
# file: internal/web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 8080}]}
# file: public/web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}  # <- here
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
# file: dev/web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {type: LoadBalancer, ports: [{port: 80}]}
# file: prod/web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
# file: shop/kustomization.yaml
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [service.yaml]
patches: [{path: public.yaml}]
# file: shop/service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
# file: shop/public.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, externalTrafficPolicy: Local}
```

Sources: Kubernetes object names; clbv1/service_controller.go:cleanupLoadBalancerResources
"""

from __future__ import annotations

from clblint.api import DuplicateService, Problems, Reason, Service, Severity, Text, phrase, problem, rule


@rule("duplicate-service", on=DuplicateService, severity=Severity.WARNING, evidence="X")
def check(found: DuplicateService) -> Problems:
    """Report the one that is applied later."""
    service = found.service
    if service.fragment or not found.before:
        return
    yield problem(
        "the same Service is described before this ({place}), and kustomize refuses to build both"
        if found.built
        else "the same Service is described before this ({place}), and its ports, type and annotations are replaced"
        if not _loses(found)
        else "the same Service is a LoadBalancer before this ({place}), and becomes {type}: the CLB or NLB is deleted",
        service.name,
        rivals=[Reason(other.name, "described here too") for other in found.before],
        unnamed=found.more,
        place=_place(found.before[-1], service),
        type=service.type.value,
        seen='"may not add resource with an already registered id"'
        if found.built
        else 'kubectl says "configured" for the second; CleanLoadBalancer'
        if _loses(found)
        else 'kubectl says "configured" for the second; the listeners and settings of the first are gone'
        if _balanced(found)
        else 'kubectl says "configured" for the second; the ports and settings of the first are gone',
        fix="keep one of them, or give them different names",
        subject="name",
    )


def _place(other: Service, service: Service) -> Text | str:
    """Where the other one stands, for those who see the message alone."""
    place = other.name.place
    if place.path == service.name.place.path:
        return phrase("line {line}", line=place.span.line)
    return f"{place.path}:{place.span.line}"


def _loses(found: DuplicateService) -> bool:
    """Whether a load balancer is given up."""
    kinds = [service.type for service in (*found.before[-1:], found.service)]
    return all(kind.holds for kind in kinds) and kinds[0].is_("LoadBalancer") and kinds[-1].is_not("LoadBalancer")


def _balanced(found: DuplicateService) -> bool:
    """Whether any of them has listeners."""
    return any(service.type.value == "LoadBalancer" for service in (*found.before, found.service))
