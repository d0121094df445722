"""Suppressions, `--add-ignore` and baselines where kustomizations build what is judged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
RULE = "invalid-annotation-value"
WRONG = f"{KEY}scheduler: foo\n"
TIMEOUT = f"{KEY}established-timeout: '5'\n"
SPEC = "spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}\n"
HEAD = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n"
PATCH = HEAD + "  annotations:\n"
IGNORE, OBJECT = f"# clblint: ignore[{RULE}] why\n", f"# clblint: ignore-object[{RULE}] why\n"
ANNOTATION = f"clblint.io/ignore: {RULE}\n    clblint.io/ignore-reason: why\n"
OPERATIONS = "".join(
    f"    - {{op: add, path: /metadata/annotations/clblint.io~1{key}, value: {value}}}\n"
    for key, value in (("ignore", RULE), ("ignore-reason", "why"))
)
SELECTED = ("--select", f"{RULE},suppressions", "--format", "json")

Files = dict[str, str]


def _inline(*lines: str) -> str:
    """A patch as a text of a kustomization."""
    text = PATCH + "".join(f"    {line}" for line in lines)
    return "- patch: |-\n" + "".join(f"    {line}\n" for line in text.splitlines())


def _tree(service: str, **overlays: str) -> Files:
    """A base with a Service, and overlays of these names, with further fields."""
    tree = {"base/kustomization.yaml": "resources: [svc.yaml]\n", "base/svc.yaml": service}
    for name, more in overlays.items():
        tree[f"{name}/kustomization.yaml"] = f"namePrefix: {name}-\nresources: [../base]\n{more}"
    return tree


def _write(files: Files, folder: Path) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())


def _said(run: Run, *arguments: str) -> list[tuple[str, list[str]]]:
    """The place of each finding, and the objects that it is about."""
    done = run(*SELECTED, *arguments)
    assert done.returncode in {0, 1}, done.stderr
    return [_row(one) for one in json.loads(done.stdout)["findings"]]


def _row(finding: dict[str, Any]) -> tuple[str, list[str]]:
    return f"{finding['path']}:{finding['line']}", [one["object"] for one in finding["roots"]]


BOTH = ["Service/a-web", "Service/b-web"]
BASE = PATCH + f"    {WRONG}" + SPEC
CASES = {
    "none": (_tree(BASE, a="", b=""), [("base/svc.yaml:6", BOTH)]),
    "on the line": (_tree(BASE.replace("foo\n", f"foo  {IGNORE}"), a="", b=""), []),
    "the object": (_tree(OBJECT + BASE, a="", b=""), []),
    "the file": (_tree(OBJECT.replace("-object", "-file") + BASE, a="", b=""), []),
    "the object, where a patch has the value": (
        _tree(OBJECT + HEAD + SPEC, a="patches:\n" + _inline(WRONG)),
        [],
    ),
    "the annotation of the object": (
        _tree(PATCH + f"    {ANNOTATION}    {WRONG}{SPEC}", a="", b=""),
        [],
    ),
    "the annotation of an inline patch": (
        _tree(HEAD + SPEC, a="patches:\n" + _inline(WRONG, *ANNOTATION.replace("    ", "").splitlines(keepends=True))),
        [],
    ),
    "the annotation of an operation, for the root that has it": (
        _tree(BASE, a=f"patches:\n- target: {{kind: Service}}\n  patch: |-\n{OPERATIONS}", b=""),
        [("base/svc.yaml:6", ["Service/b-web"])],
    ),
    "the annotation that all objects get": (
        _tree(BASE, a=f"commonAnnotations: {{clblint.io/ignore: {RULE}, clblint.io/ignore-reason: why}}\n"),
        [],
    ),
    "in an inline patch": (_tree(HEAD + SPEC, a="patches:\n" + _inline(IGNORE, WRONG), b=""), []),
    "an inline patch": (
        _tree(HEAD + SPEC, a="patches:\n" + _inline(OBJECT, WRONG) + _inline(TIMEOUT)),
        [("a/kustomization.yaml:18", ["Service/a-web"])],
    ),
    "above an inline patch": (_tree(HEAD + SPEC, a=OBJECT + "patches:\n" + _inline(WRONG), b=""), []),
    "for one of two patches": (
        _tree(HEAD + SPEC, a="patches:\n" + _inline(IGNORE, WRONG), b="patches:\n" + _inline(WRONG)),
        [("b/kustomization.yaml:10", ["Service/b-web"])],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "said"), CASES.values(), ids=CASES)
def test_a_suppression_counts_where_the_value_and_where_the_object_stands(
    run: Run, tmp_path: Path, files: Files, said: list[tuple[str, list[str]]]
) -> None:
    _write(files, tmp_path)
    assert _said(run) == said


def test_a_fault_in_an_annotation_of_a_kustomization_is_reported_once(run: Run, tmp_path: Path) -> None:
    tree = _tree(BASE, a="", b="")
    tree["base/kustomization.yaml"] += "commonAnnotations:\n  clblint.io/ignore: nope\n"
    _write(tree | {".clblint.yaml": "{}\n"}, tmp_path)
    select = ("--select", "suppressions", "--format", "concise")
    wanted = [
        "base/kustomization.yaml:3:3: warning unexplained-suppression",
        "base/kustomization.yaml:3:22: warning unk",
    ]
    said = run(*select, ".").stdout.splitlines()
    assert [line.startswith(start) for line, start in zip(said, wanted, strict=True)] == [True, True]
    assert run(*select, "a", "base/svc.yaml").stdout == ""  # nobody has named that file


QUOTED = f"patches:\n- patch: {json.dumps(PATCH + '    ' + WRONG)}\n"
JSON = (
    'patches:\n- target: {kind: Service}\n  patch: |-\n    [\n      {"op": "add", "path": "/metadata/annotations", '
    f'"value":\n       {{"{KEY}scheduler": "foo"}}}}\n    ]\n'
)
WRITTEN = {
    "base": (_tree(BASE, a="", b=""), "base/svc.yaml", f"    {IGNORE}    {WRONG}"),
    "inline": (_tree(HEAD + SPEC, a="patches:\n" + _inline(WRONG)), "a/kustomization.yaml", f"        {IGNORE}       "),
    "quoted": (_tree(HEAD + SPEC, a=QUOTED), "a/kustomization.yaml", f"{IGNORE}- patch: "),
    "json": (_tree(HEAD + SPEC, a=JSON), "a/kustomization.yaml", f"{OBJECT}namePrefix: a-\n"),
}  # fmt: skip


@pytest.mark.parametrize(("files", "path", "text"), WRITTEN.values(), ids=WRITTEN)
def test_add_ignore_writes_where_the_value_stands(run: Run, tmp_path: Path, files: Files, path: str, text: str) -> None:
    _write(files, tmp_path)
    assert len(_said(run)) == 1
    done = run(*SELECTED, "--add-ignore", "why")
    assert (done.returncode, done.stderr) == (0, f"clblint: {path}: comments written: 1\n")
    assert text in (tmp_path / path).read_text()
    assert [name for name in files if (tmp_path / name).read_text() != files[name]] == [path]
    assert _said(run) == []


def test_a_baseline_knows_objects_as_they_are_built(run: Run, tmp_path: Path) -> None:
    _write(_tree(BASE, a="", b=""), tmp_path)
    assert run("baseline", "known.json", "--select", RULE).returncode == 0
    rows = json.loads((tmp_path / "known.json").read_text())["findings"]
    assert [(row["object"], row["file"], row["count"]) for row in rows] == [(name, "base/svc.yaml", 1) for name in BOTH]
    assert _said(run, "--baseline", "known.json") == []
    # Another overlay has the fault for the first time; what the first two have is still known.
    _write(_tree(BASE, a="", aa="", b=""), tmp_path)
    assert _said(run, "--baseline", "known.json") == [("base/svc.yaml:6", ["Service/aa-web"])]


def test_a_baseline_knows_equal_objects_of_several_roots_by_their_number(run: Run, tmp_path: Path) -> None:
    tree = {name: text.replace("namePrefix", "#") for name, text in _tree(BASE, a="", b="").items()}
    _write(tree, tmp_path)
    assert run("baseline", "known.json", "--select", RULE).returncode == 0
    (row,) = json.loads((tmp_path / "known.json").read_text())["findings"]
    assert (row["object"], row["count"]) == ("Service/web", 2)
    assert _said(run, "--baseline", "known.json") == []
    _write({"c/kustomization.yaml": "resources: [../base]\n"}, tmp_path)
    assert _said(run, "--baseline", "known.json") == [("base/svc.yaml:6", ["Service/web"])]


def test_what_is_gone_is_gone_for_each_object(run: Run, tmp_path: Path) -> None:
    _write(_tree(BASE, a="", b=""), tmp_path)
    run("baseline", "known.json", "--select", RULE)
    _write(_tree(BASE, a="", b="patches:\n" + _inline(WRONG.replace("foo", "rr"))), tmp_path)
    done = run(*SELECTED, "--baseline", "known.json")
    summary = json.loads(done.stdout)["summary"]
    assert (summary["baselined"], summary["gone"]) == (1, 1)
