"""Digits that only Python takes for such, and more of them than it reads."""

from __future__ import annotations

import pytest

from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import Example
from clblint.testing import findings_of

RULES = {rule.name: rule for rule in load_plugins().rules}
FULL_WIDTH, SUPERSCRIPT = "\uff14\uff14\uff13", "\u00b2"


def _said(rule: str, manifest: str) -> int:
    example = Example(bad=True, files=(("web.yaml", manifest),))
    return len(findings_of((RULES[rule],), example))


@pytest.mark.parametrize("written", [FULL_WIDTH, SUPERSCRIPT])
def test_a_forward_port_in_other_digits_is_malformed(written: str) -> None:
    prefix = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
    manifest = f"""
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {{{prefix}protocol-port: "http:80", {prefix}forward-port: "80:{written}"}}
spec: {{type: LoadBalancer, ports: [{{port: 80}}]}}
"""
    assert _said("forward-port-malformed", manifest) == 1


@pytest.mark.parametrize("part", [FULL_WIDTH, SUPERSCRIPT, "9" * 5000])
def test_a_source_range_of_such_numbers_is_refused(part: str) -> None:
    manifest = f"""
apiVersion: v1
kind: Service
metadata: {{name: web}}
spec: {{type: LoadBalancer, loadBalancerSourceRanges: [10.0.0.{part}/8, 10.0.0.0/{part}], ports: [{{port: 80}}]}}
"""
    assert _said("invalid-service", manifest) == 2


def test_zeros_before_a_number_of_a_source_range_are_none() -> None:
    manifest = """
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, loadBalancerSourceRanges: [010.000.0.0/8], ports: [{port: 80}]}
"""
    assert _said("invalid-service", manifest) == 0
