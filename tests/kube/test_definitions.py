"""Definitions of custom resources, and templates, are not read: no rule is about anything in them."""

from __future__ import annotations

import random

import pytest

from clblint.kube.annotations import annotations_of
from clblint.kube.catalogue.catalogue import PREFIX, catalogue
from clblint.kube.clusters.profile import undeclared
from clblint.kube.definitions import is_definition
from clblint.kube.manifest import Manifest, read_manifest
from clblint.source.text import Source

DEFINITION = """\
---
# made by a tool
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.14.0
  name: shops.example.com
spec:
  group: example.com
  names:
    kind: Shop
    plural: shops
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: "The containers behind a \\"Service\\"."
        properties:
          spec:
            pattern: ^[a-z]\\.\\d+$
            template: {}
        type: object
    served: true
    storage: true
status:
  acceptedNames:
    kind: ""
  conditions: []
"""


def _read(text: str, *, prefilter: bool = True) -> Manifest:
    return read_manifest(Source("shop.yaml", text.encode()), prefilter=prefilter)


def test_a_definition_is_recognised_by_its_text() -> None:
    """Its words would make it relevant; no object is made of it, and it counts as one."""
    found = _read(DEFINITION)
    assert is_definition(DEFINITION)
    assert (found.count, found.objects, found.broken, found.opaque) == (1, [], [], False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("apiVersion: apiextensions.k8s.io/v1\n", "apiVersion: v1\n"),
        ("kind: Custom", "kind: 'Custom"),
        ("kind: CustomResourceDefinition\n", "kind: CustomResourceDefinition\n  and more\n"),
        ("spec:\n", "kind: Service\nspec:\n"),
        ("spec:\n", "'kind': Service\nspec:\n"),
        ("spec:\n", "items: []\nspec:\n"),
        ("spec:\n", "spec: &a\n"),
        ("spec:\n", "<<: *a\nspec:\n"),
        ("spec:\n", 'description: "\nspec:\n'),
        ("spec:\n", " spec:\n"),
        ("  scope: Namespaced\n", "  template: {spec: {containers: []}}\n"),
        ("  scope: Namespaced\n", "  'template': {spec: {containers: []}}\n"),
        ("  scope: Namespaced\n", "  scaleTargetRef: {name: shop}\n"),
        ("  scope: Namespaced\n", "  scope: Namespaced\r  template: {}\n"),
        ("  scope: Namespaced\n", "  scope: Namespaced\u2028  template: {}\n"),
        ("spec:\n  group", "spec:\n    template: {}\n  group"),
        ("type: object", f"default: {{{PREFIX}spec: x}}"),
        ("type: object", "default: {name: 'annotations.service\\.beta\\.kubernetes\\.io/backend-type'}"),
        ("type: object", 'default: {"service.bet\\x61.kubernetes.io/backend-type": x}'),
        ("type: object", 'default: {name: "annotations.ali\\\n baba"}'),
        ("type: object", "default: {!!binary YWxpYmFiYQ==: x}"),
        ("type: object", "default: {!!bi%6eary YWxpYmFiYQ==: x}"),
        ("# made by a tool", "# clblint: ignore-file"),
        ("status:\n", "...\nstatus:\n"),
    ],
)  # fmt: skip
def test_anything_else_is_read(old: str, new: str) -> None:
    """What may be another object, or may hold what a rule is about, is no such definition."""
    text = DEFINITION.replace(old, new, 1)
    assert text != DEFINITION
    assert not is_definition(text)


@pytest.mark.parametrize("wrong", ["status: [\n", "status:\n  conditions: a: b\n", "status:\n  conditions: *unknown\n"])
def test_its_fault_is_reported(wrong: str) -> None:
    """Also in a file that is only read for others, for which it hides something."""
    text = DEFINITION.partition("status:\n")[0] + wrong
    source = Source("shop.yaml", text.encode())
    fast, slow = read_manifest(source, syntax=False), read_manifest(source, syntax=False, prefilter=False)
    assert (fast.broken, fast.opaque) == (slow.broken, True)
    assert fast.broken


def test_whatever_is_taken_for_one_is_one() -> None:
    """Whatever lines are put into it: the slow way finds an object that no rule is about."""
    lines = DEFINITION.splitlines()
    more = [
        "kind: Service", "  template: {spec: {containers: []}}", "  spec: {}", "  - a: b", "# x", "'", '"', "}", "{",
        "spec:", "metadata:", f"    {PREFIX}spec: slb", "    x: |", "      template:", "---", "...", "  <<: {a: b}",
        "  containers: [{}]", "status: {}", "status:", "  conditions: |", "", "  ", "\t", " x: y",
        "    items: []", "items:",
    ]  # fmt: skip
    chance, taken = random.Random(1), 0  # noqa: S311 - the same each time
    for _ in range(600):
        changed = lines.copy()
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(changed))
            changed[at : at + chance.randint(0, 1)] = [chance.choice(more)]
        text = "\n".join(changed) + "\n"
        if not is_definition(text):
            continue
        taken += 1
        found = _read(text, prefilter=False)
        assert [(type(one).__name__, one.kind) for one in found.objects] in (
            [],
            [("KubeObject", "CustomResourceDefinition")],
        )
        assert len(found.objects) + len(found.broken) == 1
        assert not [one for thing in found.objects for one in annotations_of(thing, catalogue().is_ours, undeclared())]
        assert not found.values
    assert taken > 50


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("kind: Service\napiVersion: v1\nmetadata: {name: {{ .Values.name }}}\n", 0),
        (f"service:\n  annotations:\n    {PREFIX}spec: '{{{{ .Values.spec }}}}'\n", 1),
        ("set:\n- name: annotations.service\\.beta\\.kubernetes\\.io/backend-type\n  value: '{{ .Values.x }}'\n", 1),
    ],
)
def test_a_template_without_values_is_not_read(text: str, values: int) -> None:
    """It is a template whatever is in it; values in which charts render something are none."""
    fast, slow = _read(text), _read(text, prefilter=False)
    for found in (fast, slow):
        assert (found.template, len(found.values), found.objects, found.broken) == (not values, values, [], [])
    assert fast.count == slow.count


VALUES = f"service:\n  annotations:\n    {PREFIX}spec: '{{{{ .Values.spec }}}}'\n"


def test_a_definition_beside_values() -> None:
    """A file with an object holds no values alone, and is a template if it is marked as one."""
    text = f"{DEFINITION}---\n{VALUES}"
    fast, slow = _read(text), _read(text, prefilter=False)
    assert (fast.template, fast.values) == (slow.template, slow.values) == (True, [])


def test_a_definition_without_a_word_of_ours_is_left_out() -> None:
    """As any other document of which that is certain: it is no object, and only reported files show its fault."""
    text = DEFINITION.partition("    schema:\n")[0]
    assert is_definition(text)
    found = _read(f"{text}---\n{VALUES}")
    assert (found.template, len(found.values)) == (False, 1)
    broken = Source("shop.yaml", f"{text}    a: b: c\n".encode())
    assert not read_manifest(broken, syntax=False).broken
    assert read_manifest(broken).broken
