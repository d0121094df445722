"""Messages about wrong command lines, with the nearest valid option or command."""

from __future__ import annotations

import argparse
import difflib

from clblint.cli.actions import actions_of
from clblint.cli.verbs import VERBS
from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MIN_SIMILARITY = 0.7
_MIN_VERB_SIMILARITY = 0.75  # higher, since most missing paths are not misspelt verbs
_COMMANDS = {  # the verbs, and those of other tools
    "check": "clblint PATH",
    "lint": "clblint PATH",
    "help": "clblint --help",
    "version": "clblint --version",
    **{verb: f"clblint {verb}" for verb in VERBS},
}


def verb_hint(path: str) -> str:
    """The end of an error message about a missing path, if the path may be a misspelt verb; otherwise empty."""
    if path in VERBS:  # after an option, where it counts as a path
        return tr("; a command comes before all options: clblint {verb}", verb=path)
    near = difflib.get_close_matches(path.lower(), _COMMANDS, 1, _MIN_VERB_SIMILARITY) if "/" not in path else ()
    return tr("; nearest command: {command}", command=_COMMANDS[near[0]]) if near else ""


def unexpected_argument(parser: argparse.ArgumentParser, rest: Sequence[str], formats: Iterable[str]) -> str:
    """The error message for unexpected arguments: about the first option among them, or else about the first one."""
    option = next((argument for argument in rest if argument.startswith("-")), "")
    if option:
        return _unknown_option(parser, option.partition("=")[0], formats)
    verb, argument = parser.prog.removeprefix("clblint "), rest[0]
    if any(not action.option_strings for action in actions_of(parser)):
        return tr(
            "{verb} has no use for {argument} (words that belong together go in quotes)",
            verb=verb,
            argument=argument,
        )
    return tr("{verb} takes options only, not {argument}", verb=verb, argument=argument)


def _unknown_option(parser: argparse.ArgumentParser, option: str, formats: Iterable[str]) -> str:
    near = _nearest_option(parser, option, formats)
    if near:
        return tr("no such option: {option}; nearest: {near}", option=option, near=near)
    return tr("no such option: {option} ({program} --help lists them)", option=option, program=parser.prog)


def _nearest_option(parser: argparse.ArgumentParser, option: str, formats: Iterable[str]) -> str:
    """The option with a similar name or with this prefix, or `--format NAME` for a format; empty if there is none."""
    names = {
        name.lstrip("-"): name
        for action in actions_of(parser)
        for name in action.option_strings
        if name.startswith("--") and action.help != argparse.SUPPRESS
    }
    choices = next((action.choices for action in actions_of(parser) if action.dest == "format"), None)
    names |= {name: f"--format {name}" for name in choices or formats}
    word = option.lstrip("-").lower().replace("_", "-")
    near = difflib.get_close_matches(word, names, 1, _MIN_SIMILARITY)
    near += [name for name in names if len(word) > 1 and name.startswith(word)]
    return names[near[0]] if near else ""
