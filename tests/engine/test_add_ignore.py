"""`--add-ignore`: comments where they can stand, and not a byte beside them."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.source.document import read_documents
from clblint.source.text import Source
from clblint.source.walk import to_json
from tests.recorded.files import CORPUS

if TYPE_CHECKING:
    from .conftest import Run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RULE = "public-by-default"  # at the name of a Service
HEAD = "apiVersion: v1\nkind: Service\n"
TAIL = "spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}\n"
C = f"# clblint: ignore[{RULE}] known"

# A manifest, and what becomes of it.
PLACES = {
    "above a line": (f"{HEAD}metadata:\n  name: web\n{TAIL}", f"{HEAD}metadata:\n  {C}\n  name: web\n{TAIL}"),
    "above the first line": (
        f"metadata: {{name: web}}\n{HEAD}{TAIL}",
        f"{C}\nmetadata: {{name: web}}\n{HEAD}{TAIL}",
    ),
    "with a byte order mark": (
        f"\ufeffmetadata: {{name: web}}\n{HEAD}{TAIL}",
        f"\ufeff{C}\nmetadata: {{name: web}}\n{HEAD}{TAIL}",
    ),
    "behind a separator": (
        f"kind: A\n---\nmetadata: {{name: web}}\n{HEAD}{TAIL}",
        f"kind: A\n---\n{C}\nmetadata: {{name: web}}\n{HEAD}{TAIL}",
    ),
    "above the last line, which has no end": (
        f"{HEAD}{TAIL}metadata: {{name: web}}",
        f"{HEAD}{TAIL}{C}\nmetadata: {{name: web}}",
    ),
    "the only line, which has no end": (
        "{kind: Service, apiVersion: v1, metadata: {name: web}, spec: {type: LoadBalancer, ports: [{port: 80}]}}",
        (
            f"{C}\n"
            "{kind: Service, apiVersion: v1, metadata: {name: web}, spec: {type: LoadBalancer, ports: [{port: 80}]}}"
        ),
    ),
    "in brackets": (
        f"{HEAD}metadata: {{\n  labels: {{}},\n   name: web}}\n{TAIL}",
        f"{HEAD}metadata: {{\n  labels: {{}},\n   {C}\n   name: web}}\n{TAIL}",
    ),
    "behind a block": (
        f"{HEAD}metadata:\n  annotations:\n    a: |+\n      x\n\n  name: web\n{TAIL}",
        f"{HEAD}metadata:\n  annotations:\n    a: |+\n      x\n\n  {C}\n  name: web\n{TAIL}",
    ),
    "at the end of a line that begins inside a value": (
        f'{HEAD}metadata: {{labels: {{a: "x\n  y"}}, name: web}}  # here\n{TAIL}',
        f'{HEAD}metadata: {{labels: {{a: "x\n  y"}}, name: web}}  # here  {C}\n{TAIL}',
    ),
    "the object, where a line begins and ends inside values": (
        f'{HEAD}metadata: {{labels: {{a: "x\n  y"}}, name: web, annotations: {{b: "x\n  y"}}}}\n{TAIL}',
        (
            f"# clblint: ignore-object[{RULE}] known\n"
            f'{HEAD}metadata: {{labels: {{a: "x\n  y"}}, name: web, annotations: {{b: "x\n  y"}}}}\n{TAIL}'
        ),
    ),
    "an item of a list": (
        (
            "apiVersion: v1\nkind: List\nitems:\n- kind: Service\n  apiVersion: v1\n"
            '  metadata: {labels: {a: "x\n    y"}, name: web, annotations: {b: "x\n    y"}}\n'
            "  spec: {type: LoadBalancer, ports: [{port: 80}]}\n"
        ),
        (
            f"apiVersion: v1\nkind: List\nitems:\n# clblint: ignore-object[{RULE}] known\n- kind: Service\n"
            '  apiVersion: v1\n  metadata: {labels: {a: "x\n    y"}, name: web, annotations: {b: "x\n    y"}}\n'
            "  spec: {type: LoadBalancer, ports: [{port: 80}]}\n"
        ),
    ),
    "below another suppression": (
        f"{HEAD}# clblint: ignore[yaml-syntax] x\nmetadata: {{name: web}}\n{TAIL}",
        f"{HEAD}# clblint: ignore[yaml-syntax] x\n{C}\nmetadata: {{name: web}}\n{TAIL}",
    ),
    "above an anchor": (f"{HEAD}metadata: &m\n  name: web\n{TAIL}", f"{HEAD}metadata: &m\n  {C}\n  name: web\n{TAIL}"),
}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(("before", "after"), PLACES.values(), ids=PLACES)
def test_add_ignore_writes_each_comment_in_its_place_once(
    run: Run, tmp_path: Path, before: str, after: str, end: str
) -> None:
    """Byte for byte; and a second time nothing is left to do."""
    if end == "\r" and "---" in before:
        pytest.skip("kubectl sees no separator without a line feed")
    (tmp_path / "a.yaml").write_bytes(before.replace("\n", end).encode())
    arguments = ("--select", f"{RULE},suppressions", "--add-ignore", "known", "a.yaml")
    expected = after.replace("\n", end if "\n" in before else "\n").encode()
    for _ in range(2):
        done = run(*arguments)
        assert done.returncode == 0
        assert (tmp_path / "a.yaml").read_bytes() == expected
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_add_ignore_keeps_the_encoding(run: Run, tmp_path: Path, encoding: str) -> None:
    before, after = (f"\ufeff{text}" for text in PLACES["above a line"])
    (tmp_path / "a.yaml").write_bytes(before.encode(encoding))
    run("--select", RULE, "--add-ignore", "known", "a.yaml")
    assert (tmp_path / "a.yaml").read_bytes().decode(encoding) == after


def test_findings_of_a_line_share_a_comment(run: Run, tmp_path: Path) -> None:
    spec = "spec: {type: LoadBalancer, externalTrafficPolicy: Local, selector: {app: web}, ports: [{port: 80}]}\n"
    (tmp_path / "a.yaml").write_text(f"{HEAD}metadata: {{name: web}}\n{spec}")
    done = run("--select", "local-without-wrr,local-in-cluster-access", "--add-ignore", "known", "a.yaml")
    line = (tmp_path / "a.yaml").read_text().split("\n")[3]
    assert line == "# clblint: ignore[local-in-cluster-access,local-without-wrr] known"
    assert done.stderr == "clblint: a.yaml: comments written: 1\n"
    assert "nothing to report, 2 suppressed" in done.stdout


# Files with a document that cannot be read, and why nothing is written.
UNREADABLE = {
    "the only document": (b"# a\nkind: A\na: [1\n", "it cannot be read as YAML"),
    "beside one that can be": (
        f"{HEAD}metadata: {{name: web}}\n{TAIL}---\na: [1\n".encode(),
        "it cannot be read as YAML",
    ),
    "a NUL byte": (b"kind: A\na: \0\n", "the file holds bytes that are no text"),
    "a NUL byte in UTF-16": ("\ufeffkind: A\na: \0\n".encode("utf-16-le"), "the file holds bytes that are no text"),
}


@pytest.mark.parametrize(("data", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_yaml_that_cannot_be_read(run: Run, tmp_path: Path, data: bytes, said: str) -> None:
    """It is to be mended, not silenced."""
    (tmp_path / "a.yaml").write_bytes(data)
    done = run("--add-ignore", "a sample", "a.yaml")
    assert done.returncode == 1
    assert done.stderr == (
        f"clblint: a.yaml: cannot write a comment: {said}; see docs/suppressions.md for other ways\n"
    )
    assert (tmp_path / "a.yaml").read_bytes() == data
    assert "yaml-syntax" in done.stdout


def test_a_document_beside_one_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    """What is found in the others can be ignored where the syntax is not what is reported."""
    before, after = PLACES["above a line"]
    (tmp_path / "a.yaml").write_text(f"{before}---\na: [1\n")
    assert run("--select", RULE, "--add-ignore", "known", "a.yaml").stderr == "clblint: a.yaml: comments written: 1\n"
    assert (tmp_path / "a.yaml").read_text() == f"{after}---\na: [1\n"


def test_something_that_is_gone(run: Run, tmp_path: Path) -> None:
    """What is said of a Service that is deleted is ignored for the file that stands for it."""
    for name, text in (("old", f"{HEAD}metadata: {{name: web}}\n{TAIL}"), ("new", "kind: A\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.yaml").write_text(text)
    arguments = ("--against", "./old", "--select", "changes,suppressions", "new")
    assert run(*arguments, "--add-ignore", "retired").returncode == 0
    assert (tmp_path / "new" / "a.yaml").read_text() == "# clblint: ignore-file[service-removed] retired\nkind: A\n"
    assert run(*arguments).returncode == 0


SERVICE = {
    "apiVersion": "v1",
    "kind": "Service",
    "metadata": {"name": "web"},
    "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]},
}
# A file that no comment can be written to, and why.
REFUSED = {
    "JSON": ("a.json", json.dumps(SERVICE).encode(), "JSON has no comments"),
    "JSON by its content": ("a.yaml", json.dumps(SERVICE).encode(), "JSON has no comments"),
    "bytes that are no text": (
        "a.yaml",
        f"{HEAD}metadata: {{name: web}} # ".encode() + b"\xff\n" + TAIL.encode(),
        "the file holds bytes that are no text",
    ),
}


@pytest.mark.parametrize(("name", "data", "said"), REFUSED.values(), ids=REFUSED)
def test_add_ignore_leaves_a_file_alone_where_no_comment_can_be_written(
    run: Run, tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    """One line says why, the file stays as it is, and the finding is reported."""
    (tmp_path / name).write_bytes(data)
    done = run("--select", RULE, "--add-ignore", "known", name)
    assert done.returncode == 0
    assert done.stderr == (
        f"clblint: {name}: cannot write a comment: {said}; see docs/suppressions.md for other ways\n"
    )
    assert (tmp_path / name).read_bytes() == data
    assert RULE in done.stdout


def test_standard_input_and_the_configuration_are_not_written(run: Run, tmp_path: Path) -> None:
    config = "cluster: {ccm-version: v1.9.3.239-g40d97e1-aliyun}\n"
    (tmp_path / ".clblint.yaml").write_text(config)
    done = run("--select", f"{RULE},ccm-no-events", "--add-ignore", "k", "-", stdin=PLACES["above a line"][0])
    said = [line.split(": ")[1:4] for line in done.stderr.splitlines()]
    why = "it is no file of manifests; see docs/suppressions.md for other ways"
    assert said == [[name, "cannot write a comment", why] for name in ("-", ".clblint.yaml")]
    assert (tmp_path / ".clblint.yaml").read_text() == config


def test_findings_about_suppressions_are_not_suppressed(run: Run, tmp_path: Path) -> None:
    """A suppression without a reason wants a reason, not another suppression."""
    text = f"{HEAD}metadata: {{name: web}}  # clblint: ignore[{RULE}]\n{TAIL}"
    (tmp_path / "a.yaml").write_text(text)
    done = run("--select", f"{RULE},suppressions", "--add-ignore", "known", "a.yaml")
    assert done.returncode == 1
    assert (tmp_path / "a.yaml").read_text() == text


@pytest.mark.parametrize("reason", ["", " ", "...", "a\nb", "a\x1b[31m"])
def test_a_reason_is_a_line_of_text(run: Run, tmp_path: Path, reason: str) -> None:
    (tmp_path / "a.yaml").write_text(PLACES["above a line"][0])
    done = run("--add-ignore", reason, "a.yaml")
    assert done.returncode == 2
    assert "needs a one-line reason" in done.stderr
    assert (tmp_path / "a.yaml").read_text() == PLACES["above a line"][0]


def test_links_and_permissions_stay(run: Run, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "a.yaml"
    real.write_text(PLACES["above a line"][0])
    real.chmod(0o640)
    (tmp_path / "a.yaml").symlink_to(real)
    run("--select", RULE, "--add-ignore", "known", "a.yaml")
    assert (tmp_path / "a.yaml").is_symlink()
    assert (real.read_text(), real.stat().st_mode & 0o777) == (PLACES["above a line"][1], 0o640)
    assert sorted(os.listdir(tmp_path / "real")) == ["a.yaml"]


def values(path: Path) -> list[object]:
    """What the documents of a file hold, with the faults of those that cannot be read."""
    documents = read_documents(Source(path.name, path.read_bytes()))
    return [one.fault.message if one.fault else one.root and repr(to_json(one.root)) for one in documents]


@pytest.mark.parametrize(
    "tree", [EXAMPLES, CORPUS / "alibaba", CORPUS / "alibaba_blocks", CORPUS / "general"], ids=lambda tree: tree.name
)
def test_real_manifests(run: Run, tmp_path: Path, tree: Path) -> None:
    """After it a run is clean but for what cannot be read, and a second time changes nothing."""
    if not tree.is_dir():
        pytest.skip(f"other people's manifests: {tree} is not there (CLBLINT_CORPUS)")
    copy = tmp_path / "copy"
    shutil.copytree(tree, copy)
    (copy / ".clblint.yaml").write_text("{}\n")
    before = {path: values(path) for path in copy.rglob("*.y*ml")}
    arguments = ("--format", "json", "--fail-on", "note", "--select", "all", ".")
    assert run(*arguments, cwd=copy).returncode == 1
    done = run("--add-ignore", "known for long", *arguments, cwd=copy)
    assert done.returncode in {0, 1}, done.stderr
    left = json.loads(done.stdout)["findings"]
    refused = {line.split(": ")[1] for line in done.stderr.splitlines() if "cannot write" in line}
    assert {one["path"] for one in left} == refused
    unreadable = {one["path"] for one in left if one["rule"] == "yaml-syntax"}
    assert {path.rpartition(".")[2] for path in refused - unreadable} <= {"json"}
    written = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    again = run("--add-ignore", "known for long", *arguments, cwd=copy)
    keys = [one["fingerprint"] for one in json.loads(again.stdout)["findings"]]
    assert keys == [one["fingerprint"] for one in left]
    assert {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} == written
    assert {path: values(path) for path in copy.rglob("*.y*ml")} == before
