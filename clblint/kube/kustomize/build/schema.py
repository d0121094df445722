"""`Schema`: the merge keys of a kind's lists, built in or from an OpenAPI file of the kustomization (kyaml/openapi)."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.kustomize.build.merge_keys import DEFINITIONS, KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.kube.kustomize.build.merge_keys import Definitions

_EXTENSION = "x-kubernetes-"
BUILT_IN = "v1.21.2"  # the only version that `openapi: {version: ...}` can name


class Lookup(NamedTuple):
    """All definitions, and the one of each kind (`apiVersion kind`)."""

    definitions: Definitions
    kinds: dict[str, str]


class Schema(NamedTuple):
    """What is known of a value: its definition, or (for a merged list) that of its items and its keys."""

    lookup: Lookup
    definition: str
    keys: tuple[str, ...] | None = None  # None: no merged list

    def field(self, name: str) -> Schema | None:
        """What is known of a field."""
        found = self.lookup.definitions.get(self.definition, {}).get(name) if self.keys is None else None
        if found is None:
            return Schema(self.lookup, "")  # a field that no list to merge is below
        if isinstance(found, str):
            return Schema(self.lookup, found)
        return Schema(self.lookup, found[0], tuple(found[1:]))

    @property
    def items(self) -> Schema:
        """What is known of the items of a merged list."""
        return Schema(self.lookup, self.definition)


DEFAULT = Lookup(DEFINITIONS, KINDS)


def schema_of(lookup: Lookup, api_version: str, kind: str) -> Schema | None:
    """What is known of a kind; None for one that the schema lacks, such as a custom resource."""
    definition = lookup.kinds.get(f"{api_version} {kind}")
    return None if definition is None else Schema(lookup, definition)


def lookup_of(openapi: Any) -> Lookup:  # noqa: ANN401 - any JSON value
    """The definitions of an OpenAPI document, which replace those that are built in (SetSchema)."""
    definitions: Definitions = {}
    kinds: dict[str, str] = {}
    for name, schema in _maps(openapi, "definitions").items():
        _define(name, schema, definitions)
        for one in _list(schema.get(f"{_EXTENSION}group-version-kind")):
            group, version, kind = (str(one.get(part) or "") for part in ("group", "version", "kind"))
            kinds[f"{group}/{version} {kind}" if group else f"{version} {kind}"] = name
    return Lookup(definitions, kinds)


def _define(name: str, schema: dict[str, Any], definitions: Definitions) -> None:
    """Add a schema under a name; those of its fields that have no name get one."""
    made: dict[str, str | tuple[str, ...]] = {}
    definitions[name] = made
    for field, value in _maps(schema, "properties").items():
        below = f"{name}/{field}"
        keys = _keys(value)
        if value.get("type") == "array" and keys is not None:
            items = value.get("items")
            made[field] = (_named(items if isinstance(items, dict) else {}, below, definitions), *keys)
        else:
            made[field] = _named(value, below, definitions)


def _named(schema: dict[str, Any], name: str, definitions: Definitions) -> str:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return reference.rpartition("/")[2]
    _define(name, schema, definitions)
    return name


def _keys(schema: dict[str, Any]) -> tuple[str, ...] | None:
    """The merge keys of a list; None if it is replaced as a whole (PatchStrategyAndKeyList)."""
    if "merge" not in str(schema.get(f"{_EXTENSION}patch-strategy") or "").split(","):
        return None
    keys = _list(schema.get(f"{_EXTENSION}list-map-keys"))
    key = schema.get(f"{_EXTENSION}patch-merge-key")
    return tuple(map(str, keys)) or ((str(key),) if key else ())


def _maps(value: Any, name: str) -> dict[str, dict[str, Any]]:  # noqa: ANN401 - any JSON value
    found = value.get(name) if isinstance(value, dict) else None
    return {str(key): one for key, one in found.items() if isinstance(one, dict)} if isinstance(found, dict) else {}


def _list(value: Any) -> list[Any]:  # noqa: ANN401 - any JSON value
    return value if isinstance(value, list) else []
