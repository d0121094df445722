"""The files of an older revision, from which its kustomizations are built."""

from __future__ import annotations

import os

from clblint.discovery.walk import would_be_walked
from clblint.files.links import leads_out
from clblint.files.paths import display_path
from clblint.files.read import MAX_BYTES, read_whole
from clblint.files.view import Disk, Listed
from clblint.files.working_folder import absolute
from clblint.kube.kustomize.build.files import Files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from clblint.discovery.revisions import Revision


def files_of(revision: Revision, read: Callable[[str], bytes]) -> Files:
    """The files of a revision; `read` gives the content of one by the path that it is compared under."""
    listed = revision.every()
    if listed is None:
        return Files([revision.top], Disk(), given=())
    names = {absolute(path): path for path in listed}
    links = {absolute(path): target for path, target in revision.links().items()}
    view = _Committed(names, links, lambda path: read(names[path]), revision.top)
    return Files([revision.top], view, lambda path: revision.label(names.get(path) or display_path(path)))


_MOST_LINKS = 40  # as Linux follows


class _Committed(Listed):
    """The files of a commit; what git ignores below `top`, such as the input of a generator, is as it is now."""

    def __init__(
        self, names: Mapping[str, str], links: Mapping[str, str], read: Callable[[str], bytes], top: str
    ) -> None:
        super().__init__(names, read)
        self._top = top
        self._names = names
        self._links = links

    def exists(self, path: str) -> bool:
        """Whether it is one of the files or folders."""
        return super().exists(self.real(path)) or self._is_ignored(path)

    def is_folder(self, path: str) -> bool:
        """Whether one of the files lies in it or below."""
        return super().is_folder(self.real(path))

    def real(self, path: str) -> str:
        """The path with all links of the commit followed; of a circle the path itself."""
        found = path
        for _ in range(_MOST_LINKS if self._links else 0):
            link = next((above for above in _ways_to(found) if above in self._links), None)
            if link is None:
                return found
            target = os.path.join(os.path.dirname(link), self._links[link])
            found = os.path.normpath(target + found[len(link) :])
        return path

    def read(self, path: str) -> bytes:
        """The content of one of the files."""
        return read_whole(path, MAX_BYTES) if self._is_ignored(path) else super().read(self.real(path))

    def _is_ignored(self, path: str) -> bool:
        if path in self._names or would_be_walked(os.path.basename(path)) or not os.path.isfile(path):
            return False
        return not leads_out(path, [self._top])


def _ways_to(path: str) -> Iterator[str]:
    """Yield the folders above an absolute path, the outermost first, and the path itself."""
    end = path.find(os.sep, 1)
    while end > 0:
        yield path[:end]
        end = path.find(os.sep, end + 1)
    yield path
