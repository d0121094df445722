"""`RunCoverage`: which rules ran on which files; an entry or suppression is unused only if its rule ran there."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.lint.selection import matches
from clblint.suppress.model import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clblint.lint.rule import Rule
    from clblint.suppress.model import Position, Suppression


class RunCoverage(NamedTuple):
    """The rules that ran, and the evidence that they had.

    Attributes:
        rules: the rules that ran, by name.
        known: all installed rules.
        evidence: the letters of the available evidence (see `Rule`).
        waited: by path, the rules that lacked a declared fact.
        compared: path and position of the objects with an older revision.
        apart: the paths that were checked without their neighbours.
        unnamed: the paths that the user did not name: their suppressions apply, but are never reported as unused.
        complete: whether no rule raised.
        partial: whether plugins are disabled, whose rules are not in `known`.
        at: gives rules and evidence of a file; None if they are the same for all files.
    """

    rules: Mapping[str, Rule]
    known: tuple[Rule, ...]
    evidence: frozenset[str] = frozenset("SXP")
    waited: Mapping[str, tuple[str, ...]] = {}
    compared: frozenset[tuple[str, Position]] = frozenset()
    apart: frozenset[str] = frozenset()
    unnamed: frozenset[str] = frozenset()
    complete: bool = True
    partial: bool = False
    at: Callable[[str], tuple[Mapping[str, Rule], frozenset[str]]] | None = None

    def matching_rules(self, pattern: str) -> frozenset[str]:
        """The rules that match a name in a suppression; packs and globs never match rules about suppressions."""
        if pattern in RULES:
            return frozenset({pattern})
        return frozenset(rule.name for rule in self.known if matches(pattern, rule)) - RULES

    def judges(self, names: frozenset[str], where: Suppression) -> bool:
        """Whether all of these rules have checked the scope of a suppression."""
        return self.complete and where.judged and bool(names) and all(self._judges(name, where) for name in names)

    def _judges(self, name: str, where: Suppression) -> bool:
        path = where.place.path
        rules, evidence = self._at(path)
        rule = rules.get(name)
        if rule is None:
            return False
        needs = set(rule.evidence)
        if "O" in needs and (path, where.owner) not in self.compared:
            return False
        if "P" in needs and (needs == {"P"} or name in self.waited.get(path, ())):
            return False
        return not ("X" in needs and path in self.apart) and needs <= evidence | {"O"}

    def has_run(self, name: str, path: str) -> bool:
        """Whether a rule ran on a file with all evidence that it needs."""
        rules, evidence = self._at(path)
        rule = rules.get(name)
        return self.complete and rule is not None and set(rule.evidence) <= evidence

    def rules_at(self, path: str) -> Mapping[str, Rule]:
        """The rules that ran on a file."""
        return self._at(path)[0]

    def _at(self, path: str) -> tuple[Mapping[str, Rule], frozenset[str]]:
        return self.at(path) if self.at is not None else (self.rules, self.evidence)
