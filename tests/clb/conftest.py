"""Load balancers from a few lines: annotations by their short names, ports as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from clblint.clb.build import build
from clblint.kube.clusters.profile import undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer
    from clblint.kube.clusters.profile import Cluster

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
ONE_PORT = "{port: 80}"


class Balance(Protocol):
    """What `balance` takes."""

    def __call__(
        self, annotations: str = "", ports: str = ONE_PORT, spec: str = "", cluster: Cluster | None = None
    ) -> LoadBalancer: ...


def read(text: str) -> Service:
    (service,) = read_manifest(Source("web.yaml", text.encode())).objects
    assert isinstance(service, Service)
    return service


@pytest.fixture
def balance() -> Balance:
    """The load balancer of a Service; `+` in an annotation's key stands for the prefix."""

    def make(
        annotations: str = "", ports: str = ONE_PORT, spec: str = "", cluster: Cluster | None = None
    ) -> LoadBalancer:
        lines = [f"    {line.replace('+', PREFIX, 1)}" for line in annotations.strip().splitlines()]
        head = ["apiVersion: v1", "kind: Service", "metadata:", "  name: web"]
        head += ["  annotations:", *lines] if lines else []
        tail = ["spec:", "  type: LoadBalancer", f"  ports: [{ports}]", *(f"  {line}" for line in spec.splitlines())]
        return build(read("\n".join([*head, *tail, ""])), cluster or undeclared())

    return make
