"""`InFile`: what objects and files have in common."""

from __future__ import annotations

from clblint.light import Protocol


class InFile(Protocol):
    """Anything that a file holds, or the file itself: objects of one file are applied to one cluster."""

    @property
    def path(self) -> str:
        """The path of the file."""
        ...

    @property
    def folder(self) -> str:
        """The folder of the file."""
        ...

    @property
    def place(self) -> tuple[str, int]:
        """The file and the position there: what a project holds is in this order."""
        ...

    @property
    def roots(self) -> tuple[str, ...]:
        """The roots of the kustomizations that build the file, as in `KustomizeRole`."""
        ...

    @property
    def family(self) -> str:
        """The family of these roots, as in `KustomizeRole`."""
        ...
