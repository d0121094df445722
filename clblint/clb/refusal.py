"""Where the CCM gives up: its exact words, and the place that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from clblint.source.place import Standing


class Refusal(NamedTuple):
    """An error of the CCM: its words, where its cause stands, and the stage it belongs to.

    Stages: `load balancer`, `server groups`, `listeners` (before any call), `apply` (after the CLB was created).
    """

    text: str
    at: Standing
    stage: str
