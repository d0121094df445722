"""Sentences as templates with named values, so that another language can say the same about the same values.

What stands as a literal in `problem(...)`, `Reason(...)`, `phrase(...)`, `N_(...)`, `said(...)` and `counted(...)` goes
into the catalogues (see `clblint.commands.messages`). A value is shown as it is, unless it is words of ours itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Text(NamedTuple):
    """A sentence as a template and the values that fill it."""

    template: str
    values: Mapping[str, Value]

    def __str__(self) -> str:
        return self.template.format_map(self.values) if self.template else ""


class Words(NamedTuple):
    """Words that data of ours holds in both languages."""

    en: str
    zh: str

    def __str__(self) -> str:
        return self.en

    def said(self, lang: str) -> str:
        """The words in a language; English unless it is `zh`."""
        return self.zh if lang == "zh" else self.en


Value = str | Text | Words


def phrase(template: str, /, **values: object) -> Text:
    """Words of ours that are a value of a sentence, such as what kind of back ends there are."""
    return Text(template, {name: as_value(value) for name, value in values.items()})


def as_value(value: object) -> Value:
    """A value as a sentence keeps it: words of ours, or the text of anything else."""
    return value if isinstance(value, (Text, Words)) else str(value)


def listed(items: Iterable[object]) -> Words:
    """Several values as one, such as ports or keys, with the comma that a language puts between them."""
    texts = [str(item) for item in items]
    return Words(", ".join(texts), "\u3001".join(texts))


def N_(template: str) -> str:  # noqa: N802 - the name that gettext has for it
    """Mark a template that stands apart from where it is used: in a table, or in what a helper gives."""
    return template
