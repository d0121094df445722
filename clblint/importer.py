"""Imports clblint's own modules from their bytecode, in less time than Python's import system takes for any module.

Python tries several finders for each module, asks for the ages of its folder and of both of its files, and does so in
code that can do much more. Here a folder is listed once. Whatever is not as simple as it nearly always is (a package,
an extension, an older source, no bytecode yet) is left to Python: the modules are the same, from the same files.
"""

from __future__ import annotations

import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
from _imp import _fix_co_filename  # type: ignore[attr-defined]
from marshal import loads
from os import O_RDONLY, close, fstat, listdir, read, stat
from os import open as open_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType

_OURS = __name__.partition(".")[0]
_HEADER = 16  # bytes: the magic number, flags, and the time and the size of the source
_BY_TIME = b"\0\0\0\0"  # the flags of bytecode that is as old as its source
_32_BITS = 0xFFFFFFFF
_NO_TEXT = getattr(sys.modules["os"], "O_BINARY", 0)  # on Windows


class _Loader(SourceFileLoader):
    """The loader of a module whose bytecode was read when it was found."""

    def __init__(self, name: str, path: str, code: bytes) -> None:
        super().__init__(name, path)
        self._code: bytes | None = code

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module, the first time the one that was read."""
        read_before, self._code = self._code, None
        if read_before is None:
            return super().get_code(fullname)
        code: CodeType = loads(memoryview(read_before)[_HEADER:])  # noqa: S302 - what Python does with this file
        _fix_co_filename(code, self.path)  # it may have been compiled elsewhere
        return code


class _Finder:
    """Finds the modules in our packages."""

    def __init__(self) -> None:
        self._sources: dict[str, frozenset[str]] = {}  # the names of modules that have only a source, by folder
        self._suffix = f".{sys.implementation.cache_tag}.pyc"

    def find_spec(self, name: str, path: Sequence[str] | None, _target: object = None) -> ModuleSpec | None:
        """How to load a module; None if Python is to look for it."""
        if path is None or not name.startswith(_OURS) or len(path) != 1:
            return None
        folder, module = path[0], name.rpartition(".")[2]
        sources = self._sources.get(folder)
        if sources is None:
            sources = self._sources[folder] = _sources_in(folder)
        if module not in sources:
            return None
        source, cached = f"{folder}/{module}.py", f"{folder}/__pycache__/{module}{self._suffix}"
        try:
            code = _bytecode(source, cached)
        except OSError:
            return None
        if code is None:
            return None
        spec = ModuleSpec(name, _Loader(name, source, code), origin=source)
        spec.has_location = True
        spec.cached = cached
        return spec


def _sources_in(folder: str) -> frozenset[str]:
    """The names of modules that have only a source; none where the folder cannot be listed, as one in an archive."""
    try:
        names = [name.partition(".") for name in listdir(folder)]
    except OSError:
        return frozenset()
    extensions = {stem for stem, _, end in names if end and end != "py"}
    return frozenset(stem for stem, _, end in names if end == "py" and stem not in extensions)


def _bytecode(source: str, cached: str) -> bytes | None:
    """The bytecode of a source; None if Python would make it anew."""
    descriptor = open_file(cached, O_RDONLY | _NO_TEXT)
    try:
        code = read(descriptor, fstat(descriptor).st_size)
    finally:
        close(descriptor)
    status = stat(source)
    state = b"".join((int(number) & _32_BITS).to_bytes(4, "little") for number in (status.st_mtime, status.st_size))
    return code if code[:_HEADER] == MAGIC_NUMBER + _BY_TIME + state else None


def install() -> None:
    """Let clblint's modules be imported so from now on, if this is the Python for which it is written."""
    if sys.implementation.name == "cpython" and sys.pycache_prefix is None and not sys.flags.optimize:
        sys.meta_path.insert(0, _Finder())
