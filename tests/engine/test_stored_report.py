"""A run that finds its findings in the cache says what the first run said, byte for byte."""

from __future__ import annotations

import os
import pty
import struct
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from clblint.report.formats.registry import REPORTERS

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer"
# Warnings, notes and advice; edits; a reason at another place; values that are words of clblint.
MANIFEST = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}-address-type: intranet
    {KEY}-delete-protection: "off"
    {KEY}-master-zoneid: ""
    {KEY}-health-check-typ: tcp
spec: {{type: LoadBalancer, externalTrafficPolicy: Local, selector: {{app: web}}, ports: [{{port: 80}}]}}
"""
IGNORED = MANIFEST.replace("name: web", "name: api").replace(
    "Local,", "Local,  # clblint: ignore[local-without-wrr] why\n "
)
CLASH = """\
apiVersion: v1
kind: Service
metadata: {name: old}
spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}
---
apiVersion: v1
kind: Service
metadata: {name: new}
spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}
"""
FORMATS = [
    *REPORTERS,
    "text --lang zh", "concise --lang zh", "markdown --lang zh", "json --lang zh", "text --color always",
    "text --pedantic", "concise --pedantic", "text --quiet", "text --min-severity warning", "json --pedantic",
    "text --show-suppressed", "text --show-suppressed --lang zh", "json --show-suppressed", "sarif --show-suppressed",
    "text --baseline known", "json --baseline known --show-suppressed", "concise --format text",
    "text --format json=json.out", "json --format text=text.out", "text --diff", "text --select local-without-wrr",
    "text --stdin-filename web.yaml",
]  # fmt: skip


@pytest.fixture(autouse=True)
def project(tmp_path: Path, run: Run) -> None:
    (tmp_path / "clash.yaml").write_text(CLASH)
    (tmp_path / "web.yaml").write_text(MANIFEST)
    assert run("baseline", "known").returncode == 0
    (tmp_path / "api.yaml").write_text(IGNORED)


def _report(run: Run, *arguments: str, files: tuple[Path, ...] = (), stdin: str = "") -> tuple[object, ...]:
    done = run(*arguments, stdin=stdin)
    assert done.returncode in {0, 1}, done.stderr
    return done.returncode, done.stdout, done.stderr, *(file.read_text() for file in files if file.exists())


@pytest.mark.parametrize("options", FORMATS)
def test_the_report_is_the_same(run: Run, tmp_path: Path, options: str) -> None:
    """Without the cache, with an empty one, with a full one, and with one that another format has filled."""
    arguments = ("--format", *options.split(), "-" if "stdin" in options else ".")
    files = (tmp_path / "json.out", tmp_path / "text.out")
    plain = _report(run, "--no-cache", *arguments, files=files, stdin=MANIFEST)
    for fill in ((), ("--format", "text", "."), ("--format", "concise", "."), ("--format", "json", ".")):
        if fill:
            run(*fill)
        assert _report(run, *arguments, files=files, stdin=MANIFEST) == plain, fill
        assert _report(run, *arguments, files=files, stdin=MANIFEST) == plain, fill


@pytest.mark.parametrize("output", ["text", "concise"])
def test_the_text_for_a_terminal_is_not_that_of_a_file(run: Run, tmp_path: Path, output: str) -> None:
    """Each has the style of where it goes, whichever was made first."""
    first = run("--format", output, "--color", "always", "--format", f"{output}=text.out", ".").stdout
    plain = run("--no-cache", "--format", output, ".").stdout
    assert (tmp_path / "text.out").read_text() == plain
    assert run("--format", output, "--color", "always", ".").stdout == first


CHANGES = {
    "a severity": "severity: {local-without-wrr: error}",
    "a severity for a path": "paths: [{match: web.yaml, severity: {local-without-wrr: note}}]",
    "a path that is ignored": "paths: [{match: web.yaml, ignore: [local-without-wrr], reason: so}]",
    "advice for a path": "paths: [{match: web.yaml, select: [delete-protection-off]}]",
    "advice for an object": "paths: [{object: Service/web, severity: {delete-protection-off: warning}}]",
}


@pytest.mark.parametrize("output", ["text", "concise", "json"])
@pytest.mark.parametrize("config", CHANGES.values(), ids=CHANGES)
def test_settings_change_what_is_stored(run: Run, tmp_path: Path, config: str, output: str) -> None:
    run("--format", output, ".")
    (tmp_path / ".clblint.yaml").write_text(config)
    plain = _report(run, "--no-cache", "--format", output, ".")
    assert _report(run, "--format", output, ".") == plain
    assert _report(run, "--format", output, ".") == plain


def _on_a_terminal(folder: Path, columns: int, *arguments: str) -> bytes:
    import fcntl  # noqa: PLC0415 - as pty, only where there are terminals
    import termios  # noqa: PLC0415 - the same

    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "clblint", *arguments, "."]
    environment = {**os.environ, "CLBLINT_CACHE_DIR": str(folder / ".cache")}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=there, stderr=subprocess.DEVNULL)
    os.close(there)
    shown = b""
    try:
        while data := os.read(here, 65536):
            shown += data
    except OSError:  # the program has ended
        pass
    os.close(here)
    assert process.wait() == 1
    return shown


def test_a_terminal_that_has_become_narrower(run: Run, tmp_path: Path) -> None:
    """Text is stored for one width: at another one it is made anew, and the first one is made again after that."""
    assert run("--format", "json", ".").returncode == 1
    wide = _on_a_terminal(tmp_path, 110)
    narrow = _on_a_terminal(tmp_path, 70)
    assert wide != narrow
    assert narrow == _on_a_terminal(tmp_path, 70, "--no-cache")
    assert wide == _on_a_terminal(tmp_path, 110) == _on_a_terminal(tmp_path, 110, "--no-cache")
