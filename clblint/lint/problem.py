"""`Problem`, `Case` and `problem()`: what the check of a rule yields.

All sentences are templates with named values (`"port {port} ..."`), never finished text: see `clblint.i18n.text`.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.text import N_, NAMED, Text, as_value
from clblint.light import TypeVar
from clblint.lint.severity import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from clblint.i18n.text import Value
    from clblint.lint.edit import FixEdit
    from clblint.source.located import Located


T = TypeVar("T")

MOST = 50  # places in one finding
_AND_MORE = N_("{last_named}, and {unnamed} more")


class Reason(NamedTuple):
    """A further place that explains the problem, and the text about it."""

    at: Located
    text: str


class Problem(NamedTuple):
    """One fault at one place.

    Attributes:
        message: the fact and its consequence, a template
        at: the place
        because: further places with a text each; a report names the first `MOST`, and counts the others
        seen: the symptom at run time (an event, an HTTP error, or "no event"), a template
        fix: what to do, a template
        subject: what is at fault (`port 443`, an annotation), for a fingerprint that survives moved lines
        values: the values of the templates
        severity: the severity of this case; None for that of the rule
        edits: the edits that fix it, all of them together; none is made if one is None
        safe: whether the edits change nothing that works today
        unnamed: the number of further places that are not in `because`
    """

    message: str
    at: Located
    because: tuple[Reason, ...]
    seen: str
    fix: str
    subject: str
    values: dict[str, Value]
    severity: Severity | None = None
    edits: tuple[FixEdit | None, ...] = ()
    safe: bool = False
    unnamed: int = 0

    def shortened(self) -> Problem:
        """The problem with at most `MOST` places; the last one gives the number of omitted places."""
        kept = self.because[:MOST]
        unnamed = self.unnamed + len(self.because) - len(kept)
        if not unnamed or not kept:
            return self
        values = {**self.values, "last_named": Text(kept[-1].text, self.values), "unnamed": str(unnamed)}
        return self._replace(because=(*kept[:-1], Reason(kept[-1].at, _AND_MORE)), values=values, unnamed=0)


if TYPE_CHECKING:
    Problems: TypeAlias = Iterator[Problem]  # what the check of a rule yields
else:
    Problems = object  # no annotation is looked at


def problem(  # noqa: PLR0913 - the parts of a finding, all but two by name
    message: str,
    at: Located,
    *,
    because: Iterable[Reason] = (),
    rivals: Sequence[Reason] = (),
    seen: str = "",
    fix: str = "",
    subject: str = "",
    severity: Severity | None = None,
    edits: Iterable[FixEdit | None] = (),
    safe: bool = False,
    unnamed: int = 0,
    **values: object,
) -> Problem:
    """Build a `Problem`.

    Args:
        message: The fact and its consequence, a template with `{name}` for values.
        at: The place of the finding: a fact, an annotation, an object.
        because: Further places that the message rests on, each with a text.
        rivals: Places in other objects that clash with this one; a report names the first few and counts the others.
        seen: The symptom at run time: an event, an HTTP error, or "no event"; empty if there is none.
        fix: What to do; empty if there is no single remedy.
        subject: What is at fault, such as `port 443`; it is part of the fingerprint, which survives moved lines.
        severity: The severity of this case, where it is not that of the rule.
        edits: The edits that mend it, all together (see `clblint.lint.editing`); one that is None cancels all.
        safe: Whether the edits change nothing that works today; else only `--unsafe-fixes` makes them.
        unnamed: How many rivals there are besides those in `rivals`.
        **values: The values of the templates `message`, `seen` and `fix`; a `phrase` is translated, all others are not.
    """
    texts = {name: value if type(value) is str else as_value(value) for name, value in values.items()}
    reasons = (*because, *rivals[:NAMED])
    if len(rivals) > NAMED:
        unnamed += len(rivals) - NAMED
    return Problem(message, at, reasons, seen, fix, subject, texts, severity, tuple(edits), safe, unnamed)


class Case(NamedTuple):
    """The texts of one case of a rule; the rule picks a case and calls `at` with a place and values."""

    message: str
    seen: str = ""
    fix: str = ""
    severity: Severity | None = None

    def at(  # noqa: PLR0913 - the parts of a finding, all but one by name
        self,
        at: Located,
        *,
        because: Iterable[Reason] = (),
        rivals: Sequence[Reason] = (),
        seen: str = "",
        fix: str = "",
        subject: str = "",
        severity: Severity | None = None,
        edits: Iterable[FixEdit | None] = (),
        safe: bool = False,
        unnamed: int = 0,
        **values: object,
    ) -> Problem:
        """Build the `Problem` of this case; `seen`, `fix` and `severity` apply if the case lacks its own."""
        return problem(
            self.message,
            at,
            because=because,
            rivals=rivals,
            seen=self.seen or seen,
            fix=self.fix or fix,
            subject=subject,
            severity=self.severity or severity,
            edits=edits,
            safe=safe,
            unnamed=unnamed,
            **values,
        )


def if_one_cluster(found: Problem) -> Problem:
    """The problem as a note, for objects that clash only if they are in one cluster, which is unknown."""
    return found._replace(
        severity=Severity.NOTE,
        fix=N_(
            "declare under clusters: in .clblint.yaml whether one cluster gets both; a kustomization that builds both "
            "says it, too"
        ),
        edits=(),
    )


def or_if_one_cluster(judge: Callable[[T], Problems], known: T, supposed: T | None) -> Problems:
    """The problems of `judge(known)`; if none, those of `judge(supposed)` as notes.

    `supposed` includes the objects that may be in the same cluster; None if there are no such objects.
    """
    found = list(judge(known))
    if not found and supposed is not None:
        found = [if_one_cluster(one) for one in judge(supposed)]
    return iter(found)
