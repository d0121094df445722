"""Causes that plugins bring to `clblint diagnose`: `CauseFinder`, made by the decorator `cause_finder`."""

from __future__ import annotations

import sys

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from clblint.i18n.text import Value


class LiveView(NamedTuple):
    """A Service of a snapshot as a finder gets it; Kubernetes objects have only the fields that diagnose uses.

    `name` is `namespace/name`, `state` one of the nine, `pods` are those that its selector matches, `nodes` all that
    were collected, `events` those about the Service as (type, reason, message), the newest first.
    """

    name: str
    state: str
    service: Mapping[str, Any]
    pods: tuple[Mapping[str, Any], ...]
    nodes: tuple[Mapping[str, Any], ...]
    events: tuple[tuple[str, str, str], ...]


class FoundCause(NamedTuple):
    """The result of a finder: a sentence, (object, observation) pairs (`Pod shop/web-0`), and the advice.

    `sure` is `certain`, `likely` or `possible`.
    """

    message: Value
    seen: tuple[tuple[str, Value], ...]
    do: tuple[Value, ...]
    sure: str = "likely"


class CauseFinder(NamedTuple):
    """A cause that a plugin adds: its name (`vendor/name`), page, package and finder function."""

    name: str
    page: str
    pack: str
    find: Callable[[LiveView], FoundCause | None]


def cause_finder(name: str) -> Callable[[Callable[[LiveView], FoundCause | None]], CauseFinder]:
    """Make a cause of a function; the docstring of its module is the page."""

    def made(find: Callable[[LiveView], FoundCause | None]) -> CauseFinder:
        page = sys.modules[find.__module__].__doc__ or ""
        return CauseFinder(name, page, find.__module__.partition(".")[0], find)

    return made
