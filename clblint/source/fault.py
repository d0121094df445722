"""Why a document cannot be read: `Fault` as data, `UnreadableDocumentError` as an exception."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.i18n.text import Text
    from clblint.source.place import Span


class Fault(NamedTuple):
    """The reason why a document cannot be read.

    `kind` is an identifier such as `yaml-syntax`, `message` a sentence for people, `reason` go-yaml's error text (which
    kubectl prints); `reason` is empty if only clblint refuses it, not Kubernetes.
    """

    kind: str
    message: Text
    span: Span
    reason: str = ""


class UnreadableDocumentError(Exception):
    """Aborts the parsing of a document; `start` and `end` are offsets in the text of the file."""

    def __init__(self, message: Text, *, kind: str, start: int, end: int, reason: str = "") -> None:
        super().__init__(str(message))
        self.kind = kind
        self.message = message
        self.start = start
        self.end = end
        self.reason = reason
