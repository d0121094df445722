"""Prefilter, cache and processes make a run faster and never another one: the reports are the same byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.recorded.files import CORPUS

if TYPE_CHECKING:
    from .conftest import Run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SLOW = ("--no-cache", "--jobs", "1", "--no-prefilter")
KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
TREES = [EXAMPLES, *(CORPUS / name for name in ("alibaba", "alibaba_blocks", "general"))]


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_report_is_the_same(run: Run, tree: Path) -> None:
    """The slow way, without the cache, with an empty cache and with a full one."""
    if not tree.is_dir():
        pytest.skip(f"other people's manifests: {tree} is not there (CLBLINT_CORPUS)")
    arguments = ("--format", "json", "--select", "all", ".")
    plain = run(*SLOW, *arguments, cwd=tree)
    assert plain.returncode in {0, 1}, plain.stderr
    for options in (("--no-cache", "--jobs", "2"), ("--jobs", "2"), ()):
        fast = run(*options, *arguments, cwd=tree)
        assert (fast.returncode, fast.stdout) == (plain.returncode, plain.stdout), options


def _service(name: str, port: int) -> str:
    return (
        f"apiVersion: v1\nkind: Service\nmetadata: {{name: {name}}}\n"
        f"spec: {{type: NodePort, ports: [{{port: 80, nodePort: {port}}}]}}\n"
    )


def test_a_change_elsewhere_is_seen_through_the_cache(run: Run, tmp_path: Path) -> None:
    """A finding about two files comes and goes with the other file."""
    (tmp_path / "web.yaml").write_text(_service("web", 30080))
    (tmp_path / "api.yaml").write_text(_service("api", 30081))
    assert run("web.yaml").returncode == 0
    (tmp_path / "api.yaml").write_text(_service("api", 30080))
    assert "node-port-clash" in run("--format", "concise", "web.yaml").stdout
    (tmp_path / "api.yaml").unlink()
    assert run("web.yaml").returncode == 0


def test_a_file_that_was_context_is_reported_when_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    """What is stored of a file that was only read for context is not taken for its findings."""
    (tmp_path / "web.yaml").write_text(_service("web", 30080))
    (tmp_path / "api.yaml").write_text(_service("api", 8080))
    assert run("web.yaml").returncode == 0
    assert "node-port-out-of-range" in run("--format", "concise", "api.yaml").stdout


def test_configuration_is_part_of_the_key(run: Run, tmp_path: Path) -> None:
    """Another node port range is another verdict on the same bytes."""
    (tmp_path / "web.yaml").write_text(_service("web", 20080))
    assert run("web.yaml").returncode == 1
    (tmp_path / ".clblint.yaml").write_text("cluster: {node-port-range: 20000-32767}\n")
    assert run("web.yaml").returncode == 0


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\0" * 100], ids=["empty", "garbage", "zeros"])
def test_a_damaged_cache_is_read_as_none(run: Run, tmp_path: Path, damage: bytes) -> None:
    """Whatever stands in the cache, the report is right."""
    (tmp_path / "web.yaml").write_text(_service("web", 8080))
    first = run("web.yaml")
    for file in (tmp_path / ".cache").iterdir():
        file.write_bytes(damage)
    assert run("web.yaml").stdout == first.stdout


def test_many_files_in_several_processes(run: Run, tmp_path: Path) -> None:
    """Services and their workloads meet, whichever process read them."""
    for number in range(150):
        (tmp_path / f"a{number:03}.yaml").write_text(
            f"apiVersion: v1\nkind: Service\nmetadata: {{name: s{number}}}\n"
            f"spec: {{type: LoadBalancer, selector: {{app: a{number}}}, ports: [{{port: 80}}]}}\n"
        )
        (tmp_path / f"z{number:03}.yaml").write_text(
            f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d{number}}}\n"
            f"spec:\n  template:\n    metadata: {{labels: {{app: a{number}}}}}\n"
            f"    spec: {{containers: [{{name: web, image: web}}]}}\n"
        )
    one = run("--pedantic", "--no-cache", "--jobs", "1", "--format", "concise", ".")
    four = run("--pedantic", "--no-cache", "--jobs", "4", "--format", "concise", ".")
    assert one.stdout.count("readiness-probe-missing") == 150
    assert four.stdout == one.stdout


def _repository(folder: Path) -> None:
    """Overlays of a few bases, enough for several processes."""
    for base in range(12):
        inside = folder / f"base{base}"
        inside.mkdir()
        (inside / "web.yaml").write_text(
            f"apiVersion: v1\nkind: Service\nmetadata:\n  name: web{base}\n  annotations:\n"
            f'    {KEY}connection-drain: "On"\n    {KEY}connection-drain-timeout: "30"\n'
            "spec:\n  type: LoadBalancer\n  ports: [{port: 80}]\n"
        )
        (inside / "kustomization.yaml").write_text("resources: [web.yaml]\n")
    for number in range(96):
        inside = folder / f"overlay{number}"
        inside.mkdir()
        label = "kind: Else\n" if number % 20 == 3 else f"namespace: team-{number % 5}\n"
        (inside / "kustomization.yaml").write_text(f"{label}resources: [../base{number % 12}]\nnameSuffix: -{number}\n")


@pytest.mark.parametrize("options", [("--format", "text"), ("--format", "json"), ("--diff", "--unsafe-fixes")])
def test_kustomizations_are_judged_alike_by_several_processes(
    run: Run, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """Other processes parse, build, judge and mend what one process does alone."""
    _repository(tmp_path)
    plain = run(*SLOW, *options, ".")
    assert "base7/web.yaml" in plain.stdout, plain.stderr
    fast = run("--no-cache", "--jobs", "2", *options, ".")
    assert fast.stdout == plain.stdout
