"""`clblint server`, spoken with as VS Code and Neovim do."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types

import clblint
from tests.server.conftest import HANGS, REUSED, SERVICE
from tests.session.edits import fresh_findings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.server.conftest import Editor

    Start = Callable[..., Awaitable[Editor]]

pytestmark = pytest.mark.asyncio


def codes(diagnostics: list[types.Diagnostic]) -> set[str]:
    return {str(one.code) for one in diagnostics}


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with the edits of an action; columns count in UTF-16."""
    lines = text.split("\n")

    def offset(place: dict[str, int]) -> int:
        before = lines[place["line"]].encode("utf-16-le")[: 2 * place["character"]].decode("utf-16-le")
        return sum(len(line) + 1 for line in lines[: place["line"]]) + len(before)

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        start, end = (offset(edit["range"][side]) for side in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def edits_of(action: dict[str, Any], uri: str, version: int) -> list[dict[str, Any]]:
    """The edits of an action, which are of one document in a version."""
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": version}
    found: list[dict[str, Any]] = change["edits"]
    return found


def document(editor: Editor, name: str = "web.yaml") -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(editor.uri(name))


async def test_neovim_is_told_what_is_wrong_while_it_types(start: Start) -> None:
    editor = await start("neovim")
    editor.open("web.yaml")
    told = await editor.pushed("web.yaml")
    assert codes(told) == {"invalid-annotation-value"}
    assert told[0].range == types.Range(types.Position(6, 69), types.Position(6, 73))
    assert told[0].severity is types.DiagnosticSeverity.Error
    assert told[0].message.splitlines()[1].startswith("Symptom: ")
    editor.type("web.yaml", SERVICE.replace("wrrr", "wrr"))
    assert await editor.pushed("web.yaml", 2) == []
    editor.open("api.yaml", REUSED)
    assert "node-port-clash" in codes(await editor.pushed("web.yaml", 2))  # what depends on it is told, too
    editor.text_document_did_close(types.DidCloseTextDocumentParams(document(editor, "api.yaml")))
    assert await editor.pushed("api.yaml", None) == []
    assert await editor.pushed("web.yaml", 2) == []


async def test_vs_code_asks_and_is_told_when_to_ask_again(start: Start) -> None:
    editor = await start("vscode")
    editor.open("web.yaml")
    report = await editor.pulled("web.yaml")
    (told,) = report.items
    assert told.code == "invalid-annotation-value"
    assert told.code_description.href.endswith("/rules/invalid-annotation-value/")
    assert (await editor.pulled("web.yaml", report.result_id)).kind == "unchanged"
    editor.type("web.yaml", SERVICE.replace("wrrr", "wrr"))
    assert (await editor.pulled("web.yaml", report.result_id)).items == ()
    editor.open("api.yaml", REUSED)
    clash = next(one for one in (await editor.pulled("web.yaml")).items if one.code == "node-port-clash")
    (related,) = clash.related_information
    assert related.location.uri == editor.uri("api.yaml")
    assert not editor.diagnostics  # nothing is told twice


async def test_it_speaks_chinese(start: Start) -> None:
    editor = await start("neovim", "zh-cn")
    editor.open("web.yaml")
    (told,) = await editor.pushed("web.yaml")
    assert "现象" in told.message
    assert "监听" in await editor.hovered("web.yaml", 6)
    event = types.FileEvent(editor.uri(".clblint.yaml"), types.FileChangeType.Changed)
    for name, text in {".clblint.yaml": "selct: []", "clbs.json": "{"}.items():
        (editor.folder / name).write_text(text, encoding="utf-8")
        editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        (told,) = await editor.pushed(name, None)
        assert told.message.startswith(("没有该配置项：selct", "不是 JSON："))
        (editor.folder / ".clblint.yaml").write_text("inventory: clbs.json", encoding="utf-8")


async def test_hover_explains_annotations_ports_and_rules(start: Start, client: str) -> None:
    editor = await start(client)
    text = SERVICE.replace(
        "  selector:", "  # clblint: ignore[node-port-clash] later\n  externalTrafficPolicy: Local\n  selector:"
    )
    editor.open("web.yaml", text)

    async def hover(line: str, column: int = 4) -> str:
        return await editor.hovered("web.yaml", text.splitlines().index(line), column)

    annotation = await hover(text.splitlines()[6])
    assert "| takes | " in annotation
    assert "| since | CCM 1.9.3 | CCM 2.5.0 |" in annotation
    assert "tcp listener on port 80" in await hover("    port: 80")
    assert "creates a CLB" in await hover("  externalTrafficPolicy: Local")
    assert "node-port-clash" in await hover("  # clblint: ignore[node-port-clash] later", 25)
    assert await hover("    app: web") == ""


async def test_completion_leaves_out_what_is_there(start: Start) -> None:
    editor = await start()
    start_of_key = "    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
    lines = SERVICE.splitlines()
    lines.insert(7, start_of_key)
    lines.insert(8, f"{start_of_key}delete-protection: ")
    lines.insert(9, "    # clblint: ignore[node-port-clash, ] 中文 😀")
    editor.open("web.yaml", "\n".join(lines))

    async def complete(line: int, column: int) -> dict[str, types.CompletionItem]:
        params = types.CompletionParams(document(editor), types.Position(line, column))
        found = await editor.text_document_completion_async(params)
        assert isinstance(found, (list, tuple))
        return {one.label: one for one in found}

    keys = await complete(7, len(start_of_key))
    assert start_of_key.strip() + "cert-id" in keys
    assert not {start_of_key.strip() + name for name in ("scheduler", "delete-protection")} & set(keys)
    edit = keys[start_of_key.strip() + "cert-id"].text_edit
    assert edit is not None
    assert edit.new_text == f"{start_of_key.strip()}cert-id: "
    values = await complete(8, len(lines[8]))
    assert set(values) == {"on", "off"}
    assert values["on"].text_edit.new_text == '"on"'  # type: ignore[union-attr]
    rules = await complete(9, lines[9].index(", ]") + 2)
    assert "invalid-annotation-value" in rules
    assert "node-port-clash" not in rules
    resolved = await editor.completion_item_resolve_async(keys[start_of_key.strip() + "cert-id"])
    assert "CLB" in resolved.documentation.value  # type: ignore[union-attr]


async def test_completion_of_json_makes_json(start: Start) -> None:
    editor = await start()
    key = '"service.beta.kubernetes.io/alibaba-cloud-loadbalancer-'
    lines = ['{"kind": "Service",', ' "metadata": {', '  "annotations": {']
    lines += [f'   {key}address-type": ', '   "service"', "   ", f'   {key}spec": "slb", "x": "y"', "  }}}"]
    editor.open("web.json", "\n".join(lines))

    async def completed(line: int, column: int, label: str) -> str:
        params = types.CompletionParams(document(editor, "web.json"), types.Position(line, column))
        found = await editor.text_document_completion_async(params)
        (edit,) = (one.text_edit for one in found if one.label in {label, f"{key[1:]}{label}"})  # type: ignore[union-attr]
        begin, end = edit.range.start.character, edit.range.end.character  # type: ignore[union-attr]
        return lines[line][:begin] + edit.new_text + lines[line][end:]  # type: ignore[union-attr]

    assert await completed(3, len(lines[3]), "intranet") == f'   {key}address-type": "intranet"'
    assert await completed(4, 11, "cert-id") == f'   {key}cert-id"'
    assert await completed(5, 3, "cert-id") == f'   {key}cert-id": '
    for typed, written in {
        '   "ser': f'   {key}cert-id": ',
        '   "': f'   {key}cert-id": ',
        '   ""': f'   {key}cert-id"',
        f'   {key}spec": "slb': f'   {key}spec": "slb.s1.small"',
    }.items():
        lines[5] = typed
        editor.type("web.json", "\n".join(lines))
        label = "slb.s1.small" if "slb" in typed else "cert-id"
        assert await completed(5, len(typed) - typed.endswith('""'), label) == written
    half = lines[6].index("slb") + 2
    assert await completed(6, half, "slb.s1.small") == f'   {key}spec": "slb.s1.small", "x": "y"'


async def test_code_actions_fix_ignore_and_open_the_page(start: Start) -> None:
    editor = await start()
    text = SERVICE.replace("scheduler: wrrr", "delete-protection: on  # 中文 😀").replace("\n", "\r\n")
    uri = editor.open("web.yaml", text)
    fix, ignore, page = await editor.actions("web.yaml", 6, "quickfix")
    assert fix["title"] == 'Fix: put it in quotes: "on"'
    assert fix["isPreferred"]
    assert applied(text, edits_of(fix, uri, 1)) == text.replace(": on ", ': "on" ')
    assert ignore["title"] == "Ignore annotation-not-a-string here, with a reason"
    comment = "    # clblint: ignore[annotation-not-a-string] TODO: say why\r\n"
    key = text.splitlines(keepends=True)[6]
    assert applied(text, edits_of(ignore, uri, 1)) == text.replace(key, comment + key)
    url = f"https://clblint.github.io/clblint/v{clblint.__version__}/rules/annotation-not-a-string/"
    assert page["title"] == "Open the page of annotation-not-a-string"
    await editor.workspace_execute_command_async(types.ExecuteCommandParams("clblint.openPage", arguments=[url]))
    assert [one.uri for one in editor.shown_documents] == [url]
    (everything,) = await editor.actions("web.yaml", 0, "source.fixAll")
    assert everything["kind"] == "source.fixAll.clblint"
    assert applied(text, edits_of(everything, uri, 1)) == text.replace(": on ", ': "on" ')


async def test_all_fixes_are_made_where_somebody_asks_not_at_each_move_of_the_cursor(start: Start) -> None:
    editor = await start("neovim")
    editor.open("web.yaml", SERVICE.replace("scheduler: wrrr", "delete-protection: on"))

    async def kinds(*only: str, trigger: types.CodeActionTriggerKind) -> set[str]:
        found = await editor.actions("web.yaml", 6, *only, trigger=trigger)
        return {one["kind"] for one in found if "edit" in one}

    invoked, automatic = types.CodeActionTriggerKind.Invoked, types.CodeActionTriggerKind.Automatic
    assert await kinds(trigger=invoked) == {"quickfix", "source.fixAll.clblint"}
    assert await kinds(trigger=automatic) == {"quickfix"}
    assert await kinds("source.fixAll", trigger=automatic) == {"source.fixAll.clblint"}  # as on saving


async def test_an_unsafe_fix_says_so(start: Start) -> None:
    editor = await start("neovim")
    editor.open("web.yaml", SERVICE.replace("scheduler: wrrr", 'bandwidth: ""'))
    fix, *others = await editor.actions("web.yaml", 6, "quickfix")
    assert fix["title"].startswith("Fix, which may change behaviour: ")
    assert not fix.get("isPreferred")
    assert set(fix["edit"]) == {"changes"}  # it knows no versions of edits
    assert [one["title"].partition(" ")[0] for one in others] == ["Ignore", "Open"]
    assert await editor.actions("web.yaml", 6, "source.fixAll") == []


async def test_settings_add_lenses_and_a_fault_in_the_configuration_is_told(start: Start) -> None:
    editor = await start("neovim", lens=True)
    editor.open("web.yaml")
    await editor.pushed("web.yaml")
    (lens,) = await editor.text_document_code_lens_async(types.CodeLensParams(document(editor))) or []
    assert lens.command is not None
    assert lens.command.title == "CLB with tcp 80"
    (editor.folder / ".clblint.yaml").write_text("ignore: [invalid-annotation-valu]\n", encoding="utf-8")
    event = types.FileEvent(editor.uri(".clblint.yaml"), types.FileChangeType.Created)
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    (told,) = await editor.pushed(".clblint.yaml", None)
    assert told.message.startswith("no rule or pack is called invalid-annotation-valu;")
    editor.type("web.yaml", SERVICE.replace("wrrr", "wrr"))
    assert await editor.pushed("web.yaml", 2) == []  # with the settings before
    assert editor.diagnostics[editor.uri(".clblint.yaml")]  # the fault is still there
    editor.type("web.yaml", SERVICE, 3)
    assert codes(await editor.pushed("web.yaml", 3)) == {"invalid-annotation-value"}
    (editor.folder / ".clblint.yaml").write_text("ignore: [invalid-annotation-value]\n", encoding="utf-8")
    editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    assert await editor.pushed(".clblint.yaml", None) == []
    assert await editor.pushed("web.yaml", 3) == []


async def test_a_setting_adds_and_removes_lenses_while_the_server_runs(start: Start) -> None:
    editor = await start("vscode")
    editor.open("web.yaml")
    for lens in (True, False):
        settings = types.DidChangeConfigurationParams({"clblint": {"lens": lens}})
        editor.workspace_did_change_configuration(settings)
        await asyncio.wait_for(editor.lenses_again.wait(), HANGS)
        editor.lenses_again.clear()
        found = await editor.text_document_code_lens_async(types.CodeLensParams(document(editor)))
        assert bool(found) is lens


async def test_faults_of_an_inventory_are_told_at_their_places_and_stay_while_somebody_types(start: Start) -> None:
    editor = await start("neovim")
    for name, text in {".clblint.yaml": "inventory: [a.json, b.json]", "a.json": "{", "b.json": "\n  [1"}.items():
        (editor.folder / name).write_text(text, encoding="utf-8")
    editor.open("web.yaml")
    editor.open("a.json")
    for name, line in (("a.json", 0), ("b.json", 1)):
        (told,) = await editor.pushed(name, None)
        assert told.message.startswith("not JSON: ")
        assert told.range.start.line == line
    editor.type("a.json", "{ ")
    assert next(one.message for one in await editor.pushed("a.json", 2)).startswith("not JSON: ")
    for name in ("a.json", "b.json"):
        (editor.folder / name).write_text('{"RequestId": "1"}', encoding="utf-8")
        event = types.FileEvent(editor.uri(name), types.FileChangeType.Changed)
        editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert await editor.pushed(name, None) == []  # of b.json nothing is told while only a.json is mended


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 23), ("utf-16", 18), ("utf-32", 17)])
async def test_a_fault_in_the_configuration_is_told_in_the_units_of_the_editor(
    start: Start, encoding: str, column: int
) -> None:
    editor = await start("neovim", encoding=encoding)
    (editor.folder / ".clblint.yaml").write_text('lang: en\nexclude: ["中é😀", 3]\n', encoding="utf-8")
    editor.open("web.yaml")
    told = await editor.pushed(".clblint.yaml", None)
    assert told[0].range.start == types.Position(1, column)


@pytest.mark.parametrize(
    ("encoding", "start_of_key", "end_of_key"), [("utf-8", 35, 45), ("utf-16", 25, 30), ("utf-32", 23, 27)]
)
async def test_columns_count_in_the_units_of_the_editor(
    start: Start, encoding: str, start_of_key: int, end_of_key: int
) -> None:
    editor = await start("neovim", encoding=encoding)
    text = SERVICE.replace("  selector:", "  x: {中é😀: 1, 中é😀y: 2, 中é😀y: 3}\n  selector:")
    editor.open("web.yaml", text)
    told = await editor.pushed("web.yaml")
    (twice,) = (one for one in told if one.code == "duplicate-key")
    line = text.splitlines().index("  x: {中é😀: 1, 中é😀y: 2, 中é😀y: 3}")
    assert twice.range.start.line == line
    assert (twice.range.start.character, twice.range.end.character) == (start_of_key, end_of_key)


async def test_every_folder_has_its_own_configuration(start: Start, tmp_path: Path) -> None:
    editor = await start("neovim")
    other = tmp_path / "other"
    other.mkdir()
    (other / ".clblint.yaml").write_text("ignore: [invalid-annotation-value]\n", encoding="utf-8")
    (other / "web.yaml").write_text(SERVICE, encoding="utf-8")
    event = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(other.as_uri(), "other")], [])
    editor.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
    editor.open("web.yaml")
    assert codes(await editor.pushed("web.yaml")) == {"invalid-annotation-value"}
    editor.open("../other/web.yaml")
    assert await editor.pushed("../other/web.yaml") == []


async def test_a_new_file_elsewhere_is_checked_alone_and_stays_where_it_is_when_it_is_saved(
    start: Start, tmp_path: Path
) -> None:
    editor = await start("neovim")
    others = tmp_path / "elsewhere" / "others"
    others.mkdir(parents=True)
    (others / "web.yaml").write_text(SERVICE, encoding="utf-8")
    name = "../elsewhere/new/web.yaml"  # in a folder that is not there either
    editor.open(name, SERVICE)
    assert codes(await editor.pushed(name)) == {"invalid-annotation-value"}
    saved = editor.folder / name
    saved.parent.mkdir()
    saved.write_text(SERVICE, encoding="utf-8")
    (saved.parent / "api.yaml").write_text(REUSED, encoding="utf-8")
    editor.text_document_did_save(types.DidSaveTextDocumentParams(document(editor, name)))
    assert "node-port-clash" in codes(await editor.pushed(name))  # it has neighbours now, and the same text
    editor.type(name, SERVICE.replace("wrrr", "wrr"))
    assert codes(await editor.pushed(name, 2)) == {"node-port-clash"}
    editor.text_document_did_close(types.DidCloseTextDocumentParams(document(editor, name)))
    assert await editor.pushed(name, None) == []


@pytest.mark.parametrize("uri", ["file:", "file:///", "http://example.com/web.yaml"])
async def test_what_is_no_file_is_passed_over(start: Start, uri: str) -> None:
    editor = await start("vscode")
    editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, SERVICE)))
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    assert await editor.text_document_diagnostic_async(params) == types.RelatedFullDocumentDiagnosticReport(items=())


async def test_annotations_and_rules_link_to_their_pages(start: Start) -> None:
    editor = await start("neovim")
    editor.open("web.yaml", f"# clblint: ignore-file[node-port-clash] why\n{SERVICE}")
    found = await editor.text_document_document_link_async(types.DocumentLinkParams(document(editor))) or []
    site = f"https://clblint.github.io/clblint/v{clblint.__version__}"
    assert [one.target for one in found] == [f"{site}/rules/node-port-clash/", f"{site}/annotations/#scheduler"]


async def test_a_project_that_is_read_for_long_tells_of_it(start: Start) -> None:
    editor = await start("vscode", files=150)
    editor.open("web.yaml")
    assert (await editor.pulled("web.yaml")).items
    (told,) = editor.progress_reports.values()
    kinds = [type(one).__name__ for one in told]
    assert (kinds[0], kinds[-1]) == ("WorkDoneProgressBegin", "WorkDoneProgressEnd")


async def test_what_is_no_file_or_no_manifest_has_nothing(start: Start) -> None:
    editor = await start("vscode")
    item = types.TextDocumentItem("untitled:Untitled-1", "yaml", 1, SERVICE)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(item))
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier("untitled:Untitled-1"))
    assert await editor.text_document_diagnostic_async(params) == types.RelatedFullDocumentDiagnosticReport(items=())
    editor.open("notes.md", SERVICE)
    assert (await editor.pulled("notes.md")).items == ()


async def test_keys_are_not_waited_for(start: Start) -> None:
    editor = await start("neovim", files=30)
    editor.open("web.yaml")
    typed = "  externalTrafficPolicy: Lokal\n  sessionAffinity: None\n"
    version = 1
    for end in range(1, len(typed) + 1):  # as a hand does: most of these texts are no YAML, or not what is meant
        version += 1
        editor.type("web.yaml", SERVICE + typed[:end], version)
    told = await editor.pushed("web.yaml", version)
    (editor.folder / "web.yaml").write_text(SERVICE + typed, encoding="utf-8")
    wanted = {(one.rule, one.place.span.line - 1) for one in fresh_findings(editor.folder) if one.path == "web.yaml"}
    assert {(str(one.code), one.range.start.line) for one in told} == wanted
    assert wanted > {("invalid-annotation-value", 6)}
