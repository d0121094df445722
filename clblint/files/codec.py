"""`Codec`: converts named tuples to nested plain tuples, which marshal accepts, and back, by their annotations.

Everything that is cached or sent to another process is converted by it. Importing a library for this (msgspec, cattrs)
takes as long as checking a small manifest, and pickle takes more than twice as long per value. The conversions are
closures: compiling code for them would take longer than a run over a few files.
"""

from __future__ import annotations

import marshal
import sys

from clblint.fast import cached_property, has_fast_constructors
from clblint.light import Generic, TypeVar, partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    from clblint.light import IntEnum

    Conversion = Callable[[Any], Any]
    Plain: TypeAlias = tuple[Any, ...]

T = TypeVar("T")


class _Anything:
    """Stands for `Any` in annotations: a value that is plain as it is."""


_NONE, _UNION = type(None), type(int | None)
_ATOMS = {_Anything, bool, bytes, float, int, str, _NONE}
_KNOWN = {"Any": _Anything, "Mapping": dict, "Plain": _Anything, "bool": bool, "bytes": bytes, "int": int, "str": str}
_KNOWN |= dict.fromkeys(
    ("str | None", "str | int", "tuple[str, ...]", "tuple[tuple[str, str], ...]", "tuple[tuple[str, int], ...]"),
    _Anything,
)  # frequent, and plain as they are
_OR_NONE = " | None"
_EMPTY = ()


class Codec(Generic[T]):
    """Converts objects of a class to plain tuples and back; the conversions are created on first use.

    `kinds` are the classes in the annotations of its fields: codecs of named tuples, and subclasses of `IntEnum`. The
    type of a field is one of these, `str`, `bytes`, a number, `bool`, None, `Plain`, or a tuple, a mapping or a union
    of these; any other type raises `TypeError`. A field of type `X | Plain` holds an object or its plain form, and is
    not unpacked.

    A mapping with plain values is not copied, so marshal stores it once even if several objects share it.
    """

    def __init__(self, made: type[T], *kinds: Codec[Any] | type[IntEnum]) -> None:
        self.made = made
        self.codecs = {one.made: one for one in (self, *kinds) if isinstance(one, Codec)}
        self.named = {one.__name__: one for one in (*self.codecs, *kinds) if isinstance(one, type)}

    @cached_property
    def pack(self) -> Callable[[T], Plain]:
        """The function that converts an object to plain tuples."""
        return _Packing(self).record()

    @cached_property
    def unpack(self) -> Callable[[Plain], T]:
        """The inverse of `pack`."""
        return _Unpacking(self).record()

    def dump(self, value: T) -> bytes:
        """An object as bytes."""
        return marshal.dumps(self.pack(value))

    def load(self, data: bytes) -> T:
        """The inverse of `dump`; unsafe for bytes from an untrusted source."""
        return self.unpack(marshal.loads(data))  # noqa: S302 - callers read their own files and processes

    @cached_property
    def known(self) -> dict[str, Any]:
        """The types that are found by their names, without evaluation."""
        return {**_KNOWN, **self.named}

    def evaluated(self, annotation: str) -> Any:  # noqa: ANN401 - any type
        """The type that the annotation of a field names; frequent forms are told apart, since evaluation takes long."""
        if annotation in self.known:
            return self.known[annotation]
        if annotation.endswith(_OR_NONE):
            return self.evaluated(annotation.removesuffix(_OR_NONE)) | None
        item = annotation.removeprefix("tuple[").removesuffix(", ...]")
        if item in self.known and annotation == f"tuple[{item}, ...]":
            several: Any = tuple  # for a type that is not known before
            return several[self.known[item], ...]
        names = vars(sys.modules[self.made.__module__])
        if annotation in names:
            return names[annotation]
        return eval(annotation, names, self.known)  # noqa: S307 - annotations of ours


class _Direction:
    """Creates the conversions of field types in one direction; None for a type whose values are plain."""

    def __init__(self, codec: Codec[Any]) -> None:
        self._codec = codec

    def record(self) -> Conversion:
        """The conversion of the class of the codec."""
        made, annotations = self.maker(self._codec.made), self._codec.made.__annotations__.values()
        return _converting(map(self._of_field, annotations), made) or made

    def _of_field(self, annotation: str) -> Conversion | None:
        kind = self._codec.known.get(annotation)
        if kind is not None:
            return self._of(kind)
        if has_fast_constructors():
            return self._of(self._codec.evaluated(annotation))
        ways: list[Conversion | None] = []  # created for the first value: many runs have none

        def converted(value: Any) -> Any:  # noqa: ANN401 - of that type
            if not ways:
                ways.append(self._of(self._codec.evaluated(annotation)))
            return ways[0](value) if ways[0] else value

        return converted

    def _of(self, kind: Any) -> Conversion | None:  # noqa: ANN401 - any type
        if kind in _ATOMS:
            return None
        if kind in self._codec.codecs:
            return self._of_class(kind)
        if kind in self._codec.named.values():
            return self.member(kind)
        origin = getattr(kind, "__origin__", None)
        parts: tuple[Any, ...] = getattr(kind, "__args__", ())
        if origin is tuple:
            return self._of_tuple(parts)
        if origin is dict:
            return self._of_mapping(parts[1])
        if isinstance(kind, _UNION):
            return self._of_union(parts)
        message = f"a field of type {kind} cannot be stored"
        raise TypeError(message)

    def _of_class(self, kind: type) -> Conversion:
        codec = self._codec.codecs[kind]
        if codec is self._codec:  # a recursive class: its conversion does not exist yet
            return lambda value: self.way(codec)(value)  # noqa: PLW0108 - evaluated on first use
        return self.way(codec)

    def _of_tuple(self, parts: tuple[Any, ...]) -> Conversion | None:
        if parts[1:] != (...,):
            return _converting(map(self._of, parts), tuple)
        way = self._of(parts[0])
        return way and (lambda values: tuple(map(way, values)))

    def _of_mapping(self, kind: Any) -> Conversion | None:  # noqa: ANN401 - any type
        way = self._of(kind)

        def converted(values: dict[str, Any]) -> dict[str, Any]:
            if _ATOMS.issuperset(map(type, values.values())):  # nearly always
                return values
            return {name: way(value) if way else value for name, value in values.items()}

        return way and converted

    def _of_union(self, parts: tuple[Any, ...]) -> Conversion | None:
        others = [part for part in parts if part not in _ATOMS]
        if not others:
            return None
        if _Anything in parts:
            return self.late(others[0])
        if len(parts) == len(others) + 1 == 2 and _NONE in parts:  # noqa: PLR2004 - X | None
            way = self._of(others[0])
            return way and (lambda value: None if value is None else way(value))
        return self.one_of(others)

    def way(self, codec: Codec[Any]) -> Conversion:
        """The conversion of another codec."""
        raise NotImplementedError

    def maker(self, kind: type) -> Conversion:
        """The function that makes the converted object from its converted fields."""
        raise NotImplementedError

    def member(self, kind: type[IntEnum]) -> Conversion:
        """The conversion of members of an enumeration."""
        raise NotImplementedError

    def late(self, kind: type) -> Conversion | None:
        """The conversion of a value that is an object or already in plain form (`X | Plain`)."""
        raise NotImplementedError

    def one_of(self, kinds: list[type]) -> Conversion:
        """The conversion of a value that is plain or of one of these classes.

        The plain form of an object is a pair: the index of its class, and its fields.
        """
        raise NotImplementedError


class _Packing(_Direction):
    def way(self, codec: Codec[Any]) -> Conversion:
        return codec.pack

    def maker(self, _kind: type) -> Conversion:
        return tuple

    def member(self, _kind: type[IntEnum]) -> Conversion:
        return int

    def late(self, kind: type) -> Conversion:
        way = self._of_class(kind)
        return lambda value: way(value) if type(value) is kind else value

    def one_of(self, kinds: list[type]) -> Conversion:
        conversions = {kind: (number, self._of_class(kind)) for number, kind in enumerate(kinds)}

        def packed(value: Any) -> Any:  # noqa: ANN401 - of one of these types
            if type(value) not in conversions:
                return value
            number, way = conversions[type(value)]
            return number, way(value)

        return packed


class _Unpacking(_Direction):
    def way(self, codec: Codec[Any]) -> Conversion:
        return codec.unpack

    def maker(self, kind: type) -> Conversion:
        return partial(tuple.__new__, kind)

    def member(self, kind: type[IntEnum]) -> Conversion:
        return {int(one): one for one in kind}.__getitem__

    def late(self, _kind: type) -> None:
        return None

    def one_of(self, kinds: list[type]) -> Conversion:
        conversions = list(map(self._of_class, kinds))
        return lambda value: conversions[value[0]](value[1]) if type(value) is tuple else value


def _converting(ways: Iterable[Conversion | None], made: Conversion) -> Conversion | None:
    """A conversion that converts some fields and calls `made` with all of them; None if all fields are plain."""
    ways = list(ways)
    conversions = [(index, way) for index, way in enumerate(ways) if way]
    if conversions and has_fast_constructors():
        return _compiled(ways, made)

    def converted(fields: Plain) -> Any:  # noqa: ANN401 - an object or its plain form
        values = list(fields)
        for index, way in conversions:
            value = values[index]
            if value is not _EMPTY and value is not None:  # the fast path for most fields
                values[index] = way(value)
        return made(values)

    return converted if conversions else None


def _compiled(ways: list[Conversion | None], made: Conversion) -> Conversion:
    """The same as one expression: compiling it pays off with many files."""
    names = {f"way{index}": way for index, way in enumerate(ways)}
    parts = (
        f"value if (value := fields[{index}]) is None or value is empty else way{index}(value)"
        if way
        else f"fields[{index}]"
        for index, way in enumerate(ways)
    )
    source = f"lambda fields: made(({''.join(f'({part}), ' for part in parts)}))"
    converted: Conversion = eval(source, {**names, "made": made, "empty": _EMPTY})  # noqa: S307 - made of numbers
    return converted
