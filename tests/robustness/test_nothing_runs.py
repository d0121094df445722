"""Nothing of the tree is executed, and nothing is fetched: by git, or by Python."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.robustness.conftest import SERVICE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.robustness.conftest import Clblint, Ran

pytestmark = pytest.mark.skipif(os.name != "posix", reason="commands as on POSIX")

GIT = shutil.which("git") or ""


def git(folder: Path, *arguments: str) -> str:
    """Run git as a user does, with nothing of this machine's own configuration."""
    names = {f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {**os.environ, **names, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run([GIT, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def committed(project: Clblint) -> Clblint:
    """Make a repository with a commit, and another port in the work tree; what runs leaves the file `RAN`."""
    (project.folder / ".git").rmdir()
    git(project.folder, "init", "-q")
    git(project.folder, "add", "-A")
    git(project.folder, "commit", "-qm", "1")
    project.write("web.yaml", SERVICE.replace("80", "81"))
    return project


def run(project: Clblint, *arguments: str, cwd: Path | None = None) -> tuple[Ran, str]:
    """Run it with git's own trace; what it gave, and the trace."""
    trace = project.folder.parent / "trace"
    trace.unlink(missing_ok=True)
    project.folder = cwd or project.folder
    ran = project.run(*arguments, environment={"GIT_TRACE": str(trace)})
    return ran, trace.read_text(encoding="utf-8") if trace.exists() else ""


def marker(project: Clblint) -> Path:
    """Where a command of the tree leaves its trace."""
    return project.folder.parent / "RAN"


def script(project: Clblint, path: Path) -> str:
    """Write a command that tells that it ran."""
    path.write_text(f"#!/bin/sh\ntouch {marker(project)}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def hooks(project: Clblint) -> None:
    """Give the repository hooks of every kind."""
    for name in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-auto-gc"):
        script(project, project.folder / ".git" / "hooks" / name)


def commands(project: Clblint) -> None:
    """Name a command wherever git's configuration takes one."""
    command = script(project, project.folder / ".git" / "command")
    for key in (
        "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy",
        "credential.helper", "diff.external", "diff.x.command", "diff.x.textconv", "filter.x.smudge", "filter.x.clean",
        "filter.x.process", "gpg.program", "alias.rev-parse", "alias.cat-file", "pager.cat-file",
        "uploadpack.packObjectsHook",
        "interactive.diffFilter", "sequence.editor", "core.alternateRefsCommand",
    ):  # fmt: skip
        git(project.folder, "config", key, command if not key.startswith("alias") else f"!{command}")
    git(project.folder, "config", "core.hooksPath", ".git/hooks")
    (project.folder / ".gitattributes").write_text("*.yaml diff=x filter=x\n")


@pytest.mark.whole
@pytest.mark.parametrize("arm", [hooks, commands], ids=lambda arm: arm.__name__)
@pytest.mark.parametrize("arguments", [("--against", "HEAD", "."), ("plan", "--against", "HEAD", "."), (".",)])
def test_what_a_repository_names_is_not_run(
    arm: Callable[[Clblint], None], arguments: tuple[str, ...], committed: Clblint
) -> None:
    arm(committed)
    ran, _ = run(committed, *arguments)
    assert ran.code in {0, 1}, ran
    assert not marker(committed).exists()


def armed(project: Clblint, at: Path, *, lacking: str) -> None:
    """Lay out a folder as a bare repository with a promisor that is reached by a command of its own."""
    at.mkdir()
    for name in ("HEAD", "refs", "objects"):
        (project.folder / ".git" / name).rename(at / name)
    command = script(project, project.folder.parent / "command")
    (at / "config").write_text(
        f"[core]\nrepositoryformatversion = 1\nworktree = {at.parent if at.name == '.git' else at}\n"
        "[extensions]\npartialClone = origin\n"
        f'[remote "origin"]\nurl = {project.folder.parent}\npromisor = true\nuploadpack = {command}; git-upload-pack\n'
    )
    (at / "objects" / lacking[:2] / lacking[2:]).unlink()


@pytest.mark.whole
@pytest.mark.parametrize("what", ["HEAD", "HEAD^{tree}", "HEAD:web.yaml"])
@pytest.mark.parametrize("place", ["there", "there/.git"])
def test_no_folder_makes_git_run_a_command(what: str, place: str, committed: Clblint) -> None:
    lacking = git(committed.folder, "rev-parse", what)
    folder = committed.folder / "there"
    if place == "there/.git":
        folder.mkdir()
    armed(committed, committed.folder / place, lacking=lacking)
    (folder / "web.yaml").write_text(SERVICE.replace("80", "82"))
    shutil.rmtree(committed.folder / ".git")
    ran, trace = run(committed, "--against", "HEAD", ".", cwd=folder)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert not marker(committed).exists()
    assert "fetch" not in trace


@pytest.mark.whole
@pytest.mark.parametrize("left_out", ["blob:none", "tree:0", "blob:limit=1"])
def test_a_partial_clone_fetches_nothing(left_out: str, committed: Clblint) -> None:
    git(committed.folder, "config", "uploadpack.allowFilter", "true")
    git(committed.folder, "commit", "-qam", "2")
    clone = committed.folder.parent / "clone"
    git(committed.folder.parent, "clone", "-q", f"--filter={left_out}", committed.folder.as_uri(), str(clone))
    ran, trace = run(committed, "--against", "HEAD~1", ".", cwd=clone)
    said = "clblint: an object of the older revision is missing: fetch it (a partial or damaged clone)\n"
    assert (ran.code, ran.out, ran.err) == (2, "", said)
    assert trace
    assert "fetch" not in trace
    ran, trace = run(committed, "--against", "HEAD", ".", cwd=clone)
    assert ran.code in {0, 1, 2}
    assert "fetch" not in trace


@pytest.mark.whole
@pytest.mark.parametrize("context", [{}, {"PRE_COMMIT": "1"}], ids=["a run", "pre-commit"])
def test_git_is_asked_with_everything_closed(context: dict[str, str], committed: Clblint) -> None:
    """A stand-in for git notes each call."""
    stand_in = committed.folder.parent / "bin" / "git"
    stand_in.parent.mkdir()
    log = committed.folder.parent / "log"
    stand_in.write_text(f'#!/bin/sh\n{{ echo "call: $@"; env; }} >> {log}\nexec {GIT} "$@"\n')
    stand_in.chmod(0o755)
    path = f"{stand_in.parent}{os.pathsep}{os.environ['PATH']}"
    hostile = {"GIT_EXTERNAL_DIFF": "false", "GIT_SSH_COMMAND": "false", "GIT_TERMINAL_PROMPT": "1"}
    ran = committed.run("--against", "HEAD", "web.yaml", environment={"PATH": path, **hostile, **context})
    assert ran.code in {0, 1}, ran
    calls = log.read_text(encoding="utf-8").split("call: ")[1:]
    assert calls
    for call in calls:
        first, *environment = call.splitlines()
        options = first.split()
        for option in (
            "safe.bareRepository=explicit", "core.fsmonitor=false", f"core.hooksPath={os.devnull}",
            "credential.helper=", "diff.external=", "protocol.allow=never",
        ):  # fmt: skip
            assert options[options.index(option) - 1] == "-c"
        for variable in (
            "GIT_NO_LAZY_FETCH=1",
            "GIT_TERMINAL_PROMPT=0",
            "GIT_OPTIONAL_LOCKS=0",
            "GIT_ALLOW_PROTOCOL=none",
        ):
            assert variable in environment
        assert not any(row.startswith(("GIT_EXTERNAL_DIFF=", "GIT_SSH_COMMAND=")) for row in environment)


MODULES = ["pluggy", "jsonschema", "yaml", "json", "evil", "sitecustomize", "clblint_schemas", "clblint_evil"]


def test_the_current_folder_brings_no_module_and_no_plugin(project: Clblint) -> None:
    for name in MODULES:
        project.write(f"{name}.py", f"open({str(marker(project))!r}, 'w').close()\n")
    project.write("evil-1.dist-info/entry_points.txt", "[clblint]\nevil = evil\nother = clblint_evil\n")
    project.write("evil-1.dist-info/METADATA", "Name: evil\nVersion: 1\n")
    project.write(".clblint.yaml", "fail-on: error\n")
    for arguments in ((".",), ("--no-cache", "--format", "sarif", "."), ("rules",), ("--help",), ("plan", ".")):
        project.run(*arguments)
        assert not marker(project).exists(), arguments


def test_what_pythonpath_names_is_the_users_wish(project: Clblint) -> None:
    project.write("mine.py", f"open({str(marker(project))!r}, 'w').close()\n")
    project.write("mine-1.dist-info/entry_points.txt", "[clblint]\nmine = mine\n")
    project.run(".", environment={"PYTHONPATH": str(project.folder)})
    assert marker(project).exists()
