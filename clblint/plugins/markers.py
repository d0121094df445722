"""`hookimpl`: marks hook implementations like pluggy's marker, without importing pluggy.

Importing a rule imports its package, which uses the marker. Most runs need rules but no plugin manager, and importing
pluggy takes as long as checking a manifest. The plugin manager converts these marks to those of pluggy.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])

MARK = "clblint_hookimpl"


def hookimpl(function: F | None = None, **options: bool) -> Any:  # noqa: ANN401 - the function, or what marks one
    """Mark a function as an implementation of the hook that it is named after; options as for pluggy's marker."""

    def mark(marked: F) -> F:
        setattr(marked, MARK, options)
        return marked

    return mark if function is None else mark(function)
