"""The files on disk as builds ask for them: links, names that are missing, and names in another case."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clblint.files.view import Disk
from clblint.files.working_folder import absolute, absolutes, in_folder


def _tree(folder: Path) -> list[str]:
    """A tree with links of all kinds, and paths to ask for."""
    (folder / "base" / "deep").mkdir(parents=True)
    (folder / "base" / "a.yaml").write_text("a: b\n")
    (folder / "base" / "deep" / "b.yaml").write_text("b: c\n")
    links = {
        "to-base": "base",
        "base/file": "a.yaml",
        "base/up": "..",
        "loop": "loop",
        "gone": "nowhere/x",
        "again": "to-base",
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    ends = ("", "/a.yaml", "/file", "/deep/b.yaml", "/up/base/a.yaml", "/none.yaml", "/none/none.yaml")
    return [f"{folder}/{name}{end}" for name in ("base", "to-base", "again", "loop", "gone", "none") for end in ends]


def test_links_are_followed_as_the_system_does(tmp_path: Path) -> None:
    paths, disk = _tree(tmp_path), Disk()
    assert {path: disk.real(path) for path in paths} == {path: os.path.realpath(path) for path in paths}


def test_what_is_there_is_as_the_system_says(tmp_path: Path) -> None:
    paths, disk = _tree(tmp_path), Disk()
    assert {path: disk.exists(path) for path in paths} == {path: os.path.exists(path) for path in paths}
    assert {path: disk.is_folder(path) for path in paths} == {path: os.path.isdir(path) for path in paths}
    for path in paths:
        if os.path.isfile(path):
            assert disk.read(path) == Path(path).read_bytes()
        else:
            with pytest.raises(OSError, match=r".") as error:
                disk.read(path)
            assert error.value.errno is not None


def test_a_name_in_another_case_is_left_to_the_system(tmp_path: Path) -> None:
    (tmp_path / "Kustomization").write_text("a: b\n")
    there = (tmp_path / "kustomization").exists()  # where names are compared in any case
    assert Disk().exists(str(tmp_path / "kustomization")) is there
    assert Disk().exists(str(tmp_path / "Kustomization"))


def test_a_name_of_other_letters_is_left_to_the_system(tmp_path: Path) -> None:
    (tmp_path / "caf\u00e9.yaml").write_text("a: b\n")
    there = (tmp_path / "cafe\u0301.yaml").exists()  # where both are one name
    assert Disk().exists(str(tmp_path / "cafe\u0301.yaml")) is there
    assert Disk().exists(str(tmp_path / "caf\u00e9.yaml"))


def test_a_path_may_be_longer_than_any_stack(tmp_path: Path) -> None:
    path = os.path.join(str(tmp_path), *["a"] * 1500)
    assert Disk().real(path) == path
    assert not Disk().exists(path)


def test_a_name_that_no_file_can_have_is_missing() -> None:
    disk = Disk()
    assert not disk.exists("/a\0/b")
    assert disk.real("/a\0/b") == "/a\0/b"
    with pytest.raises(FileNotFoundError):
        disk.read("/a\0/b")


def test_many_paths_are_made_absolute_as_each_is(tmp_path: Path) -> None:
    paths = ["a.yaml", "b/c.yaml", "../d.yaml", "/e.yaml", str(tmp_path / "f.yaml"), "b/../g.yaml", "./h.yaml"]
    with in_folder(str(tmp_path)):
        assert absolutes(paths) == list(map(absolute, paths))
