"""`Text`: messages as templates with named values, so that they can be translated later.

Literals in `problem(...)`, `Reason(...)`, `phrase(...)`, `N_(...)`, `tr(...)` and `ntr(...)` are extracted into the
catalogues (see `clblint.plugins.messages`). Values are not translated, unless they are `Text` or `Words` themselves.
"""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


NAMED = 5  # rivals that a finding names; of others it says how many there are


class Text(NamedTuple):
    """A sentence as a template and the values that fill it."""

    template: str
    values: Mapping[str, Value]

    def __str__(self) -> str:
        return self.template.format_map(self.values) if self.template else ""


class Words(NamedTuple):
    """A text from a data file, in English and in Chinese."""

    en: str
    zh: str

    def __str__(self) -> str:
        return self.en

    def in_language(self, lang: str) -> str:
        """The words in a language; English unless it is `zh`."""
        return self.zh if lang == "zh" else self.en


Value = str | Text | Words


def phrase(template: str, /, **values: object) -> Text:
    """A translatable value of another message, such as a kind of back ends."""
    return Text(template, {name: as_value(value) for name, value in values.items()})


# While a page is tested, values of these kinds are refused, and whatever would show the inside of an object.
STRICT: list[type] = []


def as_value(value: object) -> Value:
    """A value as a sentence keeps it: words of ours, or the text of anything else."""
    if type(value) is str or isinstance(value, (Text, Words)):
        return value
    if STRICT and (isinstance(value, tuple(STRICT)) or not _has_text(value)):
        message = f"{type(value).__name__} in a sentence: hand over what is meant of it, such as its value or its name"
        raise TypeError(message)
    return str(value)


def _has_text(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float)) or type(value).__str__ is not object.__str__


def listed(items: Iterable[object], more: int = 0) -> Words:
    """Several values as one, such as ports or keys, with the comma that a language puts between them.

    `more` counts those that are not among them.
    """
    texts = [str(item) for item in items]
    english, chinese = ", ".join(texts), "\u3001".join(texts)
    return (
        Words(f"{english} and {more} more", f"{chinese}\u7b49\uff0c\u53e6\u6709 {more} \u4e2a")
        if more
        else Words(english, chinese)
    )


def N_(template: str) -> str:  # noqa: N802 - the name that gettext has for it
    """Mark a template for translation where it is defined apart from its use, such as in a table."""
    return template
