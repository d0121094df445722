"""How bad a finding is."""

from __future__ import annotations

import enum


class Severity(enum.IntEnum):
    """`error`: refused, or traffic or data is lost; `warning`: ignored, or very likely wrong; `note`: advice."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word that people and configuration use."""
        return _LABELS[self]


# By number: an enumeration takes its time to be looked up by itself.
_LABELS = ("", *(severity.name.lower() for severity in Severity))
