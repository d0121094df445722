"""Where events come from: the C extension of ruamel.yaml, or its pure parser where there is none.

Nothing is imported before the first document is parsed: a run that is answered without parsing should not pay for it.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.source.mapping import Mapping
from clblint.source.node import Alias, Scalar, Sequence, end_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

# Set to force the pure parser, for comparison.
PURE = "CLBLINT_PURE_YAML"
_MADE = {
    "ScalarEvent": Scalar,
    "MappingStartEvent": Mapping,
    "MappingEndEvent": end_of,
    "SequenceStartEvent": Sequence,
    "SequenceEndEvent": end_of,
    "AliasEvent": Alias,
}


class Engine(NamedTuple):
    """A way to parse: a context in which `events` gives nodes, `events` itself, and a check without events.

    `events` makes a function of a text that gives the next event at each call: nodes, where collections end, and others
    that matter only by their type.
    """

    name: str
    nodes: Callable[[], AbstractContextManager[None]]
    events: Callable[[str], Callable[[], Any]]
    check: Callable[[str], object] | None


@cache
def ends() -> tuple[type[Any], type[Any]]:
    """The events at the end of a document and at the end of all of them, which the engines share."""
    from ruamel.yaml.events import DocumentEndEvent, StreamEndEvent  # noqa: PLC0415 - slow to import

    return DocumentEndEvent, StreamEndEvent


def engine(*, pure: bool = False) -> Engine:
    """The fastest engine there is, or the pure one."""
    return _pure_engine() if pure else best_engine()


@cache
def best_engine() -> Engine:
    """The C extension if it is installed and not ruled out."""
    if os.environ.get(PURE):
        return _pure_engine()
    try:
        import _ruamel_yaml as c  # noqa: PLC0415 - slow to import
    except ImportError:
        return _pure_engine()
    return Engine(
        "c", lambda: _making_nodes(c), lambda text: c.CParser(text).get_event, lambda text: c.CParser(text).raw_parse()
    )


class _making_nodes:  # noqa: N801 - a context manager
    """Let the C extension make nodes where it would make events.

    It looks the classes up by name in its own module at each event. Those of ruamel.yaml take three calls of Python
    functions each, and a node would have to be made of every one of them. Others in this process get theirs back.
    """

    def __init__(self, module: Any) -> None:  # noqa: ANN401 - the extension
        self._module = vars(module)

    def __enter__(self) -> None:
        self._events = {name: self._module[name] for name in _MADE}
        self._module.update(_MADE)

    def __exit__(self, *_: object) -> None:
        self._module.update(self._events)


@cache
def _pure_engine() -> Engine:
    from clblint.source.pure import pure_events  # noqa: PLC0415 - needed only without the C extension

    return Engine("pure", nullcontext, pure_events, None)
