"""Splits findings into reported and silenced ones: suppressions, settings for paths and objects, the baseline.

They apply in this order: settings for paths and objects select rules and set severities; suppressions in manifests;
`ignore` in the same settings; the baseline. Findings about suppressions themselves are treated alike, except that no
suppression can silence a finding about itself.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.lint.merging import merged, without_doubles
from clblint.suppress.coverage import CarriedSuppressions, SuppressionScope
from clblint.suppress.model import RULES, Suppression
from clblint.suppress.silenced import BASELINE, SETTING, SUPPRESSION, ExpiredSetting, SuppressedFinding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clblint.config.model import Config
    from clblint.config.overrides import Overrides
    from clblint.lint.finding import Finding
    from clblint.source.place import Place
    from clblint.suppress.baseline import Baseline
    from clblint.suppress.run_coverage import RunCoverage

_UNUSED = "unused-suppression"
_MOST_NEAREST = 100  # unknown names to suggest a correction for; each takes milliseconds


class Filtered(NamedTuple):
    """The reported and the silenced findings, both sorted, and the errors of rules that raised."""

    reported: tuple[Finding, ...]
    silenced: tuple[SuppressedFinding, ...]
    failures: tuple[str, ...] = ()

    def merged(self) -> Filtered:
        """The same with what several kustomizations build alike once."""
        by_reason: dict[tuple[str, str], list[Finding]] = {}
        for one in self.silenced:
            by_reason.setdefault((one.by, one.reason), []).append(one.finding)
        silenced = (SuppressedFinding(one, *why) for why, group in by_reason.items() for one in merged(group))
        return self._replace(reported=merged(self.reported), silenced=tuple(silenced))


def filter_findings(
    findings: Iterable[Finding],
    suppressions: Mapping[str, Sequence[Suppression]],
    ran: RunCoverage,
    overrides_of: Callable[[str], Overrides],
) -> Filtered:
    """Split findings by the suppressions of the files, by their paths, and by the settings for paths and objects."""
    sorting = _Sorting(suppressions, ran, overrides_of)
    for finding in findings:
        sorting.take(finding)
    sorting.judge()
    reported = sorted(sorting.reported, key=lambda finding: finding.sort_key)
    return Filtered(tuple(reported), tuple(sorting.silenced), tuple(sorting.failures))


def without(filtered: Filtered, baseline: Baseline) -> Filtered:
    """The same with findings of the baseline moved to the silenced ones, before what is built alike is `merged`."""
    found = without_doubles(filtered.reported)
    known = baseline.take(found)
    silenced = (SuppressedFinding(found[index], BASELINE, "") for index in sorted(known))
    reported = (finding for index, finding in enumerate(found) if index not in known)
    return filtered._replace(reported=tuple(reported), silenced=(*filtered.silenced, *silenced))


def expired(configs: Iterable[Config], today: str, ran: RunCoverage) -> tuple[list[Finding], list[str]]:
    """The findings about settings with `until` before today (`YYYY-MM-DD`), and the errors of rules that raised."""
    found: list[Finding] = []
    failures: list[str] = []
    settings = {one.place: one for config in configs for one in config.paths}  # configurations may share a base
    for one in settings.values():
        if one.until and one.until < today:
            target = " ".join(filter(None, (one.match, one.object)))
            said, broke = say(ExpiredSetting(one.place, one.until, target, one.reason), "", ["expired-setting"], ran)
            found, failures = found + said, failures + broke
    return found, failures


def say(
    subject: ExpiredSetting | Suppression, owner: str, names: Iterable[str], ran: RunCoverage
) -> tuple[list[Finding], list[str]]:
    """Run some rules on a subject that is no Kubernetes object: the findings, and the errors of rules that raised."""
    from clblint.engine.dispatch import Dispatcher  # noqa: PLC0415 - a run where nothing is wrong with a suppression needs none
    from clblint.kube.clusters.profile import undeclared  # noqa: PLC0415 - only where something is silenced
    from clblint.lint.settings import LintSettings, one_settings  # noqa: PLC0415 - only where something is wrong

    rules = ran.rules_at(subject.place.path)
    chosen = tuple(rules[name] for name in names if name in rules)
    dispatcher = Dispatcher(one_settings(LintSettings(chosen, undeclared())))
    return dispatcher.check_subject(subject, owner), dispatcher.failures


class _Sorting:
    def __init__(
        self,
        suppressions: Mapping[str, Sequence[Suppression]],
        ran: RunCoverage,
        overrides_of: Callable[[str], Overrides],
    ) -> None:
        self._suppressions = suppressions
        self._ran = ran
        self._scopes_of = overrides_of
        self._near: dict[str, str] = {}
        self._answers: dict[str, frozenset[str]] = {}
        self._covers = {path: SuppressionScope(found, self._matching_rules) for path, found in suppressions.items()}
        self._carried = CarriedSuppressions(suppressions, self._matching_rules)
        self._used: set[tuple[str, int, int]] = set()  # path, index of the suppression, index of the name in it
        self.reported: list[Finding] = []
        self.silenced: list[SuppressedFinding] = []
        self.failures: list[str] = []

    def take(self, found: Finding, *, about: int = -1, final: bool = False) -> None:
        """Add a finding to the reported or to the silenced ones.

        `about` is the index of the suppression that the finding is about, which cannot silence it; with `final` no
        suppression can.
        """
        scopes = self._scopes_of(found.path)
        finding = scopes.apply(found)
        if finding is None:
            return
        first = None if final else self._suppression_of(finding, about)
        if first is not None:
            self.silenced.append(SuppressedFinding(finding, SUPPRESSION, first.reason))
        elif (setting := scopes.exemption(finding)) is not None:
            self.silenced.append(SuppressedFinding(finding, SETTING, setting.reason))
        else:
            self.reported.append(finding)

    def _suppression_of(self, finding: Finding, about: int) -> Suppression | None:
        """The first suppression that covers a finding or its object; all that do are marked as used."""
        first = None
        for place in filter(None, (finding.place, finding.home)):
            cover = self._covers.get(place.path)
            for hit in cover.of(finding._replace(place=place)) if cover is not None else ():
                if hit.number != about:
                    self._used.add((place.path, hit.number, hit.position))
                    first = first or hit.suppression
        return first or self._carried.of(finding)

    def judge(self) -> None:
        """Report faults of suppressions; `unused-suppression` comes last: other findings may use one."""
        everything = list(self._judged())
        for number, one in everything:
            unknown = tuple(
                (name, self._nearest(name.text)) for name in one.names if not self._matching_rules(name.text)
            )
            if self._ran.partial:  # the name may be that of a plugin that is not loaded, unless it looks misspelt
                unknown = tuple((name, nearest) for name, nearest in unknown if nearest)
            if one.fault or unknown or not one.explained:
                self._say(one._replace(unknown=unknown), number, RULES - {_UNUSED})
        for last in (False, True):
            for number, one in everything:
                unused = tuple(
                    name
                    for position, name in enumerate(one.names)
                    if (name.text == _UNUSED) is last and self._is_unused(one, number, position)
                )
                if unused:
                    self._say(one._replace(unused=unused), number, {_UNUSED}, final=last)

    def _judged(self) -> Iterator[tuple[int, Suppression]]:
        """Yield the suppressions of the named files, each once, however many roots build what it stands in."""
        seen: set[Place] = set()
        for path in sorted(self._suppressions):
            for number, one in enumerate(self._suppressions[path]):
                if one.place.path not in self._ran.unnamed and not (one.root and one.place in seen):
                    seen.add(one.place)
                    yield number, one

    def _is_unused(self, one: Suppression, number: int, position: int) -> bool:
        path = one.place.path
        if one.fault or (path, number, position) in self._used:
            return False
        rules = self._matching_rules(one.names[position].text)
        scopes = self._scopes_of(path)
        return self._ran.judges(rules, one) and all(scopes.counts(rule, path, one.object) for rule in rules)

    def _say(self, one: Suppression, number: int, names: Iterable[str], *, final: bool = False) -> None:
        found, failures = say(one, one.object, sorted(names), self._ran)
        self.failures += failures
        for finding in found:
            self.take(finding, about=number, final=final)

    def _matching_rules(self, pattern: str) -> frozenset[str]:
        if pattern not in self._answers:
            self._answers[pattern] = self._ran.matching_rules(pattern)
        return self._answers[pattern]

    def _nearest(self, name: str) -> str:
        if name not in self._near and (len(self._near) < _MOST_NEAREST or self._ran.partial):
            from clblint.lint.unknown_rule import nearest  # noqa: PLC0415 - brings pattern matching, for a message

            self._near[name] = nearest(name, self._ran.known)
        return self._near.get(name, "")
