"""`Rejection`: one field that the API server refuses, with its error message and a fix."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# The topics of rejections that have their own rule.
ANNOTATION, NODE_PORT, PROTOCOLS = "annotation", "node port", "protocols"


class Rejection(NamedTuple):
    """A refused field: our message, its position, the API server's error and the fix, all formatted with `values`."""

    message: str
    at: Any
    error: str
    fix: str
    subject: str
    values: Mapping[str, Any]
    because: tuple[tuple[Any, str], ...] = ()
    about: str = ""

    @property
    def text(self) -> str:
        """The API server's error message, with the written value."""
        return self.error.format_map(self.values)
