"""What the API server refuses, one field at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

# What a field is about, where a rule of its own tells of it.
ANNOTATION, NODE_PORT, PROTOCOLS = "annotation", "node port", "protocols"


class Rejection(NamedTuple):
    """One refused field: the sentence, where, the API server's words and what to do, all with the same values."""

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
        """The API server's words, with what is written."""
        return self.error.format_map(self.values)


class WorkloadRejection(Rejection):
    """The same of a workload, of which only what cannot be decoded is told."""
