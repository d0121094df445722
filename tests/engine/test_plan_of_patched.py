"""What an overlay decides is not shown as what the file of the Service says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from clblint.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
BASE = {
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": (
        f"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n    {KEY}bandwidth: '5'\n"
        "spec:\n  type: LoadBalancer\n  ports: [{port: 80}]\n"
    ),
}
ID = f"commonAnnotations: {{{KEY}id: lb-2zeax}}\n"
OVERLAY = {"prod/kustomization.yaml": "resources: [../base]\n"}
PATCH = (
    f"patches: [{{patch: '{{apiVersion: v1, kind: Service, metadata: {{name: web, annotations: {{{KEY}%s}}}}}}'}}]\n"
)


def planned(folder: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str]) -> tuple[str, dict[str, Any]]:
    """The plan of the only Service, as text and as data."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    assert main(["plan", str(folder)]) == 0
    text = capsys.readouterr().out
    assert main(["plan", "--format", "json", str(folder)]) == 0
    (service,) = json.loads(capsys.readouterr().out)["services"]
    return text, service


@pytest.mark.parametrize(
    "files",
    [
        {**BASE, "base/kustomization.yaml": "resources: [web.yaml]\n" + ID},
        {**BASE, "prod/kustomization.yaml": "resources: [../base]\n" + ID},
        {**BASE, "prod/kustomization.yaml": "resources: [../base]\n" + PATCH % "id: lb-2zeax"},
    ],
    ids=["common in the base", "common in the overlay", "patch"],
)
def test_an_id_from_a_kustomization(tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str]) -> None:
    text, service = planned(tmp_path, capsys, files)
    assert "whether it creates a CLB or reuses one is decided in" in text
    assert "creates a CLB\n" not in text
    assert "is decided in" in service["unclear"]
    assert (service["reuses"], service["loadBalancer"]) == (None, {})
    assert [listener["managed"] for listener in service["listeners"]] == [None]


def test_a_value_from_an_overlay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {**BASE, "prod/kustomization.yaml": "resources: [../base]\n" + PATCH % "address-type: intranet"}
    text, service = planned(tmp_path, capsys, files)
    assert "creates a CLB\n" in text
    assert "unknown, decided in" in text
    assert service["loadBalancer"]["AddressType"]["unknown"]
    assert "unclear" not in service


def test_an_overlay_that_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, service = planned(tmp_path, capsys, {**BASE, **OVERLAY})
    assert "unknown" not in text
    assert service["loadBalancer"]["AddressType"]["value"] == "internet"
