"""Kustomize refuses to build a kustomization.

`kubectl apply -k` and every tool that builds with kustomize stop, and nothing of the kustomization is applied: what
runs in the cluster stays as it was. clblint builds as kustomize 5 does, and where that is not possible it judges the
files one by one.

A file that is missing is only a note: a step before the build may make it, or get it from somewhere else.

```yaml bad
# file: kustomization.yaml
resources: [web.yaml]
patches:
- path: patch.yaml
# file: patch.yaml
apiVersion: v1  # <- here: there is no such object
kind: Service
metadata: {name: api}
spec: {externalTrafficPolicy: Local}
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
```

```yaml bad
# file: kustomization.yaml
resources:
- web.yaml
- gone.yaml  # <- here (note): is missing
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
```

```yaml bad
# file: kustomization.yaml
resources: [web.yaml]
patches:
- target: {kind: Service}
  patch: |-
    - op: add  # <- here: write ~1
      path: /metadata/annotations/service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type
      value: intranet
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web, annotations: {}}
spec: {ports: [{port: 80}]}
```

```yaml good
# file: kustomization.yaml
resources: [web.yaml]
patches:
- path: patch.yaml
# file: patch.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {externalTrafficPolicy: Local}
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
```

Sources: kustomize 5.8.1, api/internal/target/kusttarget.go:AccumulateTarget and the transformers that it calls
"""

from __future__ import annotations

from clblint.api import N_, Problems, RefusedBuild, Severity, listed, phrase, problem, rule

_MISSING = frozenset({"missing-file", "no-kustomization"})
_KINDS = {
    "component": N_("a component stands where a kustomization is expected, or the other way round"),
    "configuration-conflict": N_("a configuration of transformers contradicts another one, or names no field"),
    "cycle": N_("a kustomization leads back to itself"),
    "duplicate-id": N_("two objects have the same kind, name and namespace"),
    "empty-kustomization": N_("the kustomization is empty"),
    "generator-behavior": N_("a generator is to change an object that is not there, or to create one that is"),
    "generator-input": N_("the data of a generator cannot be read"),
    "json-operation": N_("an operation of a JSON patch cannot be applied"),
    "merge-types": N_("a value has another type than the one that it is merged with"),
    "missing-file": N_("a file is missing"),
    "name-clash": N_("a reference could mean several objects"),
    "no-kind": N_("an object has no kind"),
    "no-kustomization": N_("a folder has no kustomization, or is missing"),
    "no-name": N_("an object has no name"),
    "openapi": N_("the OpenAPI schema cannot be used"),
    "outside-root": N_("a file is not in the folder of its kustomization or below"),
    "patch-form": N_("a patch has none of the forms that there are"),
    "patch-no-target": N_("there is no such object as the patch is for"),
    "replacement": N_("a replacement cannot be made"),
    "replicas": N_("there is no such workload as replicas are set for"),
    "several-kustomization-files": N_("a folder has several kustomizations"),
    "too-large": N_("a document is larger than any manifest"),
    "unknown-field": N_("a kustomization has a field that is none of its fields"),
    "validator": N_("a validator changes objects"),
    "value-type": N_("a value does not fit the type of its field"),
    "var": N_("a variable cannot be resolved"),
    "wrong-kind-or-version": N_("the kind or version of a kustomization is none that kustomize knows"),
    "wrong-type": N_("a field of a kustomization has a value of the wrong type"),
    "yaml": N_("a file is not readable as YAML"),
}


@rule("kustomization-refused", on=RefusedBuild, severity=Severity.ERROR, evidence="X")
def check(refused: RefusedBuild) -> Problems:
    """Report what the build stops at."""
    yield problem(
        "kustomize does not build {roots}: {what} ({detail})",
        refused,
        roots=listed(refused.folders, refused.more),
        what=phrase(_KINDS.get(refused.kind, N_("an option has none of its values"))),
        detail=refused.text,
        seen="kubectl apply -k and the tools that build with kustomize stop with an error; nothing is applied",
        fix="mend it here; until then the files are checked one by one, without what the kustomization makes of them",
        subject=refused.kind,
        severity=Severity.NOTE if refused.kind in _MISSING else None,
    )
