"""What the steps of `action.yml` do: `action.py packages`, `action.py install` and `action.py lint`.

Inputs come in environment variables (`fail-on` as `INPUT_FAIL_ON`), outputs go to the file `GITHUB_OUTPUT`. Nothing of
the checkout is imported or run: it may be a stranger's.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
import platform
import re
import secrets
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_MOST_SAID = 4000  # characters of an annotation
_MOST_PLANNED = 100_000  # characters of the plan in the summary, which GitHub refuses as a whole beyond 1 MiB
_BROKEN = 2
_CONSTRAINTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constraints.txt")


class InputError(Exception):
    """An input of the action that cannot be used; the text is for the person who wrote the workflow."""


def single(name: str) -> str:
    """An input of one line; empty where it was left out."""
    value = os.environ.get(f"INPUT_{name.upper().replace('-', '_')}", "").strip()
    if not value.isprintable():
        message = f"input {name}: one line is wanted, without control characters"
        raise InputError(message)
    return value


def several(name: str) -> list[str]:
    """The lines of an input."""
    lines = [line.strip() for line in os.environ.get(f"INPUT_{name.upper()}", "").splitlines()]
    for line in lines:
        if not line.isprintable():
            message = f"input {name}: {line!r} holds control characters"
            raise InputError(message)
    return [line for line in lines if line]


def switch(name: str) -> bool:
    """An input that is `true` or `false`."""
    value = single(name)
    if value not in {"true", "false"}:
        message = f"input {name}: {value or 'nothing'} is neither true nor false"
        raise InputError(message)
    return value == "true"


def packages() -> None:
    """Name what pip downloads, as a cache knows it: the folder, and a key of all that decides what is in it."""
    with open(_CONSTRAINTS, encoding="utf-8") as stream:
        parts = (stream.read(), sys.version, single("version"), *several("plugins"))
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    folder = os.path.join(os.environ["RUNNER_TEMP"], "clblint-packages")
    output(folder=folder, key=f"clblint-{platform.system()}-{platform.machine()}-{digest[:32]}")


def install() -> None:
    """Make an environment of its own with clblint and the packs; output `clblint` is the command."""
    wanted = [requirement(), *several("plugins")]
    for line in wanted:
        if line.startswith("-"):
            message = f"input plugins: {line} is an option of pip, and a requirement is wanted"
            raise InputError(message)
    folder = tempfile.mkdtemp(prefix="clblint-", dir=os.environ["RUNNER_TEMP"])
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    commands = os.path.join(folder, "Scripts" if os.name == "nt" else "bin")
    # -I: a file of the checkout that is called pip.py is not pip.
    pip = [os.path.join(commands, "python"), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += [f"--cache-dir={os.environ['PACKAGES']}", f"--constraint={_CONSTRAINTS}"]
    done = subprocess.run([*pip, "--", *wanted], check=False)
    if done.returncode:
        message = f"{', '.join(wanted)}: cannot be installed, see what pip says above"
        raise InputError(message)
    output(clblint=os.path.join(commands, "clblint"))


def requirement() -> str:
    """What to install: the checkout of the action, or a version from the package index."""
    version = single("version").removeprefix("v")
    if version and not re.fullmatch(r"[0-9][0-9A-Za-z.+!]*", version):
        message = f"input version: {version} is no version; one looks like 0.2.0"
        raise InputError(message)
    return f"clblint=={version}" if version else os.environ["GITHUB_ACTION_PATH"]


def lint() -> None:
    """Check once, for the log, the annotations, the summary and code scanning; the exit code is an output."""
    root = os.getcwd()
    enter(single("working-directory"))
    folder = tempfile.mkdtemp(prefix="clblint-", dir=os.environ["RUNNER_TEMP"])
    annotations, summary = os.path.join(folder, "annotations"), os.path.join(folder, "summary.md")
    named = single("sarif-file") or os.path.join(folder, "clblint.sarif")
    sarif = os.path.join(root, named)
    command = [os.environ["CLBLINT"], "--color=always", "--format=text"]
    command += [f"--format=markdown={summary}", f"--format=sarif={sarif}"]
    command += [f"--format=github={annotations}"] if switch("annotations") else []
    for name in ("against", "config", "inventory", "fail-on"):
        if value := single(name):
            command.append(f"--{name}={value}")
    code, said = run_quoted([*command, "--", *paths()])
    if code not in {0, 1}:
        code = _BROKEN
        sys.stdout.write(annotation(said))
    sys.stdout.write(text_of(annotations))
    with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as stream:
        stream.write(text_of(summary) or f"## clblint\n\n```text\n{said.replace('```', '')}\n```\n")
        stream.write(plan() if switch("plan") and code != _BROKEN else "")
    written = bool(text_of(summary)) and os.path.exists(sarif)
    if written:
        count_from(root, sarif)
    counts = levels(sarif) if written else Counter()
    output(
        exit_code=code,
        sarif_file=named if written else "",
        errors=counts["error"],
        warnings=counts["warning"],
        notes=counts["note"],
    )


def plan() -> str:
    """The plan as Markdown with its picture, of the change if there is one; if it is too long for a summary, that."""
    command = [os.environ["CLBLINT"], "plan", "--format=markdown"]
    command += [f"--{name}={value}" for name in ("against", "config", "inventory") if (value := single(name))]
    done = subprocess.run(
        [*command, "--", *paths()], stdin=subprocess.DEVNULL, capture_output=True, check=False, encoding="utf-8"
    )
    if done.returncode not in {0, 1}:  # what the check read, the plan could not
        sys.stdout.write(annotation(done.stderr))
    if len(done.stdout) > _MOST_PLANNED:
        return "\nThe plan is too long for this summary: `clblint plan` prints it.\n"
    return f"\n{done.stdout}"


def enter(folder: str) -> None:
    """Go to a folder of the checkout."""
    if os.path.commonpath((os.getcwd(), os.path.realpath(folder))) != os.path.realpath(os.getcwd()):
        message = f"input working-directory: {folder} is no folder of the checkout"
        raise InputError(message)
    try:
        os.chdir(folder or ".")
    except OSError as error:
        message = f"input working-directory: {folder}: {error.strerror}"
        raise InputError(message) from error


def count_from(root: str, sarif: str) -> None:
    """Have the paths in a SARIF file count from the root of the checkout, as code scanning takes them."""
    here = os.path.relpath(os.getcwd(), root).replace(os.sep, "/")
    if here == ".":
        return
    with open(sarif, encoding="utf-8") as stream:
        log = json.load(stream)
    for location in locations(log["runs"]):
        if "uriBaseId" not in location:
            location["uri"] = f"{quote(here)}/{location['uri']}"
    with open(sarif, "w", encoding="utf-8") as stream:
        json.dump(log, stream)


def locations(value: object) -> Iterator[dict[str, str]]:
    """The `artifactLocation` objects in a part of a SARIF file."""
    if isinstance(value, list):
        for item in value:
            yield from locations(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "artifactLocation":
                yield item
            else:
                yield from locations(item)


def paths() -> list[str]:
    """The paths to check: what exists is meant as it is written, everything else may be a pattern."""
    found = []
    for line in several("paths"):
        if line == "-":
            message = "input paths: - is standard input, which a step has not"
            raise InputError(message)
        matching = [] if os.path.lexists(line) else sorted(glob.glob(line, recursive=True))
        found += matching or [line]
    return found


def run_quoted(command: list[str]) -> tuple[int, str]:
    """Run a command so that nothing of what it prints is a command to the runner; its exit code and standard error."""
    token = secrets.token_hex(16)
    sys.stdout.write(f"::stop-commands::{token}\n")
    sys.stdout.flush()
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, encoding="utf-8", errors="replace"
    )
    sys.stdout.write(f"{done.stderr}\n::{token}::\n")
    return done.returncode, done.stderr


def annotation(text: str) -> str:
    """An annotation of the whole run."""
    return f"::error title=clblint::{text.strip()[:_MOST_SAID].translate(_DATA)}\n"


def levels(sarif: str) -> Counter[str]:
    """How many results of each level a SARIF file has."""
    with open(sarif, encoding="utf-8") as stream:
        return Counter(result["level"] for run in json.load(stream)["runs"] for result in run["results"])


def text_of(path: str) -> str:
    """The text of a file; nothing where there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def output(**values: object) -> None:
    """Set outputs of the step."""
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as stream:
        stream.writelines(f"{name.replace('_', '-')}={value}\n" for name, value in values.items())


def main() -> int:
    """Run the step that the argument names."""
    try:
        {"packages": packages, "install": install, "lint": lint}[sys.argv[1]]()
    except InputError as error:
        sys.stdout.write(annotation(str(error)))
        output(exit_code=_BROKEN)
        return _BROKEN
    return 0


if __name__ == "__main__":
    sys.exit(main())
