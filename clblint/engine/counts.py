"""How much a file holds."""

from __future__ import annotations

from clblint.fast import NamedTuple


class Count(NamedTuple):
    """What a file holds, for the summary of a run."""

    objects: int
    template: bool
    services: int
    balancers: int
    not_ours: int
    workloads: int
    waiting: tuple[tuple[str, int], ...] = ()  # undeclared facts, each with the number of checks that asked for it
    waits: tuple[tuple[str, str], ...] = ()  # the rules whose checks they were, each with the object

    @property
    def waited(self) -> tuple[str, ...]:
        """The rules that waited for a fact."""
        return tuple(dict.fromkeys(rule for rule, _ in self.waits))
