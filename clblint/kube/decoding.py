"""Fields of a Service whose JSON type the API server cannot decode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.fact import Fact
from clblint.kube.unrendered import is_unrendered
from clblint.source.node import Mapping, Scalar, Sequence
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.field import Field
    from clblint.source.node import Node

_IN_METADATA = (("annotations", "object", "map[string]string"), ("name", "string", "string"))
_IN_SPEC = (("selector", "object", "map[string]string"), ("ports", "array", "[]v1.ServicePort"))
_IN_PORT = (("port", "number", "int32"), ("nodePort", "number", "int32"), ("name", "string", "string"))


class Undecodable(NamedTuple):
    """A field of the wrong JSON type: what is written and wanted, and what it is to Go."""

    at: Fact[str]  # the value as written, empty for a list or a mapping
    field: str
    got: str
    wanted: str
    struct: str
    type: str
    position: int = -1  # in `spec.ports`


def undecodable(root: Field, *, kustomized: bool) -> Iterator[Undecodable]:
    """The fields of a Service that cannot be decoded; of what kustomize may write as text, none."""
    for wrong in _undecodable(root):
        if not (kustomized and wrong.wanted == "string" and wrong.got in {"bool", "number"}):
            yield wrong


def _undecodable(root: Field) -> Iterator[Undecodable]:
    for part, go, fields in (("metadata", "ObjectMeta", _IN_METADATA), ("spec", "ServiceSpec", _IN_SPEC)):
        inside = root.get(part)
        yield from _wrong(inside, part, "object", f"Service.{part}", f"v1.{go}")
        for key, wanted, kind in fields:
            yield from _wrong(inside.get(key), f"{part}.{key}", wanted, f"{go}.{part}.{key}", kind)
    for i, item in enumerate(root.get("spec", "ports").each()):
        yield from _wrong(item, f"spec.ports[{i}]", "object", "ServiceSpec.spec.ports", "v1.ServicePort", i)
        for key, wanted, kind in _IN_PORT:
            struct = f"ServicePort.spec.ports.{key}"
            yield from _wrong(item.get(key), f"spec.ports[{i}].{key}", wanted, struct, kind, i)


def _wrong(  # noqa: PLR0913, PLR0917 - a row of the tables above
    field: Field, path: str, wanted: str, struct: str, kind: str, position: int = -1
) -> Iterator[Undecodable]:
    node = field.node
    if node is None or not field.present or _is_unknown(node):
        return
    got = _json_type(node)
    if got == wanted and (got != "number" or field.integer().known):
        return
    written = node.text if isinstance(node, Scalar) else ""
    yield Undecodable(Fact(written, node, key=field.at), path, got, wanted, struct, kind, position)


def _is_unknown(node: Node) -> bool:
    if isinstance(node, Scalar):
        return is_unrendered(node.text)
    return isinstance(node, (Mapping, Sequence)) and node.is_flow and is_unrendered(node.raw)  # {{ .Values.ports }}


def _json_type(node: Node) -> str:
    if not isinstance(node, Scalar):
        return "object" if isinstance(node, Mapping) else "array"
    value = node.value
    if isinstance(value, str):
        return "string"
    return "bool" if isinstance(value, bool) else "number"
