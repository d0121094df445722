"""`Patterns`: path patterns of configurations, in `.gitignore` syntax; compiled once, folders are matched once."""

from __future__ import annotations

import os

from clblint.files.working_folder import relative
from clblint.light import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.discovery.gitignore import Glob, Level


@cache
def glob_of(pattern: str) -> Glob:
    """The glob that matches whole names, such as those of rules and objects."""
    from clblint.discovery.gitignore import Glob  # noqa: PLC0415 - 1 % of a run with a cache, and few name by a pattern

    return Glob(pattern)


def can_match(line: str) -> bool:
    """Whether a pattern can match at all; a comment, an unclosed character set or a final backslash cannot."""
    from clblint.discovery.gitignore import patterns_in  # noqa: PLC0415 - few configurations have patterns

    found = patterns_in(line)
    return "\n" not in line and bool(found) and all(one.can_match for one in found)


class Patterns:
    """The patterns of a setting, relative to a folder (the current one if empty)."""

    __slots__ = ("_folders", "_level", "folder", "lines")

    def __init__(self, lines: Iterable[str], folder: str = "") -> None:
        self.lines = tuple(lines)
        self.folder = folder
        self._level: Level | None = None
        self._folders: dict[str, tuple[tuple[str, ...], bool]] = {}  # trail, and whether all is matched

    def __bool__(self) -> bool:
        return bool(self.lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Patterns) and (self.lines, self.folder) == (other.lines, other.folder)

    def __hash__(self) -> int:
        return hash((self.lines, self.folder))

    def match(self, path: str) -> bool:
        """Whether a pattern matches the file or a folder that contains it."""
        if not self.lines:
            return False
        folder, _, name = path.rpartition("/")
        trail, meant = self._folders.get(folder) or self._look_at(folder, path)
        return meant or self._mean(trail, name, folder=False)

    def _look_at(self, folder: str, path: str) -> tuple[tuple[str, ...], bool]:
        way = relative(os.path.dirname(path) or ".", self.folder or ".")
        trail = () if way == "." else tuple(way.split(os.sep))
        meant = any(self._mean(trail[:depth], name, folder=True) for depth, name in enumerate(trail))
        found = self._folders[folder] = trail, meant
        return found

    def _mean(self, trail: tuple[str, ...], name: str, *, folder: bool) -> bool:
        if self._level is None:
            from clblint.discovery.gitignore import Level, patterns_in  # noqa: PLC0415 - few configurations have patterns

            self._level = Level(0, patterns_in("\n".join(self.lines)))
        found = self._level.find(trail, name, folder=folder)
        return found is not None and not found.negated
