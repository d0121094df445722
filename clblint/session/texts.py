"""`Texts`: the contents of the files of a project: the unsaved text of an editor, otherwise the file on disk."""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.files.working_folder import is_file
from clblint.run.inputs import InputReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.discovery.walk import Input


class Texts:
    """Reads files by the path under which they are reported; `unsaved` are the texts that an editor has.

    `made` are the contents of inputs that are no files (see `clblint.kube.kustomize.deployed`).
    """

    def __init__(self) -> None:
        self.unsaved: dict[str, bytes] = {}
        self.made: dict[str, bytes] = {}
        self._disk = InputReader()

    def __call__(self, path: str) -> bytes:
        """The bytes of a file; raises `UsageError` for one that cannot be read."""
        found = self.unsaved.get(path, self.made.get(path))
        return self._disk(path) if found is None else found

    def leave_out(self, inputs: Iterable[Input]) -> None:
        """Refuse to read links among the inputs that lead out of the project."""
        self._disk.leave_out(inputs)

    def exists(self, path: str) -> bool:
        """Whether there is such a file, saved or not."""
        return path in self.unsaved or is_file(path)

    def holds(self, path: str, marker: bytes) -> bool:
        """Whether a file can be read and has some bytes in it."""
        try:
            return marker in self(path)
        except UsageError:
            return False
