"""The texts of findings as sentences: templates are filled, values and annotation keys shortened, sentences joined."""

from __future__ import annotations

from clblint.i18n.language import current_language, tr
from clblint.i18n.text import NAMED, listed
from clblint.kube.well_known import DOMAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clblint.i18n.text import Text
    from clblint.lint.finding import BuiltAs, Finding

_MAX_LENGTH = 300
# The common prefix is longer than the rest of most keys. The legacy prefix stays recognisable: it is often what the
# finding is about.
_KEY_PREFIXES = {
    "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-": "-",
    "service.beta.kubernetes.io/alicloud-loadbalancer-": "/alicloud-loadbalancer-",
}


def sentence(text: Text) -> str:
    """The filled template; if the result is too long to be read, values are shortened."""
    if "{" not in text.template and "}" not in text.template:
        return text.template
    made = filled(text.template, text.values)
    if len(made) <= _MAX_LENGTH:  # so no value is longer either
        return made
    return filled(text.template, {name: clipped(str(value)) for name, value in text.values.items()})


def filled(template: str, values: Mapping[str, object]) -> str:
    """The filled template, or the template itself if a value is missing: a finding must not get lost."""
    try:
        return template.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return template


def clipped(value: str) -> str:
    """A value without its middle if it is too long to be read."""
    if len(value) <= _MAX_LENGTH:
        return value
    half = _MAX_LENGTH // 2
    return f"{value[:half]}...{value[-half:]}"


def headline(finding: Finding) -> str:
    """A finding in one sentence: the object, then the message."""
    message = sentence(finding.message)
    return f"{clipped(finding.object)}: {message}" if finding.object else message


def all_texts(finding: Finding) -> list[str]:
    """All texts of a finding: the headline, then the symptom, the remedy and the template, if there are any."""
    parts = [headline(finding)]
    if seen := sentence(finding.seen):
        parts.append(tr("Symptom: {seen}", seen=seen))
    if fix := sentence(finding.fix):
        parts.append(tr("Fix: {fix}", fix=fix))
    if finding.template:
        parts.append(tr("Rendered from: {template}", template=clipped(finding.template)))
    if roots := builders(finding):
        parts.append(tr("Built by: {roots}", roots=roots))
    return parts


def builders(finding: Finding) -> str:
    """The kustomizations that build what a finding is about, each with the object; empty if its place says it all."""
    if not finding.roots:
        return ""
    folders = {one.root for one in finding.roots}
    if folders <= {finding.path.rpartition("/")[0] or "."}:
        return ""
    named = [_builder(one, finding) for one in finding.roots]
    return str(listed(named[:NAMED], max(len(named) - NAMED, 0)).in_language(current_language()))


def _builder(one: BuiltAs, finding: Finding) -> str:
    return one.root if one.object in {"", finding.object} else f"{one.root} ({one.object})"


def as_paragraph(parts: Iterable[str]) -> str:
    """The parts as one paragraph, each ended as a sentence."""
    return " ".join(part + ("" if part.endswith((".", "!", "?", "。")) else ".") for part in parts)


def abbreviated(text: str, dots: str) -> str:
    """A text in which annotation keys are shortened to their distinctive part."""
    if DOMAIN in text:
        for prefix, rest in _KEY_PREFIXES.items():
            text = text.replace(prefix, dots + rest)
    return text


def abbreviations(text: str, dots: str) -> dict[int, tuple[int, str]]:
    """The prefixes that `abbreviated` replaces, by index in the text: their length and their replacement."""
    found: dict[int, tuple[int, str]] = {}
    if DOMAIN not in text:
        return found
    for prefix, rest in _KEY_PREFIXES.items():
        at = text.find(prefix)
        while at >= 0:
            found[at] = (len(prefix), dots + rest)
            at = text.find(prefix, at + len(prefix))
    return found
