"""What the API server refuses in the fields that few Services have, each by itself."""

from __future__ import annotations

import json

import pytest

from clblint.balancer.ineffective import proxy_fields
from clblint.build import build
from clblint.config.model import no_config
from clblint.kube.admission.service import rejections_of
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source


def _service(spec: dict[str, object]) -> Service:
    ports = {"ports": [{"port": 80}], "selector": {"app": "web"}}
    whole = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {**ports, **spec}}
    (found,) = read_manifest(Source("web.yaml", json.dumps(whole).encode())).objects
    assert isinstance(found, Service)
    return found


@pytest.mark.parametrize(
    "spec",
    [
        {"allocateLoadBalancerNodePorts": False, "type": "ClusterIP"},
        {"clusterIP": "None"},
        {"clusterIP": "10.0.0"},
        {"externalIPs": ["1.2.3"]},
        {"internalTrafficPolicy": "local"},
        {"ipFamilies": ["IPv5"]},
        {"ipFamilyPolicy": "DualStack"},
        {"loadBalancerClass": ""},
        {"loadBalancerClass": "alibabacloud.com/nlb", "type": "ClusterIP"},
        {"loadBalancerSourceRanges": ["10.0.0.0"]},
        {"loadBalancerSourceRanges": ["10.0.0.0/8"], "type": "ClusterIP"},
        {"sessionAffinity": "clientIP"},
        {"sessionAffinity": "ClientIP", "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 0}}},
    ],
    ids=json.dumps,
)
def test_a_refused_field_is_found(spec: dict[str, object]) -> None:
    (found,) = rejections_of(_service({"type": "LoadBalancer", **spec}))
    field = list(spec)[-1 if "sessionAffinityConfig" in spec else 0]
    assert field.lower() in found.text.lower()


def test_a_usual_service_is_not_refused() -> None:
    assert not list(rejections_of(_service({"type": "LoadBalancer", "externalTrafficPolicy": "Local"})))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("externalIPs", ["1.2.3.4"]),
        ("internalTrafficPolicy", "Local"),
        ("loadBalancerIP", "1.2.3.4"),
        ("trafficDistribution", "PreferClose"),
    ],
)
def test_a_field_for_kube_proxy_is_found(field: str, value: object) -> None:
    balancer = build(_service({"type": "LoadBalancer", field: value}), no_config().cluster)
    assert [found.name for found in proxy_fields(balancer)] == [field]
