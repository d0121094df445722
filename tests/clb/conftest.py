"""CLBs from a few lines: annotations by their short names, ports as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from clblint.clb.model import ClassicLoadBalancer
from tests.balancer.services import ONE_PORT, balancer_of

if TYPE_CHECKING:
    from clblint.kube.clusters.profile import Cluster


class Balance(Protocol):
    """What `balance` takes."""

    def __call__(
        self, annotations: str = "", ports: str = ONE_PORT, spec: str = "", cluster: Cluster | None = None
    ) -> ClassicLoadBalancer: ...


@pytest.fixture
def balance() -> Balance:
    """The CLB of a Service; `+` in an annotation's key stands for the prefix."""

    def make(
        annotations: str = "", ports: str = ONE_PORT, spec: str = "", cluster: Cluster | None = None
    ) -> ClassicLoadBalancer:
        made = balancer_of(annotations, ports, spec, cluster)
        assert isinstance(made, ClassicLoadBalancer)
        return made

    return make
