"""NLBs from a few lines: annotations by their short names, ports as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from clblint.nlb.model import NetworkLoadBalancer
from tests.balancer.services import ONE_PORT, balancer_of

if TYPE_CHECKING:
    from clblint.kube.clusters.profile import Cluster

ZONES = "+zone-maps: a:vsw-1,b:vsw-2\n"


class Network(Protocol):
    """What `network` takes."""

    def __call__(
        self, annotations: str = ZONES, ports: str = ONE_PORT, spec: str = "", cluster: Cluster | None = None
    ) -> NetworkLoadBalancer: ...


@pytest.fixture
def network() -> Network:
    """The NLB of a Service; `+` in an annotation's key stands for the prefix."""

    def make(
        annotations: str = ZONES, ports: str = ONE_PORT, spec: str = "", cluster: Cluster | None = None
    ) -> NetworkLoadBalancer:
        made = balancer_of(annotations, ports, f"loadBalancerClass: alibabacloud.com/nlb\n{spec}", cluster)
        assert isinstance(made, NetworkLoadBalancer)
        return made

    return make
