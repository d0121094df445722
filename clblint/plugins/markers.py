"""The mark of an implementation of a hook, as pluggy's, without pluggy.

Every rule's module brings its package along, and with it this mark; most runs need rules and no plugin manager, which
takes as long to import as a manifest takes to check. Whoever loads plugins puts pluggy's own mark in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    F = TypeVar("F", bound=Callable[..., Any])

MARK = "clblint_hookimpl"


def hookimpl(function: F | None = None, **options: bool) -> Any:  # noqa: ANN401 - the function, or what marks one
    """Mark a function as an implementation of the hook that it is named after; options as for pluggy's marker."""

    def mark(marked: F) -> F:
        setattr(marked, MARK, options)
        return marked

    return mark if function is None else mark(function)
