"""What the declared CCM does not read is absent from the model, whatever the key is spelt like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.clusters.profile import Unwritten, undeclared
from clblint.kube.fact import Fact

if TYPE_CHECKING:
    from tests.clb.conftest import Balance

LEGACY = "service.beta.kubernetes.io/alicloud-loadbalancer-"


@pytest.mark.parametrize(
    ("version", "annotation", "suffix", "read"),
    [
        ("v1.9.3.400", '+connection-drain: "on"', "connection-drain", False),
        ("v2.0.1", '+connection-drain: "on"', "connection-drain", True),
        ("v1.9.3.400", f'{LEGACY}connection-drain: "on"', "connection-drain", False),
        ("v2.0.1", f'{LEGACY}connection-drain: "on"', "connection-drain", True),
        ("v1.9.3.400", "+connection-drain: ${DRAIN}", "connection-drain", False),
        ("v2.0.1", '+weight: "0"', "weight", False),
        ("v2.0.1", '+weight: "1"', "weight", True),
        ("v2.0.1", "+weight: ${WEIGHT}", "weight", True),
        ("v2.1.0", '+weight: "0"', "weight", True),
        ("v2.9.1", "+id: lb-1\n+additional-resource-tags: a=b", "additional-resource-tags", False),
        ("v2.9.1", "+id: ${ID}\n+additional-resource-tags: a=b", "additional-resource-tags", False),
        ("v2.9.1", "+additional-resource-tags: a=b", "additional-resource-tags", True),
        ("v1.9.3.50", '+bandwidth: "100"', "bandwidth", True),
        ("v1.9.3.164", "service.beta.kubernetes.io/backend-type: eni", "backend-type", True),
        ("v1.9.3.160", "service.beta.kubernetes.io/backend-type: eni", "backend-type", False),
        ("v1.9.3.160", "+made-up: x", "made-up", True),
    ],
)
def test_what_is_read(balance: Balance, version: str, annotation: str, suffix: str, *, read: bool) -> None:
    cluster = undeclared()._replace(ccm_version=Fact(version, Unwritten(".clblint.yaml")))
    balancer = balance(annotation, cluster=cluster)
    assert balancer.annotations.has(suffix) is read
    assert (suffix in balancer.annotations) is read
    assert suffix in dict(balancer.annotations.carried)
    assert balance(annotation).annotations.has(suffix)


@pytest.mark.parametrize(
    ("version", "sent"),
    [
        ("v1.9.3.276", set()),
        ("v2.4.0", {"DeleteProtection", "ModificationProtectionStatus", "ModificationProtectionReason"}),
        (
            "v2.12.1",
            {
                "DeleteProtection",
                "InstanceChargeType",
                "ModificationProtectionStatus",
                "ModificationProtectionReason",
            },
        ),
    ],
)
def test_a_default_of_what_is_not_known_yet_is_not_sent(balance: Balance, version: str, sent: set[str]) -> None:
    cluster = undeclared()._replace(ccm_version=Fact(version, Unwritten(".clblint.yaml")))
    assert set(balance(cluster=cluster).attributes) - {"AddressType", "LoadBalancerName", "Tags"} == sent
