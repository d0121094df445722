"""`Rule` and the decorator `rule`: name, severity, page and checks by subject."""

from __future__ import annotations

import sys

from clblint.light import import_module
from clblint.lint.condition import annotations_in
from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Literal

    from clblint.lint.edit import FixEdit
    from clblint.lint.problem import Problem

    Check = Callable[[Any], Iterator[Problem]]
    Row = tuple[Any, ...]

_SEVERITIES = {int(severity): severity for severity in Severity}
_NOTHING = frozenset[str]()


class Rule:
    """One rule.

    The decorator `rule` documents the attributes that it sets.

    Attributes:
        subjects: the names of the classes that it is on, in most rules one; `check_of` returns the function for each
        checks: the functions by subject; None until the module is imported
        module: the full name of its module
        pack: the package of its module
        configured: whether a configuration sets its severity
        page: the documentation, whose examples are tests (see `clblint.plugins.pages`)

    The module of page and checks is imported when it is needed: most rules do not concern most Services, and importing
    them all takes longer than checking a small manifest.
    """

    __slots__ = (
        "_page",
        "about",
        "checks",
        "configured",
        "evidence",
        "fix",
        "module",
        "name",
        "of_file",
        "pack",
        "severity",
        "since",
        "subjects",
        "tags",
        "when",
    )

    def __init__(  # noqa: PLR0913 - the parts of a rule, most by name
        self,
        name: str,
        subjects: tuple[str, ...],
        severity: Severity,
        module: str,
        *,
        checks: dict[str, Check] | None = None,
        evidence: str,
        since: str,
        tags: tuple[str, ...],
        when: frozenset[str],
        fix: str = "",
        about: frozenset[str] = frozenset(),
        of_file: bool = False,
        configured: bool = False,
        page: str | None = None,
    ) -> None:
        self.name = name
        self.subjects = subjects
        self.checks = checks  # by subject; None until the module is imported
        self.severity = severity
        self.module = module
        self.pack = module.partition(".")[0]
        self.evidence = evidence
        self.since = since
        self.tags = tags
        self.when = when
        self.about = about
        self.fix = fix
        self.of_file = of_file
        self.configured = configured
        self._page = page

    @property
    def annotations(self) -> frozenset[str]:
        """The short names of the annotations in `when` and `about`."""
        return annotations_in(self.when | self.about)

    def also(self, *, on: type | str) -> Callable[[Check], Check]:
        """Decorator: register a further check of this rule for another subject; a name as text imports nothing."""

        def add(check: Check) -> Check:
            _refuse_unknown(self.name, on, check)
            kind = on if isinstance(on, str) else on.__name__
            self.subjects = (*self.subjects, kind)
            self.checks = {**(self.checks or {}), kind: check}
            return check

        return add

    def check_of(self, kind: str) -> Check:
        """The function for a subject; imports the module of the rule."""
        return (self.checks or self._import())[kind]

    @property
    def page(self) -> str:
        """The docstring that documents and tests it."""
        if self._page is None:
            self._import()
        return self._page or ""

    def _import(self) -> dict[str, Check]:
        found = self._found()
        if found is None or found.checks is None:
            message = f"rule {self.name} is not in {self.module} any more"
            raise ImportError(message)
        self._page, self.checks = found.page, found.checks
        return found.checks

    def _found(self) -> Rule | None:
        for thing in vars(import_module(self.module)).values():
            if isinstance(thing, Rule) and thing.name == self.name:
                return thing
        return None

    @property
    def can_be_found(self) -> bool:
        """Whether it is an attribute of its module, so that a cached row can import it again."""
        return self._found() is self

    def at(self, severity: Severity) -> Rule:
        """The same rule with the severity that a configuration gives it."""
        copy = self._copy()
        copy.severity, copy.configured = severity, True
        return copy

    def fixing(self, fix: Literal["", "safe", "unsafe"]) -> Rule:
        """The same rule with another kind of fix (`safe`, `unsafe` or empty)."""
        copy = self._copy()
        copy.fix, copy.configured = fix, self.configured
        return copy

    def _copy(self) -> Rule:
        return from_row(to_row(self), page=self._page, checks=self.checks)

    @property
    def is_ours(self) -> bool:
        """Whether a pack of clblint has it; the names of all others begin with `vendor/`."""
        return "/" not in self.name

    def level(self, found: Problem) -> Severity:
        """The severity of a problem: the configured one, else that of the case, else the rule's."""
        return self.severity if self.configured or found.severity is None else found.severity

    def edits(self, found: Problem, path: str) -> tuple[FixEdit, ...]:
        """The edits of a problem; none if the rule declares no fix, or if an edit is missing or in another file."""
        if not self.fix:
            return ()
        possible = tuple(edit for edit in found.edits if edit is not None and edit.path == path)
        return possible if len(possible) == len(found.edits) else ()

    def is_safe(self, found: Problem) -> bool:
        """Whether the edits of a problem are safe, and the rule has declared that some of its own are."""
        return found.safe and self.fix == "safe"

    def __repr__(self) -> str:
        return f"<Rule {self.name} of {self.pack}>"


def to_row(rule: Rule) -> Row:
    """The attributes of a rule as plain values, to be cached."""
    return (
        rule.name, rule.subjects, int(rule.severity), rule.module, rule.evidence, rule.since, rule.tags,
        rule.fix, tuple(sorted(rule.when)), tuple(sorted(rule.about)), rule.of_file,
    )  # fmt: skip


def from_row(row: Row, *, page: str | None = None, checks: dict[str, Check] | None = None) -> Rule:
    """The inverse of `to_row`; the module is imported when the page or a check is needed."""
    made = object.__new__(Rule)  # each run makes all rules: by its constructor, that takes ten times as long
    (
        made.name, made.subjects, severity, made.module, made.evidence, made.since, made.tags,
        made.fix, when, about, made.of_file,
    ) = row  # fmt: skip
    made.severity = _SEVERITIES[severity]
    made.pack = made.module.partition(".")[0]
    made.when = frozenset(when) if when else _NOTHING
    made.about = frozenset(about) if about else _NOTHING
    made.checks, made._page, made.configured = checks, page, False
    return made


def rule(  # noqa: PLR0913 - what a rule is, all but its name by name
    name: str,
    *,
    on: type | str,
    severity: Severity,
    page: str | None = None,
    evidence: str = "S",
    since: str = "",
    tags: tuple[str, ...] = (),
    when: tuple[str, ...] = (),
    about: tuple[str, ...] = (),
    fix: Literal["", "safe", "unsafe"] = "",
    of_file: bool = False,
) -> Callable[[Check], Rule]:
    """Decorator: make a rule of a check, which takes one subject and yields problems.

    Args:
        name: The name, `vendor/name` in a third-party pack; suppressions and configurations refer to it.
        on: The class of the subjects; the check is handed one at a time.
        severity: The default; a configuration sets another, and so does a `problem` or a `Case`.
        page: The documentation with its examples; by default the docstring of the module.
        evidence: What the check needs to know, as letters: `S` one Service, `X` several resources, `P` the cluster
            profile, `I` an inventory, `O` an older revision. A rule with `I` alone runs only with an inventory; one
            with `P` that reads an undeclared fact and finds nothing is counted as waiting for it; a suppression of
            a rule whose evidence a run lacks is not unused. With `X` or `P` SARIF says
            the precision `high`, not `very-high`.
        since: The version that brought it; `clblint explain` shows it.
        tags: Tags in SARIF, after the name of the pack.
        when: Short names of annotations: the check is called only for a Service with one of them; empty for every one.
            The same goes for `ANY_ANNOTATION`, `spec.FIELD` (a field of the Service), `no spec.FIELD` (one that it
            lacks), the whole key of an annotation of others, and `cluster.FACT` (one that the cluster declares). A rule
            on `Annotation` may also wait for `UNKNOWN_KEY`, `EMPTY`, `NULL` and the like.
        about: Further annotations that it asks for or writes: `clblint explain ANNOTATION` lists it there.
        fix: The kind of its edits: `safe` (`--fix` makes those that are marked so), `unsafe` (`--unsafe-fixes`) or
            none; without it, the edits of its problems are left out.
        of_file: Whether it is about the text of a file. Where a kustomization builds, other rules judge what it builds,
            in place of the files.

    Raises:
        UsageError: No rule is handed what `on` names.
    """

    def make(check: Check) -> Rule:
        _refuse_unknown(name, on, check)
        kind = on if isinstance(on, str) else on.__name__
        return Rule(
            name,
            (kind,),
            severity,
            check.__module__,
            checks={kind: check},
            evidence=evidence,
            since=since,
            tags=tags,
            when=frozenset(when),
            fix=fix,
            about=frozenset(about),
            of_file=of_file,
            page=page or sys.modules[check.__module__].__doc__ or "",
        )

    return make


def _refuse_unknown(name: str, on: type | str, check: Check) -> None:
    from clblint.lint.subjects import refuse_unknown  # noqa: PLC0415 - 1 % of a run with a cache, which makes no rule

    refuse_unknown(name, on, check)
