"""Faster replacements for standard library classes, each with the measured reason.

- `NamedTuple` does not compile a constructor for each class, as the standard library does: for 80 classes that took a
  seventh of a run with one manifest. Type checkers treat it as the standard one. Where millions of instances are made,
  each constructor is compiled with its first use after all (`use_fast_constructors`).
- `cached_property` takes no lock on first access, as the standard one does before Python 3.12, and asks nothing else;
  with millions of accesses that takes noticeable time.
- `Scoped` is a context variable that imports nothing, and costs nothing, until a block gives it another value.
- `Frozen` is an immutable value with derived attributes that are computed on first access.
"""

from __future__ import annotations

from clblint.light import Generic, TypeVar, itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextvars import ContextVar, Token
    from types import TracebackType
    from typing import Any, NamedTuple
else:
    try:
        from _collections import _tuplegetter as getter  # what the standard library's own fields are
    except ImportError:

        def getter(index: int, doc: str) -> property:
            """A field by its position."""
            return property(itemgetter(index), doc=doc)

    class _Meta(type):
        """Makes a field of each annotation, with the default that it may have."""

        fast = False  # whether constructors are compiled with their first use

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            if getattr(bases[0], "_fields", True):  # `NamedTuple` itself, or a class that has its fields already
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            getters = {field: getter(index, field) for index, field in enumerate(fields)}
            own = {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
            return super().__new__(cls, name, bases, {**namespace, **own, **getters})

    class NamedTuple(tuple, metaclass=_Meta):
        """A tuple whose fields have names."""

        __slots__ = ()
        _fields: tuple[str, ...] = ()
        _field_defaults: dict[str, Any]

        def __new__(cls, *values: object, **named: object) -> NamedTuple:  # noqa: D102, PYI034 - as of any class
            if named or len(values) != len(cls._fields):
                values = _complete(cls, values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _make(cls, values: Iterable[object]) -> NamedTuple:
            return cls(*values)

        def _replace(self, **changes: object) -> NamedTuple:
            made, fields = list(self), self._fields
            for name, value in changes.items():  # of many fields, few change
                if name not in fields:
                    message = f"{type(self).__name__} has no field {name}"
                    raise ValueError(message)
                made[fields.index(name)] = value
            return tuple.__new__(type(self), made)

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            shown = (f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(shown)})"

    def _complete(cls: type[NamedTuple], values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """All values in order: those given by position, by name, and by default."""
        fields, defaults = cls._fields, cls._field_defaults
        made, used = list(values), 0
        for field in fields[len(values) :]:
            if field in named:
                made.append(named[field])
                used += 1
            elif field in defaults:
                made.append(defaults[field])
            else:
                break
        if len(made) != len(fields) or used != len(named):
            message = f"{cls.__name__}({', '.join(fields)}) does not take {len(values)} values and {sorted(named)}"
            raise TypeError(message)
        return made

    def _made_fast(cls: type[NamedTuple], *values: object, **named: object) -> NamedTuple:
        """Make the first instance of a class, and compile the constructor of all others."""
        owner = next(one for one in cls.__mro__ if "_field_defaults" in vars(one))
        if "__new__" in vars(owner):  # its own, which has called this one
            return _MADE(cls, *values, **named)
        made = _constructor(owner)
        owner.__new__ = staticmethod(made)
        return made(cls, *values, **named)

    _MADE = NamedTuple.__new__

    def _constructor(cls: type[NamedTuple]) -> Any:  # noqa: ANN401 - any function
        """The `__new__` of a class, as the standard library makes it: twice as fast as the one for all classes."""
        fields, defaults = cls._fields, cls._field_defaults
        parameters = "".join(f", {field}=_of[{field!r}]" if field in defaults else f", {field}" for field in fields)
        source = f"lambda _cls{parameters}: _new(_cls, ({''.join(f'{field}, ' for field in fields)}))"
        return eval(source, {"_new": tuple.__new__, "_of": defaults})  # noqa: S307 - names of fields of ours


def use_fast_constructors() -> None:
    """Compile the constructor of each class when it is first used: that takes time, and pays off with many files."""
    if not TYPE_CHECKING and not _Meta.fast:
        _Meta.fast = True
        NamedTuple.__new__ = staticmethod(_made_fast)


def has_fast_constructors() -> bool:
    """Whether so many instances are made that what makes them is compiled."""
    return not TYPE_CHECKING and _Meta.fast


T = TypeVar("T")


class Scoped(Generic[T]):
    """A value of the process, which a block may replace for all that it calls in its own thread or task."""

    _variable: ContextVar[T] | None = None

    def __init__(self, value: T) -> None:
        self.value = value

    def get(self) -> T:
        """The value that applies here."""
        return self.value if self._variable is None else self._variable.get(self.value)

    def within(self, value: T) -> _Scope[T]:
        """A context within which it has another value."""
        if self._variable is None:
            from contextvars import ContextVar  # noqa: PLC0415 - most runs have one value from beginning to end

            self.__dict__.setdefault("_variable", ContextVar("value"))  # in one step: another thread may be here, too
        return _Scope(self.__dict__["_variable"], value)


class _Scope(Generic[T]):
    def __init__(self, variable: ContextVar[T], value: T) -> None:
        self._variable = variable
        self._value = value

    def __enter__(self) -> None:
        self._token: Token[T] = self._variable.set(self._value)

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self._variable.reset(self._token)


class _CachedProperty:
    """`cached_property` at run time: two threads may both work a value out, and get equal ones."""

    def __init__(self, func: Any) -> None:  # noqa: ANN401 - any method
        self.func = func
        self.__doc__ = func.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None) -> Any:  # noqa: ANN401 - what the method gives
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.func(instance)
        return value


if TYPE_CHECKING:
    from functools import cached_property
else:
    cached_property = _CachedProperty


class Frozen:
    """An immutable value; subclasses add derived attributes as cached properties."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: object) -> None:
        message = f"{type(self).__name__}.{name} cannot be changed"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)


__all__ = ["Frozen", "NamedTuple", "cached_property", "has_fast_constructors", "use_fast_constructors"]
