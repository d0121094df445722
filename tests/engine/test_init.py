"""`clblint init`: a configuration that changes nothing, and snippets that are right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from jsonschema import Draft202012Validator

from clblint import __version__
from clblint.cli.init import config_text
from clblint.config.model import no_config
from clblint.config.parse import parse_config
from clblint.config.schemas import read_schema
from clblint.i18n.language import in_language

if TYPE_CHECKING:
    from .conftest import Run

ROOT = Path(__file__).parents[2]
NAME = ".clblint.yaml"
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n"
API_SERVER = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-apiserver, namespace: kube-system}
spec:
  containers:
  - name: kube-apiserver
    image: kube-apiserver
    command:
    - kube-apiserver
    - --service-node-port-range=20000-22767
"""


def uncommented(text: str) -> str:
    return re.sub(r"^# (?!yaml-language-server)((?: +(?:- )?)?[\w{-]+:|  +- )", r"\1", text, flags=re.MULTILINE)


def test_nothing_changes_until_it_is_uncommented(run: Run, tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(SERVICE)
    before = run("--format", "json")
    assert run("init").returncode == 0
    assert run("--format", "json").stdout == before.stdout
    config, none = parse_config(NAME, (tmp_path / NAME).read_bytes()), no_config()
    assert config._replace(path="", cluster=none.cluster) == none
    assert [str(fact) for fact in config.cluster] == [str(fact) for fact in none.cluster]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_uncommented_is_valid_and_all_there_is(language: str, tmp_path: Path) -> None:
    with in_language(language):
        text = uncommented(config_text(str(tmp_path)))
    value = yaml.safe_load(text)
    assert list(Draft202012Validator(read_schema("config")).iter_errors(value)) == []
    schema = json.loads((ROOT / "schemas/clblint_schemas/config.schema.json").read_text(encoding="utf-8"))
    assert set(value) == set(schema["properties"]) - {"plugins"}
    assert set(value["cluster"]) == set(schema["properties"]["cluster"]["properties"])
    assert parse_config(NAME, text.encode()).cluster.nodes is not None


def test_the_first_line_tells_editors_the_schema_of_this_version(tmp_path: Path) -> None:
    """The tag of the version has the file whose `$id` it is."""
    first = config_text(str(tmp_path)).partition("\n")[0]
    ours = str(read_schema("config")["$id"]).replace("/main/", f"/v{__version__}/")
    assert first == f"# yaml-language-server: $schema={ours}"
    assert (ROOT / ours.partition(f"/v{__version__}/")[2]).is_file()


@pytest.mark.parametrize("name", [NAME, ".clblint.yml"])
@pytest.mark.parametrize("kind", ["file", "link to nothing"])
def test_a_configuration_that_is_there_stays(run: Run, tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / name
    if kind == "file":
        path.write_text("fail-on: error\n")
    else:
        path.symlink_to(tmp_path / "nothing")
    before = set(tmp_path.iterdir())
    done = run("init")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"clblint: {name}: is there already, and is left as it is\n"
    assert path in before
    assert set(tmp_path.iterdir()) == before


def test_a_found_fact_is_filled_in_with_its_place(run: Run, tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(API_SERVER)
    run("init")
    text = (tmp_path / NAME).read_text()
    assert "#   node-port-range: 20000-22767  # read in api.yaml:10\n" in text
    assert "#   ip-local-port-range: 32768-60999  # the default\n" in text


def test_facts_that_disagree_are_not_filled_in(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(API_SERVER)
    (tmp_path / "b.yaml").write_text(API_SERVER.replace("20000-22767", "25000-26000"))
    run("init")
    assert "node-port-range: 30000-32767  # the default; manifests differ\n" in (tmp_path / NAME).read_text()


def test_it_is_written_at_the_root_of_the_repository(run: Run, tmp_path: Path) -> None:
    """Anywhere else it would make another project of a folder, with other neighbours."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "deploy").mkdir()
    done = run("init", cwd=tmp_path / "deploy")
    assert done.stdout.startswith("wrote ../.clblint.yaml: ")
    assert (tmp_path / NAME).exists()
    assert list((tmp_path / "deploy").iterdir()) == []


def snippets(run: Run) -> list[dict[str, object]]:
    parts = re.split(r"^.*, in \S+:\n\n", run("init").stdout, flags=re.MULTILINE)[1:]
    return [yaml.safe_load(part.replace("\non:", '\n"on":')) for part in parts]


def test_the_hook_is_that_of_the_readme(run: Run) -> None:
    (shown,) = re.findall(r"^repos:\n(?:[ -].*\n)+", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert snippets(run)[0] == yaml.safe_load(shown)


def test_the_workflow_is_that_of_the_readme_in_this_version(run: Run) -> None:
    (shown,) = re.findall(
        r"^name: clblint\n.*?(?=^```)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    workflow = snippets(run)[1]
    assert workflow == yaml.safe_load(shown.replace("\non:", '\n"on":'))
    assert f"clblint/clblint@v{__version__}" in str(workflow)


CCM = """\
apiVersion: apps/v1
kind: DaemonSet
metadata: {{name: cloud-controller-manager, namespace: kube-system}}
spec:
  selector: {{matchLabels: {{app: ccm}}}}
  template:
    metadata: {{labels: {{app: ccm}}}}
    spec:
      containers:
      - name: ccm
        image: {image}
"""
REGISTRY = "registry-vpc.cn-hangzhou.aliyuncs.com/acs/cloud-controller-manager"
IMAGES = {
    "a tag": (f"{REGISTRY}:v2.9.1", "v2.9.1"),
    "an old one": (f"{REGISTRY}-amd64:v1.9.3.276-g372aa98-aliyun", "v1.9.3.276-g372aa98-aliyun"),
    "with a digest": (f"{REGISTRY}:v2.10.0@sha256:{'0' * 64}", "v2.10.0"),
    "a variable": (f'"{REGISTRY}:${{TAG}}"', ""),
    "another program": ("example.com/my-cloud-controller:v9.9.9", ""),
}


@pytest.mark.parametrize(("image", "version"), IMAGES.values(), ids=IMAGES)
def test_the_version_of_the_ccm_is_read_from_its_image(tmp_path: Path, image: str, version: str) -> None:
    (tmp_path / "ccm.yaml").write_text(CCM.format(image=image))
    text = config_text(str(tmp_path))
    line = next(row for row in text.splitlines() if "ccm-version" in row)
    wanted = (version, "# read in ") if version else ("v2.12.1", "# the tag of the image")
    assert line.startswith(f"#   ccm-version: {wanted[0]}  {wanted[1]}")


def test_two_versions_of_the_ccm_are_none(tmp_path: Path) -> None:
    for version in ("v2.9.1", "v2.10.0"):
        (tmp_path / f"{version}.yaml").write_text(CCM.format(image=f"{REGISTRY}:{version}"))
    assert "ccm-version: v2.12.1  # the tag" in config_text(str(tmp_path))
