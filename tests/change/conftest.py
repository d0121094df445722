"""Git repositories with a load balancer, changed and checked by the real command line."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.files import new_cache
from tests.preloaded import as_text, clblint

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"


def service(
    annotations: Mapping[str, str] | None = None, *, name: str = "web", namespace: str = "", **spec: str
) -> str:
    lines = ["apiVersion: v1", "kind: Service", "metadata:", f"  name: {name}"]
    lines += [f"  namespace: {namespace}"] if namespace else []
    lines += ["  annotations:"] if annotations else []
    lines += [f'    {PREFIX}{key}: "{value}"' for key, value in (annotations or {}).items()]
    spec = {"type": "LoadBalancer", "selector": f"{{app: {name}}}", "ports": "[{port: 80}]", **spec}
    return "\n".join([*lines, "spec:", *(f"  {key}: {value}" for key, value in spec.items()), ""])


class Repository:
    """A folder under git."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        identity = {
            f"GIT_{who}_{what}": "a@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        self.environment = {
            **kept, **identity, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "NO_COLOR": "1",
            "CLBLINT_CACHE_DIR": str(new_cache(folder.parent / ".cache")),
        }  # fmt: skip
        if not (folder / ".git").exists():
            self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],  # noqa: S607 - git is found where everybody has it
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def write(self, path: str, text: str) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def remove(self, path: str) -> None:
        (self.folder / path).unlink()
        if not any((self.folder / path).parent.iterdir()):
            (self.folder / path).parent.rmdir()

    def commit(self) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=all")
        return self.git("rev-parse", "HEAD")

    def clblint(self, *arguments: str, below: str = "") -> subprocess.CompletedProcess[str]:
        return as_text(clblint(arguments, cwd=self.folder / below, env=self.environment))

    def findings(self, *arguments: str, below: str = "") -> list[str]:
        """What the rules about changes say: `path:line rule`."""
        done = self.clblint("--select", "changes", "--format", "concise", *arguments, below=below)
        assert done.returncode < 2, done.stderr
        lines = [line.split(": ") for line in done.stdout.splitlines()]
        return [f"{place.rsplit(':', 1)[0]} {what.split()[1]}" for place, what, *_ in lines]

    def plan(self, *arguments: str) -> dict[str, str]:
        """What happens to each Service."""
        return {made["name"]: made["change"] for made in self.full_plan(*arguments)}

    def full_plan(self, *arguments: str) -> list[dict[str, Any]]:
        done = self.clblint("plan", "--format", "json", *arguments)
        assert done.returncode < 2, done.stderr
        made: list[dict[str, Any]] = json.loads(done.stdout)["services"]
        return made


@pytest.fixture
def repository(tmp_path: Path, _processes: None) -> Repository:
    """A repository with one committed Service."""
    made = Repository(tmp_path / "project")
    made.write("deploy/web.yaml", service({"address-type": "internet"}))
    made.commit()
    return made
