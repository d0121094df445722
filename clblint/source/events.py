"""Where events come from: the C extension of ruamel.yaml, or its pure parser where there is none.

Nothing is imported before the first document is parsed: a run that is answered without parsing should not pay for it.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

# Set to force the pure parser, for comparison.
PURE = "CLBLINT_PURE_YAML"


class Engine(NamedTuple):
    """A way to parse: a function from text to the function that gives the next event, and a check without events."""

    name: str
    events: Callable[[str], Callable[[], Any]]
    check: Callable[[str], object] | None


class Kinds(NamedTuple):
    """The classes of the events that a tree is made of."""

    scalar: type[Any]
    mapping_start: type[Any]
    mapping_end: type[Any]
    sequence_start: type[Any]
    sequence_end: type[Any]
    alias: type[Any]
    document_start: type[Any]
    document_end: type[Any]
    stream_end: type[Any]


@cache
def kinds() -> Kinds:
    """The event classes, which both engines share."""
    from ruamel.yaml import events as e  # noqa: PLC0415 - slow to import

    return Kinds(
        e.ScalarEvent,
        e.MappingStartEvent,
        e.MappingEndEvent,
        e.SequenceStartEvent,
        e.SequenceEndEvent,
        e.AliasEvent,
        e.DocumentStartEvent,
        e.DocumentEndEvent,
        e.StreamEndEvent,
    )


@cache
def yaml_error() -> type[Exception]:
    """The base class of what both engines raise."""
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - slow to import

    return YAMLError


def engine(*, pure: bool = False) -> Engine:
    """The fastest engine there is, or the pure one."""
    return _pure_engine() if pure else best_engine()


@cache
def best_engine() -> Engine:
    """The C extension if it is installed and not ruled out."""
    if os.environ.get(PURE):
        return _pure_engine()
    try:
        from _ruamel_yaml import CParser  # noqa: PLC0415 - slow to import
    except ImportError:
        return _pure_engine()
    return Engine("c", lambda text: CParser(text).get_event, lambda text: CParser(text).raw_parse())


@cache
def _pure_engine() -> Engine:
    from clblint.source.pure import pure_events  # noqa: PLC0415 - needed only without the C extension

    return Engine("pure", pure_events, None)
