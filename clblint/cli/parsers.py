"""`Parser`: an argparse parser with translated help and errors, and the option `--lang`."""

from __future__ import annotations

import argparse
import re
import sys

from clblint.cli.actions import actions_of
from clblint.cli.help_format import HelpFormatter
from clblint.errors import UsageError
from clblint.i18n.language import LANGUAGES, OPTION, tr
from clblint.i18n.text import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

PATH_METAVARS = frozenset({"FILE", "PATH", "REV|DIR"})  # of options that take a file, a folder or a revision

# Error messages of argparse, as templates; a value of one may be another one, filled.
_ARGPARSE_ERRORS = (
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("the following arguments are required: %s"),
)
_FIELD = re.compile(r"%(?:\(\w+\))?[rs]")


class Parser(argparse.ArgumentParser):
    """A parser whose help and one-line errors are in the current language.

    argparse chooses the language by environment variables only. `missing_argument` replaces its error message for a
    missing argument, unless it is empty. `formats` are the names that the option `--format` takes where it has no
    choices.
    """

    missing_argument = ""
    formats: tuple[str, ...] = ()

    def __init__(self, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog, None, description, epilog, formatter_class=HelpFormatter, add_help=False, allow_abbrev=False
        )
        self._positionals.title, self._optionals.title = tr("positional arguments"), tr("options")
        self.add_argument("-h", "--help", action="help", help=tr("show this help message and exit"))

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - as in argparse
        """Print the help; argparse hides that it could not be written."""
        if file is not sys.stdout:
            super()._print_message(message, file)
        elif message:
            from clblint.run.output import put  # noqa: PLC0415 - only for --help

            put(message)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Exit once the help, or the version, is written: what is not on a full disk is an error."""
        if sys.stdout is not None:
            sys.stdout.flush()
        super().exit(status, message)

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError` with the translated message."""
        is_missing = message.startswith(_ARGPARSE_ERRORS[-1].partition("%s")[0])
        raise UsageError((is_missing and self.missing_argument) or _translated(message))


def _translated(message: str) -> str:
    """An error message of argparse in the current language; unchanged if it is not in `_ARGPARSE_ERRORS`."""
    for template in _ARGPARSE_ERRORS:
        pattern = "(.*?)".join(map(re.escape, _FIELD.split(template)))
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            values = zip(_FIELD.findall(template), map(_translated, found.groups()), strict=True)
            return _substituted(tr(template), dict(values))
    return message


def _substituted(template: str, values: dict[str, str]) -> str:
    return _FIELD.sub(lambda field: values[field[0]], template)


def new_parser(prog: str, description: str, epilog: str = "") -> Parser:
    """A parser with the option `--lang`; the language itself is chosen before the command line is parsed."""
    made = Parser(prog, description, epilog)
    language = tr("language of messages, pages and help (default: that of the configuration, or of the locale)")
    made.add_argument(OPTION, choices=LANGUAGES, help=language)
    return made


def parsed(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments; options and paths may be mixed, and after `--` there are paths only.

    Raises `UsageError` for unknown arguments, for missing or unexpected values, and for empty file names.
    """
    _refuse_values(parser, arguments)
    if "--" in arguments:  # parsing intermixed arguments takes two passes, and the second one would not see it
        options, rest = parser.parse_known_args(arguments)
    else:
        parser.usage = _usage_of(parser) if any(map(_may_ask_for_help, arguments)) else ""
        options, rest = parser.parse_known_intermixed_args(arguments)
    if rest:
        from clblint.cli.usage_errors import unexpected_argument  # noqa: PLC0415 - most command lines are right

        raise UsageError(unexpected_argument(parser, rest, parser.formats))
    _refuse_empty(parser, options)
    return options


def _usage_of(parser: Parser) -> str:
    """The usage of a parser without its prefix, which argparse removes by the length of the English "usage: "."""
    usage = parser.format_usage()
    return usage[usage.index(parser.prog) :].strip()


def _may_ask_for_help(argument: str) -> bool:
    """Whether an argument may contain `-h` or `--help`: otherwise the usage, which takes 1 ms, is not computed."""
    return argument.startswith("-") and "h" in argument


def _refuse_values(parser: Parser, arguments: Sequence[str]) -> None:
    """Raise `UsageError` for a switch with a value, for which the message of argparse is hard to understand."""
    switches = {name for action in actions_of(parser) if action.nargs == 0 for name in action.option_strings}
    for argument in arguments:
        name, is_given, _ = argument.partition("=")
        if argument == "--":
            return
        if is_given and name in switches and name.startswith("--"):
            raise UsageError(tr("{option} takes no value", option=name))


def _refuse_empty(parser: Parser, options: argparse.Namespace) -> None:
    """Raise `UsageError` for an empty file name: in a script, this is mostly a variable that is not set."""
    for action in actions_of(parser):
        if action.metavar not in PATH_METAVARS or "" not in _listed(getattr(options, action.dest)):
            continue
        if action.option_strings:
            raise UsageError(tr("{option} needs a {what}", option=action.option_strings[-1], what=action.metavar))
        raise UsageError(tr("an empty argument stands for a {what}: is a variable not set?", what=action.metavar))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
