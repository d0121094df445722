"""Adds to a diagnosis the findings of rules on the live objects, and the causes that these findings predict."""

from __future__ import annotations

import functools

from clblint.diagnose.diagnosis import CERTAIN, CLOUD, FAILING, LIKELY, PENDING, Cause, Evidence, RuleFinding, field_of
from clblint.diagnose.failures import failures
from clblint.diagnose.unknowns import unknown
from clblint.i18n.language import ENGLISH, current_language
from clblint.i18n.text import Words
from clblint.lint.severity import Severity
from clblint.search.event_texts import REVISION, causes_of, event_texts, rules_by_cause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clblint.diagnose.diagnosis import Diagnosis
    from clblint.diagnose.live_rules import LiveFindings
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Value
    from clblint.lint.finding import Finding

_ALL = "*"
_OF_THE_CLUSTER = frozenset({"no-eligible-node", "pods-not-ready"})  # manifests rarely show these
_DRIFT = "config-drift"
_LOOPBACK = "intranet-loopback"
_OF_ROLLOUTS = frozenset({"no-readiness-probe", "no-drain", "no-prestop", "short-grace"})  # shown last
_GENERAL = frozenset({"annotation-invalid", "api-refuses-value", "weight-invalid", "vgroup-unusable"})
_GROUPED = frozenset({"by-id", "reuse", "port", "vgroup", "public"})


class Translations:
    """The texts of findings in both languages, as far as the run needs them; `packs` are those of rules by name."""

    def __init__(self, packs: Mapping[str, str]) -> None:
        self._packs = packs

    def of(self, finding: Finding) -> tuple[Value, Value]:
        """The message and the remedy of a finding."""
        language = current_language()
        if language == ENGLISH:
            return str(finding.message), str(finding.fix)
        from clblint.report.translator import Translator  # noqa: PLC0415 - English needs none

        translated = Translator(language, self._packs)(finding)
        return Words(str(finding.message), str(translated.message)), Words(str(finding.fix), str(translated.fix))


def with_rules(diagnosis: Diagnosis, service: LiveService, live: LiveFindings, translations: Translations) -> Diagnosis:
    """The diagnosis with the findings of rules on the live objects."""
    found = [one for one in live.of(service) if one.severity > Severity.PEDANTIC]
    names = {one.rule for one in live.of(service)}
    causes = tuple(_remedied(_confirmed(one, names, found), found, translations) for one in diagnosis.causes)
    drift = tuple(_drift(service, found, translations))
    loopback = tuple(_loopback(service, found, translations)) if service.address else ()
    known = tuple(_confirmed(one, names, found) for one in diagnosis.advice)
    at = next((place for place, one in enumerate(known) if one.name in _OF_ROLLOUTS), len(known))
    advice = (*drift, *known[:at], *loopback, *known[at:])
    findings = tuple(RuleFinding(one.rule, one.severity.label, translations.of(one)[0]) for one in found)
    if diagnosis.state in {PENDING, FAILING}:
        causes += tuple(_foretold(causes, service, found, translations))
    more = (unknown(service, fact) for one in loopback for fact in one.unknown)
    return diagnosis._replace(causes=causes, advice=advice, rule_findings=findings, unknown=(*diagnosis.unknown, *more))


def _drift(service: LiveService, found: Iterable[Finding], translations: Translations) -> Iterable[Cause]:
    """Yield a cause if somebody changed the load balancer in the console: it differs from a synced revision."""
    if not service.revision_passed:
        return
    for finding in found:
        if finding.rule == _DRIFT:
            message, do = translations.of(finding)
            seen = Evidence(CLOUD, f"{service.balancer_kind} {service.balancer_id}", "", finding.subject)
            yield Cause(_DRIFT, CERTAIN, message, (seen,), (do,) if str(do) else (), (_DRIFT,))
            return


def _loopback(service: LiveService, found: Iterable[Finding], translations: Translations) -> Iterable[Cause]:
    """Yield a cause if a client on the node of a back end may hang; no snapshot shows on which node a client runs."""
    for finding in found:
        if finding.rule == _LOOPBACK:
            message, do = translations.of(finding)
            suffix = "hostname" if service.has("hostname") else "id"
            key = service.key(suffix)
            seen = field_of(service.thing, service.get(suffix), "metadata", "annotations", key)
            remedy = (do,) if str(do) else ()
            yield Cause(_LOOPBACK, LIKELY, message, (seen,), remedy, (_LOOPBACK,), (), ("client-place",))
            return


def _confirmed(cause: Cause, names: set[str], found: Iterable[Finding]) -> Cause:
    """The cause with the rules that find it on the live object; if none does, with all rules that can find it."""
    if _ALL in cause.rules:
        return cause._replace(rules=tuple(dict.fromkeys(one.rule for one in found)))
    fired = tuple(rule for rule in cause.rules if rule in names)
    return cause._replace(rules=fired or (() if cause.name in _OF_THE_CLUSTER else cause.rules))


def _remedied(cause: Cause, found: Iterable[Finding], translations: Translations) -> Cause:
    """The cause with the fix of a rule for the exact value, where the usual advice is only to correct the value."""
    if cause.name not in _GENERAL:
        return cause
    remedies = [translations.of(one)[1] for one in found if one.rule in cause.rules]
    exact = tuple(one for one in remedies if str(one))[:2]
    return cause._replace(do=(*exact, *cause.do)) if exact else cause


def _foretold(
    known: tuple[Cause, ...], service: LiveService, found: Iterable[Finding], translations: Translations
) -> Iterable[Cause]:
    """Yield the causes of the next failed sync that rules predict, without those that a failure shows already."""
    covered = {
        rule for one in known for rule in one.rules if _ALL not in one.rules and one.name != "changes-not-applied"
    }
    named = {one.name for one in known}
    for finding in found:
        name = _cause_by_rule().get(finding.rule)
        if name is None or name in named or finding.rule in covered or not finding.fails_sync:
            continue
        named.add(name)
        message, do = translations.of(finding)
        seen = field_of(service.thing, finding.subject or finding.rule, "metadata", "annotations")
        yield Cause(
            name,
            LIKELY,
            message,
            (seen,),
            (do,) if str(do) else (),
            (finding.rule,),
            comes_next=bool(failures(service)),
        )


@functools.cache
def _cause_by_rule() -> dict[str, str]:
    """The cause of a failed sync that each rule predicts."""
    found: dict[str, str] = {}
    by_cause = rules_by_cause()
    for row in event_texts():
        if row.about == REVISION or row.cause in _GROUPED:
            for name in causes_of(row):
                for rule in by_cause.get(name, ()):
                    found.setdefault(rule, name)
    return found
