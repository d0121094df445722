"""One HTML page for reviewers: the findings by object with their source lines, and the plans of Services as pictures.

The page is whole without scripts and loads nothing; a script of its own only hides what is filtered out. Its
Content-Security-Policy allows just that script and its own style sheet, by their hashes. No browser shows thousands of
findings and pictures with ease, so the page has the most severe findings and the plans that belong to them, and says
how many are left out.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from itertools import chain

from clblint.files.sha256 import sha256_of
from clblint.i18n.language import CHINESE, current_language, ntr, tr
from clblint.report.fix_preview import fix_preview
from clblint.report.formats.html_page import SCRIPT, STYLE
from clblint.report.frame import frame
from clblint.report.links import rule_url
from clblint.report.report import PLAIN, Style
from clblint.report.tally import severity_count, tally
from clblint.report.terminal import location_text, visible
from clblint.report.wording import builders, clipped, sentence
from clblint.report.xml_text import element, escaped, in_pieces, nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from clblint.lint.finding import Finding
    from clblint.report.report import Report
    from clblint.suppress.silenced import SuppressedFinding

_MOST = 2000  # findings
_LINES = Style(color=True, width=110, unicode=True)
_COLORED = re.compile("\x1b\\[([0-9;]+)m(.*?)\x1b\\[0m")
_CLASSES = {"1;31": "e", "1;33": "w", "1;36": "n", "35": "p", "34": "b", "1": "s", "2": "f", "36": "c"}


def render(report: Report, style: Style) -> str:
    """The page, whatever the style of a terminal is."""
    return "".join(pieces(report, style))


def pieces(report: Report, _style: Style) -> Iterator[str]:
    """Yield the page, each finding and each picture by itself."""
    findings = sorted(report.findings, key=lambda one: one.severity, reverse=True)[:_MOST]
    by_object = _by_object(findings)
    drawn, plans_left = report.pictures(by_object)
    sections = (_section(name, some, drawn.get(name, ""), report) for name, some in by_object.items())
    others = [picture for name, picture in drawn.items() if name not in by_object]
    main = [*sections, *_silenced(report.silenced), *_others(others)]
    body = [
        [element("header", {}, nested([element("h1", {}, "clblint"), *_verdict(report, len(findings), plans_left)]))],
        [_filters(findings)],
        in_pieces("main", {}, main) if main else [element("main", {}, "\n")],
        [element("script", {}, SCRIPT)],
    ]
    language = "zh-CN" if current_language() == CHINESE else "en"
    head = ([line] for line in _head(report))
    yield "<!DOCTYPE html>\n"
    yield from in_pieces("html", {"lang": language}, [in_pieces("head", {}, head), in_pieces("body", {}, body)])
    yield "\n"


def _head(report: Report) -> Iterator[str]:
    """Yield the elements of the head; what may be loaded comes before all that might load something."""
    allowed = f"default-src 'none'; style-src '{_hash(STYLE)}'; script-src '{_hash(SCRIPT)}'"
    yield element("meta", {"charset": "utf-8"})
    yield element(
        "meta",
        {"http-equiv": "Content-Security-Policy", "content": f"{allowed}; base-uri 'none'; form-action 'none'"},
    )
    yield element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    yield element("meta", {"name": "color-scheme", "content": "light dark"})
    yield element("meta", {"name": "generator", "content": f"clblint {report.version}"})
    yield element("title", {}, f"clblint: {_text(tally(report)[0])}")
    yield element("style", {}, STYLE)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256_of(text.encode())).decode()}"


def _verdict(report: Report, shown: int, plans_left: int) -> Iterator[str]:
    for text in report.errors:
        yield element("p", {"class": "error"}, _text(tr("clblint itself failed: {error}", error=text)))
    for line in tally(report):
        yield element("p", {}, _text(line))
    if more := len(report.findings) - shown:
        left = ntr(
            "{count} more finding is left out: other formats hold all findings",
            "{count} more findings are left out: other formats hold all findings",
            more,
        )
        yield element("p", {"class": "error"}, _text(left))
    if plans_left:
        left = ntr(
            "{count} more plan is left out: clblint plan shows it",
            "{count} more plans are left out: clblint plan shows them",
            plans_left,
        )
        yield element("p", {}, _text(left))


def _by_object(findings: Iterable[Finding]) -> Mapping[str, list[Finding]]:
    """The findings by the object that they are about, or the file, in the order of the first of each."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.object or finding.path, []).append(finding)
    return found


def _filters(findings: Sequence[Finding]) -> str:
    """What the script filters by; hidden without it."""
    severities = Counter(finding.severity.label for finding in findings)
    rules = Counter(finding.rule for finding in findings)
    boxes = [_checkbox(label, severity_count(label, count)) for label, count in severities.items()]
    options = [_option(rule, f"{rule} ({count})") for rule, count in sorted(rules.items())]
    select = element("select", {"name": "rule"}, "".join([_option("", tr("all rules")), *options]))
    template = tr("{count} shown", count="{count}")
    left = element("output", {"data-text": template}, _text(template.replace("{count}", str(len(findings)))))
    parts = [*boxes, element("label", {}, f"{_text(tr('Rule:'))} {select}"), left]
    return element("section", {"id": "filters", "hidden": "", "aria-label": tr("Filters")}, nested(parts))


def _checkbox(value: str, text: str) -> str:
    box = element("input", {"type": "checkbox", "value": value, "checked": ""})
    return element("label", {}, f"{box} {_text(text)}")


def _option(value: str, text: str) -> str:
    return element("option", {"value": visible(value, PLAIN)}, _text(text))


def _section(name: str, findings: Iterable[Finding], picture: str, report: Report) -> Iterator[str]:
    """Yield an object: the plan of a Service as a picture, then its findings."""
    parts = [[element("h2", {}, _text(name))], *([_figure(one)] for one in filter(None, [picture]))]
    return in_pieces("section", {"class": "object"}, chain(parts, ([_article(one, report)] for one in findings)))


def _figure(picture: str) -> str:
    box = element("div", {"class": "scroll", "tabindex": 0}, picture)
    return element("details", {"open": ""}, element("summary", {}, _text(tr("Plan"))) + box)


def _others(pictures: Sequence[str]) -> Iterator[Iterable[str]]:
    """Yield the plans of Services of which the page shows no finding."""
    if pictures:
        head = element("h2", {}, _text(tr("Other Services")))
        yield in_pieces("section", {"class": "others"}, chain([[head]], ([_figure(one)] for one in pictures)))


def _silenced(silenced: Sequence[SuppressedFinding]) -> Iterator[Iterable[str]]:
    """Yield the findings that are suppressed, if they are asked for, each with the reason."""
    if silenced:
        head = element("h2", {}, _text(tr("Suppressed")))
        rows = (f"{_place(one.finding)} {one.finding.rule} ({one.by}): {clipped(one.reason)}" for one in silenced)
        items = in_pieces("ul", {}, ([element("li", {}, _text(row))] for row in rows))
        yield in_pieces("section", {"class": "silenced"}, [[head], items])


def _article(finding: Finding, report: Report) -> str:
    """A finding, with what the script filters by as data."""
    label = finding.severity.label
    badge = element("span", {"class": f"badge {label}"}, label)
    rule = visible(finding.rule, PLAIN)
    parts = [
        element("h3", {}, f"{badge} {_text(sentence(finding.message))}"),
        element("p", {}, f"{element('code', {}, _text(_place(finding)))} {_rule(finding.rule)}"),
        *_lines(frame(report.source_line, finding, _LINES), _place(finding)),
        *_remarks(finding),
        *_lines(list(fix_preview(tr("edit"), finding, _LINES, report.source_line)), tr("edit")),
    ]
    return element("article", {"data-severity": label, "data-rule": rule}, nested(parts))


def _place(finding: Finding) -> str:
    return location_text(finding.path, finding.place.span, PLAIN)


def _rule(name: str) -> str:
    return _text(name) if "/" in name else element("a", {"href": rule_url(name), "rel": "noreferrer"}, _text(name))


def _remarks(finding: Finding) -> Iterator[str]:
    """Yield the list of symptom, remedy and where it comes from, as far as these are known."""
    told = [
        (tr("symptom"), sentence(finding.seen)),
        (tr("fix"), sentence(finding.fix)),
        (tr("from"), tr("template {path}", path=clipped(finding.template)) if finding.template else ""),
        (tr("built"), builders(finding)),
    ]
    rows = [element("dt", {}, _text(name)) + element("dd", {}, _text(text)) for name, text in told if text]
    if rows:
        yield element("dl", {}, nested(rows))


def _lines(rows: Sequence[str], label: str) -> Iterator[str]:
    """Yield rows of a terminal, their colours as classes; nothing if there are none."""
    if rows:
        colored = "\n".join("".join(_pieces(row)) for row in rows)
        yield element("pre", {"tabindex": 0, "role": "group", "aria-label": label}, colored)


def _pieces(row: str) -> Iterator[str]:
    at = 0
    for found in _COLORED.finditer(row):
        yield _text(row[at : found.start()])
        yield element("span", {"class": _CLASSES[found[1]]}, _text(found[2]))
        at = found.end()
    yield _text(row[at:])


def _text(text: str) -> str:
    return escaped(visible(text, PLAIN))
