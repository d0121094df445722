"""`Claims`: Services that claim an exclusive resource, such as a node port."""

from __future__ import annotations

from clblint.fast import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.outline import ServiceRef
    from clblint.kube.project.refs import Claim, Ref


class Claims:
    """The claims of Services."""

    def __init__(self, services: Iterable[ServiceRef]) -> None:
        self._services = services

    def claimants(self, claim: Claim) -> list[Ref]:
        """The Services that make a claim, in any cluster."""
        return self._by_claim.get(claim, [])

    @cached_property
    def _by_claim(self) -> dict[Claim, list[Ref]]:
        found: dict[Claim, list[Ref]] = {}
        for ref, _, claims in self._services:
            for claim in dict.fromkeys(claims) if claims else ():
                found.setdefault(claim, []).append(ref)
        return found
