"""`Entry`: what is known of one file of a session; a change makes a new object, so an identical one is unchanged."""

from __future__ import annotations

from clblint.kube.project.outline import unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.engine.worker import FileSummary
    from clblint.files.codec import Plain
    from clblint.kube.project.outline import Outline


class Entry:
    """A file that was read: its digest, its role, and its outline, None if other files need nothing of it."""

    __slots__ = ("digest", "error", "outline", "role")

    def __init__(self, seen: FileSummary, role: tuple[Plain, ...]) -> None:
        self.digest = seen.digest
        self.error = seen.error
        self.role = role
        self.outline: Outline | None = unpacked(seen.outline) if seen.outline else None
