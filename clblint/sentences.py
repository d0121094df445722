"""Sentences as templates with named values, so that another language can say the same about the same values.

What stands in `problem(...)`, `Reason(...)`, `phrase(...)`, `N_(...)`, `said(...)` and `counted(...)` as a literal goes
into the catalogues (see `clblint.commands.messages`). A value is shown as it is, unless it is a phrase itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Text(NamedTuple):
    """A sentence as a template and the values that fill it; a value that is a phrase is filled and translated too."""

    template: str
    values: Mapping[str, str | Text]

    def __str__(self) -> str:
        return self.template.format_map(self.values) if self.template else ""


def phrase(template: str, /, **values: object) -> Text:
    """Words of ours that are a value of a sentence, such as what kind of back ends there are."""
    return Text(template, {name: as_value(value) for name, value in values.items()})


def as_value(value: object) -> str | Text:
    """A value as a sentence keeps it: a phrase, or the text of anything else."""
    return value if isinstance(value, Text) else str(value)


def N_(template: str) -> str:  # noqa: N802 - the name that gettext has for it
    """Mark a template that stands apart from where it is used: in a table, or in what a helper gives."""
    return template
