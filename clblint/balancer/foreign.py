"""Recognises annotations for load balancers of other clouds and controllers."""

from __future__ import annotations

from clblint.light import pattern

# The clouds, then the makers of load balancers outside clouds.
_PREFIXES = (
    "cloud.google.com/", "cloud.ionos.com/", "kubernetes.civo.com/", "kubernetes.io/elb.", "lb.stackit.cloud/",
    "networking.gke.io/", "oci-network-load-balancer.oraclecloud.com/", "oci.oraclecloud.com/",
    "service.beta.kubernetes.io/aws-", "service.beta.kubernetes.io/azure-", "service.beta.kubernetes.io/brightbox-",
    "service.beta.kubernetes.io/cce-", "service.beta.kubernetes.io/ctyun-", "service.beta.kubernetes.io/do-",
    "service.beta.kubernetes.io/ecloud-", "service.beta.kubernetes.io/exoscale-", "service.beta.kubernetes.io/jdcloud-",
    "service.beta.kubernetes.io/ksc-", "service.beta.kubernetes.io/linode-", "service.beta.kubernetes.io/oci-",
    "service.beta.kubernetes.io/openstack-", "service.beta.kubernetes.io/ovh-", "service.beta.kubernetes.io/qingcloud-",
    "service.beta.kubernetes.io/scw-", "service.beta.kubernetes.io/ucloud-", "service.beta.kubernetes.io/upcloud-",
    "service.beta.kubernetes.io/volcengine-", "service.beta.kubernetes.io/vultr-", "service.cloud.tencent.com/",
    "service.kubernetes.io/ibm-", "service.kubernetes.io/qcloud-", "service.kubernetes.io/tke-", "yandex.cloud/",
    "ako.vmware.com/", "cis.f5.com/", "cloudprovider.harvesterhci.io/", "eip.openelb.kubesphere.io/", "io.cilium/lb-",
    "kube-vip.io/", "lb.kubesphere.io/", "lbipam.cilium.io/", "loxilb.io/", "metallb.io/", "metallb.universe.tf/",
    "protocol.openelb.kubesphere.io/", "purelb.io/", "svccontroller.k3s.cattle.io/",
)  # fmt: skip
# A key that names the vendor of the load balancer: ACME-loadbalancer-…, load-balancer.ACME/…
_GENERAL = pattern(r"[^/]*load-?balancer[^/]*/.*|(?:.*/)?([^/]*[a-z0-9])-load-?balancer-[^/]*")
_OURS = ("alibaba-cloud", "alicloud")
_ALIKE = 0.8


def is_foreign(key: str) -> bool:
    """Whether an annotation is for the load balancer of another cloud or controller."""
    if key.startswith(_PREFIXES):
        return True
    if "balancer" not in key or "alibaba" in key or "aliyun" in key:  # ours, perhaps under another prefix
        return False
    found = _GENERAL.fullmatch(key)
    return found is not None and not _is_ours(found[1] or "")


def _is_ours(owner: str) -> bool:
    """Whether it is a misspelling of Alibaba Cloud's prefix."""
    import difflib  # noqa: PLC0415 - 1 % of a run over one manifest, for a foreign annotation alone

    return bool(difflib.get_close_matches(owner, _OURS, 1, _ALIKE))
