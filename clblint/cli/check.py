"""`clblint PATH...`: checks files and folders, and reports the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.cli.options import options_of, parser
from clblint.cli.parsers import parsed
from clblint.discovery.walk import MissingPathError
from clblint.errors import UsageError
from clblint.run.check import check

if TYPE_CHECKING:
    from collections.abc import Sequence


def run_check(arguments: Sequence[str]) -> int:
    """Run a check with command line arguments; returns the exit code."""
    options = options_of(parsed(parser(), arguments))
    try:
        return check(options)
    except MissingPathError as error:
        from clblint.cli.usage_errors import verb_hint  # noqa: PLC0415 - most paths exist

        message = str(error) + (verb_hint(error.path) if error.path in options.paths else "")
        raise UsageError(message) from error
