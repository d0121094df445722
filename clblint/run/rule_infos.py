"""`rule_infos`: what reports say of rules, from the pages of these."""

from __future__ import annotations

from clblint.i18n.language import ENGLISH, in_language
from clblint.plugins.page_endings import ended, endings
from clblint.plugins.pages import page_of, titled
from clblint.report.links import rule_url
from clblint.report.rule_info import RuleInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.rule import Rule


def rule_infos(rules: Iterable[Rule]) -> tuple[RuleInfo, ...]:
    """The descriptions of all loaded rules, in English, for formats that programs read."""
    with in_language(ENGLISH):
        return tuple(map(_rule_info, rules))


def _rule_info(rule: Rule) -> RuleInfo:
    page = page_of(rule)
    ending = tuple(endings(rule))
    return RuleInfo(
        name=rule.name,
        pack=rule.pack.removeprefix("clblint_"),
        severity=rule.severity,
        evidence=rule.evidence,
        summary=page.summary,
        explanation=page.explanation,
        help_text="\n\n".join((page.explanation, *ending)),
        help_markdown=titled(ended(page.markdown, ending)),
        since=rule.since,
        tags=rule.tags,
        url=rule_url(rule.name),
    )
