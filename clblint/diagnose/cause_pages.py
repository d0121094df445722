"""The page of each cause: a file in `pages/`, with an example that the tests diagnose.

    <The cause, in one sentence.>

    <What shows it, how it is recognised, what rules it out.>

    ```yaml snapshot
    …                     (what differs from a healthy Service: `clblint.diagnose.example`)
    ```

    Sources: <where the fact comes from>

The end of a page is what `clblint diagnose` says of the example, so that a page and a report agree.
"""

from __future__ import annotations

import functools
import re
from importlib import resources

from clblint.diagnose.example import SERVICE, example_text
from clblint.diagnose.reading.files import read_text
from clblint.diagnose.run_diagnosis import DiagnosisInputs, judge
from clblint.diagnose.unknowns import unknown
from clblint.diagnose.wording import cause_evidence
from clblint.fast import NamedTuple
from clblint.i18n.language import ENGLISH, HOST, catalogue_of, current_language, tr, tr_value
from clblint.kube.clusters.profile import undeclared
from clblint.plugins.pages import pieces_of
from clblint.search.event_texts import causes_of, event_texts, rules_by_cause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.diagnose.diagnosis import Cause, Diagnosis
    from clblint.diagnose.service import SnapshotServices
    from clblint.lint.cause import CauseFinder
    from clblint.lint.rule import Rule

_FENCE = re.compile(r"^```yaml snapshot\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SOURCES = "Sources:"
_FILE = "example"
_EVERY = "*"
_MOST_TEXTS = 12


class CausePage(NamedTuple):
    """The page of a cause: its name, its text, and the package whose catalogue has its translation."""

    name: str
    text: str
    package: str = HOST

    @property
    def example(self) -> str:
        """The text of the snapshot fence; empty if there is none."""
        found = _FENCE.search(self.text)
        return found[1] if found else ""

    @property
    def summary(self) -> str:
        """Its first sentence, in the current language."""
        return self.markdown.partition("\n\n")[0]

    @property
    def markdown(self) -> str:
        """The text in the current language, each paragraph on one line."""
        language = current_language()
        tell = str if language == ENGLISH else catalogue_of(self.package, language).gettext
        return "\n\n".join(tell(piece) if is_prose else piece for piece, is_prose in pieces_of(self.text)) + "\n"


@functools.cache
def cause_pages() -> dict[str, CausePage]:
    """The pages of clblint's own causes, by name."""
    folder = resources.files("clblint.diagnose").joinpath("pages")
    names = sorted(name for name in rules_by_cause() if folder.joinpath(f"{name}.md").is_file())
    return {name: CausePage(name, folder.joinpath(f"{name}.md").read_text(encoding="utf-8")) for name in names}


class Shown(NamedTuple):
    """An example as it was diagnosed, and the cause that it shows; None if that is not named."""

    diagnosis: Diagnosis
    cause: Cause | None
    all_services: SnapshotServices


def diagnosed(page: CausePage, rules: tuple[Rule, ...], finders: Iterable[CauseFinder] = ()) -> Shown:
    """Diagnose the example of a page."""
    snapshot = read_text(example_text(page.example), _FILE)
    report = judge(snapshot, rules, DiagnosisInputs(undeclared(), finders=tuple(finders))).report
    diagnosis = next(one for one in report.diagnoses if one.name == SERVICE)
    named = (one for one in (*diagnosis.causes, *diagnosis.advice) if one.name == page.name)
    return Shown(diagnosis, next(named, None), report.all_services)


def whole_cause_page(page: CausePage, rules: tuple[Rule, ...], finders: Iterable[CauseFinder] = ()) -> str:
    """The page with its generated end, in the current language."""
    shown = diagnosed(page, rules, finders)
    more = "\n".join(f"{part}\n" for part in _endings(page, shown, rules))
    head, sources, rest = page.markdown.rpartition(f"\n{_SOURCES}")
    return f"{head}\n{more}{sources}{rest}" if head else f"{page.markdown}\n{more}"


def _endings(page: CausePage, shown: Shown, rules: Iterable[Rule]) -> Iterator[str]:
    """Yield the generated paragraphs as Markdown."""
    cause = shown.cause
    if cause is not None:
        service = shown.all_services.by_name[shown.diagnosis.name]
        facts = [unknown(service, fact) for fact in cause.unknown]
        yield tr("State of the example: `{state}`.", state=shown.diagnosis.state)
        yield _quoted(tr("What clblint diagnose says:"), [tr_value(cause.message)])
        yield _quoted(tr("What proves it:"), [cause_evidence(seen) for seen in cause.evidence])
        yield _quoted(tr("What to do:"), list(map(tr_value, cause.do)))
        if facts:
            yield _quoted(
                tr("What a snapshot may not show:"),
                [_fact(tr_value(one.matters), tr_value(one.command)) for one in facts],
            )
    texts = texts_of(page.name)
    if texts:
        yield _quoted(tr("Events and errors behind it:"), [f"`{text}`" for text in texts[:_MOST_TEXTS]])
    names = rules_of(page.name, rules)
    if names:
        before = tr("every rule") if _EVERY in rules_by_cause()[page.name] else tr(", ").join(names)
        yield tr("Rules that tell of it before: {names}", names=before)


def _quoted(heading: str, texts: list[str]) -> str:
    """A sentence for one text, a list for several."""
    if len(texts) == 1:
        return f"{heading}{texts[0]}" if heading.endswith("\uff1a") else f"{heading} {texts[0]}"
    return "\n".join([heading, "", *(f"- {text}" for text in texts)])


def _fact(matters: str, command: str) -> str:
    return f"{matters}: {command[2:]}" if command.startswith("# ") else f"{matters}: `{command}`"


def texts_of(cause: str) -> list[str]:
    """The parts of events and errors behind a cause, as `REASON: TEXT`."""
    return [f"{row.reason}: {row.text}" for row in event_texts() if row.text and cause in causes_of(row)]


def rules_of(cause: str, rules: Iterable[Rule]) -> list[str]:
    """The names of the rules that find a cause before it happens; all rules for a change that is not applied."""
    names = rules_by_cause().get(cause, ())
    return [rule.name for rule in rules if rule.name in names or _EVERY in names]
