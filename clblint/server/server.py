"""`Server`: serves one editor; each folder that the editor has open is a `Root`."""

from __future__ import annotations

import os
from functools import partial

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from clblint import __version__
from clblint.discovery.walk import repository_of
from clblint.errors import UsageError
from clblint.i18n.language import in_language
from clblint.light import TypeVar
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.server.actions import OPEN_PAGE
from clblint.server.client import Client
from clblint.server.root import Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.server.document import Document

T = TypeVar("T")


class Server(LanguageServer):
    """The server; `roots` are the folders by their paths, and single files outside of them."""

    def __init__(self) -> None:
        super().__init__("clblint", __version__, types.TextDocumentSyncKind.Full)
        self.client = Client()
        self.roots: dict[str, Root] = {}
        self._known: dict[str, tuple[Root, str]] = {}  # by the URI of a document: what `root_at` gave
        self._tokens = 0
        self.command(OPEN_PAGE)(partial(_open_page, self))

    @property
    def encoding(self) -> str:
        """The encoding in which the editor counts columns."""
        found = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        return found.value if isinstance(found, types.PositionEncodingKind) else found

    def publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        """Tell the diagnostics of a document."""
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def refresh(self) -> None:
        """Have the editor ask for diagnostics again."""
        _ = self.workspace_diagnostic_refresh(None)  # there is nothing to wait for

    def show(self, message: str, kind: types.MessageType) -> None:
        """Show a message."""
        self.window_show_message(types.ShowMessageParams(kind, visible(message, PLAIN)))

    async def begin(self, title: str) -> str:
        """Begin a progress report."""
        self._tokens += 1
        token = f"clblint-{self._tokens}"
        _ = await self.work_done_progress.create_async(token)  # the answer of the editor, which is empty
        self.work_done_progress.begin(token, types.WorkDoneProgressBegin(title, percentage=0))
        return token

    def report(self, token: str, message: str, percentage: int) -> None:
        """Tell of progress; an empty message ends it."""
        if message:
            self.work_done_progress.report(token, types.WorkDoneProgressReport(message=message, percentage=percentage))
        else:
            self.work_done_progress.end(token, types.WorkDoneProgressEnd())

    def root_at(self, uri: str) -> tuple[Root, str] | None:
        """The root of a document, made on demand, and its path; None for a document that is no file.

        It stays the same until `forget`, also if the file or its folder is created later.
        """
        if uri not in self._known:
            path = to_fs_path(uri) if uri.startswith("file:") else None
            if not path or "\0" in path or os.path.isdir(path):
                return None
            path = os.path.normpath(path)
            folder, names = self._folder_of(path)
            key = os.path.join(folder, *names)
            if key not in self.roots:
                self.roots[key] = Root(folder, self, self.client, names)
            self._known[uri] = self.roots[key], path
        return self._known[uri]

    def forget(self, uri: str) -> None:
        """Look for the root of a document again when it is opened the next time."""
        self._known.pop(uri, None)

    def _folder_of(self, path: str) -> tuple[str, tuple[str, ...]]:
        """The folder whose session a file belongs to, and the names of files if that is not the whole folder."""
        around = [folder for folder in self._folders() if path.startswith(os.path.join(folder, ""))]
        if around:
            return max(around, key=len), ()
        folder = os.path.dirname(path)
        while not os.path.isdir(folder):  # the folder of a new file may be as new
            folder = os.path.dirname(folder)
        repository = repository_of(folder)
        return (repository, ()) if repository else (folder, (os.path.relpath(path, folder),))

    def _folders(self) -> list[str]:
        """The folders that the editor has open."""
        uris = list(self.workspace.folders) or [self.workspace.root_uri or ""]
        paths = (to_fs_path(uri) for uri in uris if uri)
        return [os.path.normpath(path) for path in paths if path]

    def within(self, uri: str, ask: Callable[[Root, Document, str], T], otherwise: T) -> T:
        """An answer about a document, in the language of the editor; `otherwise` if there is no answer."""
        found = self.root_at(uri)
        if found is None:
            return otherwise
        root, path = found
        try:
            with in_language(self.client.language):
                return ask(root, root.document(path), uri)
        except UsageError:  # shown when the root reads its files
            return otherwise

    async def within_project(self, uri: str, ask: Callable[[Root, Document, str], T], otherwise: T) -> T:
        """The same once the project is read, which takes a while at first; the editor may cancel it."""
        found = self.root_at(uri)
        if found is not None:
            await found[0].caught_up()
        return self.within(uri, ask, otherwise)

    def renew(self) -> None:
        """Begin anew with other settings or other folders, and the same documents."""
        documents = [document for root in self.roots.values() for document in root.documents]
        for root in self.roots.values():
            root.end()
        self.roots.clear()
        self._known.clear()
        for path, uri, text, version in documents:
            found = self.root_at(uri)
            if found is not None:
                found[0].open(path, uri, text, version)


def _open_page(server: Server, url: str) -> None:
    """Open the page of a rule in a browser."""
    _ = server.window_show_document(types.ShowDocumentParams(url, external=True))
