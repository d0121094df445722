"""What is planned of more files than fit into memory: they are read again when they are asked for."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from clblint.cli import plan
from clblint.cli.main import main
from clblint.discovery.walk import Input
from clblint.errors import UsageError
from clblint.kube.manifest import Manifest
from clblint.kube.objects import Service
from clblint.run import pictures, planned
from clblint.run.builds import Built
from clblint.run.planned import PlannedProject, one_by_one

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from clblint.balancer.model import LoadBalancer

_FILES, _KEPT = 30, 2
# Each Service is in another file than its pods, and some share a CLB.
_SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web-{number}
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-{shared}
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec: {{type: LoadBalancer, ports: [{{port: 80, targetPort: http}}], selector: {{app: web-{number}}}}}
"""
_WORKLOAD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: web-{number}}}
spec:
  selector: {{matchLabels: {{app: web-{number}}}}}
  template:
    metadata: {{labels: {{app: web-{number}}}}}
    spec: {{containers: [{{name: web, image: web:1, ports: [{{name: http, containerPort: 80{number:02}}}]}}]}}
"""
_BASE = "resources: [../0.yaml, ../pods-0.yaml]\nnamePrefix: built-\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Write a project of sixty files and a kustomization; returns the contents of the former."""
    monkeypatch.chdir(tmp_path)
    files = {}
    for number in range(_FILES):
        files[f"{number}.yaml"] = _SERVICE.format(number=number, shared=number // 3).encode()
        files[f"pods-{number}.yaml"] = _WORKLOAD.format(number=number).encode()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    return files


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few files be kept."""
    monkeypatch.setattr(planned, "_ALL_KEPT", 1)
    monkeypatch.setattr(planned, "_MOST_KEPT", _KEPT)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("command", ["plan", "plan --format json", "--no-cache --format html"])
def test_what_is_read_again_is_planned_alike(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "kustomization.yaml").write_text(_BASE, encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("kind: Service\nspec: [\n", encoding="utf-8")
    main([*command.split(), "."])
    whole = capsys.readouterr()
    monkeypatch.setattr(planned, "_ALL_KEPT", 1)
    monkeypatch.setattr(planned, "_MOST_KEPT", _KEPT)
    main([*command.split(), "."])
    assert capsys.readouterr() == whole
    assert f"web-{_FILES - 1}" in whole.out


@pytest.mark.usefixtures("few")
def test_few_files_are_in_memory_at_a_time(project: dict[str, bytes]) -> None:
    gc.collect()
    before = _living(Manifest)
    planning = PlannedProject(Built([Input(name) for name in project]), project.__getitem__)
    living = [_living(Manifest) - before for _ in planning.services()]
    assert len(living) == _FILES
    assert max(living) <= _KEPT + 1


def _living(kind: type) -> int:
    return sum(isinstance(one, kind) for one in gc.get_objects())


@pytest.mark.usefixtures("project", "few")
@pytest.mark.parametrize("format_", ["json", "svg", "text"])
def test_what_is_planned_is_dropped(
    format_: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    living: list[int] = []

    def counted(balancers: Iterable[LoadBalancer], make: Callable[[LoadBalancer], object]) -> Iterator[object]:
        for made in one_by_one(balancers, make):
            living.append(_living(Service) - before)
            yield made

    gc.collect()
    before = _living(Service)
    monkeypatch.setattr(plan, "one_by_one", counted)
    assert main(["plan", "--format", format_, "."]) == 0
    assert f"web-{_FILES - 1}" in capsys.readouterr().out
    assert len(living) == _FILES
    assert max(living) <= _KEPT + 3  # as many share a CLB


@pytest.mark.usefixtures("few")
def test_a_file_that_has_changed_meanwhile_ends_the_plan(project: dict[str, bytes]) -> None:
    planning = PlannedProject(Built([Input(name) for name in project]), project.__getitem__)
    project["0.yaml"] += b"---\n"
    with pytest.raises(UsageError, match=r"^0\.yaml: has changed since it was read"):
        list(planning.services())


@pytest.mark.usefixtures("project")
def test_a_page_of_too_many_files_has_no_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pictures, "MOST_FILES", _FILES)
    assert main(["--no-cache", "--format", "html", "."]) == 1
    page = capsys.readouterr().out
    assert "<svg" not in page
    assert f"{_FILES} more plans are left out: clblint plan shows them" in page
