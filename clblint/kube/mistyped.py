"""`MistypedAnnotation`: annotations whose values are not strings."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue
from clblint.light import pattern
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.charts import PassedOn
    from clblint.kube.field import Field
    from clblint.kube.objects import KubeObject
    from clblint.source.node import Node

_NUMBER = pattern(r"(?a)0|(?!0)[+-]?\d{1,18}")


class MistypedAnnotation(NamedTuple):
    """An annotation whose value is not a string, with its JSON type and its text.

    `passed_on` says that it is an annotation of a Service only once a chart or a controller has copied it, `by_set`
    that it is the text of a parameter to which helm gives a type.
    """

    owner: KubeObject
    key: str
    value: Node
    type: str
    written: str
    quotable: bool
    passed_on: bool = False
    by_set: bool = False


def mistyped_in(
    owner: KubeObject, homes: Iterable[Field], passed_on: Iterable[PassedOn]
) -> Iterator[MistypedAnnotation]:
    """Yield the annotations of an object that are not strings, and those of the CCM among what it passes on."""
    for home in homes:
        yield from _mistyped(owner, home)
    for found in passed_on:
        for key, fact in found.annotations.items():
            kind = _json_type(fact.node, found) if catalogue().is_ours(key) else ""
            if kind and isinstance(fact.node, Scalar):
                raw, quotable = fact.node.raw, not found.by_set
                yield MistypedAnnotation(
                    owner, key, fact.node, kind, raw, quotable, passed_on=True, by_set=found.by_set
                )


def _mistyped(owner: KubeObject, annotations: Field) -> Iterator[MistypedAnnotation]:
    for key, field in annotations.items():
        node = field.node
        if isinstance(node, Scalar):
            if node.value is not None and not isinstance(node.value, str):
                kind = "bool" if isinstance(node.value, bool) else "number"
                yield MistypedAnnotation(owner, key, node, kind, node.raw, quotable=True)
        elif node is not None:
            yield MistypedAnnotation(
                owner, key, node, "object" if isinstance(node, Mapping) else "array", "", quotable=False
            )


def _json_type(node: object, passed_on: PassedOn) -> str:
    """The JSON type of an annotation that is no text, empty for one that is; null counts as text.

    Tools hand the value of a parameter to helm as it is written, whatever YAML makes of it.
    """
    if not isinstance(node, Scalar) or node.value is None or passed_on.as_text:
        return ""
    if passed_on.by_set:
        return _type_by_set(node.text)
    return "" if isinstance(node.value, str) else "bool" if isinstance(node.value, bool) else "number"


def _type_by_set(text: str) -> str:
    """The JSON type that `helm --set` gives to a text (pkg/strvals/parser.go:typedVal); empty if it stays a text."""
    if text.lower() in {"true", "false"}:
        return "bool"
    return "number" if _NUMBER.fullmatch(text) else ""
