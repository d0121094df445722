"""Throw-away repositories: one that brings the hooks, one that uses them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PUBLISHED = (
    "clblint",
    "plugins",
    "schemas",
    "tools",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    ".pre-commit-hooks.yaml",
)
OFFLINE = ("No matching distribution found for", "Could not find a version that satisfies the requirement")


def environment(home: Path) -> dict[str, str]:
    """Give an environment without anybody's git or pre-commit settings."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT", "CLBLINT_"))
    }
    identity = {f"GIT_{who}_{what}": "a@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {
        **kept,
        **identity,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": str(home),
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "XDG_CACHE_HOME": str(home / "cache"),
    }


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder."""
    done = subprocess.run(
        ["git", *arguments],  # noqa: S607 - git is found where everybody has it
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def commit(folder: Path) -> str:
    """Commit everything in a folder; the revision."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=all")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture(scope="session")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a repository of the tree as it is, with what an installation needs."""
    if shutil.which("git") is None:
        pytest.skip("pre-commit needs git")
    folder = tmp_path_factory.mktemp("clblint")
    for name in PUBLISHED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    commit(folder)
    return folder


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a home folder in which pre-commit keeps the environment of the hooks for all tests."""
    return tmp_path_factory.mktemp("home")


class Project:
    """A repository that uses the hooks."""

    def __init__(self, folder: Path, hooks: Path, home: Path) -> None:
        self.folder = folder
        self._hooks = hooks
        self._home = home

    def write(self, name: str, text: str) -> None:
        """Write a file, and add it to the index."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self) -> None:
        """Commit everything."""
        commit(self.folder)

    def try_repo(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `pre-commit try-repo`."""
        return self._pre_commit("try-repo", str(self._hooks), *arguments)

    def run(self, hook: str, *arguments: str, options: str = "") -> subprocess.CompletedProcess[str]:
        """Run `pre-commit run` with a configuration that names one hook, so that its environment is made once."""
        revision = git(self._hooks, "rev-parse", "HEAD")
        settings = "{args: [--format, concise, --]}" if hook == "clblint" else "{args: [--format, concise]}"
        settings = settings.replace("concise", f"concise{options}").replace("{", f"{{id: {hook}, ")
        config = f"repos: [{{repo: '{self._hooks}', rev: {revision}, hooks: [{settings}]}}]\n"
        self.write(".pre-commit-config.yaml", config)
        return self._pre_commit("run", *arguments)

    def _pre_commit(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        git(self.folder, "add", "--all")
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", *arguments, "--color", "never"],
            cwd=self.folder,
            env=environment(self._home),
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
        if any(words in done.stdout + done.stderr for words in OFFLINE):
            pytest.skip("pip reaches no index with the packages that clblint needs")
        return done


@pytest.fixture
def project(tmp_path: Path, hooks: Path, home: Path, _processes: None) -> Project:
    """Make a repository without any manifest yet."""
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    return Project(folder, hooks, home)
