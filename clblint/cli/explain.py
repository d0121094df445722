"""`clblint explain`: prints the page of a rule or an annotation, or the rules behind an event."""

from __future__ import annotations

import difflib

from clblint.cli.common import load_rulebook, localized_page, print_json, verb_parser
from clblint.cli.parsers import parsed
from clblint.errors import UsageError
from clblint.files.read import STDIN, read_input
from clblint.i18n.language import ENGLISH, in_language, tr
from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import PREFIX, catalogue
from clblint.lint.severity import Severity
from clblint.report.terminal import paint, visible
from clblint.run.output import put, terminal_style

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from clblint.cli.parsers import Parser
    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.rule import Rule
    from clblint.plugins.registry import Rulebook


def parser() -> Parser:
    """The parser of `clblint explain`."""
    made = verb_parser(
        "explain",
        tr("Print the page of a rule or a cause, what is known of an annotation, or the rules behind an event."),
    )
    add = made.add_argument
    add("name", nargs="?", metavar=_NAMED, help=tr("its name; of an annotation the last part will do"))
    add(
        "--event",
        metavar="TEXT",
        help=tr("find the rules behind an event, an error or a symptom (- reads standard input)"),
    )
    add("--color", choices=("auto", "always", "never"), default="auto", help=tr("when to use colours (default: auto)"))
    return made


_NAMED = "RULE | ANNOTATION | CAUSE"
_CAUSE = "cause:"  # before the name of a cause that a rule has, too
_FIX = {"": "", "safe": N_(", fixed by --fix"), "unsafe": N_(", fixed by --fix --unsafe-fixes")}


def run(arguments: Sequence[str]) -> int:
    """Print the page or the answer; returns the exit code, 1 if nothing is known of an event."""
    made = parser()
    options = parsed(made, arguments)
    if (options.name is None) == (options.event is None):
        made.error(tr("name a rule, an annotation or a cause, or give the text of an event with --event"))
    book = load_rulebook()
    if options.event is not None:
        event = read_input(STDIN).decode(errors="replace") if options.event == STDIN else options.event
        if not event.strip():
            raise UsageError(tr("--event holds no text: paste an event, an error or a symptom, in quotes"))
        found = _explain_event(event, book, options)
        return 2 if book.errors else int(not found)
    if not options.name.strip():
        raise UsageError(tr("an empty argument stands for a {what}: is a variable not set?", what=_NAMED))
    name = _normalized(options.name)
    if name.startswith(_CAUSE) and _explain_cause(name.removeprefix(_CAUSE), book, options):
        return 2 if book.errors else 0
    rule = next((rule for rule in book.rules if rule.name in {options.name, name}), None)
    annotation = _annotation(options.name) or _annotation(name)
    if rule is not None:
        _explain_rule(rule, options)
    elif annotation is not None:
        _explain_annotation(annotation, book, options)
    elif not _explain_cause(name, book, options):
        raise UsageError(_unknown_name(options.name, book.rules))
    return 2 if book.errors else 0


def _explain_rule(rule: Rule, options: argparse.Namespace) -> None:
    from clblint.cli.page_text import page_lines  # noqa: PLC0415 - each kind of page needs its own modules
    from clblint.cli.rules import describe  # noqa: PLC0415 - only JSON describes the rule
    from clblint.plugins.page_endings import whole_page  # noqa: PLC0415 - only the page of a rule has it
    from clblint.search.event_texts import rules_by_cause  # noqa: PLC0415 - names of causes

    if options.format == "json":
        with in_language(ENGLISH):
            print_json({"format": 1, **describe(rule), "page": whole_page(rule)})
        return
    style = terminal_style(options.color)
    facts = tr(
        "{severity}, pack {pack}, since {version}" if rule.since else "{severity}, pack {pack}",
        severity=paint(style, rule.severity.label, rule.severity.label),
        pack=rule.pack.removeprefix("clblint_"),
        version=rule.since,
    )
    asked = tr(", shown with --pedantic") if rule.severity is Severity.PEDANTIC else ""
    fix = _FIX[rule.fix]
    fixable = tr(fix) if fix else ""
    head = f"{paint(style, 'strong', visible(rule.name, style))}  {facts}{asked}{fixable}"
    lines = [head, "", *page_lines(whole_page(rule, localized_page(rule).markdown), style)]
    if rule.name in rules_by_cause():
        also = tr("A cause of clblint diagnose has this name, too: clblint explain {name}", name=_CAUSE + rule.name)
        lines += ["", also]
    put("\n".join(lines) + "\n")


def _explain_cause(name: str, book: Rulebook, options: argparse.Namespace) -> bool:
    """Print the page of a cause; returns whether there is one of that name."""
    from clblint.cli.explain_cause import cause_json, cause_lines, cause_named  # noqa: PLC0415 - most names are of rules

    page = cause_named(name, book)
    if page is None:
        return False
    if options.format == "json":
        print_json(cause_json(page, book))
    else:
        lines = cause_lines(page, book, terminal_style(options.color))
        put("".join(f"{line}\n" for line in lines))
    return True


def _explain_annotation(annotation: KnownAnnotation, book: Rulebook, options: argparse.Namespace) -> None:
    from clblint.cli.explain_annotation import annotation_json, annotation_text  # noqa: PLC0415 - only an annotation has such a page
    from clblint.search.index import read_index  # noqa: PLC0415 - only an annotation has such a page

    rules = read_index().rules_about(annotation.suffix, book.rules)
    if options.format == "json":
        print_json(annotation_json(annotation, rules))
    else:
        put(annotation_text(annotation, rules, terminal_style(options.color)))


def _explain_event(event: str, book: Rulebook, options: argparse.Namespace) -> bool:
    """Print the answer for an event; returns whether anything is known of it."""
    from clblint.cli.explain_event import annotations_in, event_json, event_lines  # noqa: PLC0415 - only for --event
    from clblint.search.answers import Searcher  # noqa: PLC0415 - only for --event

    answered = Searcher(book.rules).answers(event)
    annotations = annotations_in(event)
    rules = {rule.name: rule for rule in book.rules}
    if options.format == "json":
        print_json(event_json(answered, annotations, rules))
    else:
        style = terminal_style(options.color)
        put("\n".join(event_lines(answered, annotations, rules, style)) + "\n")
    return bool(annotations or any(answer for _, answer in answered))


def _annotation(name: str) -> KnownAnnotation | None:
    """The annotation with this key or with a key that ends so (`…-scheduler`, `scheduler`); None if there is none."""
    found = catalogue().find(name) or catalogue().newer(name)
    if found is not None:
        return found
    suffix = _short(name)
    known = next((annotation for annotation in catalogue() if annotation.suffix == suffix), None)
    return known or catalogue().newer(PREFIX + suffix)


def _short(name: str) -> str:
    """A name without what the keys of annotations begin with, as far as that is written."""
    for start in ("\u2026", "...", "-", "alibaba-cloud-", "alicloud-", "loadbalancer-"):
        name = name.removeprefix(start)
    return name


def _normalized(name: str) -> str:
    return "-".join(name.strip().strip("\"':").lower().replace("_", "-").split())


def _unknown_name(name: str, rules: Sequence[Rule]) -> str:
    if name in {rule.pack.removeprefix("clblint_") for rule in rules}:
        return tr("{name} is a pack of rules: clblint rules lists them, and explain takes the name of one", name=name)
    from clblint.search.event_texts import rules_by_cause  # noqa: PLC0415 - names of causes

    names = dict.fromkeys((*(rule.name for rule in rules), *(one.suffix for one in catalogue()), *rules_by_cause()))
    near = difflib.get_close_matches(_short(_normalized(name)), names, 3, 0.4) or catalogue().nearest(name)
    if " " in name.strip():
        return tr(
            "no rule, annotation or cause is called {name}; for an event or a symptom: clblint explain --event TEXT",
            name=name,
        )
    hint = tr("; nearest: {near}", near=tr(", ").join(near)) if near else tr(" (clblint rules lists the rules)")
    return tr("no rule, annotation or cause is called {name}", name=name) + hint
