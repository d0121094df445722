"""The files of an older revision, from which its kustomizations are built."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.discovery.walk import repository_of, would_be_walked
from clblint.files.paths import display_path
from clblint.files.read import MAX_BYTES, read_whole
from clblint.files.view import Disk, Listed
from clblint.kube.kustomize.build.files import Files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clblint.discovery.revisions import Revision


def files_of(revision: Revision, read: Callable[[str], bytes]) -> Files:
    """The files of a revision; `read` gives the content of one by the path that it is compared under."""
    listed = revision.every()
    if listed is None:
        folder = os.path.abspath(revision.at("."))
        return Files([repository_of(folder) or folder], Disk(), beyond=True)
    names = {os.path.abspath(path): path for path in listed}
    view = _Committed(names, lambda path: read(names[path]))
    return Files([os.sep], view, lambda path: revision.label(names.get(path) or display_path(path)))


class _Committed(Listed):
    """The files of a commit; what git ignores, such as the input of a generator, is as it is now."""

    def __init__(self, names: Mapping[str, str], read: Callable[[str], bytes]) -> None:
        super().__init__(names, read)
        self._names = names

    def exists(self, path: str) -> bool:
        """Whether it is one of the files or folders."""
        return super().exists(path) or self._is_ignored(path)

    def read(self, path: str) -> bytes:
        """The content of one of the files."""
        return read_whole(path, MAX_BYTES) if self._is_ignored(path) else super().read(path)

    def _is_ignored(self, path: str) -> bool:
        return path not in self._names and not would_be_walked(os.path.basename(path)) and os.path.isfile(path)
