"""Answers the questions of the page: runs clblint over the files that stand in its editor.

A question is a JSON object: `do` is what to do, a key of `_ARGUMENTS`, `files` are texts by path, `language` is `en` or
`zh`. The answer is another: `exit` is the exit code, `said` are the lines on standard error, `out` is what was printed.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import shutil

from clblint.cli.main import main

FOLDER = "/project"
INVENTORIES = ("inventory.json", "inventory")


def answer(question: str) -> str:
    """The answer to a question, both as JSON."""
    asked = json.loads(question)
    files: dict[str, str] = asked["files"]
    _lay_out(files)
    given = _ARGUMENTS[asked["do"]]
    inventory = [f"--inventory={name}" for name in INVENTORIES if "." in given and os.path.exists(name)]
    pedantic = ["--pedantic"] if asked["pedantic"] and asked["do"] == "check" else []
    made = _run(["--lang", asked["language"], *given, *inventory, *pedantic])
    if asked["do"] == "fix":
        made["files"] = {path: _read(path) for path in files}
    return json.dumps(made)


def tidy() -> None:
    """Free what a run has left, which clblint leaves to the end of its process."""
    gc.enable()
    gc.collect()


_CHECK = ["--no-cache", "--jobs", "1", "--no-gitignore", "--format", "json"]
_ARGUMENTS = {
    "check": [*_CHECK, "."],
    "fix": [*_CHECK, "--fix", "."],
    "plan": ["plan", "--no-gitignore", "."],
    "diagnose": ["diagnose", "."],
    "commands": ["diagnose", "--commands"],
}


def _lay_out(files: dict[str, str]) -> None:
    """Make a folder with the files, and nothing else in it, the folder of this process."""
    os.chdir("/")
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.mkdir(FOLDER)
    os.chdir(FOLDER)
    for path, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(FOLDER, path)), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)


def _read(path: str) -> str:
    with open(path, encoding="utf-8", newline="") as stream:
        return stream.read()


def _run(arguments: list[str]) -> dict[str, object]:
    out, said = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        code = main(arguments)
    return {"exit": code, "said": _text(said), "out": _text(out)}


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
