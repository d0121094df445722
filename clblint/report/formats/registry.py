"""The formats by name. A format's code is imported when it is asked for, so that a text run pays for text only."""

from __future__ import annotations

from importlib import import_module

from clblint.report.report import Reporter

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


def reporter(name: str) -> Reporter:
    """Import the reporter of a format; an unknown name is a `KeyError`."""
    return Reporter(name, import_module(REPORTERS[name]).render)
