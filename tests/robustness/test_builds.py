"""Kustomizations that are large, deep or hostile: bounded work, and one clear line or finding for each fault."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING

import pytest

from clblint.config.model import no_config
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.plugins.manager import load_plugins
from tests.effort import lines_run
from tests.files import write_large

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from clblint.lint.rule import Rule
    from tests.robustness.conftest import Clblint

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, FIFOs and devices as on POSIX")

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
FOUND = "int-zero-ignored"
MEMORY = ("prlimit", "--as=1500000000")  # bytes
SIZES = (60, 120)
MOST = 2.2  # times the work for twice the input
SERVICE = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}established-timeout: "0"
spec:
  type: LoadBalancer
  selector: {{app: web}}
  ports: [{{port: 80}}]
"""

Files = dict[str, str]


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(load_plugins().rules)


def _overlays(count: int) -> Files:
    files = {"base/kustomization.yaml": "resources: [svc.yaml]\n", "base/svc.yaml": SERVICE}
    return files | {f"o{i}/kustomization.yaml": f"namePrefix: p{i}-\nresources: [../base]\n" for i in range(count)}


def _of_one_cluster(count: int) -> Files:
    """Many roots, all with an object of the same name."""
    return {name: text.replace("namePrefix", "#") for name, text in _overlays(count).items()}


def _harmed_overlays(count: int) -> Files:
    """Overlays that each forbid the fix of one of the Services in the base."""
    patch = (
        "patches:\n- target: {{kind: Service, name: s{0}}}\n  patch: |-\n    - op: test\n"
        "      path: /metadata/annotations/{1}established-timeout\n      value: '0'\n"
    )
    pointer = KEY.replace("/", "~1")
    files = {f"base/s{i}.yaml": SERVICE.replace("name: web", f"name: s{i}") for i in range(5)}
    files["base/kustomization.yaml"] = f"resources: [{', '.join(f's{i}.yaml' for i in range(5))}]\n"
    for i in range(count):
        files[f"o{i}/kustomization.yaml"] = f"resources: [../base]\n{patch.format(i % 5, pointer)}"
    return files


def _layers(count: int) -> Files:
    files = {"l0/kustomization.yaml": "resources: [svc.yaml]\n", "l0/svc.yaml": SERVICE}
    count //= 6  # the longest names that Kubernetes knows have no more
    return files | {f"l{i}/kustomization.yaml": f"resources: [../l{i - 1}]\nnamePrefix: p\n" for i in range(1, count)}


def _components(count: int) -> Files:
    component = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncommonAnnotations: {a: b}\n"
    files = {f"c{i}/kustomization.yaml": component.replace("a: b", f"a{i}: b") for i in range(count)}
    names = ", ".join(f"../c{i}" for i in range(count))
    return {**files, "o/kustomization.yaml": f"resources: [svc.yaml]\ncomponents: [{names}]\n", "o/svc.yaml": SERVICE}


def _patches(count: int) -> Files:
    patch = "- patch: |-\n    {{apiVersion: v1, kind: Service, metadata: {{name: web, annotations: {{a{}: x}}}}}}\n"
    patches = "".join(map(patch.format, range(count)))
    return {"o/kustomization.yaml": f"resources: [svc.yaml]\npatches:\n{patches}", "o/svc.yaml": SERVICE}


def _operations(count: int) -> Files:
    steps = "".join(f"    - {{op: add, path: /metadata/annotations/a{i}, value: x}}\n" for i in range(count))
    text = f"resources: [svc.yaml]\npatches:\n- target: {{kind: Service}}\n  patch: |-\n{steps}"
    return {"o/kustomization.yaml": text, "o/svc.yaml": SERVICE}


def _objects(count: int) -> Files:
    text = "---\n".join(SERVICE.replace("name: web", f"name: web{i}") for i in range(count))
    return {"o/kustomization.yaml": "namePrefix: p-\nresources: [svc.yaml]\n", "o/svc.yaml": text}


def _refused(count: int) -> Files:
    """Roots that are refused, so that their files are judged where they are."""
    files = _overlays(count)
    return {name: text.replace("[../base]", "[../base, gone.yaml]") for name, text in files.items()}


def _checked(files: Files) -> int:
    """How many lines of Python a check takes; the fixes are tried, too."""
    settings = WorkerSettings(_rules(), no_config().cluster, edits=True)
    found = lint([Input(name) for name in sorted(files)], lambda: settings, lambda name: files[name].encode())
    assert FOUND in {one.rule for one in found.findings}
    return lines_run(
        lambda: lint([Input(name) for name in sorted(files)], lambda: settings, lambda name: files[name].encode())
    )


@pytest.mark.whole
@pytest.mark.parametrize(
    "tree",
    [
        _overlays, _of_one_cluster, _harmed_overlays, _layers, _components, _patches, _operations, _objects, _refused,
    ],
)  # fmt: skip
def test_twice_as_much_takes_twice_as_long(
    tree: Callable[[int], Files], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small, large = (_checked(tree(size)) for size in SIZES)
    assert large < MOST * small


def _json(project: Clblint, *arguments: str) -> list[tuple[str, str]]:
    """The rule and the path of what is found; nothing else is said."""
    ran = project.run("--format", "json", *arguments, before=MEMORY)
    assert ran.err == ""
    return [(one["rule"], one["path"]) for one in json.loads(ran.out)["findings"]]


def _write(project: Clblint, files: Files) -> None:
    project.folder.joinpath("web.yaml").unlink()
    for name, text in files.items():
        project.write(name, text)


def _doubling() -> Files:
    """Twenty layers, each of which takes the one below twice: a million Services."""
    files = {"l0/kustomization.yaml": "resources: [svc.yaml]\n", "l0/svc.yaml": SERVICE}
    for i in range(1, 21):
        files[f"l{i}/kustomization.yaml"] = "resources: [a, b]\n"
        files |= {f"l{i}/{x}/kustomization.yaml": f"resources: [../../l{i - 1}]\nnamePrefix: {x}\n" for x in "ab"}
    return files


LARGE = {
    "a base of 1,000 overlays": _overlays(1000),
    "twenty layers": _layers(126),
    "10,000 patches": _patches(10_000),
    "10,000 operations": _operations(10_000),
    "layers that double": _doubling(),
}


@pytest.mark.whole
@pytest.mark.parametrize("files", LARGE.values(), ids=LARGE)
def test_a_large_tree_is_checked_in_bounded_memory(project: Clblint, files: Files) -> None:
    _write(project, files)
    (path,) = (name for name, text in files.items() if text == SERVICE)
    assert _json(project, "--select", FOUND) == [(FOUND, path)]


CYCLES = {
    "itself": {"a/kustomization.yaml": "resources: [svc.yaml, .]\n"},
    "two": {
        "a/kustomization.yaml": "resources: [svc.yaml, ../b]\n",
        "b/kustomization.yaml": "resources: [../a]\n",
    },
    "from a root": {
        "a/kustomization.yaml": "resources: [svc.yaml, ../b]\n",
        "b/kustomization.yaml": "resources: [../c]\n",
        "c/kustomization.yaml": "resources: [../b]\n",
    },
    "by the folder above": {
        "a/kustomization.yaml": "resources: [svc.yaml, ..]\n",
        "kustomization.yaml": "resources: [a]\n",
    },
}  # fmt: skip


@pytest.mark.parametrize("files", CYCLES.values(), ids=CYCLES)
def test_a_cycle_is_refused_and_files_are_judged_where_they_are(project: Clblint, files: Files) -> None:
    _write(project, {**files, "a/svc.yaml": SERVICE})
    found = _json(project, "--select", f"{FOUND},kustomization-refused")
    assert (FOUND, "a/svc.yaml") in found
    assert len([rule for rule, _ in found if rule == FOUND]) == 1
    assert len(found) == len(set(found))


NO_NAMES = (
    'resources: [svc.yaml, "a\\0b"]\n',
    'resources: [svc.yaml]\ncomponents: ["a\\0"]\n',
    'resources: [svc.yaml]\nconfigMapGenerator: [{name: a, files: ["\\0"]}]\n',
)


@pytest.mark.parametrize("text", NO_NAMES)
def test_a_name_that_no_file_can_have_is_that_of_a_missing_file(project: Clblint, text: str) -> None:
    _write(project, {"a/kustomization.yaml": text, "a/svc.yaml": SERVICE})
    found = _json(project, "--select", f"{FOUND},kustomization-refused")
    assert found == [("kustomization-refused", "a/kustomization.yaml"), (FOUND, "a/svc.yaml")]


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _outside(path: Path) -> None:
    elsewhere = path.parent.parent.parent / "elsewhere"
    elsewhere.write_text(SERVICE.replace("web", "SECRET"))
    path.symlink_to(elsewhere)


def _binary(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00\x01" * 1000)


def _deep(path: Path) -> None:
    path.write_text("{a: " * 5000 + "}" * 5000)


def _bomb(path: Path) -> None:
    """Aliases of aliases: 9 to the 9th values."""
    lines = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9) if i else 'x'}]" for i in range(10)]
    path.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" + "\n".join(lines) + "\n")


USES = {
    "resource": "resources: [svc.yaml, odd]\n",
    "patch": "resources: [svc.yaml]\npatches: [{path: odd}]\n",
    "old patch": "resources: [svc.yaml]\npatchesStrategicMerge: [odd]\n",
    "data": "resources: [svc.yaml]\nconfigMapGenerator: [{name: a, files: [odd]}]\n",
    "variables": "resources: [svc.yaml]\nconfigMapGenerator: [{name: a, envs: [odd]}]\n",
    "configuration": "resources: [svc.yaml]\nconfigurations: [odd]\n",
    "replacement": "resources: [svc.yaml]\nreplacements: [{path: odd}]\n",
}


@pytest.mark.whole
@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize("make", [_fifo, _device, _outside, _binary, _deep, write_large, _bomb])
def test_what_a_kustomization_names_may_be_anything(project: Clblint, make: Callable[[Path], None], use: str) -> None:
    _write(project, {"a/kustomization.yaml": use, "a/svc.yaml": SERVICE})
    make(project.folder / "a" / "odd")
    ran = project.run("--format", "concise", "-v", before=MEMORY)
    assert ran.code in {0, 1}
    assert f" {FOUND}: " in ran.out
    assert "SECRET" not in ran.out + ran.err
    said = [row for row in ran.err.splitlines() if "odd" in row or "not built" in row]
    assert len(said) <= 2


@pytest.mark.whole
@pytest.mark.parametrize("make", [_fifo, _device, _outside, _binary, _deep, write_large, _bomb])
def test_a_kustomization_may_be_anything(project: Clblint, make: Callable[[Path], None]) -> None:
    _write(
        project, {"b/svc.yaml": SERVICE, "b/kustomization.yaml": "resources: [svc.yaml, ../a]\n", "a/svc.yaml": SERVICE}
    )
    make(project.folder / "a" / "kustomization.yaml")
    ran = project.run("--format", "concise", "--select", FOUND, before=MEMORY)
    assert ran.code in {1, 2}
    assert sorted(row.partition(":")[0] for row in ran.out.splitlines()) == ["a/svc.yaml", "b/svc.yaml"]
    assert len(ran.err.splitlines()) <= 1
    assert "SECRET" not in ran.out + ran.err
