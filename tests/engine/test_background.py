"""Work in the background runs in its own process, which this one waits for, whatever happens there."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from clblint.engine import cache
from clblint.engine.background import run_in_background

if TYPE_CHECKING:
    from pathlib import Path

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is one process")
FILES = 120
SERVICE = """
apiVersion: v1
kind: Service
metadata: {name: web, annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-schduler: rr}}
spec: {type: LoadBalancer, ports: [{port: 80}], selector: {app: web}}
"""
BASE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancr, ports: [{port: 80}]}\n"


@on_linux
@pytest.mark.whole
def test_another_process_does_it_while_this_one_goes_on(tmp_path: Path) -> None:
    here, there = os.pipe()

    def work() -> None:
        os.read(here, 1)
        (tmp_path / "done").write_text(str(os.getpid()))

    wait = run_in_background(work)
    assert not (tmp_path / "done").exists()
    os.write(there, b".")
    wait()
    assert (tmp_path / "done").read_text() != str(os.getpid())


@on_linux
@pytest.mark.whole
def test_an_error_there_ends_nothing_here(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise LookupError

    monkeypatch.delenv("CLBLINT_DEBUG", raising=False)
    run_in_background(work)()
    assert capfd.readouterr() == ("", "")
    monkeypatch.setenv("CLBLINT_DEBUG", "1")
    run_in_background(work)()
    assert capfd.readouterr().err.endswith("LookupError\n")


@on_linux
@pytest.mark.whole
def test_an_interrupt_ends_it_not(tmp_path: Path) -> None:
    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        (tmp_path / "done").touch()

    run_in_background(work)()
    assert (tmp_path / "done").exists()


@on_linux
@pytest.mark.whole
def test_a_run_ends_when_its_cache_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(name: str, *_: object) -> None:
        time.sleep(0.3)
        (tmp_path / "written").write_text(f"{name} {os.getpid()}")

    for number in range(3):
        (tmp_path / f"web{number}.yaml").write_text(SERVICE)
    monkeypatch.setattr(cache, "write_slices", slowly)
    monkeypatch.setattr(cache, "_MANY", 3)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path / "cache"))
    main(["--jobs", "2", str(tmp_path)])
    name, process = (tmp_path / "written").read_text().split()
    assert name.startswith("files-")
    assert process != str(os.getpid())


@on_linux
@pytest.mark.whole
def test_a_parent_may_ignore_sigchld() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        run_in_background(lambda: None)()
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_without_another_process_it_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", fork, raising=False)
    done: list[int] = []
    wait = run_in_background(lambda: done.append(os.getpid()))
    assert done == [os.getpid()]
    wait()


@on_linux
@pytest.mark.whole
@pytest.mark.parametrize("roots", [False, True], ids=["files", "kustomizations"])
def test_what_was_written_aside_is_there_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, roots: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_MANY", FILES)
    for number in range(FILES):
        if roots:
            (tmp_path / f"k{number}").mkdir()
            (tmp_path / f"k{number}" / "kustomization.yaml").write_text("resources: [web.yaml]\nnamePrefix: my-\n")
            (tmp_path / f"k{number}" / "web.yaml").write_text(SERVICE)
        else:
            (tmp_path / f"web{number}.yaml").write_text(SERVICE.replace("web", f"web{number}"))
    first = main(["--jobs", "2", "."]), *capsys.readouterr()

    def read(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("clblint.engine.worker.read_manifest", read)
    monkeypatch.setattr("clblint.engine.root_builder.RootBuilder.built", read)
    assert (main(["--jobs", "2", "."]), *capsys.readouterr()) == first
    assert "fixable" in first[1]
