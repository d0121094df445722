"""An annotation still holds the placeholder of the documentation it was copied from.

`lb-xxxx`, `<your id>`, `${YOUR_CERT_ID}`, `${certificate ID}` or `证书ID` are meant to be replaced. The CCM hands
them to the API as they are, which knows no such resource, and the Service stays pending. Variables that a deploy step
fills in, such as `${CERT_ID}` or `{{ .Values.certId }}`, are not reported.

Where nothing reads the value, another rule says so, and this one is silent.

A name, a cookie or a tag may be any text: there it is a warning, since the placeholder is used as it stands.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-xxxxxxxx  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "${YOUR_CERT_ID}"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vswitch-id: "${private vSwitch}"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name: your-svc-name  # <- here (warning)
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "${CERT_ID:-none}"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-resource-tags: "team=支付"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Settings that nothing reads, of which other rules speak:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "<your-cert-id>"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "<your-group>:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "<zone>:<vSwitch>"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: elsewhere
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: "<your-lb-id>"
spec:
  type: LoadBalancer
  loadBalancerClass: metallb.io/metallb
  ports: [{port: 80}]
```

Sources: the examples of the ACK documentation; clbv1/loadbalancer.go:Find passes ids on unchecked
"""

from __future__ import annotations

from clblint.api import PLACEHOLDER, Annotation, Case, Problems, Severity, catalogue, is_left_over, is_placeholder, rule
from clblint_manifest._used import is_used

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import KnownAnnotation

# What people name themselves; any words may stand there.
_FREE_TEXT = frozenset({"additional-resource-tags", "cookie", "name"})
_RESOURCES = frozenset({
    "acl-id", "additional-cert-ids", "bandwidth-package-id", "cacert-id", "cert-id", "domain-extensions", "id",
    "master-zoneid", "resource-group-id", "security-group-ids", "slave-zoneid", "vgroup-port", "vswitch-id",
    "zone-maps",
})  # fmt: skip


_OF_A_NAME = Case(
    "{key} still holds the placeholder {value}, and the Service's status gets a name that does not resolve",
    "EXTERNAL-IP shows that name, or nothing where the API server does not take it; no client gets through",
)
_OF_A_RESOURCE = Case(
    "{key} still holds the placeholder {value}, and no such resource exists",
    "the API answers that it does not exist or is invalid; the Service stays pending",
)
_TAKEN = Case(
    "{key} still holds the placeholder {value}, and it is used as it stands",
    "no event: the load balancer gets it as it is written here",
)
_REFUSED = Case(
    "{key} still holds the placeholder {value}, which is not a value that it takes",
    "the CCM or the API refuses it, or it counts as not set",
)


@rule("placeholder-left", on=Annotation, severity=Severity.ERROR, when=(PLACEHOLDER,))
def check(annotation: Annotation) -> Problems:
    """Report a value that reads like documentation; a warning where it would be accepted."""
    known, text = catalogue().find(annotation.key), annotation.value.value
    if known is None or not (is_left_over if known.suffix in _FREE_TEXT else is_placeholder)(text):
        return
    if annotation.is_idle or not is_used(annotation, known):  # other rules say so
        return
    resource, taken = known.suffix in _RESOURCES, _is_taken(known, text)
    case = _OF_A_RESOURCE if resource else _TAKEN if taken else _REFUSED
    yield (_OF_A_NAME if known.suffix == "hostname" else case).at(
        annotation.value,
        key=annotation.key,
        value=text,
        fix="put the real value in its place",
        subject=annotation.key,
        severity=Severity.WARNING if taken and not resource else None,
    )


def _is_taken(known: KnownAnnotation, text: str) -> bool:
    return known.suffix in _FREE_TEXT or any(known.is_valid(text, reader) for reader in known.controllers)
