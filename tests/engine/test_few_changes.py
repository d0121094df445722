"""A few files that changed are checked by another process, while this one unpacks the results of all others."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from clblint.engine import cache, parallel_map, run, worker
from clblint.engine.parallel_map import map_in_processes
from clblint.engine.rest import Rest
from clblint.kube import manifest
from clblint.plugins.registry import Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from clblint.kube.manifest import Manifest

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is one process"),
    pytest.mark.whole,
]
FILES = 30
SERVICE = """
apiVersion: v1
kind: Service
metadata: {name: web, annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small}}
spec: {type: LoadBalancer, ports: [{port: 80}], selector: {app: web}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web, ports: [{containerPort: 8080}]}]}
"""


class Folder:
    """Manifests whose results are kept, and the processes that read some of them again."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self._readers = path / "readers"
        self.path = path / "manifests"
        self.path.mkdir()
        for number in range(FILES):
            self.write(number)

    def write(self, number: int, **changes: str) -> None:
        """Write a manifest with other words in place of some."""
        text = SERVICE.replace(" web", f" web{number}")
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (self.path / f"{number}.yaml").write_text(text)

    def report(self, *options: str) -> tuple[int, str, str]:
        """The exit code, and what clblint prints."""
        try:
            code = main(["--pedantic", *options, str(self.path)])
        except SystemExit as error:
            code = int(error.code or 0)
        return (code, *self._capsys.readouterr())

    def readers(self, *options: str) -> tuple[tuple[int, str, str], set[int]]:
        """The same, with the processes that read a manifest."""
        self._readers.write_text("")
        read = manifest.read_manifest

        def noted(*arguments: object, **named: object) -> Manifest:
            with self._readers.open("a") as file:
                file.write(f"{os.getpid()}\n")
            return read(*arguments, **named)  # type: ignore[arg-type]

        with self._monkeypatch.context() as patched:
            patched.setattr(worker, "read_manifest", noted)
            patched.setattr(parallel_map, "map_in_processes", _others_first)
            found = self.report(*options)
        return found, set(map(int, self._readers.read_text().split()))


def _others_first(
    things: Sequence[object], work: Callable[[object], object], jobs: int, meanwhile: Callable[[], object]
) -> list[object]:
    """As `map_in_processes`, but this process waits until the other one has taken the only thing there is to do."""
    if jobs == 1 or len(things) > 1:
        return map_in_processes(things, work, jobs, meanwhile)
    begun, ready = os.pipe()

    def begin(thing: object) -> object:
        os.write(ready, b".")
        return work(thing)

    def wait() -> None:
        os.read(begun, 1)
        meanwhile()

    return map_in_processes(things, begin, jobs, wait)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Folder:
    monkeypatch.setattr(cache, "_MANY", FILES)
    monkeypatch.setattr(run, "_MANY", FILES - 5)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capsys, monkeypatch)


def _change_several(folder: Folder) -> None:
    for number in (5, 6):
        folder.write(number, port="Port")


CHANGES: dict[str, Callable[[Folder], None]] = {
    "a value": lambda folder: folder.write(3, small="none"),
    "labels, which others may select": lambda folder: folder.write(3, web3="web4"),
    "several files": _change_several,
    "a new file": lambda folder: folder.write(FILES, small="none"),
    "no file any more": lambda folder: (folder.path / "7.yaml").unlink(),
    "an error": lambda folder: folder.write(8, spec="[spec"),
    "a suppression": lambda folder: folder.write(9, spec="spec  # clblint: ignore\nspec"),
}


@pytest.mark.parametrize("form", ["text", "concise", "json", "sarif"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_report_is_that_of_a_run_without_results(
    folder: Folder, change: Callable[[Folder], None], form: str
) -> None:
    options = ("--format", form, "--jobs", "2")
    folder.report(*options)
    change(folder)
    expected = folder.report("--format", form, "--no-cache")
    found, readers = folder.readers(*options)
    assert found == expected
    assert os.getpid() not in readers
    again, readers = folder.readers(*options)
    assert (again, readers) == (expected, set())


def test_one_process_does_it_all_if_it_is_to_be_alone(folder: Folder) -> None:
    folder.report()
    folder.write(3, small="none")
    found, readers = folder.readers("--jobs", "1")
    assert readers == {os.getpid()}
    assert "web3" in found[1]


def test_a_process_that_ends_too_early_is_not_missed(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.report("--jobs", "2")
    folder.write(3, small="none")
    expected = folder.report("--no-cache")
    parent, pack = os.getpid(), Rest.pack

    def killed(*arguments: object) -> object:
        if os.getpid() != parent:
            os._exit(1)
        return pack(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Rest, "pack", killed)
    assert folder.report("--jobs", "2") == expected


def test_a_rule_that_is_missing_now_is_told(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.report("--jobs", "2")
    folder.write(3, small="none")
    monkeypatch.setattr(Rulebook, "errors", ("demo: no such rule",))
    code, _, errors = found = folder.report("--jobs", "2")
    assert (code, errors) == (2, "clblint: demo: no such rule\n")
    assert found == folder.report("--jobs", "1")
