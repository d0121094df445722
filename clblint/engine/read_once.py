"""`ReadOnce`: has one content of each file in a run, whoever writes meanwhile."""

from __future__ import annotations

from clblint.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class ReadOnce:
    """A reader that reads each file once and keeps its content, or the error."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._contents: dict[str, bytes | str] = {}

    def __call__(self, path: str) -> bytes:
        """The content of a file; raises `UsageError` as the first reading did."""
        if path not in self._contents:
            try:
                self._contents[path] = self._read(path)
            except UsageError as error:
                self._contents[path] = str(error)
        content = self._contents[path]
        if isinstance(content, str):
            raise UsageError(content)
        return content
