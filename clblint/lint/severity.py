"""`Severity`: error, warning, note, pedantic."""

from __future__ import annotations

import enum


class Severity(enum.IntEnum):
    """The severity of a finding.

    `error`: refused, or traffic or data is lost; `warning`: ignored, or very likely wrong; `note`: probably a mistake,
    without much harm; `pedantic`: right, but only advice, which is shown where it is asked for.
    """

    PEDANTIC = 1
    NOTE = 2
    WARNING = 3
    ERROR = 4

    @property
    def label(self) -> str:
        """The word that people and configuration use."""
        return _LABELS[self]


# By number: looking up members of an enumeration is slow.
_LABELS = ("", *(severity.name.lower() for severity in Severity))
