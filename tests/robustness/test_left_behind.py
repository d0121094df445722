"""What a run leaves beside the files that it writes: nothing, or what a later run knows for its own and takes away."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.robustness.conftest import Clblint

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals, locks and attributes as on POSIX")

FIXABLE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/backend-type: ENI}
spec: {type: LoadBalancer, ports: [{port: 80}]}
"""
MADE = ".clblint-0123456789abcdef.tmp"
# Others' files, each with something by which it is none of ours.
OTHERS = [
    "clblint-0123456789abcdef.tmp",
    ".clblint-0123456789abcdeg.tmp",
    f"{MADE}.yaml",
    ".clblint-x.tmp",
    ".clblint-",
]
# A write that ends in the middle, and one that waits there for a word.
KILLED = "lambda made: os.kill(os.getpid(), signal.SIGKILL)"
WAITING = "lambda made: (print(made, flush=True), sys.stdin.readline())"


def writing(folder: Path, middle: str) -> subprocess.Popen[str]:
    """A process that writes `web.yaml` and does something before that is in its place."""
    code = (
        "import os, signal, sys; from clblint.files.write import write_beside;"
        f"write_beside('web.yaml', [b'a'], {middle})"
    )
    return subprocess.Popen([sys.executable, "-c", code], cwd=folder, stdin=-1, stdout=-1, text=True)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {".git"}


@pytest.mark.whole
def test_what_a_killed_write_left_is_taken_away_by_the_next(project: Clblint) -> None:
    project.write("web.yaml", FIXABLE)
    killed = writing(project.folder, KILLED)
    killed.communicate()
    assert killed.returncode < 0
    assert len(names(project.folder)) == 2
    project.run("web.yaml")
    assert len(names(project.folder)) == 2  # who only looks writes nothing, and removes nothing
    project.run("--fix", "--unsafe-fixes", "web.yaml")
    assert names(project.folder) == {"web.yaml"}
    assert b"eni" in (project.folder / "web.yaml").read_bytes()


@pytest.mark.whole
def test_what_another_run_writes_at_the_same_time_stays(project: Clblint) -> None:
    project.write("web.yaml", FIXABLE)
    other = writing(project.folder, WAITING)
    assert other.stdout is not None
    made = other.stdout.readline().strip()
    project.run("--fix", "--unsafe-fixes", "web.yaml")
    assert names(project.folder) == {"web.yaml", Path(made).name}
    other.communicate("go on\n")
    assert other.returncode == 0
    assert (project.folder / "web.yaml").read_bytes() == b"a"
    assert names(project.folder) == {"web.yaml"}


def test_nothing_else_is_taken_away(project: Clblint) -> None:
    project.write("web.yaml", FIXABLE)
    for name in OTHERS:
        project.write(name, "mine")
    (project.folder / f"{MADE[:-5]}0.tmp").mkdir()
    (project.folder / f"{MADE[:-5]}1.tmp").symlink_to("web.yaml")
    os.mkfifo(project.folder / f"{MADE[:-5]}2.tmp")
    os.link(project.write("kept", "mine"), project.folder / f"{MADE[:-5]}3.tmp")
    project.write(MADE, "left over")
    before = names(project.folder)
    project.run("--fix", "--unsafe-fixes", "web.yaml")
    assert names(project.folder) == before - {MADE}


def test_the_cache_is_tidied_by_the_next_run_that_writes_there(project: Clblint) -> None:
    cache = Path(project.environment["XDG_CACHE_HOME"]) / "clblint"
    (cache / MADE).write_bytes(b"left over")
    (cache / "notes").write_bytes(b"mine")
    project.run("web.yaml")
    assert MADE not in names(cache)
    assert "notes" in names(cache)
    assert not [name for name in names(cache) if name.startswith(".")]


@pytest.mark.whole
@pytest.mark.parametrize("size", [0, 20])
def test_a_full_disk_leaves_nothing(size: int, project: Clblint) -> None:
    project.write("web.yaml", FIXABLE)
    limit = f"import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); "
    arguments = ["--fix", "--unsafe-fixes", "web.yaml"]
    code = f"{limit}sys.argv = ['clblint', *{arguments}]; runpy.run_module('clblint', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=project.folder, env=project.environment, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"web.yaml: cannot be written: " in done.stderr
    assert names(project.folder) == {"web.yaml"}
    assert (project.folder / "web.yaml").read_text() == FIXABLE
    cache = Path(project.environment["XDG_CACHE_HOME"]) / "clblint"
    assert not [name for name in names(cache) if name.endswith(".tmp")]


@pytest.mark.parametrize("arguments", [("--fix", "--unsafe-fixes"), ("--add-ignore", "why")])
def test_extended_attributes_stay(arguments: tuple[str, ...], project: Clblint) -> None:
    path = project.write("web.yaml", FIXABLE)
    try:
        os.setxattr(path, "user.note", b"\0mine")
    except (OSError, AttributeError):
        pytest.skip("a file system with extended attributes is not there")
    before = path.read_bytes()
    ran = project.run(*arguments, "web.yaml")
    assert path.read_bytes() != before
    assert os.getxattr(path, "user.note") == b"\0mine"
    assert "attributes" not in ran.err
