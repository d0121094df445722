"""Fills, shortens and joins the texts of findings for reports that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.i18n.language import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clblint.i18n.text import Text
    from clblint.lint.finding import Finding

_LONGEST = 300
# The part that all keys share is longer than most of what differs. Only the current prefix vanishes: with the older
# one, the prefix itself is often what the finding is about.
_PREFIXES = {
    "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-": "-",
    "service.beta.kubernetes.io/alicloud-loadbalancer-": "/alicloud-loadbalancer-",
}
_COMMON = "service.beta.kubernetes.io/"


def sentence(text: Text) -> str:
    """Fill the template; values too long to be read lose their middle."""
    if "{" not in text.template and "}" not in text.template:
        return text.template
    made = filled(text.template, text.values)
    if len(made) <= _LONGEST:  # and so is every value in it
        return made
    return filled(text.template, {name: clipped(str(value)) for name, value in text.values.items()})


def filled(template: str, values: Mapping[str, object]) -> str:
    """Fill a template; one that does not fit its values is shown as it is, for the finding matters more."""
    try:
        return template.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return template


def clipped(value: str) -> str:
    """Take out the middle of a value that is too long to be read."""
    if len(value) <= _LONGEST:
        return value
    half = _LONGEST // 2
    return f"{value[:half]}...{value[-half:]}"


def headline(finding: Finding) -> str:
    """Say the finding in one sentence: the object, then the fault."""
    message = sentence(finding.message)
    return f"{clipped(finding.object)}: {message}" if finding.object else message


def all_texts(finding: Finding) -> list[str]:
    """Give all texts of a finding: the fault, then the symptom, the remedy and further places, if any."""
    parts = [headline(finding)]
    if seen := sentence(finding.seen):
        parts.append(tr("Symptom: {seen}", seen=seen))
    if fix := sentence(finding.fix):
        parts.append(tr("Fix: {fix}", fix=fix))
    if finding.template:
        parts.append(tr("Rendered from: {template}", template=clipped(finding.template)))
    return parts


def in_a_row(parts: Iterable[str]) -> str:
    """Join parts to one string, each ended as a sentence: the first one must do where space is short."""
    return " ".join(part + ("" if part.endswith((".", "!", "?", "。")) else ".") for part in parts)


def folded(text: str, dots: str) -> str:
    """Shorten annotation keys to what tells them apart."""
    if _COMMON in text:
        for prefix, rest in _PREFIXES.items():
            text = text.replace(prefix, dots + rest)
    return text


def folds(text: str, dots: str) -> dict[int, tuple[int, str]]:
    """Tell where `folded` would shorten: index, to the length of the prefix and what is shown for it."""
    found: dict[int, tuple[int, str]] = {}
    if _COMMON not in text:
        return found
    for prefix, rest in _PREFIXES.items():
        at = text.find(prefix)
        while at >= 0:
            found[at] = (len(prefix), dots + rest)
            at = text.find(prefix, at + len(prefix))
    return found
