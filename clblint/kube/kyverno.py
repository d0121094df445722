"""What policies of Kyverno set on Services: the annotations in the patches of their `mutate` rules.

The rest of a policy is compared with objects, or is for objects of other kinds.
"""

from __future__ import annotations

from clblint.light import pattern
from clblint.source.node import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.fact import Fact
    from clblint.kube.field import Field
    from clblint.kube.objects import KubeObject
    from clblint.source.node import Node

_GROUP = "kyverno.io"
_ANCHORED = pattern(r"([+<=X^]?)\((.+)\)")


def without_anchors(written: dict[str, Fact[str]]) -> tuple[dict[str, Fact[str]], frozenset[str]]:
    """The entries of a pattern by their keys alone, and the keys of those that are compared, not set."""
    read = {key: _without_anchor(key) for key in written}
    siblings = {name: written[key] for key, (name, _) in read.items()}
    return siblings, frozenset(name for name, is_set in read.values() if not is_set)


def _without_anchor(key: str) -> tuple[str, bool]:
    """The key of an entry in a pattern, and whether a patch sets it: `key` and `+(key)`, but not the condition `(key)`.

    Source: pkg/engine/anchor/anchor.go:regex, pkg/engine/mutate/patch/strategicPreprocessing.go:walkMap.
    """
    found = _ANCHORED.fullmatch(key)
    return (found[2], found[1] == "+") if found is not None else (key, True)


def set_on_services(owner: KubeObject) -> frozenset[int]:
    """The identities of the nodes in a policy with annotations of Services: mappings, and texts of JSON patches."""
    if owner.api_version.partition("/")[0] != _GROUP:
        return frozenset()
    rules = [rule for rule in owner.root.get("spec", "rules").each() if _is_for_services(rule)]
    return frozenset(id(resolve(node)) for rule in rules for node in _written(rule.get("mutate")))


def _written(mutate: Field) -> Iterator[Node]:
    for part in (mutate, *mutate.get("foreach").each()):
        for field in (
            *_inside(part.get("patchStrategicMerge"), "metadata", "annotations"),
            part.get("patchesJson6902"),
        ):
            if field.node is not None:
                yield field.node


def _inside(field: Field, *path: str) -> list[Field]:
    """The fields at a path, with and without the anchor that adds what is missing."""
    found = [field]
    for name in path:
        found = [inner for one in found for inner in (one.get(name), one.get(f"+({name})")) if inner.present]
    return found


def _is_for_services(rule: Field) -> bool:
    """Whether a rule changes Services; with `targets` it changes these, otherwise what it matches."""
    targets = [target.get("kind") for target in rule.get("mutate", "targets").each()]
    match = rule.get("match")
    blocks = (match, *match.get("any").each(), *match.get("all").each())
    kinds = targets or [kind for block in blocks for kind in block.get("resources", "kinds").each()]
    return any(kind.text().value.rpartition("/")[2] == "Service" for kind in kinds)
