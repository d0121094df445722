"""`Root`: a folder that an editor has open, its session, and the task that sends the findings in its open documents."""

from __future__ import annotations

import asyncio
import os
import re

from lsprotocol.types import (
    Diagnostic,
    DiagnosticSeverity,
    MessageType,
    RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport,
)
from pygls.uris import from_fs_path

from clblint.errors import UsageError
from clblint.i18n.language import in_language, tr
from clblint.light import Protocol
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.run.options import Options
from clblint.server.diagnostics import SOURCE, diagnostics
from clblint.server.document import Document
from clblint.session import Session
from clblint.source.place import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lsprotocol.types import DocumentDiagnosticReport

    from clblint.lint.finding import Finding
    from clblint.server.client import Client

# In Chinese with its own colon.
_PLACED = re.compile(r"(?P<path>.+?):(?P<line>\d{1,9}):(?P<column>\d{1,9})(?:: |\uff1a)(?P<why>.*)")
_WORTH_A_BAR = 100  # files to read
_LEAST = 40  # files between two reports of progress


class Editor(Protocol):
    """What a root sends to the editor."""

    @property
    def encoding(self) -> str:
        """The encoding in which the editor counts columns."""

    def publish(self, uri: str, version: int | None, diagnostics: list[Diagnostic]) -> None:
        """Tell the diagnostics of a document."""

    def refresh(self) -> None:
        """Have the editor ask for diagnostics again."""

    def show(self, message: str, kind: MessageType) -> None:
        """Show a message."""

    async def begin(self, title: str) -> str:
        """Begin a progress report and return its token; empty if the editor shows none."""

    def report(self, token: str, message: str, percentage: int) -> None:
        """Report progress; an empty message ends the report."""


class _Bar:
    """The progress of reading many files; there is none without a title."""

    def __init__(self, editor: Editor, title: str) -> None:
        self._editor = editor
        self._title = title
        self._token = ""
        self._all = self._shown = 0

    async def update(self, left: int) -> None:
        """Report now and then how many files are left, and let other requests of the editor be answered."""
        if left > self._all:
            self._all = self._shown = left
            if left >= _WORTH_A_BAR and self._title and not self._token:
                self._token = await self._editor.begin(self._title)
        if self._token and self._shown - left >= _LEAST:
            self._shown = left
            done = self._all - left
            self._editor.report(self._token, f"{done}/{self._all}", 100 * done // self._all)
        await asyncio.sleep(0)

    def end(self) -> None:
        """End the report."""
        if self._token:
            self._editor.report(self._token, "", 100)


class Root:
    """A folder with its session; `names` are the files to check if it is not the whole folder."""

    def __init__(self, folder: str, editor: Editor, client: Client, names: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.client = client
        self._editor = editor
        options = Options(paths=names, config=client.config, pedantic=client.pedantic)
        self.session = Session(folder, options, client.language)
        self._open: dict[str, tuple[str, int | None]] = {}  # the documents by path: their URI and version
        self._documents: dict[str, Document] = {}
        self._last = ""  # the document that was changed last
        self._results: dict[str, tuple[tuple[Finding, ...], str]] = {}  # that were pulled
        self._pushed: dict[str, tuple[int | None, list[Diagnostic]]] = {}
        self._count = 0
        self._fault = ""
        self._faults: dict[str, list[Diagnostic]] = {}  # by path
        self._wake = asyncio.Event()
        self._reading = asyncio.Lock()
        self._task = asyncio.ensure_future(self._work())

    def open(self, path: str, uri: str, text: str, version: int | None) -> None:
        """Take the text of a document that is opened or changed."""
        name = self.session.name_of(path)
        if name not in self._open:
            self.session.reload(name)  # it may have changed on disk while it was closed
        self._open[name] = uri, version
        self._documents[name] = document = Document(name, text, self._editor.encoding)
        self._last = name
        self.session.set_text(name, document.source.data)
        self._wake.set()

    def close(self, path: str) -> None:
        """Forget a document: the file on disk counts again, and its diagnostics are withdrawn."""
        name = self.session.name_of(path)
        uri, _ = self._open.pop(name, ("", None))
        self._documents.pop(name, None)
        self._results.pop(name, None)
        self._pushed.pop(name, None)
        self.session.close(name)
        if uri and not self.client.pulls:
            self._editor.publish(uri, None, self._faults.get(name, []))
        self._wake.set()

    def reload(self, paths: Iterable[str]) -> None:
        """Read files on disk again."""
        for path in paths:
            self.session.reload(path)
        self._wake.set()

    def end(self) -> None:
        """Stop, and withdraw all diagnostics."""
        self._task.cancel()
        for uri, _ in self._open.values():
            self._editor.publish(uri, None, [])

    @property
    def documents(self) -> list[tuple[str, str, str, int | None]]:
        """The open documents: path, URI, text and version."""
        return [
            (os.path.join(self.folder, name), uri, self._documents[name].text, version)
            for name, (uri, version) in self._open.items()
        ]

    def version_of(self, name: str) -> int | None:
        """The version of an open document that is known; None for what is on disk."""
        return self._open.get(name, ("", None))[1]

    def uri_of(self, name: str) -> str:
        """The URI of a file by the path under which it is reported."""
        known = self._open.get(name)
        return known[0] if known is not None else from_fs_path(os.path.join(self.folder, name)) or ""

    def document(self, name: str) -> Document:
        """A document that is open, or else a file as it is."""
        found = self._documents.get(self.session.name_of(name))
        if found is not None:
            return found
        try:
            text = self.session.text(name).decode("utf-8", "replace")
        except UsageError:
            text = ""
        return Document(name, text, self._editor.encoding)

    async def pulled(self, path: str, previous: str | None) -> DocumentDiagnosticReport:
        """The diagnostics of a document as a report; that they are unchanged if the editor has them already."""
        name = self.session.name_of(path)
        await self.caught_up()
        found = self._found(name)
        known, number = self._results.get(name, (None, ""))
        if known != found:
            self._count += 1
            number = str(self._count)
            self._results[name] = found, number
        if number == previous:
            return RelatedUnchangedDocumentDiagnosticReport(result_id=number)
        return RelatedFullDocumentDiagnosticReport(items=self._diagnostics(name, found), result_id=number)

    def _found(self, name: str) -> tuple[Finding, ...]:
        try:
            return self.session.findings(name)
        except UsageError as error:
            self._show_fault(str(error))
            return ()

    async def _work(self) -> None:
        """Publish new findings after each change."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self.caught_up()
                await self._publish_changes()
            except UsageError as error:
                self._show_fault(str(error))
            except Exception as error:  # noqa: BLE001 - one document must not end the service for the others
                self._editor.show(f"clblint: {type(error).__name__}: {error}", MessageType.Error)

    async def caught_up(self) -> None:
        """Read what has changed, in steps between which requests of the editor are answered; faults are shown."""
        async with self._reading:
            with in_language(self.client.language):
                bar = _Bar(self._editor, tr("clblint reads the project") if self.client.progress else "")
            try:
                for left in self.session.update_in_steps():
                    await bar.update(left)
            except UsageError as error:
                self._show_fault(str(error))
                return
            finally:
                bar.end()
        self._show_fault(self.session.fault)

    async def _publish_changes(self) -> None:
        """Publish the findings that are new, until something changes again."""
        others = False
        for name, found in self.session.changed_findings():
            others = others or name != self._last
            if not self.client.pulls:
                self._push(name, found)
            await asyncio.sleep(0)
            if self._wake.is_set():
                break
        if self.client.pulls and others:
            self._editor.refresh()
        elif not (self.client.pulls or self._wake.is_set()) and self._last in self._open:
            self._push(self._last, self._found(self._last))

    def _push(self, name: str, found: Iterable[Finding]) -> None:
        """Push the findings in a document, unless the editor has the same ones for this version."""
        if name not in self._open:
            return
        uri, version = self._open[name]
        shown = self._diagnostics(name, found)
        if self._pushed.get(name) != (version, shown):
            self._pushed[name] = version, shown
            self._editor.publish(uri, version, [*self._faults.get(name, ()), *shown])

    def _diagnostics(self, name: str, found: Iterable[Finding]) -> list[Diagnostic]:
        document = self.document(name)
        with in_language(self.client.language):
            return diagnostics(found, document, self)

    def _show_fault(self, message: str) -> None:
        """Show the faults in a configuration or an inventory: once as a message, and each at its place if it has one.

        An empty message withdraws those that were shown.
        """
        if message == self._fault:
            return
        self._fault = message
        if message:
            self._editor.show(f"clblint: {message}", MessageType.Warning)
        before, self._faults = self._faults, self._placed_faults(message)
        for name in {**before, **self._faults}:
            if before.get(name) == self._faults.get(name):
                continue  # the editor shows them: what it is told again could be taken for news
            pushed = self._pushed.get(name, (None, []))[1]
            self._editor.publish(self.uri_of(name), None, [*self._faults.get(name, ()), *pushed])

    def _placed_faults(self, message: str) -> dict[str, list[Diagnostic]]:
        """The faults in a message that have a place, by the path of the file."""
        found: dict[str, list[Diagnostic]] = {}
        for placed in filter(None, map(_PLACED.fullmatch, message.split("\n"))):
            name = self.session.name_of(placed["path"])
            line, column = (max(int(placed[part]), 1) for part in ("line", "column"))
            place = self.document(name).range_of(Span(line, column, line, column))
            shown = Diagnostic(place, visible(placed["why"], PLAIN), DiagnosticSeverity.Error, source=SOURCE)
            found.setdefault(name, []).append(shown)
        return found
