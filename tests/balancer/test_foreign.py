"""Whose load balancer an annotation is about."""

from __future__ import annotations

import pytest

from clblint.balancer.foreign import is_foreign
from clblint.kube.catalogue.catalogue import catalogue

P = "service.beta.kubernetes.io/"
FOREIGN = [
    f"{P}volcengine-loadbalancer-id",
    f"{P}cce-load-balancer-internal-vpc",
    "kube-vip.io/loadbalancerIPs",
    "lb.kubesphere.io/v1alpha1",
    f"{P}qingcloud-load-balancer-type",
    "lbipam.cilium.io/ips",
    "io.cilium/lb-ipam-ips",
    "metallb.universe.tf/address-pool",
    f"{P}ucloud-load-balancer-type",
    f"{P}ksc-loadbalancer-type",
    f"{P}jdcloud-load-balancer-spec",
    f"{P}exoscale-loadbalancer-name",
    "loadbalancer.ovhcloud.com/class",
    "yandex.cloud/load-balancer-type",
    f"{P}anybody-load-balancer-internal",
    "anybody.example/some-loadbalancer-id",
    "load-balancer.anybody.example/name",
]
NOT_FOREIGN = [
    f"{P}load-balancer-source-ranges",
    f"{P}backend-type",
    f"{P}alibabacloud-loadbalancer-id",
    f"{P}alibab-cloud-loadbalancer-id",
    f"{P}alicoud-loadbalancer-id",
    "service.kubernetes.io/alibaba-cloud-loadbalancer-id",
    "alibaba-cloud-loadbalancer-id",
    "service.k8s.alibaba/loadbalancer-id",
    "example.com/wants-load-balancer",
    "example.com/loadbalancer",
    "external-dns.alpha.kubernetes.io/hostname",
    "prometheus.io/scrape",
    "helm.sh/resource-policy",
]


@pytest.mark.parametrize("key", FOREIGN)
def test_another_cloud_or_controller(key: str) -> None:
    assert is_foreign(key)


@pytest.mark.parametrize("key", [*NOT_FOREIGN, *(one.key for one in catalogue())])
def test_keys_of_the_ccm_and_of_kubernetes_are_not_foreign(key: str) -> None:
    assert not is_foreign(key)
