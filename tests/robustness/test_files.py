"""Files and folders that are not as one wishes: one clear answer each, and the other files are still checked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Clblint

FOUND = "local-without-wrr"  # in web.yaml, beside whatever a test adds
NOBODY = 65534

POSIX = pytest.mark.skipif(os.name != "posix", reason="links, FIFOs and permissions as on POSIX")


def loop(folder: Path) -> None:
    """Make folders that contain themselves, by links."""
    (folder / "a").mkdir()
    (folder / "a" / "up").symlink_to(folder)
    (folder / "self").symlink_to(folder / "self")
    (folder / "self.yaml").symlink_to(folder / "self.yaml")


def dangling(folder: Path) -> None:
    """Make a link to nothing."""
    (folder / "gone.yaml").symlink_to(folder / "nothing")


def fifo(folder: Path) -> None:
    """Make a FIFO that nobody writes to."""
    os.mkfifo(folder / "pipe.yaml")


def folder_like_a_file(folder: Path) -> None:
    """Make a folder named like a manifest."""
    (folder / "dir.yaml").mkdir()


def deep(folder: Path) -> None:
    """Make folders as deep as a path may be long."""
    here = folder
    for _ in range(400):
        here = here / "abc"
    here.mkdir(parents=True)


@POSIX
@pytest.mark.parametrize("make", [loop, dangling, fifo, folder_like_a_file, deep], ids=lambda make: make.__name__)
def test_a_folder_with_something_odd_in_it_is_checked(make: Callable[[Path], None], project: Clblint) -> None:
    make(project.folder)
    ran = project.run(".")
    assert (ran.code, ran.err) == (1, "")
    assert FOUND in ran.out


@POSIX
def test_a_fifo_that_is_named_is_refused_and_not_waited_for(project: Clblint) -> None:
    fifo(project.folder)
    ran = project.run("pipe.yaml", seconds=20)
    assert (ran.code, ran.err) == (2, "clblint: pipe.yaml: neither a file nor a folder\n")


def test_a_path_that_does_not_exist_is_named(project: Clblint) -> None:
    ran = project.run("web.yaml", "nothing.yaml")
    assert (ran.code, ran.err) == (2, "clblint: nothing.yaml: No such file or directory\n")


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000], ids=["empty", "NUL", "too long"])
def test_a_path_that_cannot_be_one_is_refused(name: str, project: Clblint) -> None:
    if "\0" in name:  # no command line can hold it; a list of changed files can
        pytest.importorskip("clblint.cli")
        return
    ran = project.run(name)
    assert ran.code == 2
    assert ran.err.startswith("clblint: ")
    assert ran.err.count("\n") == 1


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Make a folder that everybody may enter, which pytest's own is not."""
    folder = Path(tempfile.mkdtemp(prefix="clblint-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def unprivileged(folder: Path) -> int | None:
    """Give a user whom permissions bind: this one, or nobody where this one is root."""
    if os.geteuid() != 0:
        return None
    command = [sys.executable, "-m", "clblint", "--version"]
    if subprocess.run(command, cwd=folder, user=NOBODY, capture_output=True, check=False).returncode:
        pytest.skip("root may read everything, and nobody cannot run this Python")
    return NOBODY


@POSIX
@pytest.mark.parametrize("name", ["secret.yaml", "secret/web.yaml"], ids=["file", "folder"])
def test_what_must_not_be_read_is_named_and_the_rest_checked(name: str, project: Clblint, open_folder: Path) -> None:
    shutil.copy(project.folder / "web.yaml", open_folder)
    project.folder = open_folder
    path = project.write(name, "a: 1\n") if name == "secret.yaml" else project.write(name, "a: 1\n").parent
    path.chmod(0)
    ran = project.run(".", user=unprivileged(open_folder))
    path.chmod(0o700)
    assert (ran.code, ran.err) == (2, f"clblint: {path.name}: Permission denied\n")
    assert FOUND in ran.out


def test_a_file_that_vanishes_while_it_is_read_is_named_and_the_rest_checked(project: Clblint) -> None:
    project.write("gone.yaml", "a: 1\n")
    site = project.write(
        "site/sitecustomize.py",
        "import builtins, os\n"
        "real = builtins.open\n"
        "def vanishing(path, *arguments, **options):\n"
        "    if str(path).endswith('gone.yaml'):\n"
        "        os.unlink(path)\n"
        "    return real(path, *arguments, **options)\n"
        "builtins.open = vanishing\n",
    )
    ran = project.run(".", environment={"PYTHONPATH": str(site.parent)})
    assert (ran.code, ran.err) == (2, "clblint: gone.yaml: No such file or directory\n")
    assert FOUND in ran.out


@POSIX
def test_a_name_that_is_not_unicode_is_reported(project: Clblint) -> None:
    os.rename(project.folder / "web.yaml", os.fsencode(project.folder) + b"/w\xff.yaml")
    ran = project.run(".")
    assert (ran.code, ran.err) == (1, "")
    assert FOUND in ran.out


@POSIX
@pytest.mark.parametrize("form", ["text", "concise", "json", "sarif"])
def test_a_name_with_escapes_never_reaches_the_terminal_raw(form: str, project: Clblint) -> None:
    (project.folder / "web.yaml").rename(project.folder / "w\x1b[31m\u202e\n.yaml")
    ran = project.run(".", "--format", form)
    assert ran.code == 1
    assert not {"\x1b", "\u202e"} & set(ran.out + ran.err)


@POSIX
def test_a_name_with_a_line_break_stays_one_line(project: Clblint) -> None:
    (project.folder / "web.yaml").rename(project.folder / "w\nerror.yaml")
    assert project.run(".", "--format", "concise", "-q").out.count("\n") == 1


def test_a_working_folder_that_is_gone_is_said(project: Clblint) -> None:
    command = f'cd "{project.folder}" && rm -r "{project.folder}" && exec "{sys.executable}" -m clblint .'
    done = subprocess.run(
        ["/bin/sh", "-c", command], env=project.environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
