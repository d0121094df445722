"""`run_git`: runs git commands without executing anything that a repository configures, and without network access.

A checked repository may be untrusted: git itself runs hooks, file system monitors and helpers that its configuration
names, and fetches objects that a partial clone lacks.
"""

from __future__ import annotations

import os
import subprocess

from clblint.files.working_folder import on_disk

_OPTIONS = (
    "--no-pager",
    "-c", "safe.bareRepository=explicit",  # a folder in the tree cannot pose as a bare repository
    "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}",
    "-c", "credential.helper=",
    "-c", "core.askPass=",
    "-c", "core.sshCommand=false",
    "-c", "diff.external=",
    "-c", "protocol.allow=never",
)  # fmt: skip
_CLOSED = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # allows no protocol: a git before 2.45 has no option against fetching
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
}
_RUN = ("GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_PROXY_COMMAND")  # commands in the environment


def run_git(*arguments: str, given: bytes = b"", folder: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run a git command in a folder, by default the current one; raises `OSError` if git is not installed."""
    environment = {name: value for name, value in os.environ.items() if name not in _RUN} | _CLOSED
    where = on_disk(folder)
    command = ["git", *_OPTIONS, *(("-C", where) if where else ()), *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False, env=environment)  # noqa: S603 - the user's own git
