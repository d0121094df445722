"""`Severity`: error, warning, note, pedantic."""

from __future__ import annotations

from clblint.light import IntEnum


class Severity(IntEnum):
    """The severity of a finding.

    `error`: refused, or traffic or data is lost; `warning`: ignored, or very likely wrong; `note`: probably a mistake,
    without much harm; `pedantic`: advice about a correct manifest, shown with `--pedantic` only.
    """

    PEDANTIC = 1
    NOTE = 2
    WARNING = 3
    ERROR = 4

    @property
    def label(self) -> str:
        """The word that people and configuration use."""
        return _LABELS[self]


# By number, since looking up the members of an enumeration is slow.
_LABELS = ("", *(severity.name.lower() for severity in Severity))
