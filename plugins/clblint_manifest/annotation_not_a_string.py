r"""The value of an annotation is not text.

Annotations map text to text. Kubernetes reads YAML 1.1, where a bare `on`, `off`, `yes`, `no`, `true` or `false` is a
boolean and a bare `80` a number, and the API server refuses the whole object: the Service is not created or updated at
all. Quote the value.

Kustomize reads the files that it builds another way and writes such words and numbers as text: there it is only advice.

In the values of a chart it is a warning: most charts copy annotations as they are, and then the API server refuses the
Service; some put them in quotes, and then `on` comes out as "true". Of a parameter helm makes a boolean or a number
even where it stands in quotes, unless it is set as a string.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: on  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: 30  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
controller:
  service:
    annotations:
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: on  # <- here (warning)
      service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: 30  # <- here (warning)
```

```yaml bad
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: gateway, namespace: argocd}
spec:
  source:
    helm:
      parameters:
      - name: service.annotations.service\.beta\.kubernetes\.io/alibaba-cloud-loadbalancer-force-override-listeners
        value: "true"  # <- here (warning)
      - name: service.annotations.service\.beta\.kubernetes\.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete
        value: "true"
        forceString: true
```

Sources: Kubernetes ObjectMeta.annotations (map of string to string); go-yaml v2 resolves on, off, yes, no as booleans;
helm, pkg/strvals/parser.go:typedVal
"""

from __future__ import annotations

from clblint.api import N_, MistypedAnnotation, Problems, Severity, catalogue, problem, replace, rule
from clblint_manifest._numbers import meant_by

_TEXT = N_("the value of annotation {key} is the {type} {written}, and an annotation is text")
_LIST = N_("the value of annotation {key} has the JSON type {type}, and an annotation is text")
_BUILT = N_("the value of annotation {key} is the {type} {written}, which only kustomize writes as text")
_PASSED_ON = N_("the value of annotation {key} is the {type} {written}, and only a chart that quotes it makes it text")
_SET = N_("helm reads {written} for annotation {key} as a {type}, and only a chart that quotes it makes it text")
_REFUSED = N_(
    'the API server refuses the object: "cannot unmarshal {type} into Go struct field '
    'ObjectMeta.metadata.annotations of type string"'
)


@rule("annotation-not-a-string", on=MistypedAnnotation, severity=Severity.ERROR, fix="safe")
def check(wrong: MistypedAnnotation) -> Problems:
    """Report an annotation of the object, of its pods or in values that is no text."""
    built, meant = wrong.owner.kustomized and wrong.quotable, meant_by(wrong)
    yield problem(
        _message(wrong, built=built),
        wrong.value,
        key=wrong.key,
        type=wrong.type,
        written=wrong.written,
        seen=N_("nothing with kubectl apply -k; kubectl apply -f of this file is refused") if built else _REFUSED,
        meant=meant,
        fix=_fix(wrong, meant),
        subject=wrong.key,
        severity=Severity.NOTE if built else Severity.WARNING if wrong.passed_on else None,
        edits=[replace(wrong.value, meant)] if wrong.quotable and meant else [],
        safe=meant == wrong.written and not (wrong.passed_on and _works_in_quotes(wrong)),
    )


def _message(wrong: MistypedAnnotation, *, built: bool) -> str:
    if wrong.passed_on:
        return _SET if wrong.by_set else _PASSED_ON
    return _BUILT if built else _TEXT if wrong.written else _LIST


def _works_in_quotes(wrong: MistypedAnnotation) -> bool:
    """Whether a chart that quotes the value writes another text than this one, and one that is taken."""
    known, made = catalogue().find(wrong.key), str(getattr(wrong.value, "value", "")).lower()
    return made != wrong.written and (known is None or any(known.is_valid(made, one) for one in known.controllers))


def _fix(wrong: MistypedAnnotation, meant: str) -> str:
    if wrong.by_set:
        return N_("set it as a string: forceString: true in Argo CD, setString in helmfile")
    if not wrong.quotable or not meant:
        return N_("write it as quoted text")
    return N_('put it in quotes: "{written}"') if meant == wrong.written else N_('write "{meant}", with the quotes')
