"""Imports clblint's own modules, from bytecode or libraries, in less time than Python's import system takes for any.

Python tries several finders for each module, asks for the ages of its folder and of both of its files, and does so in
code that can do much more. Here a folder is listed once. Whatever is not as simple as it nearly always is (a package,
an older source, no bytecode yet) is left to Python: the modules are the same, from the same files.
"""

from __future__ import annotations

import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, ExtensionFileLoader, SourceFileLoader
from _imp import _fix_co_filename, extension_suffixes  # type: ignore[attr-defined]
from marshal import loads
from os import O_RDONLY, close, fstat, listdir, read, sep, stat
from os import open as open_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

_OURS = __name__.partition(".")[0]
_HEADER = 16  # bytes: the magic number, flags, and the time and the size of the source
_BY_TIME = b"\0\0\0\0"  # the flags of bytecode that is as old as its source
_32_BITS = 0xFFFFFFFF
_SOURCE = "py"
_LIBRARY = next(iter(extension_suffixes()), "").lstrip(".")  # of an extension for this Python alone
_NO_TEXT = getattr(sys.modules["os"], "O_BINARY", 0)  # on Windows


class _Loader(SourceFileLoader):
    """The loader of a module whose bytecode was read when it was found."""

    def __init__(self, name: str, path: str, code: bytes) -> None:
        super().__init__(name, path)
        self._code: bytes | None = code

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """A module that knows its files: Python would ask for them, and that they are missing takes long to tell."""
        made = type(sys)(spec.name)
        vars(made).update(__file__=spec.origin, __cached__=spec.cached)
        return made

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
        self._ends: dict[str, dict[str, str]] = {}  # what the file of each module ends in, by folder
        self._suffix = f".{sys.implementation.cache_tag}.pyc"

    def find_spec(self, name: str, path: Sequence[str] | None, _target: object = None) -> ModuleSpec | None:
        """How to load a module; None if Python is to look for it."""
        if path is None or not name.startswith(_OURS) or len(path) != 1:
            return None
        folder, module = path[0], name.rpartition(".")[2]
        ends = self._ends.get(folder)
        if ends is None:
            ends = self._ends[folder] = _ends_in(folder)
        end = ends.get(module)
        if end is None:
            return None
        file = f"{folder}{sep}{module}.{end}"
        if end == _LIBRARY:
            return _located(ModuleSpec(name, ExtensionFileLoader(name, file), origin=file))
        cached = f"{folder}{sep}__pycache__{sep}{module}{self._suffix}"
        try:
            code = _bytecode(file, cached)
        except OSError:
            return None
        if code is None:
            return None
        spec = _located(ModuleSpec(name, _Loader(name, file, code), origin=file))
        spec.cached = cached
        return spec


def _located(spec: ModuleSpec) -> ModuleSpec:
    spec.has_location = True
    return spec


def _ends_in(folder: str) -> dict[str, str]:
    """The names of the modules that are a library, or have only a source, each with what its file ends in.

    There are none where the folder cannot be listed, as one in an archive.
    """
    try:
        names = [name.partition(".") for name in listdir(folder)]
    except OSError:
        return {}
    folders = {stem for stem, _, end in names if not end}
    others = {stem for stem, _, end in names if end != _SOURCE}
    found = {stem: end for stem, _, end in names if end == _SOURCE and stem not in others}
    return found | {stem: end for stem, _, end in names if end == _LIBRARY and stem not in folders}


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
