"""Services from a few lines: annotations by their short names, ports as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.build import build
from clblint.kube.clusters.profile import undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source

if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.kube.clusters.profile import Cluster

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
ONE_PORT = "{port: 80}"


def read(text: str) -> Service:
    """The only Service of a manifest."""
    (service,) = read_manifest(Source("web.yaml", text.encode())).objects
    assert isinstance(service, Service)
    return service


def balancer_of(
    annotations: str = "",
    ports: str = ONE_PORT,
    spec: str = "",
    cluster: Cluster | None = None,
) -> LoadBalancer:
    """The load balancer of a Service; `+` in an annotation's key stands for the prefix."""
    lines = [f"    {line.replace('+', PREFIX, 1)}" for line in annotations.strip().splitlines()]
    head = ["apiVersion: v1", "kind: Service", "metadata:", "  name: web"]
    head += ["  annotations:", *lines] if lines else []
    tail = ["spec:", "  type: LoadBalancer", f"  ports: [{ports}]", *(f"  {line}" for line in spec.splitlines())]
    return build(read("\n".join([*head, *tail, ""])), cluster or undeclared())
