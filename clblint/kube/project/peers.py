"""`Peers`: objects or files that have something in common, a list with indexes that all who ask share."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.project.refs import place_of
from clblint.light import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from clblint.kube.project.in_file import InFile
    from clblint.kube.project.refs import Identity, Ref

T = TypeVar("T", bound="InFile")
A = TypeVar("A")
_MAX_CACHED = 2_000  # answers to one question


def remember(known: dict[Hashable, A], asked: Hashable, answer: A) -> A:
    """Keep an answer for those who ask the same next; of very many answers only the last ones are kept."""
    if len(known) >= _MAX_CACHED:
        known.clear()
    known[asked] = answer
    return answer


class Peers(list[T]):
    """Objects or files in the order of their places; read-only."""

    @cached_property
    def by_file(self) -> dict[str, Peers[T]]:
        """The peers by file."""
        found: dict[str, Peers[T]] = {}
        for ref in self:
            found.setdefault(ref.path, Peers()).append(ref)
        return found

    @cached_property
    def by_folder(self) -> dict[str, Peers[T]]:
        """The peers by folder."""
        found: dict[str, Peers[T]] = {}
        for ref in self:
            found.setdefault(ref.folder, Peers()).append(ref)
        return found

    @cached_property
    def places(self) -> set[tuple[str, int]]:
        """The (path, position) of all peers."""
        return {ref.place for ref in self}

    def nearest(self, own: InFile) -> Iterator[T]:
        """Yield the peers in the same file first, then those in the same folder, then the others."""
        if len(self) <= 1:  # nearly always
            yield from self
            return
        yield from self.by_file.get(own.path, ())
        yield from (ref for ref in self.by_folder.get(own.folder, ()) if ref.path != own.path)
        yield from (ref for ref in self if ref.folder != own.folder)

    @cached_property
    def identities(self: Peers[Ref]) -> dict[Identity, int]:
        """The number of peers by identity."""
        found: dict[Identity, int] = {}
        for ref in self:
            found[ref.identity] = found.get(ref.identity, 0) + 1
        return found

    @cached_property
    def next_other(self: Peers[Ref]) -> list[int]:
        """For each peer, the index of the next one with another identity."""
        found = list(range(1, len(self) + 1))
        for at in range(len(self) - 2, -1, -1):
            if self[at].identity == self[at + 1].identity:
                found[at] = found[at + 1]
        return found

    @cached_property
    def _built(self) -> dict[tuple[str, ...], Peers[T]]:
        return {}

    def built_with(self, roots: tuple[str, ...]) -> Peers[T]:
        """The peers that one of these kustomization roots builds."""
        found = self._built.get(roots)
        if found is None:
            wanted = set(roots)
            built = (ref for ref in self if not wanted.isdisjoint(ref.roots)) if roots else ()
            found = self._built[roots] = Peers(built)
        return found

    def before(self, own: InFile) -> int:
        """The number of peers before an object in the order of places."""
        from bisect import bisect_left  # noqa: PLC0415 - few objects are there twice

        return bisect_left(self, own.place, key=place_of)
