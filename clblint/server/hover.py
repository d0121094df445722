"""Hover: what an annotation means, which rule a comment names, and which listener would be built for a port."""

from __future__ import annotations

from lsprotocol.types import Hover, MarkupContent, MarkupKind

from clblint.i18n.language import ENGLISH, catalogue_of, current_language, tr, tr_value
from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.pages import page_of
from clblint.report.annotation_facts import facts_of
from clblint.report.links import annotation_url, rule_url
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.server.lines import keys_at, names_in
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lsprotocol.types import Position

    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.server.document import Document
    from clblint.session.plans import PlannedService

_PORT, _POLICIES = "port", frozenset({"externalTrafficPolicy", "loadBalancerClass", "type"})


def hover(
    document: Document, position: Position, rules: Iterable[Rule], plans: Callable[[], Sequence[PlannedService]]
) -> Hover | None:
    """What is known of what stands at a position; `plans` gives those of the Services in the document."""
    if position.line >= document.line_count:
        return None
    line = document.line(position.line)
    at = document.offset(position) - document.start_of(position.line)
    text = _of_rule(line, at, rules) or _of_annotation(line, at) or _of_plan(document, position.line, at, plans)
    return Hover(MarkupContent(MarkupKind.Markdown, text)) if text else None


def annotation_page(known: KnownAnnotation) -> str:
    """The page of an annotation: its meaning, its values, its default, since when, and what it does for CLB and NLB."""
    rows = list(facts_of(known))
    heads = rows[0].texts
    lines = [f"**`{known.key}`**", "", tr_value(known.description), "", f"| | {' | '.join(heads)} |"]
    lines.append(f"| --- |{' --- |' * len(heads)}")
    for row in rows[1:]:
        texts = row.texts * len(heads) if len(row.texts) == 1 else row.texts
        lines.append(f"| {row.heading} | {' | '.join(map(_cell, texts))} |")
    if known.legacy_key:
        lines += ["", f"`{known.legacy_key}` " + tr("(older form, still read)")]
    return "\n".join([*lines, "", f"[{known.suffix}]({annotation_url(known)})"])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _of_rule(line: str, at: int, rules: Iterable[Rule]) -> str:
    """The page of the rule that a suppression comment names."""
    names = names_in(line)
    name = next((name for name, start in names.names if start <= at <= start + len(name)), "") if names else ""
    rule = next((rule for rule in rules if rule.name == name), None)
    if rule is None:
        return ""
    language = current_language()
    page = page_of(rule) if language == ENGLISH else page_of(rule, catalogue_of(rule.pack, language).gettext)
    return f"**[{rule.name}]({rule_url(rule.name)})**\n\n{page.summary}\n\n{page.explanation}"


def _of_annotation(line: str, at: int) -> str:
    """The page of the annotation to which an offset in a line belongs."""
    found = (catalogue().find(key) for key, _ in keys_at(line, at))
    known = next((one for one in found if one is not None), None)
    return annotation_page(known) if known is not None else ""


def _of_plan(document: Document, number: int, at: int, plans: Callable[[], Sequence[PlannedService]]) -> str:
    """The listener of a port, or the whole plan where a field decides on that; as each kustomization builds it."""
    line = document.line(number).replace("- ", "  ", 1)
    key, start = next(keys_at(line, at), ("", 0))
    if key == _PORT:
        texts = _listeners(plans(), Place(document.path, Span(number + 1, start + 1, number + 1, len(line) + 1)))
    elif key in _POLICIES:
        texts = [(one.root, one.text) for one in _around(plans(), number + 1)]
    else:
        return ""
    return "\n\n".join(f"{_built_by(root)}```text\n{text.rstrip()}\n```" for root, text in texts)


def _listeners(plans: Iterable[PlannedService], after: Place) -> list[tuple[str, str]]:
    """The listeners of the first port in a part of a line, each with the root that builds it."""
    line, column = after.span[:2]
    found = [
        (place.span.column, (one.root, text))
        for one in plans
        for place, text in one.listeners
        if place.path == after.path and place.span.line == line and place.span.column >= column
    ]
    first = min((at for at, _ in found), default=0)
    return [listener for at, listener in found if at == first]


def _around(plans: Sequence[PlannedService], number: int) -> list[PlannedService]:
    """The plans of the Service whose name stands nearest above a line."""
    above = [one.name.span.line for one in plans if one.name.span.line <= number]
    return [one for one in plans if above and one.name.span.line == max(above)]


def _built_by(root: str) -> str:
    """Who builds it; the folder as code, since its name may be any text, also Markdown."""
    folder = visible(root.rpartition("/")[0] or ".", PLAIN).replace("`", "'")
    return tr("Built by: {roots}", roots=f"`{folder}`") + "\n\n" if root else ""
