"""Values that something still has to fill in."""

from __future__ import annotations

import json

import pytest

from clblint.kube.unrendered import is_documentation, is_template, is_variable, may_hold_unrendered
from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import Example
from clblint.testing import findings_of

VARIABLES = [
    "${CERT_ID}", "$CERT_ID", "$(CERT_ID)", "{{ .Values.id }}", "lb-${ID}", "$cookie", "sess$id", "{{workflow.name}}",
    "__CERT_ID__", "${CERT_ID:-none}", "${CERT_ID-none}", "${var.cert_id}", "${ var.cert_id }", '${var.ids["a"]}',
    "${1}",
    '${lookup(var.ids, "a b")}', "${{ env.CERT_ID }}", "${CERT_ID%-old}", '${var.public ? "internet" : "intranet"}',
    "%BW%", "((bw))", "((lb/bw.x))", "[[BW]]", "[[ .Values.bw ]]", "$[variables.bw]", "!BW!", "<%= bw %>", "@lb.id@",
    "${CERT_ID^^}", "${local.a}-${local.b}", "${service_name}",
]  # fmt: skip
DOCUMENTATION = [
    "lb-xxxx", "<your id>", "<YOUR_INTRANET_SLB_ID>", "your-cert-id", "${YOUR_CERT_ID}", "证书ID", "rg-xxx", "YOUR_ID",
    "请替换为证书", "交换机 ID", "您的实例", "lb-您的实例ID", "${组合后的证书ID}", "{your-cert}", "vsw-bp1xxxxxxxxxxxx",
    "acl-****", "yourdomain.com", "${combined certificate ID}", "${zone-A}:${vsw-A},${zone-B}:${vsw-B}",
    "${域名}", "${}",
    "REPLACE_ME", "CHANGEME", "change_me", "TODO", "lb-REPLACE", "REPLACE_WITH_ID",
    "${YOUR_COOKIE}", "${your_service_hostname}", "${vsw-A}",
    "lb-your-id", "REPLACE_WITH_YOUR_ID", "cn-hangzhou-h:vsw-your-vswitch", "www.your-domain.com", "team=your-team",
]  # fmt: skip
PLAIN = [
    "lb-2zeb3qcm8q2x0t1b0jxyz",
    "https:443,http:80",
    "on",
    "a=b,c=d",
    "slb.s1.small",
    "/healthz",
    "p@ss_w0rd",
    "/健康",
    "/申请",
    "team=支付",
    "支付.example.com",
    "50%",
    "find-your-car.example.com",
    "book-your-hotel.example.com",
    "/update-your-profile",
    "route=pick-up-your-order",
    "/%E4%B8%AD",
    "[::1]",
    "(a)",
    "http!a",
    "todo-app",
    "EXCHANGE",
]


@pytest.mark.parametrize("text", VARIABLES)
def test_variable(text: str) -> None:
    """A variable is filled in by a deploy step."""
    assert is_variable(text)
    assert not is_documentation(text)


@pytest.mark.parametrize("text", DOCUMENTATION)
def test_documentation(text: str) -> None:
    """A placeholder is meant to be replaced by the reader."""
    assert is_documentation(text)


@pytest.mark.parametrize("text", PLAIN)
def test_ordinary_values_are_no_placeholders(text: str) -> None:
    """An ordinary value is neither."""
    assert not is_variable(text)
    assert not is_documentation(text)


TEMPLATES = [
    ("key: {{ .Values.x }}", False, True),
    ('key: "{{ .Values.x }}"', True, True),
    ("{{- if .Values.x }}\nkey: 1\n{{- end }}", False, True),
    ("{% for x in y %}\nkey: {{ x }}\n{% endfor %}", False, True),
    ('summary: "{{ $labels.pod }} restarts"', True, False),
    ('arg: "{{inputs.parameters.message}}"', True, False),
    ("key: [1", False, False),
]


@pytest.mark.parametrize(("text", "readable", "expected"), TEMPLATES)
def test_template(text: str, readable: bool, expected: bool) -> None:  # noqa: FBT001 - a table
    """A template of manifests is told from a manifest that holds braces."""
    assert is_template(text, readable=readable) is expected


KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
VALUES = [
    ("health-check-uri", "/健康", ["invalid-annotation-value"]),  # a path, though none that the API takes
    ("health-check-uri", "/示例", ["placeholder-left"]),
    ("vswitch-id", "交换机ID", ["placeholder-left"]),
    ("additional-resource-tags", "team=支付", []),
    ("cookie", "$cookie", []),  # a deploy step fills it in; as a name the API would not take it
    ("cookie", "sess$id", []),
]


@pytest.mark.parametrize(("suffix", "value", "rules"), VALUES)
def test_a_placeholder_is_reported_and_a_variable_is_not(suffix: str, value: str, rules: list[str]) -> None:
    """A placeholder is reported as such, a value of one's own for what it is, and a variable not at all."""
    text = json.dumps(
        {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": {"name": "web", "annotations": {f"{KEY}protocol-port": "https:80", f"{KEY}{suffix}": value}},
            "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]},
        }
    )
    known = (rule for rule in load_plugins().rules if "Annotation" in rule.subjects)
    asked = tuple(rule for rule in known if rule.severity is not Severity.PEDANTIC)
    found = findings_of(asked, Example(bad=True, files=(("manifest.yaml", text),)))
    assert [finding.rule for finding in found] == rules


@pytest.mark.parametrize("text", [*VARIABLES, *DOCUMENTATION])
def test_a_placeholder_is_not_missed_among_others(text: str) -> None:
    assert may_hold_unrendered(text)
    assert may_hold_unrendered(f"web\n{text}\nweb")


def test_names_are_no_placeholders_together_either() -> None:
    assert not may_hold_unrendered("web\nshop-1\nv1.2.3\nteam.example.com/pay")
