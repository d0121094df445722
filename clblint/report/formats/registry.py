"""The formats by name. A format's code is imported when it is asked for, so that a text run pays for text only."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from clblint.report.report import Reporter

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.lint.finding import Finding
    from clblint.report.report import Style

    Block = Callable[[Style, Finding, Callable[[str, int], str]], str]

REPORTERS: dict[str, str] = {
    "text": "clblint.report.formats.text",
    "concise": "clblint.report.formats.concise",
    "json": "clblint.report.formats.json_format",
    "sarif": "clblint.report.formats.sarif",
    "github": "clblint.report.formats.github",
    "gitlab": "clblint.report.formats.gitlab",
    "junit": "clblint.report.formats.junit",
    "checkstyle": "clblint.report.formats.checkstyle",
    "markdown": "clblint.report.formats.markdown",
}

# The formats that have text of their own for each finding, made by the function `block`: it can be made in the process
# that found it, and stored.
IN_BLOCKS = frozenset({"concise", "text"})


def reporter(name: str) -> Reporter:
    """Import the reporter of a format; an unknown name is a `KeyError`."""
    return Reporter(name, import_module(REPORTERS[name]).render)


def block_of(name: str) -> Block:
    """The function that writes one finding in one of these formats."""
    block: Block = import_module(REPORTERS[name]).block
    return block
