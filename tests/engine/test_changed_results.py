"""What has changed since all results were written is kept beside them, so that few changes do not write all again."""

from __future__ import annotations

import os
import shutil
from functools import partial
from pathlib import Path

import pytest

from clblint.cli.main import main
from clblint.engine import cache, packed_result
from clblint.files import write
from clblint.run import lint_pass

FILES = 40  # there is an entry about clusters, too: three changed files and that one are 4 of 41, less than a tenth
SERVICE = """
apiVersion: v1
kind: Service
metadata: {name: web, annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small}}
spec: {type: LoadBalancer, ports: [{port: 80}], selector: {app: web}}
"""


class Folder:
    """Manifests with a finding each, and what clblint keeps of them."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self.path = path / "manifests"
        self.kept = path / "cache"
        self.path.mkdir()
        for number in range(FILES):
            self.write(number, "slb.s1.small")

    def write(self, number: int, spec: str) -> None:
        """Write a manifest with this instance type."""
        text = SERVICE.replace("name: web", f"name: web{number}").replace("slb.s1.small", spec)
        (self.path / f"{number}.yaml").write_text(text)

    def report(self, *options: str) -> str:
        """What clblint prints."""
        main(["--format", "json", "--jobs", "1", *options, str(self.path)])
        return self._capsys.readouterr().out

    def is_known(self) -> bool:
        """Whether all findings are kept, and are those of a run that keeps nothing."""
        expected = self.report("--no-cache")

        def read(*_: object) -> None:
            raise AssertionError

        with self._monkeypatch.context() as patched:
            patched.setattr("clblint.engine.worker.read_manifest", read)
            found = self.report()
        return found == expected

    @property
    def all(self) -> Path:
        """The file with all results."""
        (found,) = self.kept.glob("files-*")
        return found

    @property
    def changed(self) -> Path:
        """The file with those that have changed."""
        (found,) = self.kept.glob("changed-*")
        return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Folder:
    monkeypatch.setattr(cache, "_MANY", FILES)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path / "cache"))
    made = Folder(tmp_path, capsys, monkeypatch)
    assert made.report().count("slb.s1.small") >= FILES
    return made


def test_one_changed_file_does_not_write_the_results_of_all(folder: Folder) -> None:
    before = folder.all.read_bytes()
    for number, spec in ((3, "none-1"), (3, "none-2"), (7, "none-3")):
        folder.write(number, spec)
        assert spec in folder.report()
        assert folder.is_known()
    assert folder.all.read_bytes() == before
    assert len(folder.changed.read_bytes()) < len(before) / 5


@pytest.mark.parametrize("in_memory", [0, FILES])
@pytest.mark.parametrize("options", [(), ("--pedantic",), ("--min-severity", "error"), ("--select", "all")])
def test_the_results_of_many_files_are_unpacked_while_these_are_read(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], in_memory: int
) -> None:
    monkeypatch.setattr(lint_pass, "_MANY", FILES)
    monkeypatch.setattr(packed_result, "_MAX_FILES_WITH_DETAILS_IN_MEMORY", in_memory)
    folder.report(*options)
    for number in range(2):
        folder.write(3, f"none-{number}")
        assert folder.report(*options) == folder.report("--no-cache", *options)

    def load(*_: object, **_named: object) -> None:
        raise AssertionError

    expected = folder.report("--no-cache", *options)
    monkeypatch.setattr("clblint.engine.run.load_graded", load)
    assert folder.report(*options) == expected


@pytest.mark.parametrize("most", [FILES - 1, FILES])
def test_the_results_of_too_many_files_wait(folder: Folder, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(lint_pass, "_MANY", FILES)
    monkeypatch.setattr(lint_pass, "_MOST_UNPACKED", most)
    asked: list[int] = []
    monkeypatch.setattr(cache.ResultCache, "unpack_results", lambda _, paths, _lowest: asked.append(len(paths)))
    assert folder.report() == folder.report("--no-cache")
    assert asked == ([FILES] if most == FILES else [])


def test_many_changes_write_all_results_again(folder: Folder) -> None:
    before = folder.all.read_bytes()
    for number in range(4):
        assert folder.all.read_bytes() == before
        folder.write(number, "none")
        folder.report()
        assert folder.is_known()
    assert folder.all.read_bytes() != before


def test_what_changed_before_all_were_written_is_forgotten(folder: Folder) -> None:
    for number in range(2):
        folder.write(number, "none")
        folder.report()
    older, place = folder.changed.read_bytes(), folder.changed
    for number in range(4):
        folder.write(number, "another")
    folder.report()
    place.write_bytes(older)
    assert folder.is_known()


def test_what_changed_before_all_were_written_is_removed(folder: Folder) -> None:
    for number in range(4):
        folder.write(number, "none")
        folder.report()
    assert not list(folder.kept.glob("changed-*"))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="which files are open is not there")
def test_where_no_open_file_can_be_replaced_all_is_stored(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, which has no `pread` either."""

    def replace(source: str, target: str) -> None:
        opened = {os.path.realpath(one.path) for one in os.scandir("/proc/self/fd")}
        if os.path.realpath(target) in opened:
            raise PermissionError
        os.rename(source, target)

    monkeypatch.delattr(os, "pread")
    monkeypatch.setattr(write, "write_beside", partial(write.write_beside, publish=replace))
    for number in range(6):
        folder.write(number, "none")
        folder.report()
        assert folder.is_known()


@pytest.mark.parametrize("length", [0, 1, 8, 20, -1])
def test_what_is_damaged_is_read_again(folder: Folder, length: int) -> None:
    folder.write(3, "none")
    expected = folder.report()
    folder.changed.write_bytes(folder.changed.read_bytes()[:length])
    assert folder.report() == expected
    assert folder.is_known()


def test_results_of_all_that_are_gone_are_made_again(folder: Folder) -> None:
    folder.write(3, "none")
    expected = folder.report()
    folder.all.unlink()
    assert folder.report() == expected
    assert folder.is_known()


@pytest.mark.parametrize("most", [10, FILES, FILES + 1])
def test_no_file_of_a_run_is_forgotten_for_one_that_changes(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(cache, "_MOST", most)
    before = folder.all.read_bytes()
    for number in range(5):
        folder.write(number, "none")
        folder.report()
        assert folder.is_known()
        assert (folder.all.read_bytes() == before) == (number < 3)


def test_files_of_other_runs_are_forgotten_when_there_are_too_many(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_MOST", FILES + 1)
    (folder.path / "0.yaml").rename(folder.path / "x.yaml")
    folder.report()
    assert b"x.yaml" in folder.all.read_bytes()
    assert b"/0.yaml" not in folder.all.read_bytes()
    assert folder.is_known()


def test_a_file_that_is_gone_is_not_reported(folder: Folder) -> None:
    folder.write(3, "none")
    folder.report()
    (folder.path / "3.yaml").unlink()
    assert "none" not in folder.report()
    shutil.copy(folder.path / "4.yaml", folder.path / "3.yaml")
    assert folder.report() == folder.report("--no-cache")
