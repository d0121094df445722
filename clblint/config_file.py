"""Reading `.clblint.yaml`: validated, with line, column and the nearest valid name, and turned into settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from clblint.config import Config, PathSetting, no_config
from clblint.errors import UsageError
from clblint.kube.cluster import Cluster, PortRange, undeclared
from clblint.kube.fact import Fact
from clblint.kube.field import Field, field_of
from clblint.language import said, why_of
from clblint.lint.severity import Severity
from clblint.sentences import N_, listed, phrase
from clblint.source.document import read_documents
from clblint.source.node import Mapping, Scalar, to_json, walk
from clblint.source.place import Place
from clblint.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.sentences import Value
    from clblint.source.node import Node


_TEXTS = ("ccm-version", "kubernetes-version", "network-plugin", "cluster-type", "vpc-id", "service-backend-type")
_LAST_PORT = 65535
_NOT_A_RANGE = N_("{value} is not a range such as {sample}")
_NOT_A_VERSION = N_("{value} is not a version such as {sample}")
_FORMS = {  # for each setting with a pattern what it is not, and a sample
    "ccm-version": (_NOT_A_VERSION, "v2.12.1"),
    "ip-local-port-range": (_NOT_A_RANGE, "32768-60999"),
    "kubernetes-version": (_NOT_A_VERSION, "1.30"),
    "node-port-range": (_NOT_A_RANGE, "30000-32767"),
    "until": (N_("{value} is not a day such as {sample}"), "2027-12-31"),
}
_KINDS = {
    "array": N_("{value} is not a list"),
    "boolean": N_("{value} is neither true nor false"),
    "integer": N_("{value} is not a whole number"),
    "object": N_("{value} is not a mapping of names to values"),
    "string": N_("{value} is not text"),
}


def read_config(path: str) -> Config:
    """Read and validate a configuration file; `UsageError` names line, column and the nearest valid name."""
    shown = os.path.relpath(path).replace(os.sep, "/")
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        message = said("{path}: cannot be read: {why}", path=shown, why=why_of(error))
        raise UsageError(message) from error
    return parse_config(shown, data, os.path.dirname(path))


def parse_config(shown: str, data: bytes, folder: str = "") -> Config:
    """Turn the text of a configuration file into settings; `UsageError` names line, column and the nearest name."""
    source = Source(shown, data)
    documents = list(read_documents(source))
    for document in documents:
        if document.fault is not None:
            line, column = document.fault.span[:2]
            message = said("{place}: not YAML: {fault}", place=f"{shown}:{line}:{column}", fault=document.fault.message)
            raise UsageError(message)
    roots = [document.root for document in documents if document.root is not None and not document.skipped]
    if not roots:
        return no_config()._replace(path=shown, folder=folder)
    _validate(roots[0], shown)
    return _config(field_of(roots[0]), shown, folder, data)


def _config(root: Field, shown: str, folder: str, data: bytes) -> Config:
    return Config(
        path=shown,
        folder=folder,
        cluster=_cluster(root.get("cluster"), shown),
        select=_names(root.get("select")),
        ignore=_names(root.get("ignore")),
        severity=_severities(root.get("severity")),
        exclude=_names(root.get("exclude")),
        context=_names(root.get("context")),
        paths=tuple(_path_setting(item, shown) for item in root.get("paths").each()),
        fail_on=root.get("fail-on").text("warning").value,
        disabled_plugins=_names(root.get("plugins", "disable")),
        digest=data,
        inventory=_beside(folder, root.get("inventory")),
        lang=root.get("lang").text().value,
        pedantic=root.get("pedantic").boolean(default=False).value,
    )


def _path_setting(item: Field, shown: str) -> PathSetting:
    until = item.get("until").text()
    if until.written and not _is_day(until.value):
        span = until.place.span
        place = f"{shown}:{span.line}:{span.column}"
        message = said("{place}: until: {day} is no day of the calendar (YYYY-MM-DD)", place=place, day=until.value)
        raise UsageError(message)
    return PathSetting(
        match=item.get("match").text().value,
        object=item.get("object").text().value,
        ignore=_names(item.get("ignore")),
        select=_names(item.get("select")),
        severity=_severities(item.get("severity")),
        reason=item.get("reason").text().value,
        until=until.value,
        place=Place(shown, until.place.span),
    )


def _is_day(text: str) -> bool:
    from datetime import date  # noqa: PLC0415 - few settings end

    try:
        date(*map(int, text.split("-")))
    except ValueError:
        return False
    return True


def _severities(field: Field) -> dict[str, Severity | None]:
    return {name: _severity(level) for name, level in field.items()}


def place_of_rule(config: Config, name: str) -> str:
    """Where a configuration names a rule, as `path:line:column`; empty where it does not."""
    source = Source(config.path, config.digest)
    roots = [document.root for document in read_documents(source) if document.root is not None]
    for root in map(field_of, roots[:1]):
        sections = [root, *root.get("paths").each()]
        for field in (part.get(key) for part in sections for key in ("select", "ignore", "severity")):
            for node in walk(field.node) if field.node is not None else ():
                if isinstance(node, Scalar) and node.text == name:
                    return f"{config.path}:{node.line}:{node.column}"
    return ""


def _beside(folder: str, field: Field) -> str:
    """A path that is written relative to the configuration file; empty where none is."""
    path = field.text().value
    return os.path.join(folder, path) if path else ""


def _severity(field: Field) -> Severity | None:
    off = field.node is not None and to_json(field.node) in {"off", False}
    return None if off else Severity[field.text().value.upper()]


def _names(field: Field) -> tuple[str, ...]:
    return tuple(item.text().value for item in field.each())


def _cluster(field: Field, shown: str) -> Cluster:
    base = undeclared(shown)
    given: dict[str, Any] = {}
    for name in _TEXTS:
        if field.get(name).present:
            given[name] = field.get(name).text()
    for name in ("nodes", "backend-quota"):
        if field.get(name).present:
            given[name] = field.get(name).integer()
    for name in ("node-port-range", "ip-local-port-range"):
        if field.get(name).present:
            given[name] = _range(field.get(name), name, shown)
    if field.get("disable-public-slb").present:
        given["disable-public-slb"] = field.get("disable-public-slb").boolean(default=False)
    if field.get("node-labels").present:
        given["node-labels"] = tuple(
            {key: label.text().value for key, label in item.items()} for item in field.get("node-labels").each()
        )
    return base._replace(**{name.replace("-", "_"): fact for name, fact in given.items()})


def _range(field: Field, name: str, shown: str) -> Fact[PortRange]:
    text = field.text()
    first, last = (int(part) for part in text.value.replace("-", " ").split())
    if not 1 <= first <= last <= _LAST_PORT:
        span = text.place.span
        place = f"{shown}:{span.line}:{span.column}"
        message = said(
            "{place}: {name}: {value} is no range of ports (1 to {last}, low to high)",
            place=place,
            name=name,
            value=text.value,
            last=_LAST_PORT,
        )
        raise UsageError(message)
    return Fact(PortRange(first, last), text.node, text.origin, text.key)


def _validate(root: Node, shown: str) -> None:
    again = [pair for node in walk(root) if isinstance(node, Mapping) for pair in _written_twice(node)]
    if again:
        raise UsageError("\n".join(_describe_twice(key, first, shown) for key, first in again))
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import, and most runs have no configuration

    from clblint.schemas import read_schema  # noqa: PLC0415 - only a configuration is checked by it

    value = to_json(root)
    settings = value.get("paths") if isinstance(value, dict) else None
    for part in [value, *(settings if isinstance(settings, list) else ())]:
        if isinstance(part, dict) and isinstance(part.get("severity"), dict):  # `off` without quotes is a boolean
            part["severity"] = {k: "off" if v is False else v for k, v in part["severity"].items()}
    validator = Draft202012Validator(read_schema("config"))
    faults = sorted(validator.iter_errors(value), key=lambda e: ([str(p) for p in e.absolute_path], e.message))
    faults = [fault for fault in faults if fault.validator != "anyOf"] or faults  # a misspelt key lacks the right one
    if faults:
        raise UsageError("\n".join(_describe(fault, root, shown) for fault in faults))


def _written_twice(mapping: Mapping) -> list[tuple[Node, Node]]:
    """The keys that stand twice in a mapping; one that sets what is merged from elsewhere is meant."""
    own = {id(key) for key, _ in mapping.entries}
    return [pair for pair in mapping.duplicates() if own.issuperset(map(id, pair))]


def _describe_twice(key: Node, first: Node, shown: str) -> str:
    place = f"{shown}:{key.line}:{key.column}"
    return said("{place}: {name} is set twice, first on line {line}", place=place, name=_written(key), line=first.line)


def _describe(fault: Any, root: Node, shown: str) -> str:  # noqa: ANN401 - jsonschema's error
    path = [str(part) for part in fault.absolute_path]
    field, at = field_of(root), root
    for part in fault.absolute_path:
        field = list(field.each())[part] if isinstance(part, int) else field.get(part)
        at = field.node if field.node is not None else field.at
    name = ".".join(path)
    if fault.validator == "additionalProperties":
        known = list(fault.schema.get("properties", {}))
        wrong = next(key for key in fault.instance if key not in known)
        span = field.get(wrong).at.place.span
        place = f"{shown}:{span.line}:{span.column}"
        return said("{place}: no such setting: {name}", place=place, name=wrong) + _nearest(wrong, known)
    place = f"{shown}:{at.place.span.line}:{at.place.span.column}: {name or said('the configuration')}"
    return f"{place}: {_violated(fault, path, at)}"


def _violated(fault: Any, path: list[str], node: Node) -> str:  # noqa: ANN401 - jsonschema's error
    limit, value = fault.validator_value, _written(node)
    if fault.validator == "enum":
        near = _near(str(fault.instance), limit)
        wrong = said("{value} is not one of {allowed}", value=value, allowed=listed(limit))
        return wrong + (said("; nearest: {near}", near=near) if near else "")
    if fault.validator == "anyOf":
        needed = said(" or ").join(key for branch in limit for key in branch["required"])
        return said("needs {settings}", settings=needed)
    if fault.validator == "type":
        return _of_another_kind(fault, node, value)
    if fault.validator == "pattern":
        template, sample = _FORMS[path[-1]]
        return said(template, value=value, sample=sample)
    if fault.validator == "minimum":
        return said("{value} is less than the minimum of {limit}", value=value, limit=limit)
    return said("nothing is written here")  # the schema asks nothing else but a text that is not empty


def _of_another_kind(fault: Any, node: Node, value: Value) -> str:  # noqa: ANN401 - jsonschema's error
    kind = fault.validator_value
    if isinstance(node, Scalar) and fault.instance is None and not node.text:
        return said("nothing is written here")
    if isinstance(node, Scalar) and kind == "string":
        quoted = f'"{node.text}"'
        return said("{value} is not text to YAML; put it in quotes: {quoted}", value=value, quoted=quoted)
    if isinstance(node, Scalar) and kind == "array" and fault.schema["items"].get("type") == "string":
        return said("write a list: {value}", value=f"[{value}]")
    return said(_KINDS[kind], value=value)


def _written(node: Node) -> Value:
    """What is written, as it is; of what has parts only its kind."""
    if isinstance(node, Scalar):
        return node.text if node.is_untagged_plain else node.raw
    return phrase("a list") if node.kind == "sequence" else phrase("a mapping")


def _near(word: str, known: Iterable[str]) -> str:
    import difflib  # noqa: PLC0415 - only for a message

    return next(iter(difflib.get_close_matches(word, list(known), 1, 0.5)), "")


def _nearest(word: str, known: Iterable[str]) -> str:
    near = _near(word, known)
    return said("; nearest: {near}", near=near) if near else said("; known: {names}", names=listed(known))
