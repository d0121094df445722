"""Our `NamedTuple` beside the standard library's."""

from __future__ import annotations

import pickle
import typing
from typing import Any

import pytest

from clblint import fast as tuples

if typing.TYPE_CHECKING:
    from collections.abc import Callable


class Ours(tuples.NamedTuple):
    """Fields with and without a default."""

    name: str
    port: int = 80

    @property
    def shown(self) -> str:
        return f"{self.name}:{self.port}"


class Theirs(typing.NamedTuple):
    """The same."""

    name: str
    port: int = 80

    @property
    def shown(self) -> str:
        return f"{self.name}:{self.port}"


class Special(Ours):
    """A class that has its fields from another, and attributes of its own."""

    mark: str = ""


USES: list[Callable[[Any], object]] = [
    lambda kind: tuple(kind("a")),
    lambda kind: tuple(kind("a", 1)),
    lambda kind: tuple(kind(port=1, name="a")),
    lambda kind: tuple(kind("a")._replace(port=2)),
    lambda kind: kind("a").shown,
    lambda kind: (kind("a").name, kind("a").port),
    lambda kind: kind._fields,
    lambda kind: tuple(kind._make(("a", 3))),
    lambda kind: kind("a")._asdict(),
    lambda kind: kind("a") == ("a", 80),
    lambda kind: hash(kind("a")),
    lambda kind: repr(kind("a")).partition("(")[2],
    lambda kind: hasattr(kind("a"), "__dict__"),
    lambda kind: kind.__match_args__,
    lambda kind: tuple(pickle.loads(pickle.dumps(kind("a", 2)))),  # noqa: S301 - written the moment before
    lambda kind: type(pickle.loads(pickle.dumps(kind("a")))) is kind,  # noqa: S301 - written the moment before
]
MISUSES: list[Callable[[Any], object]] = [
    lambda kind: kind(),
    lambda kind: kind("a", 1, 2),
    lambda kind: kind("a", name="b"),
    lambda kind: kind("a", path="b"),
    lambda kind: kind("a")._replace(path="b"),
    lambda kind: setattr(kind("a"), "name", "b"),
]


@pytest.mark.parametrize("use", USES)
def test_a_tuple_behaves_as_a_named_tuple_of_python(use: Callable[[Any], object]) -> None:
    assert use(Ours) == use(Theirs)


@pytest.mark.parametrize("misuse", MISUSES)
def test_a_tuple_refuses_what_a_named_tuple_of_python_refuses(misuse: Callable[[Any], object]) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)) as theirs:
        misuse(Theirs)
    with pytest.raises(theirs.type):
        misuse(Ours)


def test_a_class_of_such_a_class_has_its_fields() -> None:
    made = Special("a")
    made.mark = "x"
    assert (tuple(made), made.shown, made.mark) == (("a", 80), "a:80", "x")


def test_many_tuples_may_have_constructors_of_their_own() -> None:
    tuples.use_fast_constructors()

    class Port(tuples.NamedTuple):
        number: int

    class Next(Port):
        def __new__(cls, number: int) -> Next:  # noqa: PYI034 - as one of a plugin
            return super().__new__(cls, number + 1)

    class Whole(tuples.NamedTuple):
        number: int

        def __new__(cls, text: str) -> Whole:  # type: ignore[misc]  # noqa: PYI034 - as above
            return tuples.NamedTuple.__new__(cls, int(text))  # type: ignore[arg-type]

    assert [Next(1), Next(1), Port(1), Whole("5"), Whole("6")] == [(2,), (2,), (1,), (5,), (6,)]
    assert [type(one) for one in (Next(1), Port(1), Whole("5"))] == [Next, Port, Whole]


def test_many_tuples_are_made_by_compiled_constructors() -> None:
    tuples.use_fast_constructors()

    class Made(tuples.NamedTuple):
        name: str
        port: int = 80

    class Above(Made):
        mark = "x"

    assert (tuple(Above("a")), type(Above("a")), Above("a").mark) == (("a", 80), Above, "x")
    assert (tuple(Made("b", 1)), tuple(Made(port=2, name="c"))) == (("b", 1), ("c", 2))
    assert "__new__" in vars(Made)
    assert Above.__new__ is Made.__new__
    assert not isinstance(Made("d"), Above)
    for misuse in MISUSES:
        with pytest.raises((TypeError, ValueError, AttributeError)):
            misuse(Made)
