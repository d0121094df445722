"""The parsers of the command line: help in the language that is spoken, and the option that chooses it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from clblint.commands.help_format import HelpFormatter
from clblint.language import LANGUAGES, OPTION, said
from clblint.sentences import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

# What argparse itself says to users, for the catalogue: it asks for the words by these texts.
WORDS = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("the following arguments are required: %s"),
)


def new_parser(prog: str, description: str, epilog: str = "") -> argparse.ArgumentParser:
    """A parser with the option that chooses the language, which is settled before anything is parsed."""
    made = argparse.ArgumentParser(
        prog=prog, description=description, epilog=epilog, formatter_class=HelpFormatter, allow_abbrev=False
    )
    language = said("language of messages, pages and help (default: that of the configuration, or of the locale)")
    made.add_argument(OPTION, choices=LANGUAGES, help=language)
    return made


def parsed(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> argparse.Namespace:
    """The options, wherever they stand among the paths; behind `--` there are paths only."""
    if "--" in arguments:  # which argparse forgets between its two passes
        return parser.parse_args(arguments)
    # argparse would cut "usage: " off by its length, which is another one in Chinese.
    usage = parser.format_usage()
    parser.usage = usage[usage.index(parser.prog) :].strip()
    return parser.parse_intermixed_args(arguments)
