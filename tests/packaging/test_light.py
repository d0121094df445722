"""What stands in for parts of the standard library behaves as these do."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest

from clblint import light

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS: list[Callable[[Any], Any]] = [
    lambda module: module.lru_cache,
    lambda module: module.lru_cache(),
    lambda module: module.lru_cache(1),
    lambda module: module.lru_cache(maxsize=2, typed=True),
    lambda module: module.lru_cache(None),
    lambda module: module.cache,
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_cache_calls_the_function_as_often_as_the_original(kind: Callable[[Any], Any]) -> None:
    calls: dict[str, list[object]] = {}
    for module in (light, functools):
        calls[module.__name__] = []

        def asked(value: object, made: list[object] = calls[module.__name__]) -> str:
            made.append(value)
            return repr(value)

        found = kind(module)(asked)
        for value in (1, 1.0, 2, 1, True, 1):
            assert found(value) in {"1", "1.0", "2", "True"}
        assert found.__name__ == "asked"
    assert calls["clblint.light"] == calls["functools"]
