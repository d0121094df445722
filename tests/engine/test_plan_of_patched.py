"""What an overlay decides that cannot be built is not shown as what the file of the Service says."""

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
OVERLAY = {"prod/kustomization.yaml": "resources: [../base, nope.yaml]\n"}
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
        {**BASE, "base/kustomization.yaml": "resources: [web.yaml, nope.yaml]\n" + ID},
        {**BASE, "prod/kustomization.yaml": "resources: [../base, nope.yaml]\n" + ID},
        {**BASE, "prod/kustomization.yaml": "resources: [../base, nope.yaml]\n" + PATCH % "id: lb-2zeax"},
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


def test_an_id_of_an_nlb_from_a_kustomization(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web = BASE["base/web.yaml"].replace("spec:\n", "spec:\n  loadBalancerClass: alibabacloud.com/nlb\n")
    files = {**BASE, "base/web.yaml": web, "base/kustomization.yaml": "resources: [web.yaml, nope.yaml]\n" + ID}
    text, service = planned(tmp_path, capsys, files)
    assert "whether it creates an NLB or reuses one is decided in" in text
    assert "whether it is managed cannot be known" in text
    assert [listener["managed"] for listener in service["listeners"]] == [None]
    assert main(["--lang", "zh", "plan", "--format", "json", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["services"][0]["unclear"] == service["unclear"]


def test_a_value_from_an_overlay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {**BASE, "prod/kustomization.yaml": "resources: [../base, nope.yaml]\n" + PATCH % "address-type: intranet"}
    text, service = planned(tmp_path, capsys, files)
    assert "creates a CLB\n" in text
    assert "unknown, decided in" in text
    assert service["loadBalancer"]["AddressType"]["unknown"]
    assert "unclear" not in service


def test_an_overlay_that_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, service = planned(tmp_path, capsys, {**BASE, **OVERLAY})
    assert "unknown" not in text
    assert service["loadBalancer"]["AddressType"]["value"] == "internet"


# Patches of which nobody can say what they leave of a Service: of all annotations, of the object, of its specification.
ALL = "target: {kind: Service}, patch: "
WHOLE = {
    "annotations added": f"{ALL}'- {{op: add, path: /metadata/annotations, value: {{{KEY}id: lb-2zeax}}}}'",
    "annotations replaced": f"{ALL}'- {{op: replace, path: /metadata/annotations, value: {{}}}}'",
    "metadata as JSON": ALL + """'[{"op": "replace", "path": "/metadata", "value": {"name": "web"}}]'""",
    "replaced as a whole": "patch: '{apiVersion: v1, kind: Service, metadata: {name: web}, $patch: replace, spec: {}}'",
}


@pytest.mark.parametrize("patch", WHOLE.values(), ids=WHOLE)
def test_a_patch_that_leaves_everything_open(tmp_path: Path, capsys: pytest.CaptureFixture[str], patch: str) -> None:
    files = {**BASE, "prod/kustomization.yaml": f"resources: [../base, nope.yaml]\npatches: [{{{patch}}}]\n"}
    text, service = planned(tmp_path, capsys, files)
    assert "what is built is decided in" in text
    assert "prod/kustomization.yaml" in text
    assert "CLB" not in text
    assert "is decided in" in service["unclear"]
    assert (service["loadBalancer"], service["listeners"], service["error"]) == ({}, [], None)
    assert main(["--lang", "zh", "plan", str(tmp_path)]) == 0
    assert "创建 CLB" not in capsys.readouterr().out


@pytest.mark.parametrize("patch", WHOLE.values(), ids=WHOLE)
@pytest.mark.parametrize("before", [BASE["base/web.yaml"], ""], ids=["changed", "new"])
def test_a_change_below_such_a_patch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], patch: str, before: str
) -> None:
    """Nothing is said to change, and nothing is said to stay."""
    files = {**BASE, "prod/kustomization.yaml": f"resources: [../base, nope.yaml]\npatches: [{{{patch}}}]\n"}
    for revision, text in (("then", before), ("now", BASE["base/web.yaml"].replace("80", "443"))):
        for name, held in {**files, "base/web.yaml": text}.items():
            place = tmp_path / revision / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(held)
    arguments = ["--against", str(tmp_path / "then"), str(tmp_path / "now")]
    assert main(["plan", *arguments]) == 0
    out = capsys.readouterr().out
    assert "nothing can be said: what is built is decided in" in out
    assert "no load balancer is known to change" in out
    assert main(["--format", "concise", *arguments]) == 0
    assert all("kustomization-refused" in line for line in capsys.readouterr().out.splitlines())


def test_a_new_service_below_an_overlay_that_names_its_clb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {**BASE, "prod/kustomization.yaml": "resources: [../base, nope.yaml]\n" + PATCH % "id: lb-2zeax"}
    for name, text in files.items():
        (tmp_path / "now" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "now" / name).write_text(text)
    (tmp_path / "then").mkdir()
    assert main(["plan", "--against", str(tmp_path / "then"), str(tmp_path / "now")]) == 0
    out = capsys.readouterr().out
    assert "CreateLoadBalancer " not in out
    assert "nothing can be said: the id of its CLB cannot be known" in out
