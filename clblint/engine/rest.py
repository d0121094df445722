"""`Rest`: what a run found out about the files that had no valid cache entry, so that another process can tell it."""

from __future__ import annotations

from clblint.engine.cache import CacheEntry, pack_entry, unpack_entry
from clblint.fast import NamedTuple
from clblint.files.spill_file import SpillFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.files.codec import Plain


class Rest(NamedTuple):
    """What a run adds to the entries of the cache.

    Attributes:
        entries: the new ones, by path.
        moved: the files whose findings were made in another project, and hold in this one.
        errors: the files that could not be read and the rules that raised, as messages.
    """

    entries: dict[str, CacheEntry]
    moved: list[str]
    errors: list[str]

    def pack(self, spill: SpillFile) -> Plain:
        """The same in plain form; new results go through the spill file."""
        packed = {path: pack_entry(entry, spill) for path, entry in self.entries.items()}
        return {path: (plain, rest and rest.read()) for path, (plain, rest) in packed.items()}, self.moved, self.errors

    @classmethod
    def unpack(cls, plain: Plain) -> Rest:
        """The inverse of `pack`."""
        entries, moved, errors = plain
        spill = SpillFile()
        made = {
            path: unpack_entry(one, None if rest is None else spill.put(rest)) for path, (one, rest) in entries.items()
        }
        return cls(made, moved, errors)
