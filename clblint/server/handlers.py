"""What the server does at each request and notification of an editor."""

from __future__ import annotations

import gc
import os
from functools import partial

from lsprotocol import types
from pygls.uris import to_fs_path

from clblint.i18n.language import in_language
from clblint.server.actions import FIX_ALL, Actions
from clblint.server.client import client_of
from clblint.server.completion import completions, resolved
from clblint.server.hover import hover
from clblint.server.lenses import lenses
from clblint.server.links import links
from clblint.server.server import Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from clblint.server.document import Document
    from clblint.server.root import Root
    from clblint.session.plans import PlannedService

_WATCHED = ("**/*.{yaml,yml,json}", "**/Kustomization", "**/.gitignore")
_TRIGGERS = ["-", "/", ":", " ", '"', "'", "[", ","]


def new_server() -> Server:
    """A server that answers all that an editor may ask."""
    made = Server()
    for method, handler in _HANDLERS.items():
        made.feature(method, _OPTIONS.get(method))(partial(handler, made))
    return made


def _initialize(server: Server, params: types.InitializeParams) -> None:
    server.client = client_of(params)
    if server.client.pulls:
        options = types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=False, identifier="clblint"
        )
        server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(partial(_diagnostic, server))
    gc.enable()  # the command line switches it off, since its runs are short


def _initialized(server: Server, _params: types.InitializedParams) -> None:
    if server.client.watches:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        asked = types.Registration("clblint-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.client_register_capability(types.RegistrationParams([asked]))


def _did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    found = server.root_at(document.uri)
    if found is not None:
        found[0].open(found[1], document.uri, document.text, document.version)


def _did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    found = server.root_at(params.text_document.uri)
    if found is not None:
        text = server.workspace.get_text_document(params.text_document.uri).source
        found[0].open(found[1], params.text_document.uri, text, params.text_document.version)


def _did_save(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    found = server.root_at(params.text_document.uri)
    if found is not None:
        found[0].reload([found[1]])


def _did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    found = server.root_at(params.text_document.uri)
    if found is not None:
        found[0].close(found[1])
        server.forget(params.text_document.uri)


def _did_change_files(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    changed = [path for change in params.changes if (path := to_fs_path(change.uri))]
    for root in server.roots.values():
        _reload_inside(root, changed)


def _reload_inside(root: Root, paths: Iterable[str]) -> None:
    inside = [path for path in paths if os.path.normpath(path).startswith(os.path.join(root.folder, ""))]
    if inside:
        root.reload(inside)


def _did_change_folders(server: Server, _params: types.DidChangeWorkspaceFoldersParams) -> None:
    server.renew()


def _did_change_settings(server: Server, params: types.DidChangeConfigurationParams) -> None:
    before, client = server.client, server.client.with_settings(params.settings)
    if client != before:
        server.client = client
        server.renew()
    if client.lens != before.lens and client.lenses_again:
        _ = server.workspace_code_lens_refresh(None)  # there is nothing to wait for


async def _diagnostic(server: Server, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    found = server.root_at(params.text_document.uri)
    if found is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    return await found[0].pulled(found[1], params.previous_result_id)


async def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    def ask(root: Root, document: Document, _uri: str) -> types.Hover | None:
        def plans() -> list[PlannedService]:
            return root.session.plans(document.path)

        return hover(document, params.position, root.session.rules, plans)

    return await server.within_project(params.text_document.uri, ask, None)


def _completion(server: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    def ask(root: Root, document: Document, _uri: str) -> list[types.CompletionItem]:
        return completions(document, params.position, root.session.rules)

    return server.within(params.text_document.uri, ask, [])


def _resolve(server: Server, item: types.CompletionItem) -> types.CompletionItem:
    with in_language(server.client.language):
        return resolved(item)


async def _code_action(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    if not server.client.literals:
        return []

    def ask(root: Root, document: Document, uri: str) -> list[types.CodeAction]:
        return Actions(root, document, uri).at(params.range, params.context)

    return await server.within_project(params.text_document.uri, ask, [])


async def _code_lens(server: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    if not server.client.lens:  # which the user may change while the server runs
        return []

    def ask(root: Root, document: Document, _uri: str) -> list[types.CodeLens]:
        return lenses(document, root.session.plans(document.path))

    return await server.within_project(params.text_document.uri, ask, [])


def _document_link(server: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    def ask(root: Root, document: Document, _uri: str) -> list[types.DocumentLink]:
        return links(document, {rule.name for rule in root.session.rules})

    return server.within(params.text_document.uri, ask, [])


_HANDLERS: dict[str, Callable[..., Any]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.TEXT_DOCUMENT_DID_OPEN: _did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    types.TEXT_DOCUMENT_DID_SAVE: _did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _did_change_files,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _did_change_folders,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: _did_change_settings,
    types.TEXT_DOCUMENT_HOVER: _hover,
    types.TEXT_DOCUMENT_COMPLETION: _completion,
    types.COMPLETION_ITEM_RESOLVE: _resolve,
    types.TEXT_DOCUMENT_CODE_ACTION: _code_action,
    types.TEXT_DOCUMENT_CODE_LENS: _code_lens,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: _document_link,
}
_OPTIONS: dict[str, object] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=_TRIGGERS, resolve_provider=True),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL]),
    types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensOptions(),
    types.TEXT_DOCUMENT_DOCUMENT_LINK: types.DocumentLinkOptions(resolve_provider=False),
}
