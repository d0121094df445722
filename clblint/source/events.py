"""Selects the YAML parser (engine): the C extension of ruamel.yaml, or its pure Python parser if that is missing.

Imports are delayed until the first document is parsed: a run answered from the cache does not pay for them.
"""

from __future__ import annotations

import os
from _thread import allocate_lock  # `threading` makes the same, and is a longer import

from clblint.fast import NamedTuple
from clblint.light import cache, suppress
from clblint.source.parsed_nodes import parsed_alias, parsed_mapping, parsed_scalar, parsed_sequence
from clblint.source.parser_events import DocumentEnd, StreamEnd, begin, end_of
from clblint.source.plain import PURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import Any

_CHOICE = allocate_lock()  # threads wait until one has chosen the engine
_MADE = {
    "StreamStartEvent": begin,
    "StreamEndEvent": StreamEnd,
    "DocumentStartEvent": begin,
    "DocumentEndEvent": DocumentEnd,
    "ScalarEvent": parsed_scalar,
    "MappingStartEvent": parsed_mapping,
    "MappingEndEvent": end_of,
    "SequenceStartEvent": parsed_sequence,
    "SequenceEndEvent": end_of,
    "AliasEvent": parsed_alias,
}


class Engine(NamedTuple):
    """A YAML parser.

    `events(text)` returns a function that returns the next event at each call: a node where one begins, an int (the end
    offset) where a collection ends, a `DocumentEnd` or `StreamEnd`, and None for what else begins. It is called within
    the context `nodes`. `check(text)` raises the parser's error without making events; None if the parser cannot.
    """

    name: str
    nodes: AbstractContextManager[None]
    events: Callable[[str], Callable[[], Any]]
    check: Callable[[str], object] | None


def engine(*, pure: bool = False) -> Engine:
    """The fastest engine that is available; with `pure=True` the one in Python."""
    return _pure_engine() if pure else best_engine()


def best_engine() -> Engine:
    """The C extension if it is installed and `CLBLINT_PURE_YAML` is not set, else the parser in Python."""
    with _CHOICE:
        return chosen()


@cache
def chosen() -> Engine:
    """The same; its first call imports the extension, which two threads must not do at once."""
    if os.environ.get(PURE):
        return _pure_engine()
    from clblint.source.extension import import_extension  # noqa: PLC0415 - slow to import

    try:
        c = import_extension()
    except ImportError:
        return _pure_engine()
    return Engine("c", NodeEvents(c), lambda text: c.CParser(text).get_event, lambda text: c.CParser(text).raw_parse())


class NodeEvents:
    """A context in which the C extension creates our nodes instead of ruamel.yaml's events.

    The extension looks the event classes up by name in its own module at each event. Those of ruamel.yaml cost three
    Python calls each, and every event would then be converted to a node. On exit the original classes are restored for
    other users of ruamel.yaml in this process. Only one thread at a time may be in it: otherwise the exit of one
    would give another one events instead of nodes.
    """

    def __init__(self, module: Any) -> None:  # noqa: ANN401 - the extension
        self._lock = allocate_lock()
        self._module = vars(module)
        self._events = {name: self._module[name] for name in _MADE}

    def __enter__(self) -> None:
        self._lock.acquire()
        self._module.update(_MADE)

    def __exit__(self, *_: object) -> None:
        self._module.update(self._events)
        self._lock.release()


@cache
def _pure_engine() -> Engine:
    from clblint.source.pure import pure_events  # noqa: PLC0415 - needed only without the C extension

    return Engine("pure", suppress(), pure_events, None)
