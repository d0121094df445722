"""Validates configurations: schema errors, duplicate keys and unknown plugins, as `UsageError` with place and hint."""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.i18n.language import shortened, tr
from clblint.i18n.text import N_, listed, phrase
from clblint.kube.field import field_of
from clblint.plugins.metadata import plugin_entries
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar
from clblint.source.walk import to_json, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from clblint.i18n.text import Value
    from clblint.kube.field import Field
    from clblint.source.located import Located
    from clblint.source.node import Node

_NOT_A_RANGE = N_("{value} is not a range such as {sample}")
_NOT_A_VERSION = N_("{value} is not a version such as {sample}")
_FORMS = {  # by setting with a pattern: the complaint, and an example
    "ccm-version": (_NOT_A_VERSION, "v2.12.1"),
    "ip-local-port-range": (_NOT_A_RANGE, "32768-60999"),
    "kubernetes-version": (_NOT_A_VERSION, "1.30"),
    "node-port-range": (_NOT_A_RANGE, "30000-32767"),
    "until": (N_("{value} is not a day such as {sample}"), "2027-12-31"),
}
_MOST = 20  # faults in one message
_KINDS = {
    "array": N_("{value} is not a list"),
    "boolean": N_("{value} is neither true nor false"),
    "integer": N_("{value} is not a whole number"),
    "object": N_("{value} is not a mapping of names to values"),
    "string": N_("{value} is not text"),
}


def place_in(shown: str, at: Located) -> str:
    """The place of a node, as `path:line:column`."""
    span = at.place.span
    return f"{shown}:{span.line}:{span.column}"


def refuse_unknown_plugins(disabled: Field, shown: str) -> None:
    """Raise `UsageError` if a disabled plugin is not installed: a misspelt one would stay enabled."""
    names = [item.text() for item in disabled.each()]
    if not names:
        return
    known = {name for entry in plugin_entries() for name in (entry.name, entry.distribution)}
    wrong = [
        tr(
            "{place}: plugins.disable: no plugin is called {name}",
            place=place_in(shown, name.node),
            name=shortened(name.value),
        )
        + _nearest(name.value, sorted(known))
        for name in names
        if name.value not in known
    ]
    if wrong:
        raise UsageError("\n".join(wrong))


def refuse_faults(root: Node, shown: str) -> None:
    """Raise `UsageError` for duplicate keys and for all that the schema does not allow."""
    _refuse_nul(root, shown)
    again = [pair for node in walk(root) if isinstance(node, Mapping) for pair in _written_twice(node)]
    if again:
        raise _refusal([_describe_twice(key, first, shown) for key, first in again[:_MOST]], len(again), shown)
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import, and most runs have no configuration

    from clblint.config.schemas import read_schema  # noqa: PLC0415 - only a configuration is checked by it

    value = to_json(root)
    settings = value.get("paths") if isinstance(value, dict) else None
    for part in [value, *(settings if isinstance(settings, list) else ())]:
        if isinstance(part, dict) and isinstance(part.get("severity"), dict):  # `off` without quotes is a boolean
            part["severity"] = {k: "off" if v is False else v for k, v in part["severity"].items()}
    validator = Draft202012Validator(read_schema("config"))
    faults = sorted(validator.iter_errors(value), key=lambda e: ([str(p) for p in e.absolute_path], e.message))
    # A misspelt key lacks the right one.
    faults = [fault for fault in faults if fault.validator not in {"anyOf", "required"}] or faults
    if faults:
        lines = [line for fault in faults[:_MOST] for line in _describe(fault, root, shown).splitlines()]
        raise _refusal(lines, len(lines) + max(len(faults) - _MOST, 0), shown)


def _refusal(lines: list[str], count: int, shown: str) -> UsageError:
    """The error with each line once; the first of many faults show the cause."""
    told = list(dict.fromkeys(lines))
    left = count - len(lines) + max(len(told) - _MOST, 0)
    more = [tr("{path}: and {count} more", path=shown, count=left)] if left else []
    return UsageError("\n".join([*told[:_MOST], *more]))


def _refuse_nul(root: Node, shown: str) -> None:
    """Raise `UsageError` for a text with a NUL, which no path, name or pattern can contain."""
    for node in walk(root):
        if isinstance(node, Scalar) and isinstance(node.value, str) and "\0" in node.value:
            message = tr("{place}: a NUL character (\\0), which no setting has: remove it", place=place_in(shown, node))
            raise UsageError(message)


def _written_twice(mapping: Mapping) -> list[tuple[Node, Node]]:
    """The duplicate keys of a mapping, each with its first occurrence; overriding a merged key is allowed."""
    own = {id(key) for key, _ in mapping.entries}
    return [pair for pair in mapping.duplicates() if own.issuperset(map(id, pair))]


def _describe_twice(key: Node, first: Node, shown: str) -> str:
    place = place_in(shown, key)
    return tr("{place}: {name} is set twice, first on line {line}", place=place, name=_written(key), line=first.line)


def _describe(fault: Any, root: Node, shown: str) -> str:  # noqa: ANN401 - jsonschema's error
    path = [str(part) for part in fault.absolute_path]
    field, at = field_of(root), root
    for part in fault.absolute_path:
        field = list(field.each())[part] if isinstance(part, int) else field.get(part)
        at = field.node if field.node is not None else field.at
    name = ".".join(path)
    if fault.validator == "additionalProperties":
        known = list(fault.schema.get("properties", {}))
        return "\n".join(
            tr("{place}: no such setting: {name}", place=place_in(shown, field.get(wrong).at), name=shortened(wrong))
            + _nearest(wrong, known)
            for wrong in fault.instance
            if wrong not in known
        )
    what, wrong = shortened(name) or tr("the configuration"), _violated(fault, path, at)
    return tr("{place}: {name}: {why}", place=place_in(shown, at), name=what, why=wrong)


def _not_allowed(shown: Value, value: str, allowed: list[str]) -> str:
    if len(allowed) == 1:
        return tr("only {allowed} is possible, not {value}", allowed=allowed[0], value=shown)
    near = _near(value, allowed)
    wrong = tr("{value} is not one of {allowed}", value=shown, allowed=listed(allowed))
    return wrong + (tr("; nearest: {near}", near=near) if near else "")


def _violated(fault: Any, path: list[str], node: Node) -> str:  # noqa: ANN401 - jsonschema's error
    # What it holds in place of settings may be anything, such as a password.
    limit, value = fault.validator_value, _written(node) if path else _kind(node)
    if fault.validator == "enum":
        return _not_allowed(value, str(fault.instance), limit)
    if fault.validator in {"anyOf", "required"}:
        return tr("needs {settings}", settings=_missing(fault))
    if fault.validator == "type":
        return _of_another_kind(fault, node, value)
    if fault.validator == "pattern":
        template, sample = _FORMS[path[-1]]
        return tr(template, value=value, sample=sample)
    if fault.validator == "minimum":
        return tr("{value} is less than the minimum of {limit}", value=value, limit=limit)
    return tr("nothing is written here")  # the schema asks nothing else but a text that is not empty


def _missing(fault: Any) -> Value:  # noqa: ANN401 - jsonschema's error
    if fault.validator == "anyOf":
        return tr(" or ").join(key for branch in fault.validator_value for key in branch["required"])
    return listed(name for name in fault.validator_value if name not in fault.instance)


def _of_another_kind(fault: Any, node: Node, value: Value) -> str:  # noqa: ANN401 - jsonschema's error
    kind = fault.validator_value
    if isinstance(node, Scalar) and fault.instance is None and not node.text:
        return tr("nothing is written here")
    if isinstance(node, Scalar) and "string" in kind:  # or a list of kinds, of which it is one
        quoted = f'"{shortened(node.text)}"'
        return tr("{value} is not text to YAML; put it in quotes: {quoted}", value=value, quoted=quoted)
    if isinstance(node, Scalar) and kind == "array" and fault.schema["items"].get("type") == "string":
        return tr("write a list: {value}", value=f"[{value}]")
    return tr(_KINDS[kind] if isinstance(kind, str) else N_("{value} is neither text nor a list"), value=value)


def _written(node: Node) -> Value:
    """The written value, shortened; only its kind if it has parts."""
    if isinstance(node, Scalar):
        return shortened(node.text if node.is_untagged_plain else node.raw)
    return _kind(node)


def _kind(node: Node) -> Value:
    if isinstance(node, Scalar):
        return phrase("a single value")
    return phrase("a list") if node.kind == "sequence" else phrase("a mapping")


def _near(word: str, known: Iterable[str]) -> str:
    import difflib  # noqa: PLC0415 - only for a message

    return next(iter(difflib.get_close_matches(word, list(known), 1, 0.6)), "")


def _nearest(word: str, known: Iterable[str]) -> str:
    near = _near(word, known)
    return tr("; nearest: {near}", near=near) if near else tr("; known: {names}", names=listed(known))
