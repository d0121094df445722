"""Answers the questions of the page: runs clblint over the files that stand in its editor.

A question is a JSON object: `do` is `check` or a key of `_COMMANDS`, `files` are texts by path, `language` is `en` or
`zh`, and `pedantic` says whether advice is wanted. The answer is another: `said` are lines for people, `findings` is
the answer to a check, `unread` are the files that it left aside, `out` is what a command printed, `picture` is the plan
as SVG, and `files` are the files after a fix.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
from typing import TYPE_CHECKING, Any

from clblint.cli.main import main
from clblint.errors import UsageError
from clblint.i18n.language import in_language
from clblint.report.wording import builders, sentence
from clblint.run.options import Options
from clblint.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.lint.finding import Finding
    from clblint.source.place import Place, Span

FOLDER = "/project"
_INVENTORIES = ("inventory.json", "inventory")
_COMMANDS = {
    "fix": ["--no-cache", "--jobs", "1", "--no-gitignore", "--format", "json", "--fix", "."],
    "plan": ["plan", "--no-gitignore", "."],
    "diagnose": ["diagnose", "."],
    "commands": ["diagnose", "--commands"],
}


def answer(question: str) -> str:
    """The answer to a question, both as JSON."""
    asked = json.loads(question)
    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    try:
        return json.dumps(_check(asked) if asked["do"] == "check" else _command(asked))
    except UsageError as error:  # in the configuration, or in the inventory
        _Known.session = None
        return json.dumps({"said": str(error), "findings": []})


def tidy() -> None:
    """Free what a run has left, which clblint leaves to the end of its process."""
    gc.enable()
    gc.collect()


class _Known:
    """What is known of the files from the questions before."""

    files: dict[str, str] = {}  # noqa: RUF012 - nobody writes to it
    options: Options | None = None
    session: Session | None = None


def _check(asked: Mapping[str, Any]) -> dict[str, object]:
    changed = _lay_out(asked["files"])
    options = Options(inventory=_inventory(), pedantic=asked["pedantic"], no_cache=True, no_gitignore=True)
    if _Known.session is None or _Known.options != options:
        _Known.session, _Known.options = Session(FOLDER, options), options
    session = _Known.session
    session.language = asked["language"]
    for path in changed:
        session.reload(path)
    found = [finding for path in asked["files"] for finding in session.findings(path)]
    unread = [path for path in asked["files"] if not session.reads(path)]
    with in_language(session.language):
        return {"said": "", "findings": [*map(_plain, found)], "notes": session.notes(), "unread": unread}


def _command(asked: Mapping[str, Any]) -> dict[str, object]:
    changed = _lay_out(asked["files"])
    if _Known.session is not None:
        for path in changed:
            _Known.session.reload(path)
    command = ["--lang", asked["language"], *_COMMANDS[asked["do"]]]
    inventory = _inventory() if "." in command else None
    command += [] if inventory is None else [f"--inventory={inventory}"]
    out, said = _printed(command)
    if asked["do"] == "fix":
        return {"said": said, "files": {path: _read(path) for path in asked["files"]}}
    picture = _printed([*command, "--format=svg"])[0] if asked["do"] == "plan" else ""
    return {"said": said, "out": out, "picture": picture}


def _printed(arguments: list[str]) -> list[str]:
    """What a command writes to standard output and to standard error."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2)]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        main(arguments)
    for stream in streams:
        stream.seek(0)
    return [stream.read() for stream in streams]


def _lay_out(files: dict[str, str]) -> list[str]:
    """Bring the folder to hold the files; returns the paths of those that have changed."""
    before, _Known.files = _Known.files, files
    gone = [path for path in before if path not in files]
    changed = [path for path, text in files.items() if before.get(path) != text]
    for path in gone:
        os.remove(path)
        with contextlib.suppress(OSError):  # others may be there
            os.removedirs(os.path.dirname(path))
    for path in changed:
        os.makedirs(os.path.dirname(os.path.join(FOLDER, path)), exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="replace", newline="") as stream:
            stream.write(files[path])
    return gone + changed


def _inventory() -> str | None:
    return next(filter(os.path.exists, _INVENTORIES), None)


def _plain(finding: Finding) -> dict[str, object]:
    because = [{**_place(label.place), "message": sentence(label.text)} for label in finding.because]
    edits = [{**_span(span), "text": text} for span, text in finding.replacements or ()]
    return {
        **_place(finding.place),
        "rule": finding.rule,
        "severity": finding.severity.label,
        "object": finding.object,
        "message": sentence(finding.message),
        "seen": sentence(finding.seen),
        "fix": sentence(finding.fix),
        "because": because,
        "built": builders(finding),
        "fixes": [{"safe": finding.safe, "replacements": edits}] if edits else [],
    }


def _place(place: Place) -> dict[str, object]:
    return {"path": place.path, **_span(place.span)}


def _span(span: Span) -> dict[str, int]:
    return {"line": span.line, "column": span.column, "endLine": span.end_line, "endColumn": span.end_column}


def _read(path: str) -> str:
    with open(path, encoding="utf-8", newline="") as stream:
        return stream.read()
