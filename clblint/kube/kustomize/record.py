"""`BuildRecord`: what is remembered of the build of a root: the files that it depends on, and what it lacks."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.files.codec import Codec
from clblint.files.digest import digest_of
from clblint.i18n.text import Text, Words
from clblint.source.place import Place, Span

FOLDER, ABSENT = b"/", b""  # in place of a digest


class Gap(NamedTuple):
    """Why a root is not built as kustomize builds it, or what is missing in it.

    `kind` and `text` are those of an `Unbuildable` or a `RefusedError`; `place` is None if there is no text to edit.
    `refused` says that kustomize refuses it, too.
    """

    kind: str
    text: Text
    place: Place | None
    refused: bool = False


class RefusedBuild(NamedTuple):
    """What kustomize refuses to build: the word for the fault, what it is, its place, and the folders concerned."""

    kind: str
    text: Text
    place: Place
    folders: tuple[str, ...]
    more: int = 0  # folders that are not among them


class BuildRecord(NamedTuple):
    """The state of a root: `asked` are the paths that its build looked for, each with the digest of what was there.

    `files` are those that it read. `known` says that the objects are those of the real build, `gaps` what it lacks;
    `made` is a digest of the objects.
    """

    asked: tuple[tuple[str, bytes], ...]
    files: tuple[str, ...]
    known: bool
    gaps: tuple[Gap, ...] = ()
    objects: int = 0
    made: bytes = b""

    @property
    def digest(self) -> bytes:
        """The digest of all that the build depends on."""
        return digest_of(repr(self.asked).encode(errors="replace"))


RECORD = Codec(BuildRecord, Codec(Gap, Codec(Text, Codec(Words)), Codec(Place, Codec(Span))))
