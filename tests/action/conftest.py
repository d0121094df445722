"""The steps of `action.yml`, run without GitHub on throw-away repositories."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
CLBLINT = Path(sys.executable).with_name("clblint")
_TOKEN = re.compile(r"\s*(?:'(?P<text>[^']*)'|(?P<sign>&&|\|\||==|!=|\(|\))|(?P<name>[a-z][\w.-]*))\s*")


class Expression:
    """What stands between `${{` and `}}`, as far as `action.yml` uses it."""

    def __init__(self, text: str, contexts: dict[str, Any]) -> None:
        found = list(_TOKEN.finditer(text))
        assert "".join(match[0] for match in found) == text, f"not understood: {text}"
        self._tokens = [(str(match.lastgroup), match[str(match.lastgroup)]) for match in found]
        self._contexts = contexts

    def value(self) -> Any:  # noqa: ANN401 - a boolean or a text, as in JavaScript
        """Its value; everything has to be used up."""
        value = self._either()
        assert not self._tokens
        return value

    def _take(self, sign: str) -> bool:
        taken = self._tokens[:1] == [("sign", sign)]
        if taken:
            del self._tokens[0]
        return taken

    def _either(self) -> Any:  # noqa: ANN401
        value = self._both()
        while self._take("||"):
            other = self._both()
            value = value or other
        return value

    def _both(self) -> Any:  # noqa: ANN401
        value = self._comparison()
        while self._take("&&"):
            other = self._comparison()
            value = value and other
        return value

    def _comparison(self) -> Any:  # noqa: ANN401
        value = self._operand()
        for sign in ("==", "!="):
            if self._take(sign):
                return (value == self._operand()) == (sign == "==")
        return value

    def _operand(self) -> Any:  # noqa: ANN401
        if self._take("("):
            value = self._either()
            assert self._take(")")
            return value
        kind, text = self._tokens.pop(0)
        if kind == "text":
            return text
        value = self._contexts
        for part in text.split("."):
            value = value.get(part, "") if isinstance(value, dict) else ""
        return value


class Ran(NamedTuple):
    """What a run of the action left behind."""

    failed: bool
    outputs: dict[str, str]
    log: str
    steps: list[str]
    uploads: list[dict[str, str]]
    summary: str


class Action:
    """A repository with a workflow that uses the action."""

    def __init__(self, workspace: Path, temporary: Path) -> None:
        self.workspace = workspace
        self.event: dict[str, Any] = {"event_name": "push", "repository": "shop/manifests"}
        self.upload_fails = False
        self._temporary = temporary
        packages = {"folder": str(temporary / "packages"), "key": "clblint"}
        self._known = {
            "cache": {},
            "install": {"clblint": str(CLBLINT)},
            "packages": packages,
            "python": {"python-path": sys.executable},
        }

    def write(self, name: str, text: str) -> None:
        """Write a file of the repository."""
        path = self.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def pull_request_from(self, repository: str) -> None:
        """Let the event be a pull request from a repository."""
        self.event |= {"event_name": "pull_request"}
        self.event |= {"event": {"pull_request": {"head": {"repo": {"full_name": repository}}}}}

    def stands_for_clblint(self, program: Path) -> None:
        """Let the steps take another program for the one that was installed."""
        self._known["install"] = {"clblint": str(program)}

    def run(self, *, installs: bool = False, **inputs: str) -> Ran:
        """Run the steps in order; those that install only where that is wanted, because it takes its time.

        The plan is another run of clblint, so it is left out unless a test asks for it.
        """
        given = {name.replace("_", "-"): value for name, value in {"plan": "false", **inputs}.items()}
        assert set(given) <= set(ACTION["inputs"])
        contexts: dict[str, Any] = {
            "inputs": {name: spec["default"] for name, spec in ACTION["inputs"].items()} | given,
            "steps": {},
            "github": self.event,
        }
        (self._temporary / "summary").write_text("", encoding="utf-8")
        failed, log, steps, uploads = False, "", [], []
        for step in ACTION["runs"]["steps"]:
            if failed or not self._wanted(step, contexts):
                continue
            identity = step.get("id", step["name"])
            if identity in self._known and not (installs and identity in {"install", "packages"}):
                contexts["steps"][identity] = {"outputs": self._known[identity]}
                continue
            steps.append(step["name"])
            if "uses" in step:
                assert step["uses"].startswith("github/codeql-action/upload-sarif@")
                uploads.append({name: self._filled(text, contexts) for name, text in step["with"].items()})
                failed |= self.upload_fails and not step.get("continue-on-error", False)
                continue
            done, found = self._run_step(step, contexts)
            contexts["steps"][identity] = {"outputs": found}
            log += done.stdout + done.stderr
            failed |= done.returncode != 0
        outputs = {name: self._filled(spec["value"], contexts) for name, spec in ACTION["outputs"].items()}
        summary = (self._temporary / "summary").read_text(encoding="utf-8")
        return Ran(failed, outputs, log, steps, uploads, summary)

    def step(self, identity: str, **inputs: str) -> dict[str, str]:
        """The outputs of one step, run by itself."""
        contexts = {
            "inputs": {name: spec["default"] for name, spec in ACTION["inputs"].items()} | inputs,
            "steps": {"python": {"outputs": self._known["python"]}},
        }
        (step,) = (one for one in ACTION["runs"]["steps"] if one.get("id") == identity)
        return self._run_step(step, contexts)[1]

    def _wanted(self, step: dict[str, Any], contexts: dict[str, Any]) -> bool:
        condition = step.get("if", "${{ 'true' }}")
        return bool(Expression(condition[3:-2], contexts).value())

    def _filled(self, text: str, contexts: dict[str, Any]) -> str:
        return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(Expression(found[1], contexts).value()), text)

    def _run_step(
        self, step: dict[str, Any], contexts: dict[str, Any]
    ) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
        assert step["shell"] == "bash"
        output = self._temporary / "output"
        output.write_text("", encoding="utf-8")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "INPUT_", "CLBLINT"))}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],  # noqa: S607 - as the runner does
            cwd=self.workspace,
            env={
                **kept,
                "CLBLINT_CACHE_DIR": str(self._temporary / "cache"),
                "GITHUB_ACTION_PATH": str(ROOT),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(self._temporary / "summary"),
                "GITHUB_WORKSPACE": str(self.workspace),
                "RUNNER_TEMP": str(self._temporary),
                **{name: self._filled(text, contexts) for name, text in step["env"].items()},
            },
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
        lines = output.read_text(encoding="utf-8").splitlines()
        return done, dict(line.split("=", 1) for line in lines)


@pytest.fixture
def action(tmp_path: Path, _processes: None) -> Action:
    """Make a repository without any manifest yet."""
    for name in ("workspace", "temporary"):
        (tmp_path / name).mkdir()
    return Action(tmp_path / "workspace", tmp_path / "temporary")
