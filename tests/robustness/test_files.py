"""Files and folders that are not as one wishes: one clear answer each, and the other files are still checked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.robustness.conftest import Clblint

FOUND = "local-without-wrr"  # in web.yaml, beside whatever a test adds

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
    ran = project.run("pipe.yaml")
    said = "clblint: pipe.yaml: a pipe or a device, not a file; what a command prints is read by: clblint -\n"
    assert (ran.code, ran.err) == (2, said)


def test_a_path_that_does_not_exist_is_named(project: Clblint) -> None:
    ran = project.run("web.yaml", "nothing.yaml")
    assert (ran.code, ran.err) == (2, "clblint: nothing.yaml: No such file or directory\n")


@pytest.mark.parametrize("name", ["", "x" * 5000], ids=["empty", "too long"])
def test_a_path_that_cannot_be_one_is_refused(name: str, project: Clblint) -> None:
    ran = project.run(name)
    assert ran.code == 2
    assert ran.err.startswith("clblint: ")
    assert ran.err.count("\n") == 1


def unprivileged() -> tuple[str, ...]:
    """Give what goes before a command so that permissions bind it, though this user may be root."""
    if os.geteuid() != 0:
        return ()
    before = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
    if shutil.which(before[0]) is None or subprocess.run((*before, "true"), check=False).returncode:
        pytest.skip("root may read everything")
    return before


@pytest.mark.whole
@POSIX
@pytest.mark.parametrize("name", ["secret.yaml", "secret"], ids=["file", "folder"])
def test_what_must_not_be_read_is_named_and_the_rest_checked(name: str, project: Clblint) -> None:
    path = project.folder / name
    path.mkdir() if name == "secret" else path.touch()
    path.chmod(0)
    ran = project.run(".", before=unprivileged())
    path.chmod(0o700)
    assert (ran.code, ran.err) == (2, f"clblint: {name}: Permission denied\n")
    assert FOUND in ran.out


@pytest.mark.whole
@POSIX
def test_a_folder_where_nothing_can_be_written_gets_no_configuration(project: Clblint) -> None:
    project.folder.chmod(0o500)
    ran = project.run("init", before=unprivileged())
    project.folder.chmod(0o700)
    assert (ran.code, ran.out, ran.err) == (2, "", "clblint: .clblint.yaml: cannot be written: Permission denied\n")


def test_a_file_that_vanishes_while_it_is_read_is_named_and_the_rest_checked(project: Clblint) -> None:
    project.write("gone.yaml", "a: 1\n")
    site = project.write(
        "site/sitecustomize.py",
        "import os\n"
        "real = os.open\n"
        "def vanishing(path, *arguments, **options):\n"
        "    if str(path).endswith('gone.yaml'):\n"
        "        os.unlink(path)\n"
        "    return real(path, *arguments, **options)\n"
        "os.open = vanishing\n",
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
    ran = project.run(".", "--format", "concise", "--select", FOUND)
    assert ran.out.count("\n") == 1


@pytest.mark.whole
def test_a_deleted_working_folder_is_reported(project: Clblint) -> None:
    command = f'cd "{project.folder}" && rm -r "{project.folder}" && exec "{sys.executable}" -m clblint .'
    done = subprocess.run(
        ["/bin/sh", "-c", command], env=project.environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
