"""What a run over one manifest needs of some modules of the standard library, without importing these.

`re`, `enum`, `typing`, `functools`, `contextlib`, `operator`, `signal` and `importlib`, with what they import, take as
long as Python takes to start. Type checkers see the originals.
"""

# ruff: noqa: ANN401 - type checkers never see what is here

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from contextlib import suppress
    from enum import Enum, IntEnum
    from functools import cache, lru_cache, partial
    from importlib import import_module
    from operator import attrgetter, itemgetter
    from re import compile as pattern
    from typing import Any, Generic, Protocol, TypeVar, cast
else:
    try:  # what the standard library's own functions are made of
        from _functools import _lru_cache_wrapper, partial
        from _operator import attrgetter, itemgetter
    except ImportError:
        from functools import cache, lru_cache, partial
        from operator import attrgetter, itemgetter
    else:

        def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:  # noqa: FBT001, FBT002 - as the original
            """Decorate a function so that its last results are remembered, as `functools.lru_cache` does."""
            if callable(maxsize):  # it decorates without parentheses
                return lru_cache()(maxsize)

            def decorated(function: Any) -> Any:
                made = _lru_cache_wrapper(function, maxsize, typed, lambda *counts: counts)
                made.__wrapped__ = function
                made.__doc__, made.__name__, made.__module__ = function.__doc__, function.__name__, function.__module__
                return made

            return decorated

        cache = lru_cache(None)

    try:
        import _signal as signal  # without the enumerations of its numbers
    except ImportError:
        import signal

    class Generic:
        """What stands for `typing.Generic` and `Protocol`: a base class that does nothing."""

        __slots__ = ()

        def __class_getitem__(cls, _parameters: object) -> type:
            return cls

    Protocol = Generic

    def TypeVar(_name: str, **_options: object) -> None:  # noqa: N802 - as in `typing`
        """Stands for `typing.TypeVar`."""

    def cast(_type: object, value: object) -> object:
        """Return the value, as `typing.cast` does."""
        return value

    def import_module(name: str) -> Any:
        """The module with an absolute name, as `importlib.import_module` gives it."""
        __import__(name)
        return sys.modules[name]

    class suppress:  # noqa: N801 - as in `contextlib`
        """A context that ends in silence where one of some errors is raised."""

        def __init__(self, *errors: type[BaseException]) -> None:
            self._errors = errors

        def __enter__(self) -> None:
            pass

        def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: object) -> bool:
            return kind is not None and issubclass(kind, self._errors)

    class pattern:  # noqa: N801 - stands for a function
        """A regular expression that is compiled when one of its methods is first used; flags are written in it."""

        def __init__(self, text: str) -> None:
            self._text = text

        def __getattr__(self, name: str) -> Any:
            import re  # noqa: PLC0415 - that is the point

            found = getattr(re.compile(self._text), name)
            setattr(self, name, found)
            return found

    class _Enumeration(type):
        """Makes a member of each value that the body of a class sets."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            values = {key: value for key, value in namespace.items() if key[0] != "_" and not hasattr(value, "__get__")}
            made = super().__new__(cls, name, bases, {key: namespace[key] for key in namespace if key not in values})
            made.__members__ = {}
            for key, value in values.items():
                member = int.__new__(made, value) if issubclass(made, int) else object.__new__(made)
                member.name, member.value = key, value
                made.__members__[key] = member
                setattr(made, key, member)
            return made

        def __call__(cls, value: object) -> Any:
            for member in cls:
                if member.value == value:
                    return member
            message = f"{value!r} is not a valid {cls.__name__}"
            raise ValueError(message)

        def __getitem__(cls, name: str) -> Any:
            return cls.__members__[name]

        def __iter__(cls) -> Any:
            return iter(cls.__members__.values())

        def __reversed__(cls) -> Any:
            return reversed(cls.__members__.values())

        def __len__(cls) -> int:
            return len(cls.__members__)

    class Enum(metaclass=_Enumeration):
        """An enumeration without aliases, mixed-in types and automatic values, which `enum.Enum` has."""

        def __repr__(self) -> str:
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

        def __reduce_ex__(self, _protocol: int) -> tuple[Any, ...]:
            return type(self), (self.value,)

    class IntEnum(int, Enum):
        """An enumeration of integers, without what `enum.IntEnum` has beyond these."""

        __repr__ = Enum.__repr__
        __str__ = int.__repr__


__all__ = [
    "Enum",
    "Generic",
    "IntEnum",
    "Protocol",
    "TypeVar",
    "attrgetter",
    "cache",
    "cast",
    "import_module",
    "itemgetter",
    "lru_cache",
    "partial",
    "pattern",
    "signal",
    "suppress",
]
