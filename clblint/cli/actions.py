"""`actions_of`: the options and arguments of an argparse parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options and the arguments of a parser."""
    return parser._actions  # noqa: SLF001 - argparse tells it to nobody else, and every completer reads it
