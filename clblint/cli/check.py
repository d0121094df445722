"""`clblint PATH...`: checks files and folders, and reports the findings."""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.run.check import check
from clblint.run.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def run_check(arguments: Sequence[str]) -> int:
    """Run a check with command line arguments; returns the exit code."""
    options = plain_options(arguments) or _parsed_options(arguments)
    try:
        return check(options)
    except UsageError as error:
        if not error.missing or error.missing not in options.paths:
            raise
        from clblint.cli.usage_errors import verb_hint  # noqa: PLC0415 - most paths exist

        raise UsageError(str(error) + verb_hint(error.missing)) from error


def plain_options(arguments: Sequence[str]) -> Options | None:
    """The options of a command line of paths, switches and repeatable options; None for any other one.

    Such a command line needs no parser: importing argparse and describing all options to it takes a tenth of a run with
    one manifest. What is wrong, and help, is left to argparse.
    """
    given: dict[str, Any] = {}
    rest = iter(arguments)
    for argument in rest:
        name, value = "paths", argument
        if argument.startswith("-") and argument != "-":
            option, is_given, value = argument.partition("=")
            name = option[2:].replace("-", "_")
            default = Options._field_defaults.get(name)
            if option != f"--{name.replace('_', '-')}" or name == "paths":
                return None
            if default is False and not is_given:
                given[name] = True
                continue
            if not is_given:
                value = next(rest, "")
            if not isinstance(default, tuple) or value.startswith("-"):
                return None
        if not value:
            return None
        given[name] = (*given.get(name, ()), value)
    return Options(**given)


def _parsed_options(arguments: Sequence[str]) -> Options:
    from clblint.cli.options import options_of, parser  # noqa: PLC0415 - brings argparse
    from clblint.cli.parsers import parsed  # noqa: PLC0415 - brings argparse

    return options_of(parsed(parser(), arguments))
