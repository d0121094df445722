"""Code actions: the fix of a finding, all safe ones at once, a comment that ignores one, and the page of its rule."""

from __future__ import annotations

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    CodeActionTriggerKind,
    Command,
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from clblint.fix.amend import amend
from clblint.i18n.language import ntr, tr
from clblint.report.links import rule_url
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.report.wording import sentence
from clblint.run.add_ignore import with_ignore
from clblint.server.diagnostics import diagnostic
from clblint.server.document import as_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lsprotocol.types import CodeActionContext, Range

    from clblint.lint.finding import Finding
    from clblint.server.document import Document
    from clblint.server.root import Root

OPEN_PAGE = "clblint.openPage"
FIX_ALL = f"{CodeActionKind.SourceFixAll.value}.clblint"


class Actions:
    """The actions for one document."""

    def __init__(self, root: Root, document: Document, uri: str) -> None:
        self._root = root
        self._document = document
        self._uri = uri
        self._findings = root.session.findings(document.path)

    def at(self, asked: Range, context: CodeActionContext) -> list[CodeAction]:
        """The actions for a range, of the kinds that are asked for."""
        found: list[CodeAction] = []
        here = [one for one in self._findings if self._touches(one, asked)]
        if _is_asked(CodeActionKind.QuickFix.value, context) and here:
            fixed = self._root.session.fixed(self._document.path, tuple(here))
            found += [action for one in fixed for action in self._for(one)]
        if _is_asked(FIX_ALL, context) and not _is_in_passing(context):
            found += self._fix_all()
        return found

    def _touches(self, finding: Finding, asked: Range) -> bool:
        own = self._document.range_of(finding.place.span)
        return own.start <= asked.end and asked.start <= own.end

    def _for(self, finding: Finding) -> Iterator[CodeAction]:
        """Yield the actions for one finding, the likeliest first."""
        told = [diagnostic(finding, self._document, self._root)]
        if finding.edits and finding.replacements:
            edit = self._edit(self._replaced(finding))
            title = _title(finding)
            yield CodeAction(title, CodeActionKind.QuickFix, told, is_preferred=finding.safe or None, edit=edit)
        edits = self._ignoring(finding)
        if edits:
            title = tr("Ignore {rule} here, with a reason", rule=finding.rule)
            yield CodeAction(title, CodeActionKind.QuickFix, told, edit=self._edit(edits))
        if self._root.client.opens:
            title = tr("Open the page of {rule}", rule=finding.rule)
            command = Command(title, OPEN_PAGE, arguments=[rule_url(finding.rule)])
            yield CodeAction(title, CodeActionKind.QuickFix, told, command=command)

    def _replaced(self, finding: Finding) -> list[TextEdit]:
        return [TextEdit(self._document.full_range(span), text) for span, text in finding.replacements or ()]

    def _ignoring(self, finding: Finding) -> list[TextEdit]:
        """The edit that writes a suppression comment; none where there can be none."""
        document = self._document
        made = with_ignore(document.path, as_bytes(document.text), finding, tr("TODO: say why"))
        return [] if made is None else difference(document, made.decode())

    def _fix_all(self) -> Iterator[CodeAction]:
        """Yield the action that makes all safe fixes which do not overlap."""
        safe = [one for one in self._findings if one.edits and one.safe]
        safe = [one for one in self._root.session.fixed(self._document.path, tuple(safe)) if one.edits]
        source = self._document.source
        made = amend(source, [one.edits for one in safe])
        if made.made:
            title = ntr("Make {count} safe fix of clblint", "Make {count} safe fixes of clblint", len(made.made))
            edit = self._edit([edit for number in made.made for edit in self._replaced(safe[number])])
            yield CodeAction(title, FIX_ALL, edit=edit)

    def _edit(self, edits: Sequence[TextEdit]) -> WorkspaceEdit:
        if not self._root.client.versions:
            return WorkspaceEdit(changes={self._uri: list(edits)})
        document = OptionalVersionedTextDocumentIdentifier(self._uri, self._root.version_of(self._document.path))
        return WorkspaceEdit(document_changes=[TextDocumentEdit(document, list(edits))])


def difference(document: Document, after: str) -> list[TextEdit]:
    """The edit of a document to another text: what stands between the equal beginnings and ends of both."""
    before = document.text
    start = _same(before, after)
    most = min(len(before), len(after)) - start
    end = _same(before[: -most - 1 : -1], after[: -most - 1 : -1]) if most else 0
    return [TextEdit(document.range(start, len(before) - end), after[start : len(after) - end])]


def _same(one: Iterable[str], other: Iterable[str]) -> int:
    """The number of equal characters at the beginning."""
    count = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        count += 1
    return count


def _title(finding: Finding) -> str:
    what = visible(sentence(finding.fix) or finding.rule, PLAIN)
    return tr("Fix: {fix}", fix=what) if finding.safe else tr("Fix, which may change behaviour: {fix}", fix=what)


def _is_asked(kind: str, context: CodeActionContext) -> bool:
    """Whether actions of a kind are asked for: all kinds, or one that this belongs to."""
    return not context.only or any(kind == one or kind.startswith(f"{one}.") for one in map(_name, context.only))


def _is_in_passing(context: CodeActionContext) -> bool:
    """Whether the editor asks by itself for whatever there is, as it does at each move of the cursor."""
    return not context.only and context.trigger_kind is CodeActionTriggerKind.Automatic


def _name(kind: CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, CodeActionKind) else kind
