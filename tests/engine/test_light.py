"""What stands for parts of the standard library behaves like these, as far as clblint uses them."""

from __future__ import annotations

import contextlib
import copy
import enum
import functools
import importlib
import operator
import pickle
import re

import pytest

from clblint import light
from clblint.lint.severity import Severity


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"

    @property
    def label(self) -> str:
        return self.value.upper()


class LightColour(light.Enum):
    RED = "red"
    GREEN = "green"

    @property
    def label(self) -> str:
        return str(self.value).upper()


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class LightLevel(light.IntEnum):
    LOW = 1
    HIGH = 2


@pytest.mark.parametrize(("kind", "own"), [(Colour, LightColour), (Level, LightLevel)])
def test_an_enumeration(kind: type[enum.Enum], own: type[enum.Enum]) -> None:
    for members in (list, lambda found: list(reversed(found))):
        assert [(one.name, one.value) for one in members(own)] == [(one.name, one.value) for one in members(kind)]
    assert len(own) == len(kind)
    first = next(iter(own))
    assert own(first.value) is own[first.name] is first is getattr(own, first.name)
    assert first in own
    assert first != list(own)[1]
    assert {first: 1}[first] == 1
    assert copy.deepcopy(first) is copy.copy(first) is pickle.loads(pickle.dumps(first)) is first  # noqa: S301 - ours
    assert repr(first).replace("Light", "") == repr(next(iter(kind)))
    with pytest.raises(ValueError, match="is not a valid"):
        own("no member")
    with pytest.raises(KeyError):
        own["NO"]


def test_members_have_what_their_class_defines() -> None:
    assert LightColour.RED.label == Colour.RED.label == "RED"


def test_a_number_of_an_enumeration_is_a_number() -> None:
    assert LightLevel.LOW < LightLevel.HIGH
    assert LightLevel.HIGH + 0 == 2
    assert sorted(LightLevel, reverse=True) == [2, 1]
    assert (f"{LightLevel.HIGH}", str(LightLevel.HIGH), int(LightLevel.HIGH)) == ("2", "2", 2)
    assert max(Severity) is Severity.ERROR
    assert [one.label for one in Severity] == ["pedantic", "note", "warning", "error"]


def test_a_pattern_is_compiled_when_it_is_used() -> None:
    found = light.pattern(r"(?i)a+")
    assert "match" not in vars(found)
    for text in ("AAb", "b"):
        expected = re.compile(r"(?i)a+").match(text)
        assert (found.match(text) is None) == (expected is None)
    assert "match" in vars(found)
    assert found.sub("x", "AbA") == "xbx"
    assert found.flags & re.IGNORECASE
    with pytest.raises(AttributeError):
        _ = found.no_method  # type: ignore[attr-defined]


@pytest.mark.parametrize("tools", [functools, light])
def test_results_are_remembered(tools: type[functools]) -> None:  # type: ignore[valid-type]
    calls: list[int] = []

    @tools.cache  # type: ignore[attr-defined, untyped-decorator]
    def doubled(number: int) -> int:
        """Twice a number."""
        calls.append(number)
        return 2 * number

    @tools.lru_cache(1)  # type: ignore[attr-defined, untyped-decorator]
    def tripled(number: int) -> int:
        calls.append(number)
        return 3 * number

    assert [doubled(1), doubled(1), tripled(2), tripled(2), tripled(3), tripled(2)] == [2, 2, 6, 6, 9, 6]
    assert calls == [1, 2, 3, 2]
    doubled.cache_clear()
    assert (doubled(1), calls[-1]) == (2, 1)
    assert (doubled.__doc__, doubled.__name__, doubled.__wrapped__(4)) == ("Twice a number.", "doubled", 8)
    assert tuple(tripled.cache_info()) == (1, 3, 1, 1)


@pytest.mark.parametrize("suppress", [contextlib.suppress, light.suppress])
def test_only_the_named_errors_are_suppressed(suppress: type[contextlib.suppress]) -> None:
    with suppress(KeyError, OSError):
        raise FileNotFoundError
    with pytest.raises(ValueError, match="x"), suppress(KeyError):
        raise ValueError("x")  # noqa: EM101 - as short as it can be
    with suppress():
        pass


def test_modules_and_parts_of_functions() -> None:
    assert light.import_module("clblint.lint.severity") is importlib.import_module("clblint.lint.severity")
    with pytest.raises(ModuleNotFoundError):
        light.import_module("clblint.nothing")
    assert light.partial(pow, 2)(3) == 8
    assert light.itemgetter(1)("ab") == operator.itemgetter(1)("ab")
    assert light.attrgetter("real")(1) == 1


def test_type_checkers_see_the_originals() -> None:
    """Each name is imported from the standard library there, so that none is missing in either branch."""
    assert set(light.__all__) <= set(vars(light))
