"""Which objects are applied to one cluster."""

from __future__ import annotations


def undeclared(path: str) -> str | None:  # noqa: ARG001 - stands for a configuration, which would look at the path
    """The name of the cluster that a file is declared to be applied to; None where nothing is declared."""
    return None
