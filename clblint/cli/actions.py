"""`actions_of`: the options and arguments of an argparse parser."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The actions of a parser, one for each option and positional argument."""
    return parser._actions  # noqa: SLF001 - argparse has no public attribute for it; all completers read this one
