"""What findings say where the cases of one rule differ, in both languages."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.files import new_cache
from tests.preloaded import as_text, clblint

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.whole

P = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {{{annotations}}}
spec:
  type: LoadBalancer
  ports: [{{name: http, port: 80}}, {{name: https, port: 443}}]
"""
ENI = "service.beta.kubernetes.io/backend-type: eni"
TAGS = ",".join(f"k{number}=v" for number in range(21))


class Case(NamedTuple):
    """A rule, the annotations and the facts about the cluster, and a part of what is said."""

    rule: str
    annotations: str
    cluster: str
    says: str
    lang: str = "en"


CASES = {
    "a tag without a key is not counted": Case(
        "tags-malformed", f'{P}additional-resource-tags: "{TAGS},=x"', "", "21 tags are more"
    ),
    "a tag twice": Case(
        "tags-malformed", f'{P}additional-resource-tags: "a=b,a=c"', "", "the earlier one is overwritten"
    ),
    "a value that is cut": Case(
        "tags-malformed", f'{P}additional-resource-tags: "a=b=c"', "", "without an equals sign"
    ),
    "pods asked for": Case("eni-on-flannel", ENI, "network-plugin: flannel", "remove backend-type: eni"),
    "pods by default": Case(
        "eni-on-flannel", "", "network-plugin: flannel, service-backend-type: eni", "set backend-type: ecs"
    ),
    "a code of its own": Case(
        "health-check-http-incomplete",
        f"{P}health-check-type: http, {P}health-check-httpcode: http_3xx",
        "",
        "answers with http_3xx",
    ),
    "a list": Case("health-check-http-incomplete", f"{P}health-check-type: http", "", "80, 443"),
    "a list in Chinese": Case("health-check-http-incomplete", f"{P}health-check-type: http", "", "80\u3001443", "zh"),
    "a weight that stops an old CCM": Case(
        "weight-invalid",
        f'{P}id: lb-2ze1, {P}vgroup-port: "rsp-1:80", {P}weight: "200"',
        "ccm-version: v2.11.2",
        "build vgroup for port 80 error: weight must be integer in range [0,100] , got [200]",
    ),
    "a weight that the current CCM swallows": Case(
        "weight-invalid",
        f'{P}id: lb-2ze1, {P}vgroup-port: "rsp-1:80", {P}weight: "200"',
        "ccm-version: v2.14.0",
        "EnsuredLoadBalancer, as if all were well",
    ),
    "another spelling of PayByCLCU": Case(
        "invalid-annotation-value",
        f"{P}instance-charge-type: payByClcu",
        "",
        'warning invalid-annotation-value Service/web: "payByClcu" is not a valid value for …-instance-charge-type '
        '(allowed: "PayByCLCU" or "PayBySpec"): it works at creation, then the CCM tries to change the charge type at '
        "every full sync",
    ),
    "another spelling of PayBySpec": Case(
        "invalid-annotation-value",
        f"{P}instance-charge-type: paybyspec",
        "",
        'error invalid-annotation-value Service/web: "paybyspec" is not a valid value for …-instance-charge-type '
        '(allowed: "PayByCLCU" or "PayBySpec"): it is passed on and refused',
    ),
    "a size, and nobody knows which CCM": Case("spec-ignored", f"{P}spec: slb.s1.small", "", "note spec-ignored"),
    "a size, and a CCM that has none by default": Case(
        "spec-ignored", f"{P}spec: slb.s1.small", "ccm-version: v2.12.1", "warning spec-ignored"
    ),
    "a size that does not exist": Case(
        "invalid-annotation-value",
        f"{P}spec: nlb.s1.small, {P}instance-charge-type: PayBySpec",
        "",
        "error invalid-annotation-value",
    ),
    "a size that does not exist, for an old CCM": Case(
        "invalid-annotation-value", f"{P}spec: nlb.s1.small", "ccm-version: v2.11.2", "error invalid-annotation-value"
    ),
    "quotes in quotes, where only true counts": Case(
        "override-not-true",
        f"{P}id: lb-2ze1, {P}force-override-listeners: '\"true\"'",
        "",
        r'force-override-listeners is "\"true\"", and the quotes are part of the value: it counts as false',
    ),
    "quotes in quotes around a list": Case(
        "protocol-port-malformed",
        f"{P}protocol-port: '\"http:80,https:443\"'",
        "",
        'fix write "http:80,https:443", without the quotes inside the quotes',
    ),
    "quotes in quotes around a word": Case(
        "invalid-annotation-value",
        f"{P}scheduler: \"'wrr'\"",
        "",
        'fix write "wrr": the quotes inside the quotes are part of the value',
    ),
    "one listener": Case(
        "drain-incomplete", f"{P}connection-drain: 'on', {P}protocol-port: 'https:443'", "", "refuses listener 80 "
    ),
    "several listeners": Case("drain-incomplete", f"{P}connection-drain: 'on'", "", "refuses listeners 80 and 443 "),
    "a CLB of its own": Case("vgroup-port-malformed", f"{P}vgroup-port: rsp-1", "", "as of the second sync"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_messages_equal_the_transcript(case: Case, tmp_path: Path) -> None:
    assert case.says in _said(case, SERVICE.format(annotations=case.annotations), tmp_path)


@pytest.mark.parametrize(("kind", "says"), [("LoadBalancer", "the listeners and"), ("ClusterIP", "the ports and")])
def test_the_message_about_a_service_that_occurs_twice(kind: str, says: str, tmp_path: Path) -> None:
    manifest = SERVICE.format(annotations="").replace("LoadBalancer", kind)
    assert says in _said(Case("duplicate-service", "", "", says), f"{manifest}---\n{manifest}", tmp_path)


NLB = "spec:\n  loadBalancerClass: alibabacloud.com/nlb"
BEHIND_NLB = {
    "nobody": Case("selector-missing", "", "network-plugin: terway", "no available nodes for NetworkLoadBalancer"),
    "pods without an interface": Case("eni-on-flannel", ENI, "network-plugin: flannel", "whose eni is invalid"),
    "no zones": Case("nlb-zone-maps-missing", "", "", "ParameterMissing, zone mappings are required"),
    "an old CCM": Case("nlb-needs-ccm", "", "ccm-version: v2.4.0", "which CCM v2.5.0 and later make"),
    "an old Kubernetes": Case("nlb-needs-ccm", "", 'kubernetes-version: "1.23"', "which needs Kubernetes 1.24"),
}


@pytest.mark.parametrize("case", BEHIND_NLB.values(), ids=BEHIND_NLB.keys())
def test_messages_about_an_nlb_do_not_name_a_clb(case: Case, tmp_path: Path) -> None:
    """Its events have other words, and nothing speaks of a CLB."""
    said = _said(case, SERVICE.format(annotations=case.annotations).replace("spec:", NLB), tmp_path)
    assert case.says in said
    assert said.count("CLB") == 1 + said.count("to have a CLB made")  # that of the summary


TWO_ON_ONE = SERVICE.replace("443", "80, protocol: UDP").replace("spec:", "spec:\n  sessionAffinity: ClientIP")


@pytest.mark.parametrize(
    ("rule", "annotations", "says"),
    [
        ("drain-incomplete", f"{P}connection-drain: 'on'", "listeners 80/tcp and 80/udp"),
        ("option-partial", f"{P}persistence-timeout: '60'", "for listener 80/tcp only: listener 80/udp cannot take it"),
        ("session-affinity-ignored", f"{P}persistence-timeout: '60'", "for port 80/udp the CLB picks"),
        ("reuse-without-override", f"{P}id: lb-2zeb3qcm8q2x0t1b0jxyz", "no listener for ports 80/TCP and 80/UDP"),
        ("certificate-without-https", f"{P}cert-id: 1-cn-hangzhou", 'protocol-port: "https:80"'),
    ],
)
def test_listeners_of_one_port_are_distinguished(rule: str, annotations: str, says: str, tmp_path: Path) -> None:
    assert says in _said(Case(rule, "", "", says), TWO_ON_ONE.format(annotations=annotations), tmp_path)


@pytest.mark.parametrize(
    ("rule", "says"),
    [("drain-incomplete", "the API refuses its listeners"), ("selector-missing", "what is behind its ports")],
)
@pytest.mark.parametrize("port", ["'${{PORT}}'", "'http'"])
def test_a_port_that_cannot_be_read_has_no_number(rule: str, says: str, port: str, tmp_path: Path) -> None:
    manifest = SERVICE.replace("{{name: http, port: 80}}, {{name: https, port: 443}}", f"{{{{port: {port}}}}}")
    said = _said(Case(rule, "", "", says), manifest.format(annotations=f"{P}connection-drain: 'on'"), tmp_path)
    assert says in said or (rule == "drain-incomplete" and "http" in port)  # refused altogether
    assert " 0" not in said


@pytest.mark.parametrize(
    ("ports", "says"),
    [
        ("{name: u, port: 53, protocol: UDP}", "remove it, or add a TCP port that terminates TLS"),
        ("{name: u, port: 53, protocol: UDP}, {name: t, port: 853}", 'protocol-port: "https:853"'),
        ("{name: t, port: 53}, {name: u, port: 53, protocol: UDP}, {name: w, port: 80}", 'protocol-port: "https:80"'),
    ],
)
def test_only_a_tcp_port_can_terminate_tls(ports: str, says: str, tmp_path: Path) -> None:
    manifest = SERVICE.replace(
        "{{name: http, port: 80}}, {{name: https, port: 443}}", ports.replace("{", "{{").replace("}", "}}")
    )
    case = Case("certificate-without-https", "", "", says)
    assert says in _said(case, manifest.format(annotations=f"{P}cert-id: 1-cn-hangzhou"), tmp_path)


def _said(case: Case, manifest: str, tmp_path: Path) -> str:
    (tmp_path / "web.yaml").write_text(manifest, encoding="utf-8")
    (tmp_path / ".clblint.yaml").write_text(f"cluster: {{{case.cluster}}}\n", encoding="utf-8")
    arguments = ("--lang", case.lang, "--select", case.rule, "web.yaml")
    environment = {**os.environ, "CLBLINT_CACHE_DIR": str(new_cache(tmp_path / ".cache")), "COLUMNS": "400"}
    ran = as_text(clblint(arguments, cwd=tmp_path, env=environment))
    assert ran.stderr == ""
    return " ".join(ran.stdout.split())
