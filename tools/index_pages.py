"""Makes index pages in Markdown: rules by event and symptom, rules by annotation, the annotation reference."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.i18n.language import CHINESE, current_language, tr, tr_value
from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import catalogue
from clblint.report.annotation_facts import facts_of
from clblint.search.seen import event_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.search.index import Index, IndexEntry

_BY_EVENT = N_("""\
# Rules by what is seen

The events, errors and symptoms that rules know. `clblint explain --event "TEXT"` searches them, whatever ids, ports and
names stand in yours; `...` stands for those here.
""")
_BY_ANNOTATION = N_("""\
# Rules by annotation

The rules that look at each annotation; what it takes and does is in [the reference](../annotations.md).
""")
_REFERENCE = N_("""\
# Annotations

Every annotation that the Cloud Controller Manager reads, as `clblint explain ANNOTATION` prints it: what it takes, who
reads it, and what comes of changing or removing it. Keys are written in full below each name.
""")


def by_event(index: Index) -> str:
    """The page of events and symptoms."""
    events: dict[str, set[str]] = {}
    symptoms: dict[str, set[str]] = {}
    quoted = {(rule, entry.texts[0]) for entry in index.entries if entry.kind == "event" for rule in entry.rules}
    for entry in index.entries:
        text = entry.texts[0]
        if entry.topic is not None or any(f'"{quote}"' in text for rule, quote in quoted if rule in entry.rules):
            continue
        if entry.kind in {"event", "seen"}:
            events.setdefault(event_message(text), set()).update(entry.rules)
        elif entry.kind in {"symptom", "silent"}:
            symptoms.setdefault(_spoken(entry), set()).update(entry.rules)
    heads = (tr("seen"), tr("rules"))
    parts = [tr(_BY_EVENT), f"## {tr('Events and errors')}\n", *_table(heads, events, _code)]
    parts += [f"\n## {tr('Without an event')}\n", *_table(heads, symptoms, _plain)]
    return "\n".join(parts) + "\n"


def _spoken(entry: IndexEntry) -> str:
    """The text of an entry in the language that is spoken, if it has one."""
    english, chinese = entry.texts
    return (current_language() == CHINESE and chinese) or english


def by_annotation(rules: Sequence[Rule], index: Index) -> str:
    """The page of annotations, each with its rules."""
    lines = [tr(_BY_ANNOTATION), f"| {tr('annotation')} | {tr('rules')} |", "| --- | --- |"]
    for one in sorted(catalogue(), key=lambda one: one.suffix):
        names = (rule.name for rule in index.rules_about(one.suffix, rules))
        lines.append(f"| [{one.suffix}](../annotations.md#{one.suffix}) | {_links(names, '')} |")
    return "\n".join(lines) + "\n"


def reference(rules: Sequence[Rule], index: Index) -> str:
    """The page that says everything of every annotation."""
    annotations = sorted(catalogue(), key=lambda one: one.suffix)
    lines = [tr(_REFERENCE), f"| {tr('annotation')} | {tr('meaning')} |", "| --- | --- |"]
    lines += [f"| [{one.suffix}](#{one.suffix}) | {_plain(tr_value(one.title))} |" for one in annotations]
    for one in annotations:
        lines += ["", *_section(one, [rule.name for rule in index.rules_about(one.suffix, rules)])]
    return "\n".join(lines) + "\n"


def _section(annotation: KnownAnnotation, rules: Sequence[str]) -> Iterator[str]:
    yield from (f"## {annotation.suffix}", "", f"`{annotation.key}`")
    if annotation.legacy_key:
        yield tr("(older form, still read: `{key}`)", key=annotation.legacy_key)
    yield from ("", _plain(tr_value(annotation.description)), "")
    yield from _facts(annotation)
    if rules:
        yield from ("", tr("Rules: {rules}", rules=_links(rules, "rules/")))


def _facts(annotation: KnownAnnotation) -> Iterator[str]:
    """The table of an annotation: a column for each controller that reads it."""
    heads, *rows = facts_of(annotation)
    yield f"| {tr('read by')} | {' | '.join(heads.texts)} |"
    yield "| --- " * (len(heads.texts) + 1) + "|"
    for row in rows:
        texts = row.texts if len(row.texts) == len(heads.texts) else (*row.texts, tr("(the same)"))
        yield f"| {' | '.join((row.heading, *map(_plain, texts)))} |"


def _table(heads: tuple[str, str], rows: dict[str, set[str]], shown: Callable[[str], str]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "| --- | --- |"
    for text in sorted(rows, key=lambda text: (re.sub(r"\W+", "", text).lower(), text)):
        yield f"| {shown(text)} | {_links(sorted(rows[text]), '')} |"


def _links(names: Iterable[str], folder: str) -> str:
    return ", ".join(f"[{name}]({folder}{name}.md)" for name in names)


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_<\[\]|])", r"\\\1", text)


def _code(text: str) -> str:
    """A code span in a table, where a bar would end the cell whatever stands around it."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "\\|")
