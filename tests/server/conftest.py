"""Speaking with `clblint server` as editors do."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.files import new_cache
from tests.session.edits import PROJECT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

HANGS = 120  # seconds: no machine is so slow
CLIENTS = Path(__file__).parent / "clients"
SERVICE, PODS, REUSED = (PROJECT[f"shop/{name}.yaml"] for name in ("web", "pods", "api"))


def capabilities_of(name: str) -> types.ClientCapabilities:
    """What an editor can do: VS Code as recorded here, others as pytest-lsp has them."""
    file = CLIENTS / f"{name}.json"
    if not file.exists():
        return client_capabilities(name)
    told = json.loads(file.read_text(encoding="utf-8"))["capabilities"]
    return get_converter().structure(told, types.ClientCapabilities)


class Editor(LanguageClient):
    """An editor with a project of its own."""

    folder: Path
    published: asyncio.Queue[types.PublishDiagnosticsParams]
    lenses_again: asyncio.Event

    def uri(self, name: str) -> str:
        """The URI of a file of the project."""
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file, with another text than it has on disk."""
        text = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        item = types.TextDocumentItem(self.uri(name), "yaml", 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return self.uri(name)

    def type(self, name: str, text: str, version: int = 2) -> None:
        """Change the text of an open file."""
        document = types.VersionedTextDocumentIdentifier(version, self.uri(name))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    async def pushed(self, name: str, version: int | None = 1) -> list[types.Diagnostic]:
        """The diagnostics that the server pushes next for a version of a file."""
        while True:
            told = await asyncio.wait_for(self.published.get(), HANGS)
            if (told.uri, told.version) == (self.uri(name), version):
                return list(told.diagnostics)

    async def pulled(self, name: str, previous: str | None = None) -> Any:  # noqa: ANN401 - one of two reports
        """The report of diagnostics that the server answers with."""
        document = types.TextDocumentIdentifier(self.uri(name))
        params = types.DocumentDiagnosticParams(document, previous_result_id=previous)
        return await self.text_document_diagnostic_async(params)

    async def hovered(self, name: str, line: int, column: int = 4) -> str:
        """What the server says of a 0-based position, as Markdown."""
        params = types.HoverParams(types.TextDocumentIdentifier(self.uri(name)), types.Position(line, column))
        found = await self.text_document_hover_async(params)
        return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""

    async def actions(
        self, name: str, line: int, *only: str, trigger: types.CodeActionTriggerKind | None = None
    ) -> list[dict[str, Any]]:
        """The code actions for a 0-based line, as they are sent."""
        place = types.Position(line, 0)
        context = types.CodeActionContext([], list(only) or None, trigger)
        document = types.TextDocumentIdentifier(self.uri(name))
        end = types.Position(line, 200)
        params = types.CodeActionParams(document, types.Range(place, end), context)
        found = await self.text_document_code_action_async(params) or []
        converter = get_converter()
        return [converter.unstructure(one) for one in found]


def make_editor() -> Editor:
    """An editor that keeps what it is told."""
    from pytest_lsp.client import make_test_lsp_client  # noqa: PLC0415 - of pytest-lsp, whose client it extends

    made = make_test_lsp_client()
    made.__class__ = Editor
    made.published = asyncio.Queue()  # type: ignore[attr-defined]
    keep = made.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    def published(params: types.PublishDiagnosticsParams) -> None:
        keep(params)
        made.published.put_nowait(params)  # type: ignore[attr-defined]

    made.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = published
    made.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _params: None)
    made.lenses_again = asyncio.Event()  # type: ignore[attr-defined]
    made.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda _params: made.lenses_again.set())  # type: ignore[attr-defined]
    return made  # type: ignore[return-value]


Start = "Callable[..., Awaitable[Editor]]"


@pytest_asyncio.fixture(loop_scope="function")
async def start(tmp_path: Path, _processes: None) -> AsyncIterator[Callable[..., Awaitable[Editor]]]:
    """Start an editor with a server, in a folder with some files; both end with the test."""
    editors: list[Editor] = []

    async def starter(
        client: str = "vscode", locale: str = "en", encoding: str = "", files: int = 0, **settings: object
    ) -> Editor:
        environment = {**os.environ, "CLBLINT_CACHE_DIR": str(new_cache(tmp_path / ".cache"))}
        command = [sys.executable, "-m", "clblint", "server"]
        config = ClientServerConfig(command, client_factory=make_editor, server_env=environment)
        editor: Editor = await config.start()  # type: ignore[assignment]
        editors.append(editor)
        editor.folder = tmp_path / "project"
        editor.folder.mkdir(exist_ok=True)
        for name, text in {"web.yaml": SERVICE, "pods.yaml": PODS}.items():
            (editor.folder / name).write_text(text, encoding="utf-8")
        for number in range(files):
            (editor.folder / f"{number}.yaml").write_text(PODS.replace("web", f"web-{number}"), encoding="utf-8")
        capabilities = capabilities_of(client)
        if encoding:
            capabilities.general = types.GeneralClientCapabilities(position_encodings=[encoding])
        await editor.initialize_session(
            types.InitializeParams(
                capabilities,
                locale=locale,
                workspace_folders=[types.WorkspaceFolder(editor.folder.as_uri(), "project")],
                initialization_options=settings or None,
            )
        )
        return editor

    yield starter
    for editor in editors:
        await editor.shutdown_session()
        await editor.stop()  # type: ignore[no-untyped-call]


@pytest.fixture(params=["vscode", "neovim"])
def client(request: pytest.FixtureRequest) -> str:
    """The name of an editor."""
    return str(request.param)
