"""What a build stops at (`RefusedError`), and what it cannot know (`Unbuildable`)."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.i18n.text import Text
    from clblint.source.place import Place


class RefusedError(Exception):
    """The real kustomize refuses this build.

    `kind` is a word of ours, such as `patch-no-target` or `cycle`; `message` a sentence; `place` what to edit, None if
    there is no such text (a folder without a kustomization).
    """

    def __init__(self, place: Place | None, kind: str, message: Text) -> None:
        super().__init__(str(message))
        self.kind = kind
        self.message = message
        self.place = place


class UnknownError(Exception):
    """The rest of this build cannot be known; `unbuildable` says why."""

    def __init__(self, unbuildable: Unbuildable) -> None:
        super().__init__(str(unbuildable.text))
        self.unbuildable = unbuildable


class Unbuildable(NamedTuple):
    """Something that cannot be built offline, or not within the limits.

    `kind` is `remote`, `chart`, `plugin`, `pattern`, `structured-text`, `repeated-keys`, `too-large`, `too-deep`, or
    the kind of a refusal that may be none, since what is missing may be in another part that is not built; `text` names
    it, or says what it is. `changes` says that it may change objects that are there, and not only bring others.
    """

    kind: str
    text: Text | str
    place: Place | None
    changes: bool = False

    @property
    def words(self) -> Text:
        """The text as one that may be translated."""
        from clblint.i18n.text import Text  # noqa: PLC0415 - most builds are complete

        return self.text if isinstance(self.text, Text) else Text("{text}", {"text": self.text})
