"""`Count`: the numbers of objects, Services and workloads in a file."""

from __future__ import annotations

from clblint.fast import NamedTuple


class Count(NamedTuple):
    """The contents of a file in numbers, for the summary of a run; values for a chart count as an object.

    `balancers` are Services that become a CLB, `nlbs` those that become an NLB, `not_ours` those of type
    LoadBalancer that another controller handles.
    """

    objects: int
    template: bool
    services: int
    balancers: int
    nlbs: int
    not_ours: int
    workloads: int
    waiting: tuple[tuple[str, int], ...] = ()  # undeclared facts, each with the number of checks that asked for it
    waits: tuple[tuple[str, str], ...] = ()  # the rules of those checks, each with the object

    @property
    def waited(self) -> tuple[str, ...]:
        """The names of the rules that could not decide for lack of a declared fact."""
        return tuple(dict.fromkeys(rule for rule, _ in self.waits))
