"""What is known of a Service after its tree has been freed, as in a project of many files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import cached_property
from clblint.kube.field import Field
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source

if TYPE_CHECKING:
    from clblint.kube.objects import KubeObject

SERVICE = b"""\
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
status: {loadBalancer: {ingress: [{hostname: nlb-1.cn-hangzhou.nlb.aliyuncsslb.com}, {ip: 47.1.2.3}]}}
"""


def _facts(thing: KubeObject, names: list[str]) -> dict[str, object]:
    return {name: getattr(thing, name) for name in names}


def test_every_fact_outlives_the_tree() -> None:
    """Rules that look at a project run after it: a property that reads the tree at that time breaks its rule."""
    (before,) = read_manifest(Source("svc.yaml", SERVICE)).objects
    (after,) = read_manifest(Source("svc.yaml", SERVICE)).objects
    lazy = [name for name, value in vars(Service).items() if isinstance(value, property | cached_property)]
    names = [name for name in lazy if not isinstance(getattr(before, name), Field)]
    after.release()
    assert "status_hostnames" in names
    assert repr(_facts(after, names)) == repr(_facts(before, names))
