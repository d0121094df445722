"""Turns an outcome into reports: makes the `Report`, translates it, and writes it in each format."""

from __future__ import annotations

from itertools import islice

from clblint.engine.rendering import Renderer
from clblint.files.read import STDIN
from clblint.i18n.language import ENGLISH, current_language, in_language, tr
from clblint.light import partial, suppress
from clblint.lint.severity import Severity
from clblint.report.formats.registry import IN_BLOCKS, block_of
from clblint.run.output import SourceText, make_report, parse_output, style_of, tell, terminal_style, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clblint.config.model import Config
    from clblint.discovery.walk import Input
    from clblint.engine.outcome import Outcome
    from clblint.plugins.registry import Rulebook
    from clblint.report.enclosures import Pictures
    from clblint.report.report import Report, Reporter
    from clblint.report.rule_info import RuleInfo
    from clblint.report.translator import Translator
    from clblint.run.against import OlderRevision
    from clblint.run.lint_settings import SettingsFactory
    from clblint.run.options import Options
    from clblint.run.output import Output

    Read = Callable[[str], bytes]

# The formats without descriptions of rules: reading the pages of all rules takes time.
_CHUNK = 100  # pieces of a report
_WITHOUT_RULES = frozenset(
    {"checkstyle", "concise", "github", "gitlab", "html", "json", "junit", "markdown", "rdjson", "text"}
)
_FOR_PEOPLE = frozenset({"concise", "html", "markdown", "text"})  # the other formats are always English
_WITH_EDITS = frozenset({"html", "json", "rdjson", "sarif", "text"})
_WITH_TALLY = frozenset({"html", "markdown", "text"})


def report_of(options: Options, config: Config, book: Rulebook, outcome: Outcome, read: Read) -> Report:
    """The report on an outcome; descriptions of rules and fixes are included only if a format shows them."""
    sources = SourceText(read, {options.stdin_filename: STDIN} if options.stdin_filename else {})
    if shows_edits(options):
        # Text that is there already shows the fix.
        findings = (one if one.shown else sources.with_text(one) for one in outcome.findings)
        outcome = outcome._replace(findings=tuple(findings))
    about_rules = any(parse_output(text).format not in _WITHOUT_RULES for text in options.format)
    limit = limit_of(options, config)
    report = make_report(outcome, _rule_infos(book) if about_rules else (), limit, outcome.errors, sources)
    return report._replace(silenced=outcome.silenced if options.show_suppressed else ())


def _rule_infos(book: Rulebook) -> tuple[RuleInfo, ...]:
    from clblint.run.rule_infos import rule_infos  # noqa: PLC0415 - a text report describes no rule

    return rule_infos(book.rules)


def with_older(report: Report, against: OlderRevision | None) -> Report:
    """The report with the paths and revisions of older files, by the path to display."""
    if against is None:
        return report
    from clblint.report.enclosures import Older  # noqa: PLC0415 - most runs compare with nothing

    return report._replace(older={name: Older(*file) for name, file in against.named().items()})


def with_pictures(
    report: Report, inputs: Sequence[Input], read: Read, factory: SettingsFactory, older: OlderRevision | None
) -> Report:
    """The report with the drawings of Services, which are made if a format shows them."""

    def drawn(wanted: Iterable[str]) -> Pictures:
        from clblint.report.enclosures import Pictures  # noqa: PLC0415 - most reports show none
        from clblint.run.pictures import MOST_FILES, pictures_of  # noqa: PLC0415 - the same

        if len(inputs) > MOST_FILES:
            numbers = report.summary
            return Pictures({}, numbers.balancers + numbers.nlbs + numbers.not_ours)
        try:
            return pictures_of(wanted, inputs, read, factory, older)
        except Exception as error:  # noqa: BLE001 - no finding gets lost for a picture
            tell(tr("the report has no pictures: {error}", error=f"{type(error).__name__}: {error}"))
            return Pictures({}, 0)

    return report._replace(pictures=drawn)


def write_reports(outputs: Iterable[tuple[Output, Reporter]], report: Report, book: Rulebook, options: Options) -> None:
    """Write the report in each format, translated for formats that people read."""
    outputs = list(outputs)
    rendered = rendered_of([output for output, _ in outputs])
    whole = report if all(output == rendered for output, _ in outputs) else _whole(report)
    for output, reporter in outputs:
        if options.diff and not output.file:
            continue
        language = current_language() if output.format in _FOR_PEOPLE else ENGLISH
        style = style_of(output, options.color, quiet=options.quiet)
        given = report if output == rendered else whole
        with in_language(language):
            parts = reporter.parts(_in_language(given, book, language), style)
        with suppress(BrokenPipeError):  # the exit code depends on the findings alone
            write(output, _in_chunks(parts, language))


def _in_chunks(parts: Iterable[str], language: str) -> Iterator[str]:
    """Yield a report in chunks that are made in its language; errors between them are in the language of the run."""
    rest = iter(parts)
    chunk = " "
    while chunk:
        with in_language(language):
            chunk = "".join(islice(rest, _CHUNK))
        yield chunk


def _whole(report: Report) -> Report:
    """The report with all that is known of its findings, and without the text that was made for another output."""
    return report._replace(
        findings=tuple([finding.unpacked().with_shown("") for finding in report.findings]),
        silenced=tuple([one._replace(finding=one.finding.unpacked()) for one in report.silenced]),
    )


def _in_language(report: Report, book: Rulebook, language: str) -> Report:
    if language == ENGLISH:
        return report
    translator = _translator(book)
    return report._replace(findings=tuple([one if one.shown else translator(one) for one in report.findings]))


def _translator(book: Rulebook) -> Translator:
    from clblint.report.translator import Translator  # noqa: PLC0415 - not needed for English

    return Translator(current_language(), {rule.name: rule.pack for rule in book.rules})


def rendered_of(outputs: Iterable[Output]) -> Output | None:
    """The output whose text the workers make, finding by finding; None if there is none."""
    return next((output for output in outputs if output.format in IN_BLOCKS and not output.file), None)


def renderer_of(outputs: Iterable[Output], color: str, book: Rulebook, lowest: Severity) -> Renderer | None:
    """The renderer for the output that workers can make the text of and cache; None if there is none."""
    output = rendered_of(outputs)
    if output is None:
        return None
    block, style = block_of(output.format), terminal_style(color)
    if current_language() == ENGLISH:
        return Renderer(repr((output.format, *style)), partial(block, style), lowest)
    translator = _translator(book)
    return Renderer(
        repr((output.format, translator.key, *style)),
        lambda finding, lines: block(style, translator(finding), lines),
        lowest,
    )


def shows_edits(options: Options) -> bool:
    """Whether a requested format shows fixes."""
    return any(parse_output(text).format in _WITH_EDITS for text in options.format)


def counts_edits(options: Options) -> bool:
    """Whether a requested format says how many findings have fixes."""
    return any(parse_output(text).format in _WITH_TALLY for text in options.format)


def limit_of(options: Options, config: Config) -> Severity | None:
    """The lowest severity for exit code 1; None for never."""
    name = options.fail_on or config.fail_on
    return None if name == "never" else Severity[name.upper()]
