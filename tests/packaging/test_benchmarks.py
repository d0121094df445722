"""The benchmark runs, and its corpus is the same everywhere."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.packaging.conftest import ROOT

pytestmark = pytest.mark.whole


def corpus(folder: Path, files: int, *options: str) -> dict[str, str]:
    """Write a corpus and read it back."""
    command = [sys.executable, str(ROOT / "benchmarks" / "corpus.py"), str(folder), str(files), *options]
    subprocess.run(command, capture_output=True, check=True)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml")}


def test_a_file_is_the_same_in_a_corpus_of_any_size(tmp_path: Path) -> None:
    small, large = corpus(tmp_path / "small", 3), corpus(tmp_path / "large", 60)
    assert small.items() <= large.items()


@pytest.mark.parametrize("options", [(), ("--nlb",)], ids=["CLB", "NLB"])
def test_every_file_is_a_deployment_and_its_service(tmp_path: Path, options: tuple[str, ...]) -> None:
    for text in corpus(tmp_path, 60, *options).values():
        deployment, service = yaml.safe_load_all(text)
        assert (deployment["kind"], service["kind"]) == ("Deployment", "Service")
        assert service["spec"].get("loadBalancerClass") == ("alibabacloud.com/nlb" if options else None)
        assert deployment["spec"]["template"]["metadata"]["labels"].items() >= service["spec"]["selector"].items()


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, float]]:
    """Run the benchmark with as little as it can measure; it may be slow at that."""
    clblint = str(Path(sys.executable).with_name("clblint"))
    command = [sys.executable, str(ROOT / "benchmarks" / "run.py"), "--rounds", "1", "--files", "8", "--json"]
    command += ["--clblint", clblint, "--compiled", clblint, "--real", str(ROOT / "examples")]  # any form will do here
    command += ["--kubeconform", f"{sys.executable} -c pass"]  # and any program
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    found: dict[str, dict[str, float]] = json.loads(done.stdout)
    return found


def test_the_benchmark_compares_what_the_readme_promises(measured: dict[str, dict[str, float]]) -> None:
    assert all(value > 0 for value in measured["ratios"].values())
    assert sys.platform != "linux" or all(value > 0 for value in measured["megabytes"].values())
    wanted = {"python", "pyyaml", "one-file", "cold", "warm", "changed", "nlb", "tree", "printed", "real"}
    assert wanted <= measured["seconds"].keys()
    rivals = {title.rpartition(" / ")[2] for title in measured["ratios"]}
    assert {"`python -c pass`", "PyYAML's CSafeLoader", "kubeconform"} <= rivals


@pytest.mark.skipif(not hasattr(os, "getloadavg"), reason="the system does not say how busy it is")
def test_no_table_of_a_busy_machine_is_published(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    monkeypatch.setattr(os, "getloadavg", lambda: (2.0, 2.0, 2.0))
    monkeypatch.setattr(sys, "argv", ["run.py", "--readme"])
    with pytest.raises(SystemExit, match=r"^2$"):
        runpy.run_path(str(ROOT / "benchmarks" / "run.py"), run_name="__main__")
    assert capsys.readouterr().err.startswith("the machine is busy")


def test_fast_and_slow_minutes_of_the_machine_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    tell = runpy.run_path(str(ROOT / "benchmarks" / "run.py"))["_tell_if_unsteady"]
    tell({"python": (0.01, 0.011), "pyyaml": (4.2, 4.0, 4.1)})
    assert not capsys.readouterr().err
    tell({"python": (0.01, 0.011), "pyyaml": (5.2, 4.0, 5.1)})
    error = capsys.readouterr().err
    assert error.startswith("the machine was not steady: PyYAML's CSafeLoader took 4.00 s at its fastest and 5.10 s")


def test_the_table_is_written_between_the_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    update = runpy.run_path(str(ROOT / "benchmarks" / "run.py"))["update_readme"]
    published = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    page = tmp_path / "README.md"
    page.write_text(published, encoding="utf-8")
    update.__globals__["README"] = page
    update("| new |")
    before, _, rest = published.partition("<!-- speed -->\n")
    assert (
        page.read_text(encoding="utf-8")
        == f"{before}<!-- speed -->\n| new |\n<!-- /speed -->" + rest.partition("<!-- /speed -->")[2]
    )


def test_keys_are_answered() -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "keys.py"), "20"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert said.startswith("20 files: ")
    assert " keys: half within " in said
