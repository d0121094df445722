"""Completion: keys and values of annotations, and names of rules in suppression comments."""

from __future__ import annotations

import re

from attrs import evolve
from lsprotocol.types import CompletionItem, CompletionItemKind, MarkupContent, MarkupKind, TextEdit

from clblint.i18n.language import tr_value
from clblint.kube.catalogue.catalogue import catalogue
from clblint.server.hover import annotation_page
from clblint.server.lines import entry_in, kind_of, names_in, parent_of, siblings_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lsprotocol.types import Position

    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.server.document import Document

_ANNOTATIONS, _SERVICE = "annotations", "Service"
_PLAIN = re.compile(r"[A-Za-z][\w.-]*")  # a text that YAML reads as a text if it is none of these
_NO_TEXTS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})


def completions(document: Document, position: Position, rules: Iterable[Rule]) -> list[CompletionItem]:
    """What may stand at a position, without what stands there already; documentation comes when it is asked for."""
    if position.line >= document.line_count:
        return []
    line = document.line(position.line)
    at = document.offset(position) - document.start_of(position.line)
    names = names_in(line)
    if names is not None and names.start <= at <= names.end:
        return list(_rules(document, position.line, at, rules))
    entry = entry_in(line)
    if entry is not None and entry.colon and at >= entry.value_start:
        return list(_values(document, position.line, at))
    if entry is None and line.strip():
        return []
    indent = entry.indent if entry is not None else at
    if (entry is None or at <= entry.end) and parent_of(document, position.line, indent)[0] == _ANNOTATIONS:
        return list(_keys(document, position.line, indent))
    return []


def resolved(item: CompletionItem) -> CompletionItem:
    """An item with its documentation."""
    known = catalogue().find(item.data) if isinstance(item.data, str) else None
    if known is None:
        return item
    return evolve(item, documentation=MarkupContent(MarkupKind.Markdown, annotation_page(known)))


def _keys(document: Document, number: int, indent: int) -> Iterator[CompletionItem]:
    """Yield the annotations that a Service may still get."""
    if kind_of(document, number) not in {"", _SERVICE}:
        return
    line = document.line(number)
    entry = entry_in(line)
    there = {known.key for key in siblings_of(document, number, indent) if (known := catalogue().find(key))}
    start = document.start_of(number)
    first, last = (entry.start, entry.end) if entry is not None else (indent, len(line))
    written = _written(document, number, indent)
    for known in catalogue():
        if known.key not in there:
            edit = TextEdit(document.range(start + first, start + last), written.format(known.key))
            yield CompletionItem(
                label=known.key,
                kind=CompletionItemKind.Property,
                detail=tr_value(known.title),
                text_edit=edit,
                sort_text=known.suffix,
                data=known.key,
            )


def _written(document: Document, number: int, indent: int) -> str:
    """How a key is written in a line: with what is not there yet."""
    entry = entry_in(document.line(number))
    if entry is not None and entry.is_open:
        return f"{{}}{entry.quote}: "
    if entry is not None and (entry.colon or entry.quote):
        return "{}"
    return _written_like(document, number, indent)


def _written_like(document: Document, number: int, indent: int) -> str:
    """How a new key is written: in quotes if that of the mapping around it is, as in JSON."""
    parent = entry_in(document.line(parent_of(document, number, indent)[1]))
    quote = parent.quote if parent is not None else ""
    return f"{quote}{{}}{quote}: "


def _values(document: Document, number: int, at: int) -> Iterator[CompletionItem]:
    """Yield the values that an annotation takes; of a list those that are not in it."""
    line = document.line(number)
    entry = entry_in(line)
    known = catalogue().find(entry.key) if entry is not None else None
    if entry is None or known is None:
        return
    quote = entry.value[:1] if entry.value[:1] in {'"', "'"} else ""
    begin = entry.value_start + len(quote)
    closed = line.find(quote, begin) if quote else -1
    end = max(closed if closed >= 0 else entry.value_start + len(entry.value), at)
    there = line[begin:end]
    is_list = any(known.accepts(controller).kind == "list" for controller in known.controllers)
    first = begin + there[: at - begin].rfind(",") + 1 if is_list else begin
    taken = {part.strip() for part in (there[: first - begin] + there[at - begin :]).split(",")} if is_list else set()
    last = at if is_list else end
    missing = quote if closed < 0 and not is_list else ""
    start = document.start_of(number)
    for value in _allowed(known):
        if value not in taken:
            written = f"{value}{missing}" if quote or is_list else _as_text(value, entry.quote)
            edit = TextEdit(document.range(start + first, start + last), written)
            yield CompletionItem(
                label=value, kind=CompletionItemKind.Value, text_edit=edit, filter_text=written, data=known.key
            )


def _allowed(known: KnownAnnotation) -> list[str]:
    """The values that any of its controllers takes, in their order."""
    values = [value for controller in known.controllers for value in known.accepts(controller).values]
    return list(dict.fromkeys(filter(None, values)))


def _as_text(value: str, quote: str) -> str:
    """A value as YAML reads it as a text, which that of an annotation is; in quotes if its key is, as in JSON."""
    is_plain = _PLAIN.fullmatch(value) is not None and value.lower() not in _NO_TEXTS
    quote = quote or ("" if is_plain else '"')
    return f"{quote}{value}{quote}"


def _rules(document: Document, number: int, at: int, rules: Iterable[Rule]) -> Iterator[CompletionItem]:
    """Yield the rules that a suppression comment does not name yet."""
    names = names_in(document.line(number))
    if names is None:
        return
    here = next(((name, start) for name, start in names.names if start <= at <= start + len(name)), ("", at))
    taken = {name for name, start in names.names if start != here[1]}
    first = document.start_of(number) + here[1]
    for rule in rules:
        if rule.name not in taken:
            edit = TextEdit(document.range(first, first + len(here[0])), rule.name)
            yield CompletionItem(
                label=rule.name, kind=CompletionItemKind.EnumMember, detail=rule.severity.label, text_edit=edit
            )
