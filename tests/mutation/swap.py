"""A mutant in place of its functions while they are imported: nothing is imported again, which is what takes long."""

from __future__ import annotations

import functools
import gc
import inspect
import types
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.mutation.mutants import Mutant

Code = types.CodeType
_CACHE = type(functools.cache(len))


class Functions:
    """All functions that there are now, by the file that they stand in, and all caches."""

    def __init__(self) -> None:
        self._by_path: dict[str, list[types.FunctionType]] = {}
        self._caches = []
        gc.unfreeze()  # what is frozen is not listed
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType):
                self._by_path.setdefault(thing.__code__.co_filename, []).append(thing)
            elif isinstance(thing, _CACHE) and str(thing.__module__).startswith("clblint."):
                self._caches.append(thing)

    def forget(self) -> None:
        """Empty the caches."""
        for thing in self._caches:
            thing.cache_clear()

    def swap(self, mutant: Mutant) -> bool:
        """Give functions the code of a mutant; false where it changes what runs at import, and nothing is done."""
        path = str(mutant.path)
        try:
            changed = dict(
                _changed(_compiled(mutant.path.read_text(encoding="utf-8"), path), _compiled(mutant.source, path))
            )
        except _AtImportError:
            return False
        self.forget()
        for function in self._by_path.get(path, ()):
            if function.__code__ in changed:
                function.__code__ = changed[function.__code__]
        return True


class _AtImportError(Exception):
    """What is changed runs when a module is imported."""


def _compiled(source: str, path: str) -> Code:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `3 is 4` is warned of
        return compile(source, path, "exec", dont_inherit=True)


def _changed(old: Code, new: Code) -> Iterator[tuple[Code, Code]]:
    """The codes of functions that differ, old and new."""
    is_function = bool(old.co_flags & inspect.CO_OPTIMIZED)
    if is_function and old != new:
        yield old, new
    inner, inner_new = ([one for one in code.co_consts if isinstance(one, Code)] for code in (old, new))
    if len(inner) != len(inner_new) or not (is_function or _own(old) == _own(new)):
        raise _AtImportError
    for one, other in zip(inner, inner_new, strict=True):
        yield from _changed(one, other)


def _own(code: Code) -> Code:
    """A code without what stands in it, and without its lines."""
    consts = tuple(None if isinstance(one, Code) else one for one in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")
