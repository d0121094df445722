"""Every annotation of the catalogue: a valid value, an invalid one, and where it stands without effect."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.catalogue.texts import document
from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import Example
from clblint.testing import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.finding import Finding

RULES = load_plugins().rules
FOR_CLB = [annotation for annotation in catalogue() if "clb" in annotation.controllers]
FOR_NLB = [annotation for annotation in catalogue() if "nlb" in annotation.controllers]
CLB_ONLY = [annotation for annotation in FOR_CLB if "nlb" not in annotation.controllers]
NLB_ONLY = [annotation for annotation in FOR_NLB if "clb" not in annotation.controllers]
PROTOCOLS = ("tcp", "udp", "http", "https")
NLB = "loadBalancerClass: alibabacloud.com/nlb"

# The ports that the examples of the catalogue name, and the ports of the pods that they lead to.
PORTS = {53: 5353, 80: 8080, 88: 8088, 443: 65535, 6443: 16443}
LB, CERTIFICATE = "lb-bp1o94dp5i6ea1example", "1234567890-cn-hangzhou"
NLB_ID = "nlb-2zeb3qcm8q2x0t1b0jxyz"
CHECKED_ON_NLB = (
    "health-check-type", "health-check-connect-port", "healthy-threshold", "unhealthy-threshold",
    "health-check-connect-timeout", "health-check-interval", "health-check-domain", "health-check-uri",
    "health-check-method", "health-check-httpcode",
)  # fmt: skip
CHECKED = {"health-check-switch": "on", "health-check-flag": "on", "health-check-type": "http"}

# What has to stand beside an annotation for it to take effect.
BESIDE: dict[str, dict[str, str]] = {
    "id": {"force-override-listeners": "true"},
    "force-override-listeners": {"id": LB},
    "vswitch-id": {"address-type": "intranet"},
    "network-type": {"address-type": "intranet"},
    "external-ip-type": {"address-type": "intranet"},
    "ip": {"address-type": "intranet", "vswitch-id": "vsw-bp1b49rqrybk45nexample"},
    "charge-type": {"instance-charge-type": "PayBySpec", "bandwidth": "100"},
    "bandwidth": {"instance-charge-type": "PayBySpec", "charge-type": "paybybandwidth"},
    "spec": {"instance-charge-type": "PayBySpec"},
    "protocol-port": {"cert-id": CERTIFICATE},
    "forward-port": {"protocol-port": "http:80,https:443,http:88,https:6443", "cert-id": CERTIFICATE},
    "acl-status": {"acl-id": "acl-a1", "acl-type": "white"},
    "acl-id": {"acl-status": "on", "acl-type": "white"},
    "acl-type": {"acl-status": "on", "acl-id": "acl-a1"},
    "sticky-session": {"sticky-session-type": "insert", "cookie-timeout": "1800"},
    "sticky-session-type": {"sticky-session": "on", "cookie-timeout": "1800", "cookie": "JSESSIONID"},
    "cookie-timeout": {"sticky-session": "on", "sticky-session-type": "insert"},
    "cookie": {"sticky-session": "on", "sticky-session-type": "server"},
    "connection-drain": {"connection-drain-timeout": "30"},
    "connection-drain-timeout": {"connection-drain": "on"},
    "health-check-uri": CHECKED,
    "health-check-connect-port": CHECKED | {"backend-type": "eni"},
    "healthy-threshold": CHECKED,
    "unhealthy-threshold": CHECKED,
    "health-check-interval": CHECKED | {"health-check-timeout": "60", "health-check-connect-timeout": "60"},
    "health-check-connect-timeout": CHECKED | {"health-check-interval": "1"},
    "health-check-timeout": CHECKED | {"health-check-interval": "1"},
    "health-check-domain": CHECKED,
    "health-check-httpcode": CHECKED,
    "health-check-method": CHECKED,
    "vgroup-port": {"id": LB},
    "weight": {"id": LB, "vgroup-port": "rsp-bp1cz9ehexample:80"},
    "backend-ip-version": {"ip-version": "ipv6"},
}

# Rules about a value, of which the most specific one speaks.
ABOUT_VALUES = {
    "nlb-cross-zone-flag",
    "nlb-flag-means-off",
    "nlb-ip-version-clb",
    "nlb-server-group-type-invalid",
    "nlb-vgroup-blocks-deletion",
    "nlb-port-range-malformed",
    "nlb-protocol-http",
    "nlb-single-zone",
    "nlb-zone-maps-malformed",
    "backend-label-malformed",
    "backend-type-value",
    "default-weight-invalid",
    "domain-extensions-malformed",
    "external-ip-type-no-effect",
    "forward-port-malformed",
    "health-check-minus-520",
    "int-zero-ignored",
    "invalid-annotation-value",
    "loadbalancer-type-gated",
    "override-not-true",
    "preserve-not-switched-off",
    "protocol-port-malformed",
    "tags-malformed",
    "value-whitespace",
    "vgroup-port-malformed",
    "weight-invalid",
}


# Valid values that are reported all the same.
REPORTED = {
    ("type", "nlb"): "loadbalancer-type-gated",  # a CLB comes
    ("instance-charge-type", "PayBySpec"): "paybyspec-halt-sales",  # valid, but not sold any more
    ("class", "nginx"): "service-not-handled",  # whatever it says, another controller is meant
    ("tunnel-type", "vpn"): "service-not-handled",  # its presence alone takes the Service from the CCM
    ("tunnel-type", ""): "service-not-handled",
}
# Invalid values about which another rule speaks, or none.
SPOKEN_OF_ELSEWHERE = {
    ("cookie", "$cookie"): "",  # may be a variable that a deploy step fills in
}


class Case(NamedTuple):
    """An annotation with a value, and the protocol of the listeners that it stands for."""

    annotation: KnownAnnotation
    value: str
    protocol: str = "tcp"

    def __str__(self) -> str:
        return f"{self.annotation.suffix}={self.value}-{self.protocol}"


class Manifest:
    """A Service with annotations, and what is found in it."""

    def __init__(
        self, annotations: dict[str, str], protocol: str = "tcp", *, kind: str = "LoadBalancer", field: str = ""
    ) -> None:
        given = {name: value for name, value in listeners_of(protocol).items() if older(name) not in annotations}
        given |= annotations
        transport = "UDP" if protocol == "udp" else "TCP"
        self._lines = [
            "apiVersion: v1",
            "kind: Service",
            "metadata:",
            "  name: web",
            "  annotations:",
            *(f"    {key_of(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in given.items()),
            "spec:",
            f"  type: {kind}",
            *([f"  {field}"] if field else []),
            "  ports:",
            *(f"  - {{name: p{p}, port: {p}, targetPort: {t}, protocol: {transport}}}" for p, t in PORTS.items()),
        ]

    def findings(self) -> tuple[Finding, ...]:
        return findings_of(RULES, Example(bad=True, files=(("web.yaml", "\n".join(self._lines) + "\n"),)))

    def rules(self) -> set[str]:
        return {finding.rule for finding in self.findings()}

    def at(self, name: str, least: Severity = Severity.PEDANTIC) -> list[str]:
        """The rules that report the line of an annotation."""
        line = self._line(name)
        return [found.rule for found in self.findings() if found.place.span.line == line and found.severity >= least]

    def about(self, name: str) -> set[str]:
        """The rules that report the line of an annotation, or name it as a reason."""
        line = self._line(name)
        return {
            found.rule
            for found in self.findings()
            if line in {place.span.line for place in (found.place, *(label.place for label in found.because))}
        }

    def _line(self, name: str) -> int:
        return next(n for n, line in enumerate(self._lines, 1) if line.strip().startswith(f"{key_of(name)}:"))


def key_of(name: str) -> str:
    """The key of an annotation that is named by its suffix, or by a key."""
    return name if "/" in name else catalogue().by_suffix(name).key


def older(name: str) -> str:
    """The legacy key of an annotation."""
    return catalogue().by_suffix(name).legacy_key


def listeners_of(protocol: str) -> dict[str, str]:
    """The annotations that make every listener one of this protocol."""
    if protocol in {"tcp", "udp"}:
        return {}
    items = ",".join(f"{protocol}:{port}" for port in PORTS)
    return {"protocol-port": items} | ({"cert-id": CERTIFICATE} if protocol == "https" else {})


def in_effect(case: Case) -> Manifest:
    """A Service on which an annotation counts."""
    suffix = case.annotation.suffix
    return Manifest(BESIDE.get(suffix, {}) | {suffix: case.value}, case.protocol)


def examples(annotation: KnownAnnotation, kind: str, controller: str = "clb") -> list[str]:
    table = annotation.details["examples"]
    if controller == "nlb":
        table = table.get("nlb", table)
    found: list[str] = table[kind]
    return found


def protocols_of(annotation: KnownAnnotation) -> tuple[str, ...]:
    """The listeners on which an annotation counts; one kind where listeners are none of its business."""
    return ("tcp",) if annotation.suffix == "protocol-port" else annotation.protocols or ("tcp",)


def cases(kind: str) -> Iterator[Case]:
    for annotation in FOR_CLB:
        for protocol in protocols_of(annotation):
            per_protocol = annotation.details["accepts"][0].get("per_protocol", {}).get(protocol)
            for value in examples(annotation, kind):
                if kind == "invalid" or per_protocol is None or value in per_protocol:
                    yield Case(annotation, value, protocol)


def switched_on(annotation: KnownAnnotation) -> str:
    """A valid value that asks for something."""
    return next(value for value in examples(annotation, "valid") if value not in {"0", ""})


def asked(annotations: Iterable[KnownAnnotation]) -> list[Case]:
    return [Case(annotation, switched_on(annotation)) for annotation in annotations]


# In effect


@pytest.mark.parametrize("case", list(cases("valid")), ids=str)
def test_a_valid_value_that_takes_effect_is_no_mistake(case: Case) -> None:
    suffix = case.annotation.suffix
    reported = REPORTED.get((suffix, case.value))
    assert in_effect(case).at(suffix, Severity.WARNING) == ([reported] if reported else [])


@pytest.mark.parametrize("case", list(cases("invalid")), ids=str)
def test_an_invalid_value_is_reported_once(case: Case) -> None:
    suffix = case.annotation.suffix
    elsewhere = SPOKEN_OF_ELSEWHERE.get((suffix, case.value))
    found = in_effect(case).at(suffix)
    if elsewhere is None:
        assert len(ABOUT_VALUES.intersection(found)) == 1
    else:
        assert found == ([elsewhere] if elsewhere else [])


@pytest.mark.parametrize("case", [c for c in cases("invalid") if c.annotation.legacy_key], ids=str)
def test_an_invalid_value_is_reported_under_the_older_key(case: Case) -> None:
    suffix, key = case.annotation.suffix, case.annotation.legacy_key
    found = Manifest(BESIDE.get(suffix, {}) | {key: case.value}, case.protocol).at(key)
    assert ABOUT_VALUES.intersection(found) or (suffix, case.value) in SPOKEN_OF_ELSEWHERE


@pytest.mark.parametrize(
    "case", [Case(a, a.default, p) for a in FOR_CLB if a.default for p in protocols_of(a)], ids=str
)
def test_a_default_that_is_written_is_no_mistake(case: Case) -> None:
    assert in_effect(case).at(case.annotation.suffix, Severity.WARNING) == []


@pytest.mark.parametrize("annotation", FOR_CLB, ids=lambda annotation: annotation.suffix)
def test_an_empty_value_is_none(annotation: KnownAnnotation) -> None:
    found = Manifest({annotation.suffix: ""}).at(annotation.suffix)
    assert ("empty-annotation" in found, "invalid-annotation-value" in found) == (annotation.empty_is_unset(), False)


# Without effect


def dropped() -> Iterator[Case]:
    for annotation in FOR_CLB:
        for protocol in PROTOCOLS if annotation.scope == "listener" else ():
            if protocol not in annotation.protocols:
                yield Case(annotation, switched_on(annotation), protocol)


@pytest.mark.parametrize("case", list(dropped()), ids=str)
def test_what_no_listener_takes(case: Case) -> None:
    suffix = case.annotation.suffix
    beside = {name: value for name, value in BESIDE.get(suffix, {}).items() if name != "protocol-port"}
    found = Manifest(beside | {suffix: case.value}, case.protocol).about(suffix)
    assert found & {
        "certificate-without-https",
        "drain-on-http-listener",
        "forward-port-source",
        "option-without-listener",
    }


def switched_off() -> Iterator[Case]:
    for annotation in FOR_CLB:
        # With health-check-flag off, tcp and udp listeners check all the same, and that is worth a word.
        if (
            "off" in examples(annotation, "valid")
            and annotation.scope == "listener"
            and annotation.suffix != "health-check-flag"
        ):
            yield from (Case(annotation, "off", protocol) for protocol in PROTOCOLS)


@pytest.mark.parametrize("beside", [{}, {"id": LB}], ids=["made", "reused"])
@pytest.mark.parametrize("case", list(switched_off()), ids=str)
def test_an_annotation_that_is_off_lacks_no_other_one(case: Case, beside: dict[str, str]) -> None:
    suffix = case.annotation.suffix
    assert Manifest(beside | {suffix: "off"}, case.protocol).at(suffix, Severity.WARNING) == []


@pytest.mark.parametrize("case", asked(a for a in FOR_CLB if a.reuse == "override"), ids=str)
def test_what_a_reused_load_balancer_without_override_does_not_take(case: Case) -> None:
    suffix = case.annotation.suffix
    manifest = Manifest(BESIDE.get(suffix, {}) | {suffix: case.value, "id": LB}, protocols_of(case.annotation)[0])
    assert "reuse-listener-options" in manifest.about(suffix)


@pytest.mark.parametrize("case", asked(a for a in FOR_CLB if a.reuse == "ignored"), ids=str)
def test_what_no_reused_load_balancer_takes(case: Case) -> None:
    suffix = case.annotation.suffix
    manifest = Manifest({"id": LB, "force-override-listeners": "true", suffix: case.value})
    assert manifest.about(suffix) & {"reuse-create-options", "preserve-with-id"}


@pytest.mark.parametrize("case", asked(a for a in FOR_CLB if a.reuse == "only"), ids=str)
def test_what_only_a_reused_load_balancer_takes(case: Case) -> None:
    found = Manifest({case.annotation.suffix: case.value}).at(case.annotation.suffix)
    assert set(found) & {"override-without-id", "vgroup-port-without-id", "weight-ignored"}


@pytest.mark.parametrize("case", asked(CLB_ONLY), ids=str)
def test_what_only_a_clb_takes_on_an_nlb(case: Case) -> None:
    found = Manifest({case.annotation.suffix: case.value}, field=NLB).at(case.annotation.suffix)
    assert {"clb-annotation-on-nlb", "nlb-protection-unread"}.intersection(found)


@pytest.mark.parametrize("kind", ["ClusterIP", "NodePort"])
@pytest.mark.parametrize("case", asked(catalogue()), ids=str)
def test_on_a_service_of_another_type(case: Case, kind: str) -> None:
    suffix = case.annotation.suffix
    # An ALB Ingress reads backend-type of the Services that it leads to, and a clean-up, or its absence, the others.
    read = {"backend-type", "preserve-lb-on-delete", "force-override-listeners", "vgroup-port", "class", "tunnel-type"}
    wanted = [] if suffix in read else ["annotation-on-wrong-object"]
    assert Manifest({suffix: case.value}, kind=kind).at(suffix) == wanted


@pytest.mark.parametrize("case", asked(catalogue()), ids=str)
def test_annotations_on_pods_are_on_the_wrong_object(case: Case) -> None:
    text = (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    metadata:\n"
        f"      annotations: {{{case.annotation.key}: {json.dumps(case.value)}}}\n"
        "    spec: {containers: [{name: web, image: web}]}\n"
    )
    found = findings_of(RULES, Example(bad=True, files=(("web.yaml", text),)))
    assert [(finding.rule, finding.place.span.line) for finding in found] == [("annotation-on-wrong-object", 7)]


@pytest.mark.parametrize("case", asked(FOR_CLB), ids=str)
def test_on_a_service_that_another_controller_takes(case: Case) -> None:
    manifest = Manifest({case.annotation.suffix: case.value}, field="loadBalancerClass: example.com/other")
    assert manifest.rules() == {"service-not-handled"}


# What one annotation needs of another, beside the conditions in the catalogue: annotations, a field, what speaks.
INACTIVE = [
    ("backend-label", {"backend-label": "zone=a", "backend-type": "eni"}, "", "eni-option-ignored"),
    (
        "remove-unscheduled-backend",
        {"remove-unscheduled-backend": "on", "backend-type": "eni"},
        "",
        "eni-option-ignored",
    ),
    ("default-weight", {"default-weight": "50"}, "externalTrafficPolicy: Local", "default-weight-ignored"),
    ("default-weight", {"default-weight": "50"}, "", "weight-needs-wrr"),
    ("weight", {"id": LB, "weight": "50"}, "", "weight-ignored"),
    ("weight", BESIDE["weight"] | {"weight": "5", "ignore-weight-update": "on"}, "", "weight-ignored"),
    ("backend-ip-version", {"backend-ip-version": "ipv6"}, "", "ipv6-service-on-ipv4-backends"),
    ("external-ip-type", {"external-ip-type": "eip"}, "", "external-ip-type-no-effect"),
    ("external-ip-type", {"external-ip-type": "eip", "hostname": "a.example.com"}, "", "external-ip-type-no-effect"),
    ("charge-type", {"charge-type": "paybybandwidth", "address-type": "intranet"}, "", "bandwidth-on-intranet"),
    ("bandwidth", {"bandwidth": "5", "address-type": "intranet"}, "", "bandwidth-on-intranet"),
    ("network-type", {"network-type": "classic", "address-type": "intranet"}, "", "network-type-pointless"),
    ("spec", {"spec": "slb.s1.small", "instance-charge-type": "PayByCLCU"}, "", "spec-with-clcu"),
    ("master-zoneid", {"master-zoneid": "cn-hangzhou-k"}, "", "zone-single"),
    ("health-check-uri", {"health-check-uri": "/up"}, "", "health-check-inactive"),
    ("health-check-domain", {"health-check-domain": "a.example.com"}, "", "health-check-inactive"),
    ("health-check-httpcode", {"health-check-httpcode": "http_2xx"}, "", "health-check-inactive"),
    ("cookie", BESIDE["sticky-session"] | {"cookie": "a"}, "", "option-without-listener"),
]


@pytest.mark.parametrize(("suffix", "annotations", "field", "rule"), INACTIVE, ids=[f"{r[0]}-{r[3]}" for r in INACTIVE])
def test_what_other_settings_leave_without_effect(
    suffix: str, annotations: dict[str, str], field: str, rule: str
) -> None:
    assert rule in Manifest(annotations, field=field).about(suffix)


class Condition(NamedTuple):
    """A condition of the catalogue: the rule that says it, a Service that does not meet it, and one that does."""

    rule: str
    annotation: str
    name: str
    unmet: Manifest
    met: Manifest

    def __str__(self) -> str:
        return f"{self.rule}-{self.name}"


def fitting(suffix: str, schema: dict[str, str]) -> str:
    """A value that satisfies the schema of a condition."""
    if "pattern" in schema:
        items = (listeners_of(protocol).get("protocol-port", "") for protocol in PROTOCOLS)
        return next(item for item in items if re.search(schema["pattern"], item))
    return schema.get("const") or switched_on(catalogue().by_suffix(suffix))


def conditions() -> Iterator[Condition]:
    for row in document()["conditions"]:
        if row["for"] != "clb":
            continue
        given = {suffix: fitting(suffix, schema) for suffix, schema in row["if"].items()}
        wrong = {suffix: fitting(suffix, schema["not"]) for suffix, schema in row["then"].items() if "not" in schema}
        right = {suffix: fitting(suffix, schema) for suffix, schema in row["then"].items() if "not" not in schema}
        first = next(iter(given))
        beside = {name: value for name, value in BESIDE.get(first, {}).items() if name not in row["then"]} | given
        protocol = protocols_of(catalogue().by_suffix(first))[0]
        if "protocol-port" in row["then"]:
            protocol = "tcp"
        name = f"{','.join(given)}-needs-{','.join(row['then'])}"
        yield Condition(
            row["rule"], first, name, Manifest(beside | wrong, protocol), Manifest(beside | right, protocol)
        )


@pytest.mark.parametrize("condition", list(conditions()), ids=str)
def test_a_condition_of_the_catalogue_that_is_not_met(condition: Condition) -> None:
    assert condition.rule in condition.unmet.rules()


@pytest.mark.parametrize("condition", list(conditions()), ids=str)
def test_a_condition_of_the_catalogue_that_is_met(condition: Condition) -> None:
    assert condition.rule not in condition.met.at(condition.annotation)


# On an NLB


# What has to stand beside an annotation for an NLB to take it, and the protocols of values that are not for TCP.
ON_NLB = {"health-check-flag": "on", "health-check-type": "http", "health-check-uri": "/"}
BESIDE_ON_NLB: dict[str, dict[str, str]] = {
    **dict.fromkeys(CHECKED_ON_NLB, ON_NLB),
    "additional-cert-ids": {"protocol-port": "tcpssl:80", "cert-id": "9-cn-hangzhou"},
    "alpn": {"protocol-port": "tcpssl:80", "cert-id": "1-cn-hangzhou"},
    "alpn-policy": {"protocol-port": "tcpssl:80", "cert-id": "1-cn-hangzhou", "alpn": "on"},
    "backend-ip-version": {"ip-version": "DualStack"},
    "health-check-connect-port": {**ON_NLB, "backend-type": "eni"},
    "connection-drain": {"connection-drain-timeout": "30"},
    "connection-drain-timeout": {"connection-drain": "on"},
    "protocol-port": {"health-check-flag": "off"},
    "force-override-listeners": {"id": NLB_ID},
    "id": {"force-override-listeners": "true"},
    "vgroup-port": {"id": NLB_ID, "force-override-listeners": "true"},
    "weight": {"id": NLB_ID, "vgroup-port": "sgp-a1:80"},
}
UDP_ON_NLB = {("health-check-type", "udp"), ("health-check-type", "UDP"), ("scheduler", "qch")}
# Valid values that are spoken of all the same: they do not do what one might think.
PRESERVED = ["nlb-preserve-deletes-listeners", "nlb-preserve-leaks-groups"]
REPORTED_ON_NLB = {
    ("force-override-listeners", "true"): ["override-takes-listeners"],
    ("vgroup-port", "sgp-a1:80"): ["vgroup-port-incomplete"],
    **dict.fromkeys([("preserve-lb-on-delete", yes) for yes in ("true", "on", "yes")], PRESERVED),
}


def on_nlb(case: Case) -> Manifest:
    suffix = case.annotation.suffix
    protocol = "udp" if (suffix, case.value) in UDP_ON_NLB else "tcp"
    return Manifest(BESIDE_ON_NLB.get(suffix, {}) | {suffix: case.value}, protocol, field=NLB)


def nlb_cases(kind: str) -> list[Case]:
    return [Case(annotation, value) for annotation in FOR_NLB for value in examples(annotation, kind, "nlb")]


@pytest.mark.parametrize("case", nlb_cases("valid"), ids=str)
def test_a_valid_value_on_an_nlb(case: Case) -> None:
    suffix = case.annotation.suffix
    found = on_nlb(case).at(suffix)
    assert not ABOUT_VALUES.intersection(found)
    assert found == REPORTED_ON_NLB.get((suffix, case.value), found)


@pytest.mark.parametrize("case", nlb_cases("invalid"), ids=str)
def test_an_invalid_value_on_an_nlb(case: Case) -> None:
    suffix = case.annotation.suffix
    found = on_nlb(case).at(suffix)
    # The class decides, so `type` is not even looked at; what begins with `$` may be a variable.
    silent = suffix == "type" or (suffix, case.value) in SPOKEN_OF_ELSEWHERE
    assert len(ABOUT_VALUES.intersection(found)) == (0 if silent else 1)


@pytest.mark.parametrize("case", asked(NLB_ONLY), ids=str)
def test_what_only_an_nlb_takes_on_a_clb(case: Case) -> None:
    assert "nlb-annotation-on-clb" in Manifest({case.annotation.suffix: case.value}).at(case.annotation.suffix)
