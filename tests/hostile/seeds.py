"""What is mutated: the examples on the pages of all rules, and a few files of other kinds."""

from __future__ import annotations

from functools import lru_cache

from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of

MANIFEST, CONFIG, INVENTORY, BASELINE, KUSTOMIZATION = "manifest", "config", "inventory", "baseline", "kustomization"
BASE, OVERLAY, PATCH = "base", "overlay", "patch"

_CONFIG = """\
select: [all]
ignore: [public-by-default, reuse-*]
exclude: ["charts/**/templates/**", "!charts/a.yaml"]
context: ["deploy/**/*.yaml"]
severity: {local-without-wrr: error, unknown-annotation: off}
paths:
  - {match: "legacy/**", ignore: [unknown-annotation], reason: retired, until: 2026-01-01}
  - {object: edge/Service/gateway, ignore: [local-without-wrr], reason: one pod on each node}
cluster: {ccm-version: v2.12.1, nodes: 3, network-plugin: terway, node-port-range: 30000-32767}
clusters:
  - {name: hangzhou, match: [clusters/hangzhou/], cluster: {nodes: 30, node-labels: [{zone: a}]}}
fail-on: warning
pedantic: true
"""
_BASELINE = """\
{"format": 1, "findings": [
  {"rule": "spec-ignored", "object": "shop/Service/web", "subject": "spec", "file": "web.yaml", "count": 1},
  {"rule": "yaml-syntax", "object": "", "subject": "", "file": "f1.yaml", "count": 2}
]}
"""
_KUSTOMIZATION = """\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: shop
namePrefix: a-
resources: [../f00.yaml, ../f01.yaml, ../k1]
components: [../k0]
labels: [{pairs: {app: web}, includeSelectors: true}]
commonAnnotations: {a: b}
patches:
- path: ../f02.yaml
- target: {kind: Service}
  patch: |-
    - op: replace
      path: /spec/type
      value: LoadBalancer
patchesStrategicMerge: [../f03.yaml]
configMapGenerator: [{name: a, literals: [a=b]}]
replacements: [{source: {kind: Service}, targets: [{select: {kind: Deployment}}]}]
helmCharts: [{name: x}]
"""
# Roots over the manifests `a.yaml` and `b.yaml` beside them, and over a base `../k1`: these are built.
_BASE = """\
resources: [a.yaml, b.yaml]
namePrefix: a-
labels: [{pairs: {tier: web}, includeSelectors: true}]
commonAnnotations: {note: b}
configMapGenerator: [{name: made, literals: [a=b], files: [a.yaml]}]
images: [{name: nginx, newTag: "2"}]
"""
_OVERLAY = """\
resources: [../k1]
namespace: prod
nameSuffix: -b
patches:
- target: {kind: Service}
  patch: |-
    - op: add
      path: /metadata/annotations/service.beta.kubernetes.io~1alibaba-cloud-loadbalancer-spec
      value: slb.s1.small
- target: {kind: Service}
  patch: |-
    apiVersion: v1
    kind: Service
    metadata:
      name: any
      annotations:
        service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: "On"
- path: p.yaml
  target: {kind: Deployment}
replacements:
- source: {kind: Service, fieldPath: spec.type}
  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.a]}]
"""
_STRATEGIC = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: any}
spec:
  template:
    spec:
      terminationGracePeriodSeconds: 5
      containers: [{name: web, $patch: delete}]
"""


@lru_cache(maxsize=1)
def seeds() -> dict[str, tuple[str, ...]]:
    """The texts of each kind, each once, the shortest first: a failure is shown in as little as it takes."""
    found: dict[str, set[str]] = {
        MANIFEST: {"", *_services()},
        CONFIG: {_CONFIG},
        INVENTORY: {"{}"},
        BASELINE: {_BASELINE},
        KUSTOMIZATION: {_KUSTOMIZATION},
        BASE: {_BASE, "resources: [a.yaml, b.yaml]\n"},
        OVERLAY: {_OVERLAY, "resources: [../k1]\nnamespace: prod\n"},
        PATCH: {_STRATEGIC},
    }
    for rule in load_plugins().rules:
        for example in page_of(rule).examples:
            for name, text in example.files:
                found[_kind(name)].add(text)
    return {kind: tuple(sorted(texts, key=lambda text: (len(text), text))) for kind, texts in found.items()}


def _kind(name: str) -> str:
    if name == ".clblint.yaml":
        return CONFIG
    if name.startswith("inventory"):
        return INVENTORY
    return KUSTOMIZATION if name.endswith("kustomization.yaml") else MANIFEST


def _services() -> list[str]:
    """A Service for each annotation, so that every one is reached."""
    head = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n"
    rest = "spec:\n  type: LoadBalancer\n  selector: {app: web}\n  ports:\n  - {name: a, port: 80, targetPort: 80}\n"
    return [f'{head}    {key}: "on"\n{rest}' for key in keys_read()]


@lru_cache(maxsize=1)
def keys_read() -> tuple[str, ...]:
    """The keys of all annotations that the CCM reads."""
    return tuple(sorted(annotation.key for annotation in catalogue()))
