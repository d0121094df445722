"""The descriptors of rules in a SARIF log."""

from __future__ import annotations

from clblint.lint.severity import Severity
from clblint.report.links import rule_url
from clblint.report.rule_info import RuleInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.report.report import Report

_MAX_LENGTH = 1024  # code scanning rejects longer descriptions
_MAX_TAGS = 10  # code scanning drops further ones
_PROBLEM = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "recommendation",
    Severity.PEDANTIC: "recommendation",
}
# Evidence that is complete in itself; the other kinds depend on a correct profile or on other files.
_SELF_CONTAINED = frozenset("SIO")


def known_rules(report: Report) -> list[RuleInfo]:
    """The loaded rules, and an entry for each other rule that findings name, since every result needs a descriptor."""
    rules = {rule.name: rule for rule in report.rules}
    for finding in (*report.findings, *(one.finding for one in report.silenced)):
        if finding.rule not in rules:
            rules[finding.rule] = RuleInfo(
                finding.rule, "clblint", finding.severity, "S", finding.rule, "", "", "", "", (), rule_url(finding.rule)
            )
    return list(rules.values())


def descriptor_of(rule: RuleInfo) -> dict[str, object]:
    """The `reportingDescriptor` of a rule; without `name`, which must differ from the id, and the id is readable."""
    explanation = rule.explanation.strip() or rule.summary.strip() or rule.name
    markdown = {"markdown": rule.help_markdown} if rule.help_markdown.strip() else {}
    return {
        "id": rule.name,
        "shortDescription": {"text": _shortened(rule.summary.strip() or rule.name)},
        "fullDescription": {"text": _shortened(explanation)},
        "help": {"text": rule.help_text.strip() or explanation, **markdown},
        "helpUri": rule.url or rule_url(rule.name),
        "defaultConfiguration": {"level": level_of(rule.severity)},
        "properties": {
            "tags": list(dict.fromkeys((rule.pack, *rule.tags)))[:_MAX_TAGS],
            "precision": "very-high" if _SELF_CONTAINED.issuperset(rule.evidence) else "high",
            "problem.severity": _PROBLEM[rule.severity],
        },
    }


def level_of(severity: Severity) -> str:
    """The SARIF level of a severity: SARIF has none below `note`."""
    return max(severity, Severity.NOTE).label


def _shortened(text: str) -> str:
    """A text cut at a word to `_MAX_LENGTH` UTF-16 code units, as readers count them."""
    if _units(text) <= _MAX_LENGTH:
        return text
    end = " ..."
    most = _MAX_LENGTH - len(end) if text.isascii() else _MAX_LENGTH // 2 - len(end)
    return text[:most].rsplit(maxsplit=1)[0] + end


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
