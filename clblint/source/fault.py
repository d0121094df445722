"""Why a document cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.i18n.text import Text
    from clblint.source.place import Span


class Fault(NamedTuple):
    """Why a document cannot be read.

    `kind` is a class such as `yaml-syntax`, `message` a sentence for people, `reason` what go-yaml says (the words that
    kubectl will show), empty where the reading is refused here and not by Kubernetes.
    """

    kind: str
    message: Text
    span: Span
    reason: str = ""


class UnreadableDocumentError(Exception):
    """Stops the reading of a document; `start` and `end` are offsets in the text of the file."""

    def __init__(self, message: Text, *, kind: str, start: int, end: int, reason: str = "") -> None:
        super().__init__(str(message))
        self.kind = kind
        self.message = message
        self.start = start
        self.end = end
        self.reason = reason
