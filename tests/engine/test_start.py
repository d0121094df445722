"""A run over one manifest starts quickly: costs that one line can bring back, and that nobody would see."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, externalTrafficPolicy: Local, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}
"""
RUN = """
import builtins, sys
compile_it = builtins.compile
def compile(text, *rest, **named):
    if isinstance(text, str):  # modules are bytes
        print("compiled:", text, file=sys.stderr)
    return compile_it(text, *rest, **named)
builtins.compile = compile
from clblint.cli.main import script
script()
"""
MODULES = """
import sys
from clblint.cli.main import main
main()
print(*sys.modules, sep="\\n", file=sys.stderr)
"""
BARE = f"import sys; sys.path[:0] = {sys.path!r}\n{MODULES}"  # for `-S`: what `site` imports is not ours
# Much of the standard library, of which most manifests need nothing.
LIBRARY = {"contextlib", "enum", "functools", "importlib", "re", "typing"}
PLAIN = """\
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector:
    app: web
  ports:
  - name: http-80
    port: 80
  - name: https-443
    port: 443
"""
# For options with a value, syntax errors, doubtful values, misspellings, inventories, kustomizations, rare annotations,
# NLBs, reports in files: not for a Service and a Deployment.
RARE = {
    "argparse", "base64", "copy", "datetime", "difflib", "json", "ruamel.yaml.tokens", "weakref",
    "clblint.balancer.orphaned_resources", "clblint.balancer.values.backend_label", "clblint.balancer.values.tags",
    "clblint.clb.values.forward_port", "clblint.existing", "clblint.files.replace", "clblint.inventory.inventory",
    "clblint.kube.kustomize.patch", "clblint.kube.kustomize.read", "clblint.kube.project.overlays",
    "clblint.nlb.model", "clblint.source.decode", "clblint.source.syntax",
}  # fmt: skip
# Modules of clblint, and of ruamel.yaml; importing them is most of the run.
MOST, MOST_OF_PARSER = 178, 7


def _run(folder: Path, *python: str, manifest: str = MANIFEST) -> str:
    """What Python says in a run that knows the rules, but not the manifest."""
    environment = {**os.environ, "CLBLINT_CACHE_DIR": str(folder / "cache")}
    for name in ("known", "new"):
        (folder / name).mkdir()
        (folder / name / "web.yaml").write_text(manifest, encoding="utf-8")
        command = [sys.executable, *(python if name == "new" else ("-m", "clblint")), "web.yaml"]
        done = subprocess.run(command, cwd=folder / name, env=environment, capture_output=True, text=True, check=False)
        assert "local-without-wrr" in done.stdout
    return done.stderr


@pytest.mark.whole
def test_no_text_is_compiled(tmp_path: Path) -> None:
    """The first call of `compile` makes the classes of all syntax trees: as long as reading ten manifests.

    `typing` calls it for a type that is given as text: a bound of a variable, a parameter of a base class, a field of
    its own named tuple.
    """
    assert "compiled" not in _run(tmp_path, "-c", RUN)


@pytest.mark.whole
def test_rare_modules_are_not_imported(tmp_path: Path) -> None:
    imported = set(_run(tmp_path, "-c", MODULES).splitlines())
    assert "clblint.balancer.model" in imported
    assert not RARE & imported


@pytest.mark.whole
def test_few_modules_are_imported(tmp_path: Path) -> None:
    imported = _run(tmp_path, "-c", MODULES).splitlines()
    assert sum(name.startswith("clblint.") for name in imported) <= MOST
    assert sum(name.startswith("ruamel") for name in imported) <= MOST_OF_PARSER


@pytest.mark.whole
def test_a_plain_manifest_needs_neither_a_parser_nor_much_of_the_standard_library(tmp_path: Path) -> None:
    imported = set(_run(tmp_path, "-S", "-c", BARE, manifest=PLAIN).splitlines())
    assert "clblint.source.lines" in imported
    assert not LIBRARY & imported
    assert not any(name.startswith("ruamel") for name in imported)


@pytest.mark.whole
def test_flow_collections_need_a_parser_but_not_much_of_the_standard_library(tmp_path: Path) -> None:
    imported = set(_run(tmp_path, "-S", "-c", BARE).splitlines())
    assert "clblint.source.event_parser" in imported
    assert not LIBRARY & imported


@pytest.mark.whole
@pytest.mark.skipif(sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1, reason="one process does everything")
def test_processes_are_made_without_much_of_the_standard_library(tmp_path: Path) -> None:
    environment = {**os.environ, "CLBLINT_CACHE_DIR": str(tmp_path / "cache")}
    for folder, count, python in (("known", 1, ("-m", "clblint")), ("new", 120, ("-S", "-c", BARE))):
        (tmp_path / folder).mkdir()
        for number in range(count):
            text = PLAIN.replace("web", f"web-{number}")
            (tmp_path / folder / f"{number}.yaml").write_text(text, encoding="utf-8")
        command = [sys.executable, *python, "."]
        done = subprocess.run(
            command, cwd=tmp_path / folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stdout.count("local-without-wrr") >= count
    imported = set(done.stderr.splitlines())
    assert "clblint.engine.other_processes" in imported
    assert not LIBRARY & imported


BUILDER = (
    "clblint.kube.kustomize.build",
    "clblint.kube.built",
    "clblint.engine.root_builder",
    "clblint.engine.fix_trials",
)
WRONG = MANIFEST.replace(
    "{name: web}", '{name: web, annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: "0"}}', 1
)


@pytest.mark.whole
def test_a_second_run_over_kustomizations_brings_neither_the_builder_nor_the_parser(tmp_path: Path) -> None:
    environment = {**os.environ, "CLBLINT_CACHE_DIR": str(tmp_path / "cache")}
    for name in ("base", "a", "b"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "kustomization.yaml").write_text(f"namePrefix: {name}-\nresources: [../base]\n")
    (tmp_path / "in" / "base" / "kustomization.yaml").write_text("resources: [web.yaml]\n")
    (tmp_path / "in" / "base" / "web.yaml").write_text(WRONG)
    runs = [
        subprocess.run(
            [sys.executable, "-c", MODULES, "in"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        for _ in range(3)
    ]
    brought = [[name for name in run.stderr.splitlines() if name.startswith((*BUILDER, "ruamel"))] for run in runs]
    assert set(BUILDER) <= set(brought[0])
    assert brought[1:] == [[], []]
    assert runs[0].stdout == runs[1].stdout == runs[2].stdout
    assert "edit  " in runs[2].stdout
