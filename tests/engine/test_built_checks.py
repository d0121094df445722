"""What kustomizations build is judged: who says it, of what, where, and how often."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.files import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
RULE = "invalid-annotation-value"
BASE = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}scheduler: wrrr
spec:
  type: LoadBalancer
  ports: [{{port: 80}}]
"""
PATCH = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}scheduler: wr
"""
SHARED = {
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": BASE,
    "dev/kustomization.yaml": "namespace: dev\nnamePrefix: d-\nresources: [../base]\n",
    "prod/kustomization.yaml": "namespace: prod\nresources: [../base]\n",
}
PATCHED = {
    **SHARED,
    "prod/kustomization.yaml": "namespace: prod\nresources: [../base]\npatches: [{path: p.yaml}]\n",
    "prod/p.yaml": PATCH,
}


def _found(run: Run, *arguments: str) -> list[dict[str, Any]]:
    done = run("--format", "json", "--select", RULE, *(arguments or (".",)))
    assert done.returncode in {0, 1}, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return found


def _places(run: Run, *arguments: str) -> list[str]:
    return [f"{one['path']}:{one['line']}" for one in _found(run, *arguments)]


def test_a_fault_in_several_roots_is_reported_once_with_all_of_them(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, SHARED)
    (finding,) = _found(run)
    assert (finding["path"], finding["line"], finding["object"]) == ("base/web.yaml", 6, "dev/Service/d-web")
    assert finding["roots"] == [
        {"root": "dev", "object": "dev/Service/d-web"},
        {"root": "prod", "object": "prod/Service/web"},
    ]
    text = run("--select", RULE, ".").stdout
    assert "built    dev, prod (prod/Service/web)" in text
    sarif = json.loads(run("--select", RULE, "--format", "sarif", ".").stdout)
    (result,) = sarif["runs"][0]["results"]
    assert result["properties"]["roots"] == finding["roots"]
    names = [one["fullyQualifiedName"] for one in result["locations"][0]["logicalLocations"]]
    assert names == ["dev/Service/d-web", "prod/Service/web"]


def test_a_fault_of_one_overlay_names_it_and_what_it_replaces(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, PATCHED)
    base, patch = _found(run)
    assert (base["path"], base["roots"]) == ("base/web.yaml", [{"root": "dev", "object": "dev/Service/d-web"}])
    assert (patch["path"], patch["line"]) == ("prod/p.yaml", 6)
    assert patch["roots"] == [{"root": "prod", "object": "prod/Service/web"}]
    (label,) = patch["because"]
    assert (label["path"], label["line"], label["message"]) == ("base/web.yaml", 6, "this value is replaced")


def test_what_only_a_base_has_and_every_overlay_mends_is_no_fault(run: Run, tmp_path: Path) -> None:
    write_files(
        tmp_path, {**PATCHED, "prod/p.yaml": PATCH.replace("wr", "wrr"), "dev/kustomization.yaml": "resources: []\n"}
    )
    assert _found(run) == []


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ("base/web.yaml", ["base/web.yaml:6"]),
        ("prod/p.yaml", ["prod/p.yaml:6"]),
        ("prod", ["prod/p.yaml:6"]),
        ("dev", ["base/web.yaml:6"]),
        ("dev/kustomization.yaml", ["base/web.yaml:6"]),
        ("base/kustomization.yaml", []),
        ("base", ["base/web.yaml:6"]),
    ],
)
def test_a_given_file_is_judged_through_the_roots_that_use_it(
    run: Run, tmp_path: Path, given: str, places: list[str]
) -> None:
    """What a root builds that is named is told wherever it stands: it is the root that breaks it."""
    write_files(tmp_path, {**PATCHED, ".clblint.yaml": "{}\n"})
    found = [_places(run, given), _places(run, given), _places(run, given, "."), _places(run, given)]
    assert found == [places, places, ["base/web.yaml:6", "prod/p.yaml:6"], places]  # also from the cache


def test_an_unnamed_base_is_judged_only_as_the_named_root_builds_it(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, {**SHARED, ".clblint.yaml": "{}\n"})
    (finding,) = _found(run, "prod")
    assert finding["roots"] == [{"root": "prod", "object": "prod/Service/web"}]
    both, (other,) = _found(run, "prod", "dev"), _found(run, "prod", "base")
    assert [len(one["roots"]) for one in (*both, other)] == [2, 2]
    text = run("--select", RULE, "prod").stdout
    assert "1 error in 1 file (1 Service read, 1 becomes a CLB)" in text


def test_a_base_that_is_not_named_is_not_written_to(run: Run, tmp_path: Path) -> None:
    """Its suppressions count, and are not judged: other roots use it, too."""
    files = {**SHARED, "base/web.yaml": BASE.replace("scheduler: wrrr", "scheduler: WRR"), ".clblint.yaml": "{}\n"}
    write_files(tmp_path, files)
    (finding,) = _found(run, "prod")
    assert finding["fixes"] == []
    assert "base/web.yaml" not in run("--fix", "--select", RULE, "prod").stderr
    run("--add-ignore", "why", "--select", RULE, "prod")
    assert (tmp_path / "base/web.yaml").read_text() == files["base/web.yaml"]
    ignored = "WRR  # clblint: ignore[invalid-annotation-value,public-by-default,nope] why"
    write_files(tmp_path, {"base/web.yaml": files["base/web.yaml"].replace("WRR", ignored)})
    assert _found(run, "prod", "--select", "suppressions") == []
    assert [one["rule"] for one in _found(run, "base", "--select", "suppressions")] == ["unknown-suppression"]


def test_a_base_that_is_no_yaml_is_reported_with_the_named_root(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, {**SHARED, "base/web.yaml": BASE + "a: [\n", ".clblint.yaml": "{}\n"})
    said = _found(run, "prod", "--select", "kustomization-refused")
    assert [(one["path"], one["rule"]) for one in said] == [("base/web.yaml", "kustomization-refused")]
    said = _found(run, "prod", "base", "--select", "kustomization-refused,yaml-syntax")
    assert [(one["path"], one["rule"]) for one in said] == [("base/web.yaml", "yaml-syntax")]


def test_a_file_of_any_name_belongs_to_its_root(run: Run, tmp_path: Path) -> None:
    """Kustomize reads it whatever its name; what is excluded stays silent."""
    write_files(tmp_path, {"kustomization.yaml": "resources: [web.txt]\n", "web.txt": BASE})
    assert _places(run) == ["web.txt:6"]
    write_files(tmp_path, {"kustomization.yaml": "resources: [web.yaml]\n", "web.yaml": BASE})
    write_files(tmp_path, {".clblint.yaml": "exclude: [web.yaml]\n"})
    assert _places(run) == []


COMMENT = f" # clblint: ignore[{RULE}] tested\n"
SILENCED = {
    "at the value": ("prod/p.yaml", f"scheduler: wr{COMMENT}"),
    "at the name of the object": ("base/web.yaml", f"  name: web{COMMENT}"),
    "for the object": ("base/web.yaml", f"{COMMENT.replace('ignore[', 'ignore-object[').strip()}\napiVersion: v1\n"),
}


@pytest.mark.parametrize(("path", "line"), SILENCED.values(), ids=SILENCED)
def test_comments_count_where_the_value_and_where_the_object_stands(
    run: Run, tmp_path: Path, path: str, line: str
) -> None:
    mended = {**PATCHED, "base/web.yaml": BASE.replace("wrrr", "wrr")}
    write_files(tmp_path, mended)
    assert _places(run) == ["prod/p.yaml:6"]
    bare = line.partition(" # clblint")[0] if " #" in line else "apiVersion: v1"
    write_files(tmp_path, {path: mended[path].replace(f"{bare.rstrip()}\n", line, 1)})
    assert _found(run) == []


def test_a_root_that_cannot_be_built_is_judged_where_its_files_stand(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, {**SHARED, "prod/kustomization.yaml": "resources: [../base, gone.yaml]\n"})
    (finding,) = _found(run)
    assert finding["roots"] == [{"root": "dev", "object": "dev/Service/d-web"}]
    write_files(tmp_path, {"dev/kustomization.yaml": "resources: [../base, gone.yaml]\n"})
    (finding,) = _found(run)
    assert "roots" not in finding
    assert finding["object"] == "Service/web"
    said = run("-v", ".").stderr
    assert "kustomizations: 0 built, 2 not" in said
    assert "prod/kustomization.yaml:1: gone.yaml cannot be read (missing-file)" in said


def test_a_refused_build_is_reported_once_with_its_roots(run: Run, tmp_path: Path) -> None:
    refused = "resources: [../base]\npatches: [{path: p.yaml}]\n"
    files = {**SHARED, "base/kustomization.yaml": "resources: [web.yaml, web.yaml]\n", "prod/p.yaml": PATCH}
    write_files(tmp_path, {**files, "prod/kustomization.yaml": refused})
    for _ in range(2):
        (finding,) = json.loads(run("--format", "json", "--select", "kustomization-refused", ".").stdout)["findings"]
        assert (finding["path"], finding["line"], finding["severity"]) == ("base/web.yaml", 1, "error")
        assert "kustomize does not build dev, prod: two objects have the same" in finding["message"]
    write_files(tmp_path, {"base/kustomization.yaml": "resources: [web.yaml]\n"})
    assert json.loads(run("--format", "json", "--select", "kustomization-refused", ".").stdout)["findings"] == []


def test_several_faults_at_one_place_are_all_reported(run: Run, tmp_path: Path) -> None:
    component = "source: {kind: Service, fieldPath: spec.nope}\n  targets: [{select: {kind: Service}}]\n"
    root = "resources: [web.yaml]\ncomponents: [../part]\n"
    files = {f"{name}/kustomization.yaml": root for name in ("one", "two")}
    write_files(tmp_path, {**files, "one/web.yaml": BASE, "two/web.yaml": f"{BASE}---\n{BASE.replace('web', 'api')}"})
    write_files(tmp_path, {"part/kustomization.yaml": f"kind: Component\nreplacements:\n- {component}"})
    said = run("--format", "json", "--select", "kustomization-refused", ".").stdout
    one, two = sorted(finding["message"] for finding in json.loads(said)["findings"])
    assert "does not build one: a replacement cannot be made (the source has no spec.nope)" in one
    assert "does not build two: a replacement cannot be made (several objects are the source)" in two


def test_a_refused_build_is_reported_for_each_file_of_it(run: Run, tmp_path: Path) -> None:
    refused = "resources: [gone.yaml, ../base]\n"
    write_files(tmp_path, {**SHARED, "prod/kustomization.yaml": refused, "own/web.yaml": BASE})
    asked = {"own": 0, "dev": 0, "prod": 1, "base": 1, "base/web.yaml": 1, ".": 1}
    for _ in range(2):
        for path, count in asked.items():
            out = run("--format", "json", "--select", "kustomization-refused", "--context", ".", path).stdout
            assert len(json.loads(out)["findings"]) == count, path


def test_the_text_of_a_file_is_judged_once_whoever_builds_it(run: Run, tmp_path: Path) -> None:
    twice = BASE.replace("spec:\n", "spec:\n  type: NodePort\n")
    write_files(tmp_path, {**PATCHED, "base/web.yaml": twice})
    (base,) = json.loads(run("--format", "json", "--select", "duplicate-key", ".").stdout)["findings"]
    assert (base["path"], base["line"]) == ("base/web.yaml", 9)


TWICE = f"    {KEY}scheduler: rr\n    {KEY}scheduler: wrr\n"
IN_LIST = f"""\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Service
  metadata: {{name: web, annotations: {{{KEY}scheduler: rr,
    {KEY}scheduler: wrr}}}}
  spec: {{type: LoadBalancer, ports: [{{port: 80}}]}}
"""
IN_TEXT = f"""\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {{name: web}}
spec:
  source:
    helm:
      values: |
        annotations:
          {KEY}scheduler: rr
          {KEY}scheduler: wrr
"""
IN_PATCH = (
    "patches:\n- patch: |\n    {apiVersion: v1, kind: Service, metadata: {name: web, annotations: {a: b, a: c}}}\n"
)
IN_VALUES = f"helmCharts:\n- name: x\n  valuesInline:\n   annotations:\n{TWICE}"
ROOT = "dev/kustomization.yaml"


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"base/web.yaml": BASE.replace(f"    {KEY}scheduler: wrrr\n", TWICE)}, "base/web.yaml:7"),
        ({"base/web.yaml": IN_LIST}, "base/web.yaml:7"),
        ({"base/web.yaml": IN_TEXT}, "base/web.yaml:10"),
        ({ROOT: f"resources: [../base]\n{IN_PATCH}"}, f"{ROOT}:4"),
        ({ROOT: f"resources: [../base]\n{IN_PATCH.replace('patches:', 'patchesJson6902:')}"}, f"{ROOT}:4"),
        ({ROOT: f"resources: [../base]\n{IN_VALUES}"}, f"{ROOT}:7"),
    ],
    ids=["resource", "list", "text", "patch", "older patch", "values"],
)
def test_a_key_twice_in_a_part_is_found(run: Run, tmp_path: Path, files: dict[str, str], place: str) -> None:
    """It is not looked for in documents with ordinary keys, in which there may be texts."""
    write_files(tmp_path, {**SHARED, **files})
    found = json.loads(run("--format", "json", "--select", "duplicate-key", ".").stdout)["findings"]
    assert [f"{one['path']}:{one['line']}" for one in found] == [place]


@pytest.mark.parametrize(
    "operations",
    [
        "- {op: add, value: rr, path: PATH}\n",
        "- {op: replace, value: rr, path: PATH}\n",
        "- {op: copy, from: /metadata/annotations/word, path: PATH}\n",
        "- {op: move, from: /metadata/annotations/word, path: PATH}\n",
    ],
    ids=["add", "replace", "copy", "move"],
)
def test_a_key_that_a_json_patch_writes_is_shown_in_its_path(run: Run, tmp_path: Path, operations: str) -> None:
    wrong = f"{KEY}schedular"
    text = operations.replace("PATH", "/metadata/annotations/" + wrong.replace("/", "~1"))
    there = f"    word: rr\n    {wrong}: wrr\n" if "replace" in text else "    word: rr\n"
    base = BASE.replace(f"    {KEY}scheduler: wrrr\n", there)
    patched = "namespace: prod\nresources: [../base]\npatches: [{target: {kind: Service}, path: p.yaml}]\n"
    write_files(tmp_path, {**SHARED, "base/web.yaml": base, "prod/kustomization.yaml": patched, "prod/p.yaml": text})
    (tmp_path / "dev" / "kustomization.yaml").unlink()
    (found,) = json.loads(run("--format", "json", "--select", "unknown-annotation", ".").stdout)["findings"]
    assert (found["path"], found["line"], found["column"]) == (
        "prod/p.yaml",
        1,
        text.index("/metadata/annotations/serv") + 1,
    )
    assert not found["fixes"]


def test_what_cannot_be_built_offline_is_named(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, {"kustomization.yaml": "resources: [web.yaml]\nhelmCharts: [{name: x}]\n", "web.yaml": BASE})
    assert _places(run) == ["web.yaml:6"]
    assert "x (chart) cannot be built offline, so it is missing in kustomization.yaml" in run("-v", ".").stderr


def test_the_cache_knows_all_files_that_a_build_looked_for(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, PATCHED)
    for step in (
        {},
        {"prod/p.yaml": PATCH.replace("wr", "wrr")},
        {"base/web.yaml": BASE.replace("wrrr", "rr")},
        {"base/kustomization.yml": "resources: []\n"},
        {"base/more.yaml": BASE.replace("web", "api"), "base/kustomization.yaml": "resources: [web.yaml, more.yaml]\n"},
    ):
        write_files(tmp_path, step)
        for _ in range(2):
            assert run("--format", "json", ".").stdout == run("--no-cache", "--format", "json", ".").stdout, step


def test_several_processes_change_nothing(run: Run, tmp_path: Path) -> None:
    for number in range(40):
        write_files(tmp_path, {f"app{number}/{name}": text for name, text in PATCHED.items()})
    arguments = ("--format", "json", "--select", "all", ".")
    plain = run("--no-cache", "--jobs", "1", *arguments)
    assert len(json.loads(plain.stdout)["findings"]) >= 80
    assert run("--no-cache", "--jobs", "3", *arguments).stdout == plain.stdout


def test_standard_input_stands_for_a_file_of_a_build(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, {**SHARED, ".clblint.yaml": "{}\n"})
    done = run("--format", "json", "--stdin-filename", "base/web.yaml", "-", stdin=BASE.replace("wrrr", "rrr"))
    (finding,) = [one for one in json.loads(done.stdout)["findings"] if one["rule"] == RULE]
    assert (finding["path"], finding["line"]) == ("base/web.yaml", 6)
    assert '"rrr"' in finding["message"]
    assert [one["root"] for one in finding["roots"]] == ["dev", "prod"]
    silenced = BASE.replace("  name: web\n", f"  name: web{COMMENT}")
    done = run("--format", "json", "--select", RULE, "--stdin-filename", "base/web.yaml", "-", stdin=silenced)
    assert json.loads(done.stdout)["findings"] == []


@pytest.mark.parametrize("prefix", ["", "./"])
def test_a_kustomization_on_standard_input_builds_what_its_file_builds(run: Run, tmp_path: Path, prefix: str) -> None:
    name, text = f"{prefix}dev/kustomization.yaml", SHARED["dev/kustomization.yaml"]
    text += f"commonAnnotations:\n  {KEY}address-type: Intranet\n"
    write_files(tmp_path, SHARED)
    piped = run("--format", "json", "--context", ".", "--stdin-filename", name, "-", stdin=text)
    mended = run("--fix", "--context", ".", "--stdin-filename", name, "-", stdin=text).stdout
    assert "  built by dev\n" in run("plan", "--context", ".", "--stdin-filename", name, "-", stdin=text).stdout
    write_files(tmp_path, {"dev/kustomization.yaml": text})
    own = run("--format", "json", "--context", ".", "dev/kustomization.yaml")
    said, expected = (json.loads(done.stdout)["findings"] for done in (piped, own))
    assert [finding["message"] for finding in said] == [finding["message"] for finding in expected]
    places = {(finding["path"], finding["object"]) for finding in said}
    assert places == {(name, "dev/Service/d-web"), ("base/web.yaml", "dev/Service/d-web")}
    assert mended == text.replace("Intranet", "intranet")


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "---\n", "apiVersion: kustomize.config.k8s.io/v1beta1\n"])
def test_an_empty_kustomization_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    write_files(tmp_path, {"prod/kustomization.yaml": text})
    done = run("--format", "concise", ".")
    assert done.stdout.startswith("prod/kustomization.yaml:1:1: error kustomization-refused: ")


def test_a_root_that_is_not_built_is_no_cluster(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, {**PATCHED, "prod/p.yaml": PATCH.replace("web", "other")})
    said = run("-v", ".").stderr
    assert "what prod/kustomization.yaml names" in said
    assert "built by dev/kustomization.yaml" in said
    assert "built by prod/kustomization.yaml" not in said


ZERO = {
    "base/kustomization.yaml": "resources: [web.yaml, dep.yaml]\n",
    "base/web.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n"
    "spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}\n",
    "base/dep.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 0\n"
    "  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n",
    "a/kustomization.yaml": "resources: [../base]\npatches: [{path: p.yaml}]\n",
    "a/p.yaml": PATCH.replace("web", "none"),
    "c/kustomization.yaml": "resources: [../base]\n",
    "single/web.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n"
    "spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}\n",
}


@pytest.mark.parametrize("name", ["base/dep.yaml", "base/web.yaml"])
def test_standard_input_is_judged_as_the_file(run: Run, tmp_path: Path, name: str) -> None:
    write_files(tmp_path, ZERO)
    (tmp_path / ".git").mkdir()
    as_file = run("--format", "concise", name)
    piped = run("--format", "concise", "-", "--stdin-filename", name, stdin=ZERO[name])
    assert piped.stdout == as_file.stdout


def test_the_controller_of_a_service_in_an_unbuilt_root_is_unknown(run: Run, tmp_path: Path) -> None:
    patch = "[{op: test, path: /spec/ports/0/port, value: 81}, {op: replace, path: /spec/type, value: NodePort}]"
    root = f"resources: [web.yaml]\npatches: [{{target: {{kind: Service}}, patch: {json.dumps(patch)}}}]\n"
    write_files(tmp_path, {"kustomization.yaml": root, "web.yaml": BASE})
    assert "(1 Service read, 0 become a CLB)" in run().stdout
    assert json.loads(run("--format", "json").stdout)["summary"]["notOurs"] == 0
    unknown = BASE.replace("  type:", "  loadBalancerClass: ${CLASS}\n  type:")
    write_files(tmp_path, {"kustomization.yaml": "resources: []\n", "web.yaml": unknown})
    assert json.loads(run("--format", "json").stdout)["summary"]["notOurs"] == 0
    write_files(tmp_path, {"web.yaml": unknown.replace("${CLASS}", "example.com/other")})
    assert json.loads(run("--format", "json").stdout)["summary"]["notOurs"] == 1
