"""The formats by name. A format's code is imported when it is asked for, so that a text run pays for text only."""

from __future__ import annotations

from importlib import import_module

from clblint.report.report import Reporter

REPORTERS: dict[str, str] = {
    "text": "clblint.report.plain_text",
    "concise": "clblint.report.concise",
    "json": "clblint.report.json_format",
    "sarif": "clblint.report.sarif",
    "github": "clblint.report.github",
    "gitlab": "clblint.report.gitlab",
    "junit": "clblint.report.junit",
    "checkstyle": "clblint.report.checkstyle",
    "markdown": "clblint.report.markdown",
}


def reporter(name: str) -> Reporter:
    """Import the reporter of a format; an unknown name is a `KeyError`."""
    return Reporter(name, import_module(REPORTERS[name]).render)
