"""The parsers of the command line: help in the language that is spoken, and the option that chooses it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from clblint.cli.help_format import HelpFormatter
from clblint.errors import UsageError
from clblint.i18n.language import LANGUAGES, OPTION, tr
from clblint.i18n.text import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMING = frozenset({"FILE", "PATH", "REV|DIR"})  # the metavars of what is a file, a folder or a revision

# What argparse itself says to users, for the catalogue: it asks for the words by these texts.
WORDS = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("the following arguments are required: %s"),
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line; `wanted` says what to give where an argument is missing."""

    wanted = ""

    def error(self, message: str) -> NoReturn:
        """Raise the `UsageError` that says it."""
        missing = tr("the following arguments are required: %s").partition("%s")[0]
        raise UsageError(self.wanted if self.wanted and message.startswith(missing) else message)


def new_parser(prog: str, description: str, epilog: str = "") -> Parser:
    """A parser with the option that chooses the language, which is settled before anything is parsed."""
    made = Parser(prog=prog, description=description, epilog=epilog, formatter_class=HelpFormatter, allow_abbrev=False)
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
        # argparse would cut "usage: " off by its length, which is another one in Chinese.
        usage = parser.format_usage()
        parser.usage = usage[usage.index(parser.prog) :].strip()
        options, rest = parser.parse_known_intermixed_args(arguments)
    if rest:
        from clblint.cli.usage_errors import not_taken  # noqa: PLC0415 - most command lines are right

        raise UsageError(not_taken(parser, rest))
    _refuse_empty(parser, options)
    return options


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


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """What a parser takes: its options and its arguments."""
    return parser._actions  # noqa: SLF001 - argparse tells it to nobody else, and every completer reads it
