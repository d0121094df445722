"""Rules as SARIF describes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.lint.severity import Severity
from clblint.report.links import rule_url
from clblint.report.report import RuleInfo

if TYPE_CHECKING:
    from clblint.report.report import Report

_LONGEST = 1024  # longer descriptions are refused by code scanning
_TAGS = 10  # no more are kept
_PROBLEM = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "recommendation",
    Severity.PEDANTIC: "recommendation",
}
# Everything these need is in front of the rule; the others rely on a profile or on neighbours being complete.
_SELF_CONTAINED = frozenset("SIO")


def known_rules(report: Report) -> list[RuleInfo]:
    """Give the loaded rules, and one entry for each name that findings have beyond them: every result needs a rule."""
    rules = {rule.name: rule for rule in report.rules}
    for finding in (*report.findings, *(one.finding for one in report.silenced)):
        if finding.rule not in rules:
            rules[finding.rule] = RuleInfo(
                finding.rule, "clblint", finding.severity, "S", finding.rule, "", "", "", "", (), rule_url(finding.rule)
            )
    return list(rules.values())


def described(rule: RuleInfo) -> dict[str, object]:
    """Give the `reportingDescriptor`. It has no `name`: that may not be the id again, and the id is readable."""
    explanation = rule.explanation.strip() or rule.summary.strip() or rule.name
    markdown = {"markdown": rule.help_markdown} if rule.help_markdown.strip() else {}
    return {
        "id": rule.name,
        "shortDescription": {"text": _short(rule.summary.strip() or rule.name)},
        "fullDescription": {"text": _short(explanation)},
        "help": {"text": rule.help_text.strip() or explanation, **markdown},
        "helpUri": rule.url or rule_url(rule.name),
        "defaultConfiguration": {"level": level_of(rule.severity)},
        "properties": {
            "tags": list(dict.fromkeys((rule.pack, *rule.tags)))[:_TAGS],
            "precision": "very-high" if _SELF_CONTAINED.issuperset(rule.evidence) else "high",
            "problem.severity": _PROBLEM[rule.severity],
        },
    }


def level_of(severity: Severity) -> str:
    """The level of the specification, which has none below a note."""
    return max(severity, Severity.NOTE).label


def _short(text: str) -> str:
    """Cut at a word, counting code units as the readers do."""
    if _units(text) <= _LONGEST:
        return text
    end = " ..."
    most = _LONGEST - len(end) if text.isascii() else _LONGEST // 2 - len(end)
    return text[:most].rsplit(maxsplit=1)[0] + end


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
