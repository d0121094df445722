"""Parses and validates `.clblint.yaml` to plain values; errors have line, column and the nearest valid name."""

from __future__ import annotations

from clblint.config.faults import place_in, refuse_faults, refuse_unknown_plugins
from clblint.config.layers import Layer, made
from clblint.config.model import no_config
from clblint.discovery.globs import can_match, glob_of
from clblint.errors import UsageError
from clblint.i18n.language import shortened, tr
from clblint.kube.field import field_of
from clblint.source.document import read_documents
from clblint.source.go_integers import whole
from clblint.source.node import Scalar, Sequence
from clblint.source.text import Source
from clblint.source.walk import to_json, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from clblint.config.model import Config
    from clblint.kube.fact import Fact
    from clblint.kube.field import Field
    from clblint.source.located import Located
    from clblint.source.node import Node

    Plain = Any  # what marshal takes: numbers, text, lists and mappings of them

_TEXTS = (
    "ccm-version", "kubernetes-version", "network-plugin", "cluster-type", "vpc-id", "service-backend-type", "region",
    "migrate-to",
)  # fmt: skip
_NUMBERS = ("nodes", "backend-quota")
_RANGES = ("node-port-range", "ip-local-port-range")
_LAST_PORT = 65535
_PARTS = 3  # of an object: namespace, kind and name
_SIGNS = "*?["  # of a glob


def parse_config(shown: str, data: bytes, folder: str = "") -> Config:
    """Parse one configuration file, without `extends`; raises `UsageError` with the place of a fault."""
    settings = read_settings(shown, data)
    if not settings:
        return no_config()._replace(path=shown, folder=folder)
    return made([Layer(shown, folder, folder, settings, data)])


def read_settings(shown: str, data: bytes) -> dict[str, Plain]:
    """The settings in a configuration file as plain values; raises `UsageError` for any fault."""
    root = _root(Source(shown, data), shown)
    if root is None:
        return {}
    refuse_faults(root, shown)
    field = field_of(root)
    found = {name: read(field.get(name), shown) for name, read in _READ.items() if field.get(name).present}
    refuse_unknown_plugins(field.get("plugins", "disable"), shown)
    return found


def _root(source: Source, shown: str) -> Node | None:
    documents = list(read_documents(source))
    for document in documents:
        if document.fault is not None:
            line, column = document.fault.span[:2]
            message = tr("{place}: not YAML: {fault}", place=f"{shown}:{line}:{column}", fault=document.fault.message)
            raise UsageError(message)
    roots = [document.root for document in documents if document.root is not None and not document.skipped]
    if len(roots) > 1:
        message = tr("{place}: a second document, and a configuration is one", place=place_in(shown, roots[1]))
        raise UsageError(message)
    return roots[0] if roots else None


def place_of_rule(config: Config, name: str) -> str:
    """The place where a configuration names a rule, as `path:line:column`; empty if it does not."""
    for shown, data in config.sources:
        roots = [document.root for document in read_documents(Source(shown, data)) if document.root is not None]
        for root in map(field_of, roots[:1]):
            sections = [root, *root.get("paths").each()]
            for field in (part.get(key) for part in sections for key in ("select", "ignore", "severity")):
                for node in walk(field.node) if field.node is not None else ():
                    if isinstance(node, Scalar) and node.text == name:
                        return place_in(shown, node)
    return ""


def _names(field: Field, _shown: str = "") -> list[str]:
    return [item.text().value for item in field.each()]


def _patterns(field: Field, shown: str) -> list[str]:
    return [_pattern(item, shown) for item in field.each()]


def _pattern(field: Field, shown: str) -> str:
    """A pattern in `.gitignore` syntax; raises `UsageError` for one that can match nothing, which is a mistake."""
    text = field.text()
    if text.present and not can_match(text.value):
        message = tr(
            "{place}: {pattern} matches nothing: write a pattern as in a .gitignore, such as {sample}",
            place=place_in(shown, text.node),
            pattern=repr(shortened(text.value)),
            sample="generated/",
        )
        raise UsageError(message)
    return text.value


def _object(field: Field, shown: str) -> str:
    """A glob of objects; raises `UsageError` for one that no object has, such as a name alone."""
    text = field.text()
    if text.holds and not _can_name_an_object(text.value):
        message = tr(
            "{place}: {pattern} is no object: write namespace/Kind/name as in reports, such as {sample}",
            place=place_in(shown, text.node),
            pattern=repr(shortened(text.value)),
            sample="*/Service/web",
        )
        raise UsageError(message)
    return text.value


def _can_name_an_object(pattern: str) -> bool:
    """Whether an object can have the name, `[namespace/]Kind[/name]`; in a glob each sign may stand for slashes."""
    parts = pattern.split("/")
    if not all(parts) or len(parts) > _PARTS or glob_of(pattern).is_impossible:
        return False
    is_glob = any(sign in pattern for sign in _SIGNS)
    if is_glob and len(parts) < _PARTS:
        return True
    return any(part[0].isupper() or part[0] in _SIGNS for part in parts[max(0, len(parts) - 2) : 2])


def _text(field: Field, _shown: str = "") -> str:
    return field.text().value


def _placed(field: Field, _shown: str = "") -> Plain:
    return field.text().value, tuple(field.text().place.span)


def _paths(field: Field, _shown: str = "") -> list[Plain]:
    """One path or several, each with its place."""
    return [_placed(one) for one in (field.each() if isinstance(field.node, Sequence) else [field])]


def _severities(field: Field, _shown: str = "") -> dict[str, str]:
    levels = ((name, level.node) for name, level in field.items())
    return {name: "off" if node is not None and to_json(node) is False else _text_of(node) for name, node in levels}


def _text_of(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _path_settings(field: Field, shown: str) -> list[Plain]:
    return [_path_setting(item, shown) for item in field.each()]


def _path_setting(item: Field, shown: str) -> Plain:
    until = item.get("until").text()
    if until.present and not _is_day(until.value):
        place = place_in(shown, until.node)
        message = tr("{place}: until: {day} is not a date (YYYY-MM-DD)", place=place, day=until.value)
        raise UsageError(message)
    return {
        "match": _pattern(item.get("match"), shown),
        "object": _object(item.get("object"), shown),
        "ignore": _names(item.get("ignore")),
        "select": _names(item.get("select")),
        "severity": _severities(item.get("severity")),
        "reason": _text(item.get("reason")),
        "until": until.value,
        "span": tuple(until.place.span),
    }


def _is_day(text: str) -> bool:
    from datetime import date  # noqa: PLC0415 - few settings end

    try:
        date(*map(int, text.split("-")))
    except ValueError:
        return False
    return True


def _clusters(field: Field, shown: str) -> list[Plain]:
    first: dict[str, Located] = {}
    for item in field.each():
        name = item.get("name").text()
        if name.value in first:
            message = tr(
                "{place}: {name} is the name of another cluster, on line {line}",
                place=place_in(shown, name.node),
                name=name.value,
                line=first[name.value].place.span.line,
            )
            raise UsageError(message)
        first[name.value] = name.node
    return [
        {
            "name": _text(item.get("name")),
            "match": _patterns(item.get("match"), shown),
            "cluster": _cluster(item.get("cluster"), shown),
            "inventory": _paths(item.get("inventory")) if item.get("inventory").present else None,
        }
        for item in field.each()
    ]


def _cluster(field: Field, shown: str) -> dict[str, Plain]:
    given = {name: field.get(name) for name in field_names(field)}
    found: dict[str, Plain] = {name: _fact(given[name].text()) for name in _TEXTS if name in given}
    found |= {name: _fact(given[name].integer()) for name in _NUMBERS if name in given}
    found |= {name: _range(given[name].text(), name, shown) for name in _RANGES if name in given}
    if "disable-public-slb" in given:
        found["disable-public-slb"] = _fact(given["disable-public-slb"].boolean(default=False))
    if "node-labels" in given:
        labels = given["node-labels"].each()
        found["node-labels"] = tuple({key: label.text().value for key, label in item.items()} for item in labels)
    if "feature-gates" in given:
        gates = given["feature-gates"].items()
        found["feature-gates"] = {name: _fact(gate.boolean(default=False)) for name, gate in gates}
    return found


def field_names(field: Field) -> list[str]:
    """The names of the settings of a section that are not null."""
    return [name for name, value in field.items() if value.present]


def _fact(fact: Fact[Any], value: Plain = None) -> Plain:
    given = fact.value if value is None else value
    return given, fact.origin.name, tuple(fact.place.span), tuple(fact.key.place.span)


def _range(text: Fact[str], name: str, shown: str) -> Plain:
    first, last = (whole(part) for part in text.value.replace("-", " ").split())
    if not 1 <= first <= last <= _LAST_PORT:
        message = tr(
            "{place}: {name}: {value} is no range of ports (1 to {last}, low to high)",
            place=place_in(shown, text.node),
            name=name,
            value=text.value,
            last=_LAST_PORT,
        )
        raise UsageError(message)
    return _fact(text, (first, last))


_READ: dict[str, Callable[[Field, str], Plain]] = {
    "extends": _placed,
    "cluster": _cluster,
    "clusters": _clusters,
    "inventory": _paths,
    "select": _names,
    "ignore": _names,
    "severity": _severities,
    "exclude": _patterns,
    "context": _patterns,
    "paths": _path_settings,
    "pedantic": lambda field, _shown: field.boolean(default=False).value,
    "fail-on": _text,
    "lang": _text,
    "plugins": lambda field, _shown: _names(field.get("disable")),
}
