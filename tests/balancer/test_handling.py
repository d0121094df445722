"""Who handles a Service, and what is built from it."""

from __future__ import annotations

import pytest

from clblint.clb.model import ClassicLoadBalancer
from clblint.config.parse import parse_config
from clblint.nlb.model import NetworkLoadBalancer
from tests.balancer.services import balancer_of

NLB = "loadBalancerClass: alibabacloud.com/nlb"
GATE = b"cluster: {feature-gates: {LoadBalancerTypeAnnotation: true}}"


@pytest.mark.parametrize(
    ("annotations", "spec", "expected"),
    [
        ("", "", "clb"),
        ("", NLB, "nlb"),
        ("+tunnel-type: x", NLB, "nlb"),
        ("", "loadBalancerClass: example.com/other", "none"),
        ("service.beta.kubernetes.io/class: x", "", "none"),
        ("service.beta.kubernetes.io/class: ''", "", "clb"),
        ("+tunnel-type: ''", "", "none"),
        ("+type: nlb", "", "clb"),
        ("service.beta.kubernetes.io/aws-load-balancer-type: nlb", "", "none"),
        ("service.beta.kubernetes.io/aws-load-balancer-type: nlb\n+spec: slb.s1.small", "", "clb"),
    ],
)
def test_who_handles_a_service(annotations: str, spec: str, expected: str) -> None:
    balancer = balancer_of(annotations, spec=spec)
    assert balancer.handled_by.value == expected
    assert isinstance(balancer, NetworkLoadBalancer if expected == "nlb" else ClassicLoadBalancer)


@pytest.mark.parametrize(("value", "expected"), [("nlb", "nlb"), ("NLB", "none"), ("''", "clb")])
def test_an_annotation_decides_behind_its_feature_gate(value: str, expected: str) -> None:
    cluster = parse_config(".clblint.yaml", GATE).cluster
    assert balancer_of(f"+type: {value}", cluster=cluster).handled_by.value == expected


@pytest.mark.parametrize("spec", ["", "loadBalancerClass: example.com/lb"])
def test_an_annotation_that_cannot_be_known_leaves_open_who_handles_it(spec: str) -> None:
    cluster = parse_config(".clblint.yaml", GATE).cluster
    handling = balancer_of("+type: ${KIND}", spec=spec, cluster=cluster).handling
    assert not handling.by.known
    assert str(handling.because) == "the annotation loadbalancer-type cannot be known"


def test_the_class_counts_whatever_the_annotation_is() -> None:
    cluster = parse_config(".clblint.yaml", GATE).cluster
    assert balancer_of("+type: ${KIND}", spec=NLB, cluster=cluster).handled_by.is_("nlb")


def test_the_annotation_is_as_good_as_the_class() -> None:
    cluster = parse_config(".clblint.yaml", GATE).cluster
    spec = "loadBalancerClass: example.com/lb"
    assert balancer_of("+type: nlb", spec=spec, cluster=cluster).handled_by.value == "nlb"
    assert balancer_of("+type: clb", spec=spec, cluster=cluster).handled_by.value == "none"
