"""What the verbs share."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from clblint.commands.help_format import HelpFormatter
from clblint.config_lookup import load_config
from clblint.output import tell
from clblint.plugins import load_plugins

if TYPE_CHECKING:
    from clblint.plugins import Plugins


def loaded_plugins() -> Plugins:
    """The plugins as the configuration of this folder has them; those that cannot be loaded are told."""
    loaded = load_plugins(load_config(None).disabled_plugins)
    for error in loaded.errors:
        tell(error)
    return loaded


def verb_parser(verb: str, description: str, *formats: str) -> argparse.ArgumentParser:
    """The parser of a verb that prints text or JSON, or one of more formats."""
    parser = argparse.ArgumentParser(
        prog=f"clblint {verb}", description=description, formatter_class=HelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--format", choices=("text", "json", *formats), default="text", help="(text)")
    return parser


def print_json(value: object) -> None:
    """Print a JSON document."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
