"""Helpers that several verbs share: parsers, loading of plugins and rules, output of JSON and text."""

from __future__ import annotations

import json

from clblint.cli.parsers import new_parser
from clblint.config.read import load_config
from clblint.i18n.language import ENGLISH, catalogue_of, current_language, tr
from clblint.plugins.pages import page_of
from clblint.plugins.registry import Rulebook
from clblint.report.terminal import guarded, visible
from clblint.run.output import put, tell, terminal_style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.cli.parsers import Parser
    from clblint.lint.rule import Rule
    from clblint.plugins.manager import Plugins
    from clblint.plugins.pages import Page


def load_configured_plugins() -> Plugins:
    """Load the plugins that the configuration of this folder enables; errors are printed to standard error."""
    from clblint.plugins.manager import load_plugins  # noqa: PLC0415 - imports pluggy, which only verbs that list plugins need

    loaded = load_plugins(load_config(None).disabled_plugins)
    for error in loaded.errors:
        tell(error)
    return loaded


def load_rulebook() -> Rulebook:
    """The rules of the plugins that the configuration of this folder enables; errors are printed to standard error."""
    book = Rulebook(load_config(None).disabled_plugins)
    len(book.rules)  # loads the plugins unless their rules are cached
    for error in book.errors:
        tell(error)
    return book


def localized_page(rule: Rule) -> Page:
    """The page of a rule in the current language."""
    language = current_language()
    return page_of(rule) if language == ENGLISH else page_of(rule, catalogue_of(rule.pack, language).gettext)


def bare_parser(verb: str, description: str) -> Parser:
    """A parser for a verb, without options of its own."""
    return new_parser(f"clblint {verb}", description)


def verb_parser(verb: str, description: str, *formats: str) -> Parser:
    """A parser for a verb with the option `--format`: text, JSON, or one of `formats`."""
    parser = bare_parser(verb, description)
    parser.add_argument(
        "--format", choices=("text", "json", *formats), default="text", help=tr("output format (default: text)")
    )
    return parser


def print_json(value: object) -> None:
    """Print a value as a JSON document; non-printable characters are escaped."""
    text = json.dumps(value, ensure_ascii=not terminal_style("never").unicode, indent=2)
    if not text.replace("\n", "").isprintable():
        text = "".join(char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text)
    put(f"{text}\n")


def print_rows(text: str) -> None:
    """Print a text that quotes manifests; control characters and commands of CI runners in it are escaped."""
    style = terminal_style("never")
    put("".join(f"{guarded(visible(row, style))}\n" for row in text.split("\n")[:-1]))
