"""Running every rule over files that exist in a test alone."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

import pytest

from clblint.config.model import no_config
from clblint.config.parse import parse_config
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.plugins.manager import load_plugins

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule


class Found(Protocol):
    """Check files and give the findings of some rules."""

    def __call__(self, files: dict[str, str], *names: str, config: str = "") -> list[Finding]:
        """The findings in the order of a report; of all rules where none is named."""
        ...


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(load_plugins().rules)


@pytest.fixture
def found() -> Found:
    """A checker of files by name and text."""

    def check(files: dict[str, str], *names: str, config: str = "") -> list[Finding]:
        data = {name: text.encode() for name, text in files.items()}
        rules = tuple(rule for rule in _rules() if not names or rule.name in names)
        cluster = (parse_config(".clblint.yaml", config.encode()) if config else no_config()).cluster
        outcome = lint([Input(name) for name in sorted(data)], lambda: WorkerSettings(rules, cluster), data.__getitem__)
        assert not outcome.errors
        return list(outcome.findings)

    return check
