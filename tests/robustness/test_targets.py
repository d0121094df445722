"""Reports are written neither through a link out of the project nor over a file that is read."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.robustness.conftest import Clblint

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links as on POSIX")

SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n"
WRITING = {
    "report": ["--format", "json=out.json", "web.yaml"],
    "report in a folder": ["--format", "json=reports/out.json", "web.yaml"],
    "baseline": ["baseline", "out.json", "web.yaml"],
    "diagnosis": ["diagnose", "--format", "json=out.json", "web.yaml"],
    "redacted copy": ["diagnose", "--redact", "out.json", "web.yaml"],
}


@pytest.fixture
def outside(project: Clblint, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder elsewhere with a file, to which links of the project lead."""
    folder = tmp_path_factory.mktemp("outside")
    (folder / "out.json").write_text("mine", encoding="utf-8")
    project.write("web.yaml", SERVICE)
    (project.folder / "out.json").symlink_to(folder / "out.json")
    (project.folder / "reports").symlink_to(folder)
    return folder


@pytest.mark.parametrize("arguments", WRITING.values(), ids=WRITING)
@pytest.mark.parametrize("is_there", [True, False])
def test_nothing_is_written_through_a_link_out_of_the_project(
    project: Clblint,
    outside: Path,
    arguments: list[str],
    is_there: bool,  # noqa: FBT001 - a case
) -> None:
    if not is_there:
        (outside / "out.json").unlink()
    ran = project.run(*arguments)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "a link leads from here out of the project" in ran.err
    assert [one.read_text(encoding="utf-8") for one in outside.iterdir()] == ["mine"] * is_there


def test_what_is_named_elsewhere_is_written(project: Clblint, outside: Path) -> None:
    assert project.run("--format", f"json={outside}/out.json", "web.yaml").err == ""
    assert json.loads((outside / "out.json").read_text(encoding="utf-8"))["findings"]


def test_a_link_within_the_project_is_followed(project: Clblint) -> None:
    project.write("web.yaml", SERVICE)
    project.write("real/out.json", "")
    (project.folder / "out.json").symlink_to("real/out.json")
    for _ in range(2):
        assert project.run("--format", "json=out.json", ".").err == ""
    assert (project.folder / "out.json").is_symlink()
    assert json.loads((project.folder / "real/out.json").read_text(encoding="utf-8"))["findings"]


@pytest.mark.parametrize("name", ["/dev/stdout", "-"])
def test_standard_output_may_be_named(project: Clblint, name: str) -> None:
    project.write("web.yaml", SERVICE)
    assert json.loads(project.run("--format", f"json={name}", "web.yaml").out)["findings"]
    assert not (project.folder / "-").exists()


@pytest.mark.parametrize(
    ("target", "arguments"),
    [
        ("web.yaml", ["--format", "json=web.yaml", "web.yaml"]),
        ("web.yaml", ["--format", "json=./web.yaml", "."]),
        ("web.json", ["--format", "json=web.json", "."]),
        ("alias.yaml", ["--format", "json=alias.yaml", "web.yaml"]),
        (".clblint.yaml", ["--format", "json=.clblint.yaml", "."]),
        ("known.json", ["--baseline", "known.json", "--format", "json=known.json", "."]),
        ("clbs.json", ["--inventory", "clbs.json", "--format", "json=clbs.json", "web.yaml"]),
        ("sub/.clblint.yaml", ["--format", "json=sub/.clblint.yaml", "."]),
        ("sub/nlbs.json", ["--format", "json=sub/nlbs.json", "."]),
        ("web.json", ["diagnose", "--format", "json=web.json", "web.json"]),
    ],
)
def test_a_report_replaces_nothing_that_is_read(project: Clblint, target: str, arguments: list[str]) -> None:
    project.write("web.yaml", SERVICE)
    web = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "j"}, "spec": {"type": "LoadBalancer"}}
    project.write("web.json", json.dumps(web))
    (project.folder / "alias.yaml").symlink_to("web.yaml")
    project.write(".clblint.yaml", "fail-on: error\n")
    project.write("sub/.clblint.yaml", "inventory: [nlbs.json]\n")
    project.write("sub/web.yaml", SERVICE.replace("web", "below"))
    for name in ("clbs.json", "sub/nlbs.json"):
        project.write(name, json.dumps({"LoadBalancers": []}))
    assert project.run("baseline", "known.json", "web.yaml").code == 0
    before = (project.folder / target).read_bytes()
    ran = project.run(*arguments)
    wanted = f"clblint: {target}: is read, too: name another file for the report\n"
    assert (ran.code, ran.err.replace("./", "")) == (2, wanted)
    assert (project.folder / target).read_bytes() == before
