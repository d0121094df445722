"""`clblint explain`: the page of a rule, or what is known of an annotation."""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING

from clblint.commands.annotation_page import annotation_json, annotation_text
from clblint.commands.common import loaded_plugins, print_json, spoken_page, verb_parser
from clblint.commands.rules import describe
from clblint.errors import UsageError
from clblint.kube.catalogue import catalogue
from clblint.language import ENGLISH, said, spoken
from clblint.pages import page_of, pieces_of
from clblint.report.screen import wrap
from clblint.sentences import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.kube.catalogue import Annotation
    from clblint.lint.rule import Rule
    from clblint.plugins import Plugins


_WIDTH = 100


_FIX = {"": "", "safe": N_(", fixed by --fix"), "unsafe": N_(", fixed by --fix --unsafe-fixes")}


def run_explain(arguments: Sequence[str]) -> int:
    """Print what is asked for; the exit code."""
    parser = verb_parser("explain", said("Print the page of a rule, or what is known of an annotation."))
    parser.add_argument("name", metavar="RULE | ANNOTATION", help=said("a name, an annotation's key or its last part"))
    options = parser.parse_args(arguments)
    loaded = loaded_plugins()
    rule = next((rule for rule in loaded.rules if rule.name == options.name), None)
    annotation = _annotation(options.name)
    if rule is not None:
        _explain_rule(rule, options.format)
    elif annotation is not None:
        rules = [rule for rule in loaded.rules if _mentions(rule, annotation)]
        if options.format == "json":
            print_json(annotation_json(annotation, rules))
        else:
            sys.stdout.write(annotation_text(annotation, rules))
    else:
        raise UsageError(_unknown(options.name, loaded))
    return 2 if loaded.errors else 0


def _explain_rule(rule: Rule, style: str) -> None:
    if style == "json":
        print_json(describe(rule) | {"page": page_of(rule).markdown})
        return
    facts = said(
        "{severity}, pack {pack}, since {version}",
        severity=rule.severity.label,
        pack=rule.pack.removeprefix("clblint_"),
        version=rule.since,
    )
    opt_in = said(", off unless selected") if rule.opt_in else ""
    fix = _FIX[rule.fix]
    mended = said(fix) if fix else ""
    sys.stdout.write(f"{rule.name}  {facts}{opt_in}{mended}\n\n{_laid_out(spoken_page(rule).markdown)}")


def _laid_out(page: str) -> str:
    """A page for the terminal: English as it is written, what a catalogue gave folded anew."""
    if spoken() == ENGLISH:
        return page
    pieces = ("\n".join(wrap(text, _WIDTH)) if is_prose else text for text, is_prose in pieces_of(page))
    return "\n\n".join(pieces) + "\n"


def _annotation(name: str) -> Annotation | None:
    """The annotation that a full key or the end of one names: `…-scheduler`, `scheduler`."""
    found = catalogue().find(name)
    if found is not None:
        return found
    suffix = name.removeprefix("\u2026").removeprefix("...").removeprefix("-").removeprefix("loadbalancer-")
    return next((annotation for annotation in catalogue() if annotation.suffix == suffix), None)


def _mentions(rule: Rule, annotation: Annotation) -> bool:
    """Whether the examples of a rule's page use an annotation."""
    used = f"{annotation.key}:"
    return any(used in text for example in page_of(rule).examples if example.bad for _, text in example.files)


def _unknown(name: str, loaded: Plugins) -> str:
    names = [rule.name for rule in loaded.rules] + [annotation.suffix for annotation in catalogue()]
    near = difflib.get_close_matches(name, names, 3, 0.4) or catalogue().nearest(name)
    hint = said("; nearest: {near}", near=", ".join(near)) if near else said(" (clblint rules lists the rules)")
    return said("no rule or annotation is called {name}", name=name) + hint
