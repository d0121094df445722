"""`Codec`: a named tuple as nested plain tuples, as marshal takes them, and back, by the annotations of its fields.

All that is stored or sent to another process goes through it. Importing a library for this (msgspec, cattrs) takes as
long as checking a small manifest, and pickle takes more than twice as long for each value. The functions are closures:
compiling them would take longer than the work of a run over a few files.
"""

from __future__ import annotations

import marshal
import sys
from functools import partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union, get_args, get_origin

from clblint.fast import cached_property

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from enum import IntEnum

    Way = Callable[[Any], Any]

Plain = tuple[Any, ...]
T = TypeVar("T")

_ATOMS = {Any, bool, bytes, float, int, str, NoneType}
_KNOWN = {"Any": Any, "Mapping": dict, "Plain": Any, "bool": bool, "bytes": bytes, "int": int, "str": str}
_KNOWN |= dict.fromkeys(("str | None", "tuple[str, ...]", "tuple[tuple[str, str], ...]"), Any)  # plain, and frequent
_EMPTY = ()


class Codec(Generic[T]):
    """Turns objects of a class into plain tuples and back; each function is made when it is first needed.

    `kinds` are what the annotations of its fields name: codecs of other classes, and kinds of `IntEnum`. A field is of
    one of these, text, bytes, a number, a truth value, None, `Plain`, or a tuple, a mapping or a union of these;
    another one is a `TypeError`. An `X | Plain` is an object or its plain form, which it stays until somebody asks.

    A mapping whose values are plain stays the same object: marshal stores it once if several objects share it.
    """

    def __init__(self, made: type[T], *kinds: Codec[Any] | type[IntEnum]) -> None:
        self.made = made
        self.codecs = {one.made: one for one in (self, *kinds) if isinstance(one, Codec)}
        self.named = {one.__name__: one for one in (*self.codecs, *kinds) if isinstance(one, type)}

    @cached_property
    def pack(self) -> Callable[[T], Plain]:
        """An object to plain tuples."""
        return _Packing(self).record()

    @cached_property
    def unpack(self) -> Callable[[Plain], T]:
        """Plain tuples to an object."""
        return _Unpacking(self).record()

    def dump(self, value: T) -> bytes:
        """An object to bytes."""
        return marshal.dumps(self.pack(value))

    def load(self, data: bytes) -> T:
        """The inverse of `dump`; unsafe for bytes from an untrusted source."""
        return self.unpack(marshal.loads(data))  # noqa: S302 - who stores and sends them sees to that

    @cached_property
    def types(self) -> list[Any]:
        """The types of its fields."""
        known = {**_KNOWN, **self.named}
        module = vars(sys.modules[self.made.__module__])
        annotations = self.made.__annotations__.values()
        return [known.get(one) or eval(one, module, known) for one in annotations]  # noqa: S307 - annotations of ours


class _Direction:
    """Makes a function for each type that fields have; None for a type whose values are plain."""

    def __init__(self, codec: Codec[Any]) -> None:
        self._codec = codec

    def record(self) -> Way:
        """The function for the class of the codec."""
        made, ways = self.maker(self._codec.made), self._ways(self._codec.types)
        return _changing(ways, made) if ways else made

    def _ways(self, types: Iterable[Any]) -> list[tuple[int, Way]]:
        return [(index, way) for index, kind in enumerate(types) if (way := self._of(kind))]

    def _of(self, kind: Any) -> Way | None:  # noqa: ANN401 - any type
        if kind in _ATOMS:
            return None
        if kind in self._codec.codecs:
            return self._of_class(kind)
        if kind in self._codec.named.values():
            return self.member(kind)
        origin, parts = get_origin(kind), get_args(kind)
        if origin is tuple:
            return self._of_tuple(parts)
        if origin is dict:
            return self._of_mapping(parts[1])
        if origin in {Union, UnionType}:
            return self._of_union(parts)
        message = f"a field of type {kind} cannot be stored"
        raise TypeError(message)

    def _of_class(self, kind: type) -> Way:
        codec = self._codec.codecs[kind]
        if codec is self._codec:  # a class that has its own kind as a part: the function is being made
            return lambda value: self.way(codec)(value)  # noqa: PLW0108 - as said
        return self.way(codec)

    def _of_tuple(self, parts: tuple[Any, ...]) -> Way | None:
        if parts[1:] != (...,):
            ways = self._ways(parts)
            return _changing(ways, tuple) if ways else None
        way = self._of(parts[0])
        return way and (lambda values: tuple([way(value) for value in values]))

    def _of_mapping(self, kind: Any) -> Way | None:  # noqa: ANN401 - any type
        way = self._of(kind)

        def changed(values: dict[str, Any]) -> dict[str, Any]:
            if _ATOMS.issuperset(map(type, values.values())):  # nearly always
                return values
            return {name: way(value) if way else value for name, value in values.items()}

        return way and changed

    def _of_union(self, parts: tuple[Any, ...]) -> Way | None:
        others = [part for part in parts if part not in _ATOMS]
        if not others:
            return None
        if Any in parts:
            return self.late(others[0])
        if len(parts) == len(others) + 1 == 2 and NoneType in parts:  # noqa: PLR2004 - X | None
            return self._of_optional(others[0])
        return self.one_of(others)

    def _of_optional(self, kind: Any) -> Way:  # noqa: ANN401 - any type
        ways: list[Way | None] = []  # made for the first value: many runs see none

        def changed(value: Any) -> Any:  # noqa: ANN401 - of that type
            if value is None:
                return None
            if not ways:
                ways.append(self._of(kind))
            return ways[0](value) if ways[0] else value

        return changed

    def way(self, codec: Codec[Any]) -> Way:
        """The function of another codec."""
        raise NotImplementedError

    def maker(self, kind: type) -> Way:
        """The function that makes the other form of an object of its fields."""
        raise NotImplementedError

    def member(self, kind: type[IntEnum]) -> Way:
        """The function for the members of an enumeration."""
        raise NotImplementedError

    def late(self, kind: type) -> Way | None:
        """The function for an object that may be in its plain form, and stays in it."""
        raise NotImplementedError

    def one_of(self, kinds: list[type]) -> Way:
        """The function for a value that is of one of these classes, or plain.

        The plain form of an object is a pair: the number of its class, and its fields.
        """
        raise NotImplementedError


class _Packing(_Direction):
    def way(self, codec: Codec[Any]) -> Way:
        return codec.pack

    def maker(self, _kind: type) -> Way:
        return tuple

    def member(self, _kind: type[IntEnum]) -> Way:
        return int

    def late(self, kind: type) -> Way:
        way = self._of_class(kind)
        return lambda value: way(value) if type(value) is kind else value

    def one_of(self, kinds: list[type]) -> Way:
        ways = {kind: (number, self._of_class(kind)) for number, kind in enumerate(kinds)}

        def packed(value: Any) -> Any:  # noqa: ANN401 - of one of these types
            if type(value) not in ways:
                return value
            number, way = ways[type(value)]
            return number, way(value)

        return packed


class _Unpacking(_Direction):
    def way(self, codec: Codec[Any]) -> Way:
        return codec.unpack

    def maker(self, kind: type) -> Way:
        return partial(tuple.__new__, kind)

    def member(self, kind: type[IntEnum]) -> Way:
        return {int(one): one for one in kind}.__getitem__

    def late(self, _kind: type) -> None:
        return None

    def one_of(self, kinds: list[type]) -> Way:
        ways = list(map(self._of_class, kinds))
        return lambda value: ways[value[0]](value[1]) if type(value) is tuple else value


def _changing(ways: Iterable[tuple[int, Way]], made: Way) -> Way:
    """A function that changes some fields, and makes something of all."""

    def changed(fields: Plain) -> Any:  # noqa: ANN401 - an object or its plain form
        values = list(fields)
        for index, way in ways:
            value = values[index]
            if value is not _EMPTY and value is not None:  # as most are, and plain whatever the type
                values[index] = way(value)
        return made(values)

    return changed
