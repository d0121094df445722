"""Document links: from annotations to the reference, from the rules in suppression comments to their pages."""

from __future__ import annotations

from lsprotocol.types import DocumentLink

from clblint.kube.catalogue.catalogue import catalogue
from clblint.report.links import annotation_url, rule_url
from clblint.server.lines import entry_in, names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from clblint.server.document import Document


def links(document: Document, rules: Container[str]) -> list[DocumentLink]:
    """The links of a document; `rules` are the names of those that are installed."""
    return [
        DocumentLink(document.range(document.start_of(number) + start, document.start_of(number) + end), target)
        for number in range(document.line_count)
        for start, end, target in _in_line(document.line(number), rules)
    ]


def _in_line(line: str, rules: Container[str]) -> Iterator[tuple[int, int, str]]:
    entry = entry_in(line)
    known = catalogue().find(entry.key) if entry is not None else None
    if entry is not None and known is not None:
        yield entry.start, entry.end, annotation_url(known)
    names = names_in(line)
    for name, start in names.names if names is not None else ():
        if name in rules:
            yield start, start + len(name), rule_url(name)
