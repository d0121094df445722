"""The samples of the documents: what stands in fences, run and compared.

A `yaml` fence that begins with a comment such as `# shop/base/web.yaml` is that file for the commands of its page.

`python -m tests.docs.samples` writes afresh the outputs of all `console` fences, the findings in `json` fences and
the picture of the README.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [*sorted((ROOT / "docs").glob("*.md")), README]
PICTURE = ROOT / "docs" / "images" / "run.svg"
PICTURED = "clblint --select https-to-tls-port examples/"
PLAN = ROOT / "docs" / "images" / "plan.svg"
PLANNED = "clblint plan --format svg examples/gateway-service.yaml examples/search.yaml"
WIDTH = 100
_FENCE = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"^```console\n\$ (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^```yaml\n# (\w+(?:/\w+)+\.yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FINDING = re.compile(r'^```json\n\{\n  "rule": "([\w-]+)",\n.*?^```$', re.MULTILINE | re.DOTALL)
_USAGE = re.compile(r"^usage:.*?\n\n", re.MULTILINE | re.DOTALL)


class Fence(NamedTuple):
    """A fenced block of a document."""

    page: str
    language: str
    text: str


def fences(*languages: str) -> list[Fence]:
    """Give the fenced blocks of some languages in the pages and the README."""
    return [
        Fence(page.name, language, text)
        for page in PAGES
        for _, language, text in _FENCE.findall(page.read_text(encoding="utf-8"))
        if language in languages
    ]


def output_of(command: str, *options: str, beside: str = "") -> str:
    """Run a command line of clblint beside the examples and the files that a document shows; its standard output."""
    program, *arguments = shlex.split(command)
    assert program == "clblint"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder, "examples"))
        for name, text in _FILE.findall(beside):
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "clblint", *arguments, *options],
            cwd=folder,
            env={
                **os.environ,
                "LC_ALL": "C.UTF-8",
                "COLUMNS": str(WIDTH),
                "CLBLINT_CACHE_DIR": os.path.join(folder, "cache"),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
    assert (done.returncode in {0, 1}, done.stderr) == (True, ""), done.stderr
    return done.stdout


def refreshed(text: str) -> str:
    """Give a document with the outputs of its `console` fences, and its findings in JSON, as they are now."""
    text = _FINDING.sub(lambda found: f"```json\n{_finding(found[1])}\n```", text)
    return _CONSOLE.sub(lambda found: f"```console\n$ {found[1]}\n{output_of(found[1], beside=text)}```", text)


def _finding(rule: str) -> str:
    """Give the first finding of a rule in the examples, as `--format json` prints it."""
    findings = json.loads(output_of("clblint --format json examples"))["findings"]
    return json.dumps(next(one for one in findings if one["rule"] == rule), indent=2, ensure_ascii=False)


def comparable(text: str) -> str:
    """Give a document without what differs between versions of Python: how argparse wraps its usage."""

    def plain(found: re.Match[str]) -> str:
        return " ".join(_USAGE.sub("", found[0]).split()) if found[1].endswith("--help") else found[0]

    return _CONSOLE.sub(plain, text)


def picture() -> str:
    """Draw a run with its colours, as SVG; the same bytes for the same output."""
    from rich.console import Console  # noqa: PLC0415 - only whoever draws needs it
    from rich.text import Text  # noqa: PLC0415

    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f"$ {PICTURED}"))
    console.print(Text.from_ansi(output_of(PICTURED, "--color=always")))
    # Without the web font of the template: a picture on a page may not fetch anything.
    drawn = console.export_svg(title="clblint").replace(
        "Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace"
    )
    return re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL)


def main() -> None:
    """Write everything afresh."""
    for page in PAGES:
        page.write_text(refreshed(page.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")
    PLAN.write_text(output_of(PLANNED), encoding="utf-8")


if __name__ == "__main__":
    main()
