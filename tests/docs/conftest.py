"""A project in which the commands of the documents make sense."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from clblint.inventory import answers
from tests.diagnose.snapshots import recorded
from tests.docs.samples import ROOT

# Programs that are not ours and do nothing here; those that print manifests print these.
SILENT = ("docker", "pip", "pre-commit")
MANIFESTS = ("helm", "kustomize")


class Project:
    """A repository with clean manifests, and the programs that the documents call on its path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self._programs = folder / "programs"
        self._programs.mkdir()
        for name in ("manifests", "deploy"):
            (self.folder / name).mkdir(parents=True)
        shutil.copy(ROOT / "examples" / "clean.yaml", self.folder / "manifests" / "web.yaml")
        (self.folder / "deploy" / "web.yaml").write_text("apiVersion: v1\nkind: ConfigMap\n", encoding="utf-8")
        self._snapshot()
        for name in SILENT:
            self._program(name, "exit 0\n")
        for name in MANIFESTS:
            self._program(name, "cat manifests/web.yaml\n")
        answered = "".join(f"{name}) echo {text!r} ;;\n" for name, text in printed())
        self._program("aliyun", f'case "$2" in\n{answered}*) exit 1 ;;\nesac\n')
        self.run(
            "git init -q -b main && git add . && git commit -qm all && git update-ref refs/remotes/origin/main HEAD"
        )

    def _snapshot(self) -> None:
        """Write a snapshot of a healthy cluster, which nobody commits."""
        healthy = recorded()["healthy-plain"]["files"]["cluster.json"]
        lease = next(item for item in json.loads(healthy)["items"] if item["kind"] == "Lease")
        (self.folder / "snapshot.json").write_text(healthy, encoding="utf-8")
        (self.folder / "lease.json").write_text(json.dumps(lease), encoding="utf-8")
        (self.folder / ".gitignore").write_text("/*.json\n", encoding="utf-8")

    def export(self) -> None:
        """Write an inventory."""
        (self.folder / "clbs").mkdir()
        (self.folder / "clbs" / "balancers.json").write_text(dict(printed())["DescribeLoadBalancers"], encoding="utf-8")

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """Run a script as a reader would who copies it."""
        path = [str(self._programs), str(Path(sys.executable).parent), os.environ["PATH"]]
        settings = {"GIT_CONFIG_GLOBAL": os.devnull, "CLBLINT_CACHE_DIR": str(self._programs / "cache")}
        for who in ("AUTHOR", "COMMITTER"):
            settings |= {f"GIT_{who}_NAME": "a", f"GIT_{who}_EMAIL": "a@example.com"}
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],  # noqa: S607 - the reader's shell
            cwd=self.folder,
            env={**os.environ, **settings, "PATH": os.pathsep.join(path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            encoding="utf-8",
        )

    def _program(self, name: str, script: str) -> None:
        path = self._programs / name
        path.write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
        path.chmod(0o755)


def printed() -> list[tuple[str, str]]:
    """Give every call whose answer is read, with an answer: a list of nothing, or one thing."""
    calls = [value for value in vars(answers).values() if isinstance(value, answers.CliCall) and value.name]
    found = []
    for call in calls:
        answer: object = []
        for key in reversed(call.path):
            answer = {key: answer}
        found.append((call.name, json.dumps(answer if call.path else {call.identity[0]: "lb-bp1example"})))
    return found


@pytest.fixture
def project(tmp_path: Path, _processes: None) -> Project:
    """Make the project."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    return Project(tmp_path)
