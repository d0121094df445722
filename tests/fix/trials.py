"""Runs the trials of fixes without a command line."""

from __future__ import annotations

from pathlib import Path

from clblint.config.model import no_config
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.plugins.manager import load_plugins


def try_fixes(folder: Path) -> None:
    """Check all files below a folder and try every fix, as `--fix` does."""
    paths = sorted(str(path) for path in folder.rglob("*") if path.is_file())
    settings = WorkerSettings(tuple(load_plugins().rules), no_config().cluster, edits=True)
    lint([Input(path) for path in paths], lambda: settings, lambda path: Path(path).read_bytes())
