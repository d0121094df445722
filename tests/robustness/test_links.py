"""Files with several names, by links: each is reported once, and is never a second object."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.robustness.conftest import Clblint

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links as on POSIX")

FOUND = "local-without-wrr"
ONLY = ("--format", "json", "--select", f"{FOUND},duplicate-service,target-port-unresolved")

PODS = """\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: web}}
spec:
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}}}
    spec: {{containers: [{{name: c, image: i, ports: [{{name: {port}, containerPort: 80}}]}}]}}
"""


@pytest.fixture
def linked(project: Clblint) -> Path:
    """Make `real/web.yaml` with links beside it, to its folder, and around in a circle."""
    folder = project.folder
    (folder / "real").mkdir()
    (folder / "web.yaml").rename(folder / "real" / "web.yaml")
    (folder / "real" / "again.yaml").symlink_to("web.yaml")
    (folder / "alias").symlink_to("real")
    (folder / "circle").symlink_to(".")
    return folder


def places(project: Clblint, *paths: str | Path) -> list[tuple[str, str]]:
    """What is found, and where; nothing is said beside it."""
    ran = project.run(*ONLY, *paths)
    assert ran.err == ""
    return [(one["rule"], one["path"]) for one in json.loads(ran.out)["findings"]]


NAMES = {
    "a folder": (["."], "real/web.yaml"),
    "the folder of the file": (["real"], "real/web.yaml"),
    "a file twice": (["real/web.yaml", "./real/web.yaml", "real/../real/web.yaml"], "real/web.yaml"),
    "a file and its folder": (["real/web.yaml", "real"], "real/web.yaml"),
    "a link first": (["real/again.yaml", "real/web.yaml"], "real/again.yaml"),
    "the file first": (["real/web.yaml", "real/again.yaml"], "real/web.yaml"),
    "a link alone": (["real/again.yaml"], "real/again.yaml"),
    "a folder and a link to it": (["real", "alias"], "real/web.yaml"),
    "a link to a folder first": (["alias", "real"], "alias/web.yaml"),
    "a link to a folder alone": (["alias"], "alias/web.yaml"),
    "a file below a link": (["alias/web.yaml", "real"], "alias/web.yaml"),
    "in a circle": (["circle/circle/real", "."], "circle/circle/real/web.yaml"),
}


@pytest.mark.usefixtures("linked")
@pytest.mark.parametrize(("paths", "name"), NAMES.values(), ids=NAMES.keys())
def test_a_file_is_reported_once_by_the_first_name(paths: list[str], name: str, project: Clblint) -> None:
    assert places(project, *paths) == [(FOUND, name)]


def test_an_absolute_name_is_no_other_file(linked: Path, project: Clblint) -> None:
    assert places(project, "real/web.yaml", linked / "real" / "web.yaml") == [(FOUND, "real/web.yaml")]


def test_a_link_that_comes_first_in_the_alphabet_is_still_the_link(linked: Path, project: Clblint) -> None:
    (linked / "real" / "0.yaml").symlink_to("web.yaml")
    assert places(project, ".") == [(FOUND, "real/web.yaml")]


def test_a_link_in_another_folder_is_not_reported_again(linked: Path, project: Clblint) -> None:
    (linked / "other").mkdir()
    (linked / "other" / "web.yaml").symlink_to("../real/web.yaml")
    assert places(project, ".") == [(FOUND, "real/web.yaml")]
    assert places(project, "other") == [(FOUND, "other/web.yaml")]


def test_what_only_the_folder_of_a_link_brings_is_reported(linked: Path, project: Clblint) -> None:
    """Two stages share a Service, and only in one of them have the pods a port of that name."""
    service = (linked / "real" / "web.yaml").read_text(encoding="utf-8")
    project.write("real/web.yaml", service + "    targetPort: http\n  selector: {app: web}\n")
    project.write("real/pods.yaml", PODS.format(port="http"))
    project.write("stage/pods.yaml", PODS.format(port="htpp"))
    (linked / "stage" / "web.yaml").symlink_to("../real/web.yaml")
    assert places(project, ".") == [("target-port-unresolved", "stage/web.yaml")]


def test_the_rest_of_a_project_is_no_second_service_by_another_name(linked: Path, project: Clblint) -> None:
    assert places(project, linked / "circle" / "alias" / "again.yaml") == [(FOUND, "circle/alias/again.yaml")]
    ran = project.run(*ONLY, "--stdin-filename", "alias/web.yaml", "-", stdin=(linked / "real/web.yaml").read_bytes())
    assert [one["rule"] for one in json.loads(ran.out)["findings"]] == [FOUND]


def test_a_file_is_mended_once(linked: Path, project: Clblint) -> None:
    ran = project.run("--add-ignore", "one pod on each node", "--select", FOUND, "alias", "real", ".")
    assert (ran.code, ran.err) == (0, "clblint: alias/web.yaml: comments written: 1\n")
    assert (linked / "real" / "web.yaml").read_text(encoding="utf-8").count("ignore[") == 1
    assert (linked / "real" / "again.yaml").is_symlink()


def test_nothing_may_be_given_as_context(project: Clblint) -> None:
    """`--context /dev/null`: what else the project holds is not read."""
    service = (project.folder / "web.yaml").read_bytes()
    project.write("copy.yaml", service)
    assert ("duplicate-service", "web.yaml") in places(project, "web.yaml")
    assert places(project, "--context", os.devnull, "web.yaml") == [(FOUND, "web.yaml")]


def test_nothing_may_be_checked(project: Clblint) -> None:
    ran = project.run(os.devnull)
    assert (ran.code, ran.err) == (0, "")
    assert "nothing to report" in ran.out
