"""The option `--against`, of a check and of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from clblint.run.against import OlderRevision


def against_of(options: argparse.Namespace) -> OlderRevision | None:
    """The older state to compare with; paths that only it has are left to it."""
    if options.against is None:
        return None
    from clblint.run.against import OlderRevision  # noqa: PLC0415 - most runs compare with nothing

    found = OlderRevision(options.against, options.paths)
    options.paths = found.still_there(options.paths or ["."])
    return found
