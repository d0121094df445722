"""The formats by name; the module of a format is imported only if the format is used."""

from __future__ import annotations

from clblint.light import import_module
from clblint.report.report import Reporter

TYPE_CHECKING = False
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
    "rdjson": "clblint.report.formats.rdjson",
    "checkstyle": "clblint.report.formats.checkstyle",
    "markdown": "clblint.report.formats.markdown",
    "html": "clblint.report.formats.html",
}

# The formats in which each finding has a text that does not depend on the others, made by the function `block`: worker
# processes render it, and it is cached.
IN_BLOCKS = frozenset({"concise", "text"})


def reporter(name: str) -> Reporter:
    """The reporter of a format; raises `KeyError` for an unknown name."""
    module = import_module(REPORTERS[name])
    return Reporter(name, module.render, getattr(module, "pieces", None))


def block_of(name: str) -> Block:
    """The function that renders one finding in a format of `IN_BLOCKS`."""
    block: Block = import_module(REPORTERS[name]).block
    return block
