"""`SettingsInUse`: the lint settings of files with their rules by subject, made once for each configuration."""

from __future__ import annotations

from clblint.fast import Frozen, cached_property
from clblint.kube.clusters.profile import recording
from clblint.kube.manifest import Broken
from clblint.light import lru_cache
from clblint.lint.condition import annotations_in, condition_in, is_declared, waits_for_facts
from clblint.lint.subjects import giver, kinds_of, parts_of, with_wholes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clblint.lint.condition import Condition
    from clblint.lint.rule import Check, Rule
    from clblint.lint.settings import LintSettings, SettingsByFile

_OF_TEXT = {Broken.__name__, "DuplicateKey"}
_MOST_FILES = 256  # whose settings are kept: several times as many as a worker checks at once
_MOST_PLANS = 4096  # some hundred sets of annotations, each with a plan for every kind of subject


class RulePlan(Frozen):
    """The rules on one kind of subject, and, for each kind of part that a rule is on, its getter and its own plan."""

    kind: str
    rules: tuple[PlannedRule, ...]
    parts: tuple[tuple[Callable[[object], Iterable[object]], RulePlan], ...]


class PlannedRule(Frozen):
    """A rule with the name of the subject that it is on, which may be more general than what it is handed.

    `condition` is what a Service must have besides; None if the rule waits for nothing of it.
    """

    kind: str
    rule: Rule
    condition: Condition | None

    @cached_property
    def check(self) -> Check:
        """The function of the rule, whose module is imported for the first subject."""
        return _check_of(self.rule, self.kind)


class Choice(Frozen):
    """A rule on one kind of subject; `waits` says whether it is only run where one of the names in its `when` holds."""

    kind: str
    rule: Rule
    waits: bool

    def of(self, carried: frozenset[str] | None) -> PlannedRule | None:
        """The rule on subjects of Services with the annotations `carried`; None if it waits for others."""
        when = self.rule.when
        if carried is None:
            return self._met if annotations_in(when) else self._with_condition or self._met
        return self._with_condition if self.waits and when.isdisjoint(carried) else self._met

    @cached_property
    def _met(self) -> PlannedRule:
        return PlannedRule(kind=self.kind, rule=self.rule, condition=None)

    @cached_property
    def _with_condition(self) -> PlannedRule | None:
        condition = condition_in(self.rule.when) if self.waits else None
        return PlannedRule(kind=self.kind, rule=self.rule, condition=condition) if condition else None


class RulesBySubject:
    """Rules by the kind of their subject, and the plans that are made of them."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules: dict[str, list[Rule]] = {}
        for rule in rules:
            for kind in rule.subjects:
                self.rules.setdefault(kind, []).append(rule)
        self.subjects = with_wholes(self.rules)
        self._choices: dict[str, list[Choice]] = {}
        self.plan_for = lru_cache(_MOST_PLANS)(self._plan_for)

    def _plan_for(self, kind: str, carried: frozenset[str] | None) -> RulePlan:
        """The plan for a kind of subject of a Service with the annotations `carried`; None runs the rules for any."""
        rules = [choice.of(carried) for name in kinds_of(kind) for choice in self._choices_of(name)]
        below = [self.plan_for(name, carried) for name in parts_of(kind)]
        parts = tuple((giver(one.kind), one) for one in below if one.rules or one.parts)
        return RulePlan(kind=kind, rules=tuple(filter(None, rules)), parts=parts)

    def _choices_of(self, name: str) -> list[Choice]:
        found = self._choices.get(name)
        if found is None:
            found = self._choices[name] = [
                Choice(kind=name, rule=rule, waits=not waits_for_facts(rule.when)) for rule in self.rules.get(name, ())
            ]
        return found


@lru_cache(16)  # a session, as one of an editor, checks with the same rules again and again
def _by_subject(rules: tuple[Rule, ...]) -> RulesBySubject:
    return RulesBySubject(rules)


class PreparedSettings:
    """Lint settings prepared for use: the rules by subject, and the cluster, which records the facts that are read."""

    def __init__(self, lint_settings: LintSettings, facts_read: set[str]) -> None:
        self.lint_settings = lint_settings
        self.choose(_rules_to_run(lint_settings))
        self.cluster = recording(lint_settings.cluster, facts_read)

    def choose(self, rules: Iterable[Rule]) -> None:
        """Take these rules."""
        by_subject = _by_subject(tuple(rules))
        self.rules, self.subjects, self.plan_for = by_subject.rules, by_subject.subjects, by_subject.plan_for

    @cached_property
    def of_parts(self) -> PreparedSettings:
        """The same for files that are only parts of what is built: with the rules about the text of a file."""
        return self._only(lambda rule: rule.of_file)

    @cached_property
    def looks_into_parts(self) -> bool:
        """Whether a rule about the text of a file is on more than its syntax and its keys."""
        return not self.of_parts.rules.keys() <= _OF_TEXT

    @cached_property
    def of_builds(self) -> PreparedSettings:
        """The same for what is built: without the rules about the text of a file."""
        return self._only(lambda rule: not rule.of_file)

    def _only(self, wanted: Callable[[Rule], bool]) -> PreparedSettings:
        from copy import copy  # noqa: PLC0415 - brings weakref, and only kustomizations need it

        made = copy(self)
        made.choose(rule for rule in _rules_to_run(self.lint_settings) if wanted(rule))
        return made


class SettingsInUse:
    """The prepared settings of each file, and the undeclared facts that rules read of its cluster meanwhile."""

    def __init__(self, settings_by_file: SettingsByFile) -> None:
        self.by_file = settings_by_file
        self.facts_read: set[str] = set()
        self._prepared: dict[int, PreparedSettings] = {}
        self._by_path: dict[str, PreparedSettings] = {}  # of some files; all are dropped when they are too many

    def of(self, path: str) -> PreparedSettings:
        """The settings of a file."""
        found = self._by_path.get(path)
        if found is None:
            if len(self._by_path) >= _MOST_FILES:
                self._by_path.clear()
            found = self._by_path[path] = self.at(self.by_file.number_of(path))
        return found

    def at(self, number: int) -> PreparedSettings:
        """The settings of a number."""
        found = self._prepared.get(number)
        if found is None:
            found = self._prepared[number] = PreparedSettings(self.by_file.at(number), self.facts_read)
        return found


def _check_of(rule: Rule, kind: str) -> Check:
    """The function of a rule for a kind of subject; that of a rule that cannot be imported fails at each call."""
    try:
        return rule.check_of(kind)
    except Exception:  # noqa: BLE001 - a broken rule must not stop the others
        return lambda subject: rule.check_of(kind)(subject)  # noqa: PLW0108 - the module is asked for at each call


def _rules_to_run(lint_settings: LintSettings) -> Iterable[Rule]:
    """The selected rules, without those that find nothing without an inventory, or without a fact of the cluster."""
    rules: Iterable[Rule] = lint_settings.rules
    if lint_settings.inventory is None:
        rules = [rule for rule in rules if rule.evidence != "I"]
    return [rule for rule in rules if not rule.when or is_declared(lint_settings.cluster, rule.when)]
