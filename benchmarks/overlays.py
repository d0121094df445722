"""Writes a repository of kustomizations, and what they build: `python benchmarks/overlays.py FOLDER [ROOTS [BASES]]`.

Below `FOLDER/tree` is a base for each application, with the manifests of the corpus, and overlays for environments, as
teams keep them: a namespace, labels, an image, replicas, a generated ConfigMap, a strategic patch and a JSON patch.
Below `FOLDER/printed` is what each overlay builds, a file each, as `kubectl kustomize` prints it.
"""

from __future__ import annotations

import os
import sys

import yaml
from corpus import PREFIX, TEAMS, manifest

from clblint.files.view import Disk
from clblint.kube.kustomize.build.build import build
from clblint.kube.kustomize.build.files import Files

BASES, APPS = 50, 3  # bases, and applications in each
ENVIRONMENTS = ("dev", "test", "staging", "prod")


class _Dumper(yaml.CSafeDumper):
    """Writes each value where it stands, as kustomize does."""

    def ignore_aliases(self, _data: object) -> bool:
        """No value refers to another one."""
        return True


def write_repository(folder: str, roots: int = 200, bases: int = BASES) -> None:
    """Write the tree, and the printed builds of its roots."""
    tree = os.path.join(folder, "tree")
    for number in range(bases):
        for path, text in _base(number).items():
            _write(os.path.join(tree, f"base-{number:03d}", path), text)
    paths = [_write_overlay(tree, number, bases) for number in range(roots)]
    files = Files([tree], Disk())
    for number, path in enumerate(paths):
        made = build(path, files)
        if not made.is_known:
            sys.exit(f"{path}: {made.error or made.unbuildables}")
        documents = [built.root.value() for built in made.objects]
        _write(os.path.join(folder, "printed", f"build-{number:03d}.yaml"), yaml.dump_all(documents, Dumper=_Dumper))


def _base(number: int) -> dict[str, str]:
    apps = [number + BASES * more for more in range(APPS)]
    files = {f"app-{app:05d}.yaml": manifest(app) for app in apps}
    return {**files, "kustomization.yaml": f"resources: [{', '.join(files)}]\n"}


def _write_overlay(tree: str, number: int, bases: int) -> str:
    """Write an overlay; the path of its folder."""
    base, environment = number % bases, ENVIRONMENTS[number // bases % len(ENVIRONMENTS)]
    folder = os.path.join(tree, "overlays", f"app-{number:03d}")
    deployment = manifest(base).split("---\n")[0]
    name = deployment.partition("  name: ")[2].partition("\n")[0]
    _write(os.path.join(folder, "kustomization.yaml"), _overlay(number, base, name, environment))
    _write(os.path.join(folder, "service.yaml"), _patch(name, number, base))
    return folder


def _overlay(number: int, base: int, name: str, environment: str) -> str:
    return f"""\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: {environment}
nameSuffix: -r{number:03d}
resources:
- ../../base-{base:03d}
labels:
- pairs:
    environment: {environment}
  includeTemplates: true
images:
- name: registry.example.com/team-{base % TEAMS:02d}/{name}
  newTag: 1.{number}.0
replicas:
- name: {name}
  count: {number % 7 + 2}
configMapGenerator:
- name: {name}-config
  literals:
  - LOG_LEVEL=info
  - ENVIRONMENT={environment}
patches:
- path: service.yaml
- target:
    kind: Deployment
  patch: |-
    - op: replace
      path: /spec/template/spec/containers/0/resources/limits/memory
      value: {number % 4 + 1}Gi
"""


def _patch(name: str, number: int, base: int) -> str:
    return f"""\
apiVersion: v1
kind: Service
metadata:
  name: {name}
  namespace: team-{base % TEAMS:02d}
  annotations:
    {PREFIX}name: {name}-{number}
"""


def _write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


if __name__ == "__main__":
    counts = map(int, sys.argv[2:4])
    write_repository(sys.argv[1], *counts)
