"""Parses rule pages: documentation and test examples of a rule in one docstring.

    \"\"\"<The fault, in one sentence.>

    <Why it breaks, what is seen, what to do.>

    ```yaml bad
    …                     # <- here      (each marked line is flagged, no other)
    …                     # <- here (note): the words    (less than the rule's severity, and with these words)
    ```

    ```yaml good
    …
    ```

    Sources: <where the fact comes from>
    \"\"\"

The documents of one fence are one project. A comment `# file: NAME` in a fence begins another file of it; a file named
`.clblint.yaml` is the configuration, `inventory.json` or what lies in `inventory/` the inventory, and what lies in
`old/` the older revision.
"""

from __future__ import annotations

import re

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.i18n.language import tr
from clblint.i18n.text import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.rule import Rule

_FENCE = re.compile(r"^```yaml (bad|good)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
_SOURCES = re.compile(r"^Sources?: (.*)\Z", re.MULTILINE | re.DOTALL)
_LEADS_IN = re.compile(r"[:\uff1a]\n\n(?=```yaml )")  # where a paragraph ends that introduces the example below it
_KEPT = re.compile(r"(^```yaml (?:bad|good|snapshot)\n.*?^```$|^Sources?: .*\Z)", re.MULTILINE | re.DOTALL)
MARK = "# <- here"
SNAPSHOT = N_("An example, as it differs from a Service that is healthy:")
_MARKED = re.compile(rf" *{MARK}(?: \(([a-z]+)\))?(?:: (\S.*?))? *$", re.MULTILINE)


class Mark(NamedTuple):
    """An expected finding (`# <- here`): `severity` is empty for that of the rule, `words` for any message."""

    path: str
    line: int
    severity: str
    words: str


class Example(NamedTuple):
    """A fenced example: whether it is bad, and its files as (name, text)."""

    bad: bool
    files: tuple[tuple[str, str], ...]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks, file by file."""
        lines = ((name, number, line) for name, text in self.files for number, line in enumerate(text.split("\n"), 1))
        found = ((name, number, _MARKED.search(line)) for name, number, line in lines)
        return tuple(Mark(name, number, mark[1] or "", mark[2] or "") for name, number, mark in found if mark)


def unmarked(text: str) -> str:
    """A file without its marks: JSON allows no comments, and fixed examples are compared without them."""
    return _MARKED.sub("", text)


class Page(NamedTuple):
    """A parsed rule page."""

    summary: str
    explanation: str
    examples: tuple[Example, ...]
    sources: str
    markdown: str


def page_of(rule: Rule, tell: Callable[[str], str] | None = None) -> Page:
    """Parse the page of a rule; raises `UsageError` if a part is missing.

    `tell` translates a paragraph; each paragraph is then on one line.
    """
    text = rule.page.strip() + "\n"
    if tell is not None:
        text = "\n\n".join(tell(piece) if is_prose else piece for piece, is_prose in pieces_of(text)) + "\n"
    examples = tuple(_examples(text))
    sources = _SOURCES.search(text)
    prose = _SOURCES.sub("", _FENCE.sub("", _without_lead_ins(text))).strip()
    summary, _, explanation = prose.partition("\n\n")
    missing = [
        part
        for part, there in (
            (tr("a sentence at the top"), summary),
            (tr("an explanation"), explanation.strip()),
            (tr("a `yaml bad` example"), any(example.bad for example in examples)),
            (tr("a `yaml good` example"), any(not example.bad for example in examples)),
            ("Sources:", sources),
        )
        if not there
    ]
    if missing or sources is None:
        message = tr("the page of rule {name} lacks {parts}", name=rule.name, parts=", ".join(missing))
        raise UsageError(message)
    return Page(
        " ".join(summary.split()),
        "\n\n".join(" ".join(part.split()) for part in re.split(r"\n{2,}", explanation.strip())),
        examples,
        " ".join(sources.group(1).split()),
        text,
    )


def titled(markdown: str) -> str:
    """The page with a heading above each example (bad or good), since Markdown viewers do not show the info string."""
    titles = (("bad", tr("Wrong:")), ("good", tr("Right:")), ("snapshot", tr(SNAPSHOT)))
    for kind, title in titles:
        markdown = markdown.replace(f"```yaml {kind}\n", f"{title}\n\n```yaml\n")
    return markdown


def pieces_of(page: str) -> Iterator[tuple[str, bool]]:
    """Split a page into paragraphs, joined to one line each, and unchanged pieces: examples and sources.

    Each piece comes with whether it is a paragraph, which is to be translated.
    """
    for number, piece in enumerate(_KEPT.split(page)):
        if number % 2:
            yield piece.strip(), False
        else:
            yield from ((" ".join(part.split()), True) for part in re.split(r"\n{2,}", piece) if part.strip())


def _without_lead_ins(text: str) -> str:
    """A page without the paragraphs that introduce an example, which are omitted together with the examples."""
    kept, at = [], 0
    for end in _LEADS_IN.finditer(text):
        before = max(_behind("\n\n", text, end.start()), _behind("\n```\n", text, end.start()))
        kept.append(text[at:before])
        at = end.end()
    return "".join((*kept, text[at:]))


def _behind(mark: str, text: str, end: int) -> int:
    """Where the last mark before a place ends; 0 without one."""
    at = text.rfind(mark, 0, end)
    return at + len(mark) if at >= 0 else 0


def _examples(text: str) -> Iterator[Example]:
    for kind, body in _FENCE.findall(text):
        parts = _FILE.split(body)
        files = [("manifest.yaml", parts[0])] if parts[0].strip() else []
        files += list(zip(parts[1::2], parts[2::2], strict=True))
        yield Example(kind == "bad", tuple(files))
