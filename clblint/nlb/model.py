"""The Network Load Balancer that the CCM would build from one Service, as far as rules ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import Frozen

if TYPE_CHECKING:
    from clblint.clb.annotations import Annotations
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service


class NetworkLoadBalancer(Frozen):
    """The NLB of one Service."""

    service: Service
    cluster: Cluster
    annotations: Annotations
    handled_by: Fact[str]

    @property
    def reuses(self) -> Fact[str]:
        """The id of the NLB that is reused, empty where the CCM creates one."""
        return self.annotations.get("id")

    @property
    def zone_maps(self) -> Fact[str]:
        """The zones and their vSwitches as they are written."""
        return self.annotations.get("zone-maps")

    def __repr__(self) -> str:
        return f"<NetworkLoadBalancer of {self.service.id}>"
