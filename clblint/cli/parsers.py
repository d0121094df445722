"""`Parser`: an argparse parser with translated help and errors, and the option `--lang`."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, NoReturn

from clblint.cli.actions import actions_of
from clblint.cli.help_format import HelpFormatter
from clblint.errors import UsageError
from clblint.i18n.language import LANGUAGES, OPTION, tr
from clblint.i18n.text import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMING = frozenset({"FILE", "PATH", "REV|DIR"})  # the metavars of what is a file, a folder or a revision

# What argparse says of a wrong command line: its templates, of which one may stand within another.
_ERRORS = (
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("the following arguments are required: %s"),
)
_HOLE = re.compile(r"%(?:\(\w+\))?[rs]")


class Parser(argparse.ArgumentParser):
    """A parser whose help and one-line errors are in the current language.

    argparse itself follows environment variables only. `wanted` says what to give where an argument is missing.
    """

    wanted = ""

    def __init__(self, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog, None, description, epilog, formatter_class=HelpFormatter, add_help=False, allow_abbrev=False
        )
        self._positionals.title, self._optionals.title = tr("positional arguments"), tr("options")
        self.add_argument("-h", "--help", action="help", help=tr("show this help message and exit"))

    def error(self, message: str) -> NoReturn:
        """Raise the `UsageError` that says it."""
        missing = _ERRORS[-1].partition("%s")[0]
        raise UsageError(self.wanted if self.wanted and message.startswith(missing) else _retold(message))


def _retold(message: str) -> str:
    """A message of argparse, translated into the current language."""
    for template in _ERRORS:
        pattern = "(.*?)".join(map(re.escape, _HOLE.split(template)))
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return _filled(tr(template), dict(zip(_HOLE.findall(template), map(_retold, found.groups()), strict=True)))
    return message


def _filled(template: str, values: dict[str, str]) -> str:
    return _HOLE.sub(lambda hole: values[hole[0]], template)


def new_parser(prog: str, description: str, epilog: str = "") -> Parser:
    """A parser with the option that chooses the language, which is settled before anything is parsed."""
    made = Parser(prog, description, epilog)
    language = tr("language of messages, pages and help (default: that of the configuration, or of the locale)")
    made.add_argument(OPTION, choices=LANGUAGES, help=language)
    return made


def parsed(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace:
    """The options, wherever they stand among the paths; behind `--` there are paths only.

    Raises `UsageError` for what the parser does not take, and for an option that is to name something and does not.
    """
    _refuse_values(parser, arguments)
    if "--" in arguments:  # which argparse forgets between its two passes
        options, rest = parser.parse_known_args(arguments)
    else:
        parser.usage = _usage_of(parser) if any(map(_may_ask_for_help, arguments)) else ""
        options, rest = parser.parse_known_intermixed_args(arguments)
    if rest:
        from clblint.cli.usage_errors import not_taken  # noqa: PLC0415 - most command lines are right

        raise UsageError(not_taken(parser, rest))
    _refuse_empty(parser, options)
    return options


def _usage_of(parser: Parser) -> str:
    """What a parser takes; argparse would cut "usage: " off by its length, which is another one in Chinese."""
    usage = parser.format_usage()
    return usage[usage.index(parser.prog) :].strip()


def _may_ask_for_help(argument: str) -> bool:
    """Whether help may be asked for, among other letters; else nobody sees the usage, which takes a millisecond."""
    return argument.startswith("-") and "h" in argument


def _refuse_values(parser: Parser, arguments: Sequence[str]) -> None:
    """Say what argparse says badly: that a switch takes no value."""
    switches = {name for action in actions_of(parser) if action.nargs == 0 for name in action.option_strings}
    for argument in arguments:
        name, is_given, _ = argument.partition("=")
        if argument == "--":
            return
        if is_given and name in switches and name.startswith("--"):
            raise UsageError(tr("{option} takes no value", option=name))


def _refuse_empty(parser: Parser, options: argparse.Namespace) -> None:
    """An empty name is mostly a variable of a script that is not set: what it stands for would go unnoticed."""
    for action in actions_of(parser):
        if action.option_strings and action.metavar in NAMING and "" in _listed(getattr(options, action.dest)):
            option = action.option_strings[-1]
            raise UsageError(tr("{option} needs a {what}", option=option, what=action.metavar))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
