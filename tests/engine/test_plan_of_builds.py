"""What `clblint plan` shows of Kustomize trees: each Service as each root builds it."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from clblint.cli.main import main
from tests.recorded.trees import top_roots, trees, write

if TYPE_CHECKING:
    from pathlib import Path

_PLACES = frozenset({"path", "line", "root"})
_BY_LINE = frozenset({"ends", "endsRule"})  # of several faults the one that stands first
_BRINGING = frozenset({"helm", "remote"})  # may bring other objects, and changes none


def _planned(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["plan", "--format", "json", *arguments])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def _rows(services: list[dict[str, Any]]) -> list[str]:
    """The Services without their places, in an order of their own."""
    return sorted(json.dumps(_placeless(one), sort_keys=True) for one in services)


def _placeless(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        left = _PLACES | _BY_LINE if "endsRule" in value else _PLACES
        return {key: _placeless(below) for key, below in value.items() if key not in left}
    return [_placeless(below) for below in value] if isinstance(value, list) else value


@pytest.mark.whole
@pytest.mark.parametrize("name", sorted(trees()))
def test_the_plan_of_a_tree_is_that_of_its_printed_builds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = trees()[name]
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    write(tree, tmp_path / "tree")
    document = _planned(capsys, ".")
    unbuilt = {one["root"] for one in document.get("notBuilt", ())}
    for build in top_roots(tree):
        found = [one for one in document["services"] if one.get("root") == build["root"]]
        if build["exit"]:
            assert build["root"] in unbuilt or build["error_class"] in _BRINGING
            assert not (found and build["root"] in unbuilt)
            continue
        assert build["root"] not in unbuilt
        printed = tmp_path / "printed.yaml"
        printed.write_text(build["output"], encoding="utf-8")
        assert _rows(found) == _rows(_planned(capsys, str(printed))["services"])


P = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
WEB = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {P}spec: slb.s1.small
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{{port: 80}}]
"""
ADMIN = WEB.replace("name: web", "name: admin")
PATCH = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {P}bandwidth: "20"
"""
TREE = {
    "base/kustomization.yaml": "resources: [web.yaml, admin.yaml]\n",
    "base/web.yaml": WEB,
    "base/admin.yaml": ADMIN,
    "dev/kustomization.yaml": "resources: [../base]\nnameSuffix: -dev\n",
    "prod/kustomization.yaml": "resources: [../base]\nnamespace: shop\npatches: [{path: band.yaml}]\n",
    "prod/band.yaml": PATCH,
    "alone.yaml": WEB.replace("name: web", "name: alone"),
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two overlays of one base, and a file that nothing builds."""
    write({"files": TREE}, tmp_path)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _heads(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines that begin a plan."""
    assert main(["plan", *arguments]) == 0
    return [line for line in capsys.readouterr().out.splitlines() if line and not line.startswith(" ")]


WEB_DEV = "default/web-dev  base/web.yaml:4  built by dev"
ADMIN_DEV = "default/admin-dev  base/admin.yaml:4  built by dev"
WEB_PROD = "shop/web  base/web.yaml:4  built by prod"
ADMIN_PROD = "shop/admin  base/admin.yaml:4  built by prod"


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["."], ["default/alone  alone.yaml:4", WEB_DEV, ADMIN_DEV, WEB_PROD, ADMIN_PROD]),
        (["base"], [WEB_DEV, ADMIN_DEV, WEB_PROD, ADMIN_PROD]),
        (["base/web.yaml"], [WEB_DEV, WEB_PROD]),
        (["prod/band.yaml"], [WEB_PROD]),
        (["dev/kustomization.yaml"], [WEB_DEV, ADMIN_DEV]),
        (["prod"], [WEB_PROD, ADMIN_PROD]),
        (["alone.yaml"], ["default/alone  alone.yaml:4"]),
    ],
    ids=" ".join,
)
def test_each_root_has_its_services(capsys: pytest.CaptureFixture[str], paths: list[str], expected: list[str]) -> None:
    assert _heads(capsys, *paths) == expected


@pytest.mark.usefixtures("tree")
def test_a_value_names_the_file_that_it_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "prod"]) == 0
    out = capsys.readouterr().out
    assert next(line.split() for line in out.splitlines() if "Bandwidth " in line) == [
        "Bandwidth", "20", "prod/band.yaml:6"
    ]  # fmt: skip
    assert "    LoadBalancerSpec              slb.s1.small              line 6\n" in out
    web = _planned(capsys, "prod")["services"][0]
    assert (web["name"], web["path"], web["line"], web["root"]) == ("shop/web", "base/web.yaml", 4, "prod")
    bandwidth = {"value": "20", "given": True, "line": 6, "path": "prod/band.yaml"}
    assert web["loadBalancer"]["Bandwidth"] == bandwidth
    assert web["loadBalancer"]["LoadBalancerSpec"] == {"value": "slb.s1.small", "given": True, "line": 6}


def test_a_root_that_cannot_be_built(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "dev/kustomization.yaml").write_text("resources: [../base, nope.yaml]\n")
    assert main(["plan", "--format", "json", "base/web.yaml"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert [(one["path"], one.get("root")) for one in document["services"]] == [
        ("base/web.yaml", None), ("base/web.yaml", "prod")
    ]  # fmt: skip
    (unbuilt,) = document["notBuilt"]
    assert (unbuilt["root"], unbuilt["path"], unbuilt["line"]) == ("dev", "dev/kustomization.yaml", 1)
    assert err == (
        "clblint: dev/kustomization.yaml is not built, so its files are judged as they are: "
        "dev/kustomization.yaml:1: nope.yaml cannot be read (missing-file)\n"
    )
    assert main(["plan", "prod"]) == 0
    assert not capsys.readouterr().err


@pytest.mark.usefixtures("tree")
def test_a_file_on_standard_input_stands_for_one_of_a_base(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WEB.replace("s1.small", "s3.large").encode())))
    found = _planned(capsys, "--stdin-filename", "base/web.yaml", "-")["services"]
    assert [(one["root"], one["loadBalancer"]["LoadBalancerSpec"]["value"]) for one in found] == [
        ("dev", "slb.s3.large"), ("prod", "slb.s3.large")
    ]  # fmt: skip


@pytest.mark.usefixtures("tree")
def test_a_move_is_that_of_the_build(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--as", "nlb", "prod/band.yaml"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{WEB_PROD}  becomes the NLB Service web-nlb\n")
    assert "  bandwidth 20 (prod/band.yaml:6): removed: " in out
    assert "    prod/band.yaml:6: note migrate-" in out
    (service,) = _planned(capsys, "--as", "nlb", "prod/band.yaml")["services"]
    assert [(one["line"], one.get("path")) for one in service["annotations"]] == [(6, "prod/band.yaml"), (6, None)]
    assert main(["plan", "--as", "nlb", "--format", "yaml", "prod/band.yaml"]) == 0
    made = capsys.readouterr().out
    assert "  name: web-nlb\n" in made
    assert "  namespace: shop\n" in made
    assert "bandwidth" not in made


def test_texts_of_a_build_stay_texts(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "prod/band.yaml").write_text(PATCH.replace('bandwidth: "20"', 'health-check-flag: "on"'))
    assert main(["plan", "--as", "nlb", "--format", "yaml", "prod/band.yaml"]) == 0
    assert f'    {P}health-check-flag: "on"\n' in capsys.readouterr().out
