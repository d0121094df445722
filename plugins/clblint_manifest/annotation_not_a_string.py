"""The value of an annotation is not text.

Annotations map text to text. Kubernetes reads YAML 1.1, where a bare `on`, `off`, `yes`, `no`, `true` or `false` is a
boolean and a bare `80` a number, and the API server refuses the whole object: the Service is not created or updated at
all. Quote the value.

Kustomize reads the files that it builds another way and writes such words and numbers as text: there it is only advice.

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

Sources: Kubernetes ObjectMeta.annotations (map of string to string); go-yaml v2 resolves on, off, yes, no as booleans
"""

from __future__ import annotations

from clblint.api import N_, MistypedAnnotation, Problems, Severity, catalogue, problem, replace, rule

_TEXT = N_("the value of annotation {key} is the {type} {written}, and an annotation is text")
_LIST = N_("the value of annotation {key} has the JSON type {type}, and an annotation is text")


@rule("annotation-not-a-string", on=MistypedAnnotation, severity=Severity.ERROR, fix="safe")
def check(wrong: MistypedAnnotation) -> Problems:
    """Report an annotation of the object, or of its pods, that is no text."""
    built, meant = wrong.owner.kustomized and wrong.quotable, _meant(wrong.key, wrong.written)
    yield problem(
        "the value of annotation {key} is the {type} {written}, which only kustomize writes as text"
        if built
        else _TEXT
        if wrong.written
        else _LIST,
        wrong.value,
        key=wrong.key,
        type=wrong.type,
        written=wrong.written,
        seen="nothing with kubectl apply -k; kubectl apply -f of this file is refused"
        if built
        else 'the API server refuses the object: "cannot unmarshal {type} into Go struct field '
        'ObjectMeta.metadata.annotations of type string"',
        meant=meant,
        fix=_fix(wrong.written, meant) if wrong.quotable else "write it as quoted text",
        subject=wrong.key,
        severity=Severity.NOTE if built else None,
        edits=[replace(wrong.value, meant)] if wrong.quotable else [],
        safe=meant == wrong.written,
    )


def _meant(key: str, written: str) -> str:
    """What is written, or the word that it stands for where the text alone would be refused, too: on for true."""
    known = catalogue().find(key)
    found = known.check(written) if known is not None and "clb" in known.controllers else None
    return found.nearest if found is not None and found.sure and found.nearest else written


def _fix(written: str, meant: str) -> str:
    return N_('put it in quotes: "{written}"') if meant == written else N_('write "{meant}", with the quotes')
