"""`Search`: finds the configuration file of a folder, and the project around it."""

from __future__ import annotations

import os

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

_NAMES = (".clblint.yaml", ".clblint.yml")
_GIT = ".git"


class _Found(NamedTuple):
    """The result of a search upward from a folder: the configuration, the last searched folder, the project folder.

    `is_repository` says that the project is a git repository, so that a configuration inside starts no new project.
    """

    path: str = ""
    end: str = ""
    project: str = ""
    is_repository: bool = False


class Search:
    """Finds the configuration of a folder: the nearest one upward, not above the root of the repository.

    Without a repository the search ends at the topmost folder given on the command line.
    """

    def __init__(self, asked: Iterable[str]) -> None:
        """`asked` are the absolute paths given on the command line."""
        self._asked = frozenset(asked)
        self._known: dict[str, _Found] = {}
        self._plain: set[str] = set()  # folders that have neither a configuration nor a repository

    def look(self, folder: str, names: AbstractSet[str]) -> None:
        """Note the hidden names in an absolute folder, in lower case, so that `find` need not look for them."""
        if names.isdisjoint((_GIT, *_NAMES)):
            self._plain.add(folder)

    def find(self, folder: str) -> str:
        """The path of the configuration for an absolute folder; empty if there is none."""
        return self._look(folder).path

    def end(self, folder: str) -> str:
        """The last folder of the search from a folder; empty if the folder is not below a given path."""
        return self._look(folder).end

    def project(self, folder: str) -> str:
        """The repository root, otherwise the nearest folder upward with a configuration, otherwise empty."""
        return self._look(folder).project

    def _look(self, folder: str) -> _Found:
        trail: list[tuple[str, str]] = []
        while folder not in self._known:
            is_plain = folder in self._plain
            own = _in(folder) if not is_plain else ""
            parent = os.path.dirname(folder)
            if not is_plain and os.path.lexists(os.path.join(folder, _GIT)):
                self._known[folder] = _Found(own, folder, folder, is_repository=True)
            elif parent == folder:
                self._known[folder] = self._below(_Found(), folder, own)
            else:
                trail.append((folder, own))
                folder = parent
        found = self._known[folder]
        for below, own in reversed(trail):
            found = self._known[below] = self._below(found, below, own)
        return found

    def _below(self, above: _Found, folder: str, own: str) -> _Found:
        """The result for a folder that is no repository root, given the result for its parent."""
        end = above.end or (folder if folder in self._asked else "")
        project = folder if own and not above.is_repository else above.project
        return _Found((own or above.path) if end else "", end, project, above.is_repository)


def _in(folder: str) -> str:
    for name in _NAMES:
        candidate = os.path.join(folder, name)
        if os.path.lexists(candidate):  # a folder or a dangling link is not skipped: reading it reports the error
            return candidate
    return ""
