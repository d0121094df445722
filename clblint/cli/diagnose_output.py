"""Writes a diagnosis in the formats of the command line, to standard output and to files."""

from __future__ import annotations

import json

from clblint.errors import UsageError
from clblint.i18n.language import ENGLISH, in_language, tr
from clblint.run.output import parse_output, put, refuse_shared_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from clblint.diagnose.report import DiagnosisReport
    from clblint.report.report import Style
    from clblint.run.output import Output

_SARIF = "sarif"
_MASKED = ("diagnoses", "common_causes", "apply")  # fields of a report with names of the user
FORMATS = ("text", "json", "markdown", _SARIF)


def parse_formats(texts: Iterable[str]) -> list[Output]:
    """The outputs that `--format` names; raises `UsageError` for an unknown format."""
    outputs = [parse_output(text) for text in texts]
    for output in outputs:
        if output.format not in FORMATS:
            known = tr(", ").join(FORMATS)
            name = output.format or '""'
            raise UsageError(tr("no format is called {name}; there are {known}", name=name, known=known))
    refuse_shared_files(outputs)
    return outputs


def refuse_places(outputs: Iterable[Output], manifests: str | None) -> None:
    """Raise `UsageError` for a format that needs places in files, if there are no manifests."""
    if manifests is None and any(output.format == _SARIF for output in outputs):
        raise UsageError(tr("--format sarif needs --manifests: its results stand at places in files"))


def write(report: DiagnosisReport, outputs: Sequence[Output], given: argparse.Namespace) -> None:
    """Write the report in each format."""
    from clblint.diagnose.masking import Mask  # noqa: PLC0415 - not for what prints no report
    from clblint.run.output import terminal_style  # noqa: PLC0415 - as above

    mask: Callable[[str], str] = str
    if given.mask:
        mask = known = Mask()
        # Masked before texts are escaped, wrapped or put into columns; everything else is masked below.
        report = report._replace(**{name: known.value(getattr(report, name)) for name in _MASKED})
    for output in outputs:
        style = terminal_style(given.color if not output.file else "never")
        text = mask(_rendered(report, output.format, style, given))
        if output.file:
            _write_file(output.file, text)
        else:
            put(text)


def _rendered(report: DiagnosisReport, name: str, style: Style, given: argparse.Namespace) -> str:
    if name == "json":
        from clblint.diagnose.document import document  # noqa: PLC0415 - one format at a time

        with in_language(ENGLISH):
            return _json(document(report), style)
    if name == _SARIF:
        from clblint.diagnose.sarif import sarif  # noqa: PLC0415 - as above

        with in_language(ENGLISH):
            return _json(sarif(report), style)
    if name == "markdown":
        from clblint.diagnose.markdown import markdown_of  # noqa: PLC0415 - as above

        return "".join(f"{line}\n" for line in markdown_of(report, style, every=given.every))
    from clblint.diagnose.text import text_of  # noqa: PLC0415 - as above
    from clblint.report.terminal import guarded  # noqa: PLC0415 - as above

    return guarded("".join(f"{line}\n" for line in text_of(report, style, every=given.every, quiet=given.quiet)))


def _json(value: object, style: Style) -> str:
    """The document with escapes for characters that are not printable."""
    text = json.dumps(value, ensure_ascii=not style.unicode, indent=2)
    if not text.replace("\n", "").isprintable():
        text = "".join(char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text)
    return f"{text}\n"


def _write_file(path: str, text: str) -> None:
    from clblint.files.replace import replace_file  # noqa: PLC0415 - only for --format NAME=FILE
    from clblint.run.targets import refuse_link_out  # noqa: PLC0415 - the same

    refuse_link_out(path)
    replace_file(path, text.encode("utf-8", "replace"))
