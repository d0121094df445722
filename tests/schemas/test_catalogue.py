"""The catalogue: names, what was meant by a misspelt key, and what is wrong with a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.catalogue.annotation import KnownAnnotation
from clblint.kube.catalogue.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX, catalogue
from clblint.kube.catalogue.events import annotations_behind
from clblint.kube.catalogue.texts import documents, term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.catalogue.violations import Violation

OVERFLOW = 'strconv.Atoi: parsing "99999999999999999999": value out of range'
NEIGHBOUR = DOMAIN + "alibaba-cloud-private-zone-enable"


def violation(suffix: str, value: str, controller: str = "clb") -> Violation:
    found = catalogue().by_suffix(suffix).check(value, controller)
    assert found is not None
    return found


def examples(wanted: str) -> Iterator[tuple[str, str, str]]:
    for annotation in catalogue():
        for controller in annotation.controllers:
            table = annotation.details["examples"]
            if annotation.accepts(controller) is not annotation.accepted[0]:
                table = table["nlb"]
            yield from ((annotation.suffix, controller, value) for value in table[wanted])


def test_a_key_is_found_in_both_forms() -> None:
    annotation = catalogue().by_suffix("cert-id")
    assert catalogue().find(PREFIX + "cert-id") is annotation
    assert catalogue().find(LEGACY_PREFIX + "cert-id") is annotation
    assert annotation.protocols == ("https",)


@pytest.mark.parametrize("name", ["alicloud-loadbalancer-type", "alicloud-loadbalancer-backend-type", "alicloud-class"])
def test_some_keys_have_no_legacy_form(name: str) -> None:
    assert catalogue().find(DOMAIN + name) is None
    meant = catalogue().without_legacy(DOMAIN + name)
    assert meant is not None
    assert catalogue().nearest(DOMAIN + name) == [meant.key]


@pytest.mark.parametrize(
    "key",
    [
        PREFIX + "cert-id",
        LEGACY_PREFIX + "nonsense",
        DOMAIN + "alibaba-cloud-cert-id",
        DOMAIN + "backend-type",
        DOMAIN + "backend_type",
        DOMAIN + "backendtypes",
        DOMAIN + "class",
        DOMAIN + "alibabacloud-loadbalancer-id",
        "service.kubernetes.io/alibaba-cloud-loadbalancer-id",
    ],
)
def test_ours_is_what_was_meant_for_the_ccm(key: str) -> None:
    assert catalogue().is_ours(key)


@pytest.mark.parametrize(
    "key",
    [
        NEIGHBOUR,
        DOMAIN + "exclude-node",
        DOMAIN + "aws-load-balancer-type",
        DOMAIN + "azure-load-balancer-internal",
        "service.k8s.alibaba/resources",
        "alb.ingress.kubernetes.io/address-type",
        "alibabacloud.com/compute-class",
        "kubectl.kubernetes.io/last-applied-configuration",
        "app",
        "",
    ],
)
def test_a_neighbour_is_not_ours(key: str) -> None:
    assert not catalogue().is_ours(key)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Cert-Id", ["cert-id"]),
        ("cert_id", ["cert-id"]),
        ("certid", ["cert-id"]),
        ("loadbalancer-id", ["id"]),
        ("bandwith", ["bandwidth"]),
        ("conection-drain", ["connection-drain"]),
        ("security-group-id", ["security-group-ids"]),
        ("master-zone-id", ["master-zoneid"]),
        ("health-check-http-code", ["health-check-httpcode"]),
        ("health-check-healthy-threshold", ["healthy-threshold"]),
        ("access-control-enable", ["acl-status"]),
        ("zone-mapping", ["zone-maps"]),
        ("redirect-http-to-https", ["forward-port"]),
        ("slb-network-type", ["network-type"]),
        ("health-check", ["health-check-switch", "health-check-flag"]),
        ("enable-access-log", []),
        ("eip-id", []),
    ],
)
def test_a_misspelt_key_is_understood(name: str, meant: list[str]) -> None:
    assert catalogue().nearest(PREFIX + name) == [PREFIX + suffix for suffix in meant]


@pytest.mark.parametrize(
    "key", [DOMAIN + "alibaba-cloud-cert-id", DOMAIN + "aliyun-slb-cert-id", "service.kubernetes.io/alicloud-cert_id"]
)
def test_a_misspelt_prefix_is_understood(key: str) -> None:
    assert catalogue().nearest(key) == [PREFIX + "cert-id"]


def test_every_known_misspelling_leads_to_its_annotation() -> None:
    for annotation in catalogue():
        for name in annotation.misspelt:
            assert annotation.key in catalogue().nearest(PREFIX + name), name


def test_another_word_for_it_is_no_other_spelling() -> None:
    assert catalogue().respelt(PREFIX + "Cert_id") == [PREFIX + "cert-id"]
    assert catalogue().respelt(PREFIX + "acces-control-list") == []
    assert catalogue().nearest(PREFIX + "access-control-list") == [PREFIX + "acl-id"]


def test_no_known_name_is_taken_for_another() -> None:
    for annotation in catalogue():
        assert catalogue().nearest(annotation.key) == [annotation.key]
        assert annotation.suffix not in annotation.misspelt


def test_a_misspelling_is_no_known_name() -> None:
    known = {annotation.suffix for annotation in catalogue()}
    assert known.isdisjoint(name for annotation in catalogue() for name in annotation.misspelt)


def test_a_dead_key_says_what_became_of_it() -> None:
    dead = catalogue().dead(LEGACY_PREFIX + "persistence-time")
    assert dead is not None
    assert dead.kind == "dead"
    assert dead.instead == (PREFIX + "persistence-timeout",)
    assert "never read" in dead.why.en
    assert catalogue().dead(PREFIX + "cert-id") is None
    assert catalogue().dead(NEIGHBOUR) is None


@pytest.mark.parametrize(("suffix", "controller", "value"), list(examples("valid")))
def test_a_valid_example_passes(suffix: str, controller: str, value: str) -> None:
    assert catalogue().by_suffix(suffix).check(value, controller) is None


@pytest.mark.parametrize(("suffix", "controller", "value"), list(examples("invalid")))
def test_an_invalid_example_does_not(suffix: str, controller: str, value: str) -> None:
    found = violation(suffix, value, controller)
    assert found.allowed.en
    assert found.allowed.zh
    assert found.outcome.en
    assert found.effect in {"build-error", "swallowed", "api-error", "silently-ignored", "coerced"}
    assert found.severity in {"error", "warning", "note"}
    assert "{" not in found.event
    if found.nearest is not None:
        assert catalogue().by_suffix(suffix).is_valid(found.nearest, controller)


def test_every_annotation_shows_a_valid_and_an_invalid_value() -> None:
    for annotation in catalogue():
        assert annotation.details["examples"]["valid"], annotation
        any_text = annotation.accepted[0].check == ("all",)
        assert annotation.details["examples"]["invalid"] or any_text, annotation


def test_an_empty_value_is_no_value() -> None:
    assert all(annotation.check("", controller) is None for annotation in catalogue() for controller in ("clb", "nlb"))
    counts = {annotation.suffix for annotation in catalogue() if not annotation.empty_is_unset()}
    assert counts == {"tunnel-type", "security-group-ids", "bandwidth-package-id", "additional-cert-ids"}


@pytest.mark.parametrize(
    ("suffix", "value", "event"),
    [
        (
            "idle-timeout",
            "x",
            'Annotation IdleTimeout must be integer, but got [x]. message=[strconv.Atoi: parsing "x": invalid syntax]',
        ),
        (
            "health-check-timeout",
            "9" * 20,
            f"Annotation HealthCheckTimeout must be integer, but got [{'9' * 20}]. message=[{OVERFLOW}]",
        ),
        ("weight", "101", "weight must be integer in range [0,100] , got [101]"),
        (
            "protocol-port",
            "http:80, https:443",
            "port protocol format must be either [http|https|tcp|udp], protocol not supported wit [ https]",
        ),
        ("protocol-port", "443", "port and protocol format must be like 'https:443' with colon separated. got=[[443]]"),
        ("forward-port", "80:https", "Annotation ForwardPort error: forward port is not an integer, https"),
        (
            "backend-label",
            "a=b,c",
            "get nodes error: filter nodes by label error: parse backend label: c, [k1=v1,k2=v2]",
        ),
        ("backend-label", "a=b, c=d", ""),
        ("idle-timeout", "61", ""),
        ("acl-status", "true", ""),
    ],
)
def test_the_event_is_quoted_as_the_ccm_writes_it(suffix: str, value: str, event: str) -> None:
    assert violation(suffix, value).event == event


@pytest.mark.parametrize(
    ("suffix", "value", "nearest", "sure"),
    [
        ("acl-status", "true", "on", True),
        ("acl-status", "ON", "on", True),
        ("acl-status", "Disabled", "off", True),
        ("force-override-listeners", "on", "true", True),
        ("charge-type", "pay_by_traffic", "paybytraffic", True),
        ("instance-charge-type", "paybyclcu", "PayByCLCU", True),
        ("address-type", "intrenet", "intranet", False),
        ("idle-timeout", " 30 ", "30", True),
        ("idle-timeout", "30s", "30", True),
        ("idle-timeout", "61", "60", False),
        ("acl-id", "acl-a, acl-b", "acl-a,acl-b", True),
        ("protocol-port", "HTTPS:443", "https:443", True),
        ("protocol-port", "443", None, False),
        ("preserve-lb-on-delete", "false", None, False),
    ],
)
def test_the_nearest_value(suffix: str, value: str, nearest: str | None, sure: bool) -> None:  # noqa: FBT001
    found = violation(suffix, value)
    assert (found.nearest, found.sure) == (nearest, sure)


@pytest.mark.parametrize(
    ("suffix", "value", "effect", "severity", "rule"),
    [
        ("acl-status", "true", "api-error", "error", None),
        ("proxy-protocol", "true", "coerced", "warning", None),
        ("idle-timeout", "30s", "build-error", "error", None),
        ("idle-timeout", "61", "api-error", "error", None),
        ("idle-timeout", "30 ", "build-error", "error", "value-whitespace"),
        ("name", "x" * 129, "api-error", "error", None),
        ("name", "x" * 81, "api-error", "warning", None),
        ("health-check-uri", "/", "api-error", "note", None),
        ("healthy-threshold", "1", "api-error", "note", None),
        ("health-check-connect-port", "-520", "api-error", "warning", "health-check-minus-520"),
        ("backend-type", "ENI", "coerced", "warning", "backend-type-value"),
        ("weight", "101", "swallowed", "error", "weight-invalid"),
        ("remove-unscheduled-backend", "true", "silently-ignored", "warning", None),
    ],
)
def test_what_the_ccm_does_with_it(suffix: str, value: str, effect: str, severity: str, rule: str | None) -> None:
    found = violation(suffix, value)
    assert (found.effect, found.severity, found.rule) == (effect, severity, rule)


def test_a_zero_that_is_never_sent_is_told_from_one_that_is() -> None:
    def zero(suffix: str, value: str) -> bool:
        annotation = catalogue().by_suffix(suffix)
        assert annotation.check(value) is None
        return annotation.zero_is_unset(value)

    assert zero("idle-timeout", "0")
    assert zero("idle-timeout", "-00")
    assert not zero("idle-timeout", "10")
    assert not zero("persistence-timeout", "0")
    assert not zero("weight", "0")


def test_an_nlb_takes_other_values() -> None:
    flag = catalogue().by_suffix("connection-drain")
    assert flag.check("ON", "nlb") is None
    assert flag.check("ON", "clb") is not None
    assert catalogue().by_suffix("idle-timeout").check("900", "nlb") is None
    assert str(catalogue().by_suffix("idle-timeout").allowed("nlb")) == "an integer from 1 to 900 (seconds)"
    # Only an NLB reads it, so what it takes there is what there is to say.
    assert catalogue().by_suffix("cps").check("x", "clb") is not None


def test_versions() -> None:
    def since(suffix: str, controller: str = "clb") -> str | None:
        return catalogue().by_suffix(suffix).since(controller)

    assert since("cert-id") == "1.9.3.164"
    assert since("id") == "1.9.3.59"  # the lowest of three that documents name
    assert since("network-type") is None
    assert since("cps") is None
    assert since("cps", "nlb") == "2.5.0"
    acl = catalogue().by_suffix("acl-id")
    assert acl.since_for("acl-a") is None
    assert acl.since_for("acl-a,acl-b") == "2.11.1"
    assert catalogue().by_suffix("weight").since_for("0") == "2.1.0"
    tags = catalogue().by_suffix("additional-resource-tags")
    assert tags.since_for("a=b") is None
    assert tags.since_for("a=b", reused=True) == "2.10.0"


@pytest.mark.parametrize(
    ("event", "suffix"),
    [
        (
            "servicePort 80 error: Annotation RequestTimeout must be integer, but got [x]. message=[…]",
            "request-timeout",
        ),
        ("alicloud: can not change LoadBalancer AddressType once created. delete and retry", "address-type"),
        ("default weight must be integer in range [0,100] , got [x]", "default-weight"),
        ("The specified LoadBalancerId does not exist", "id"),
        ("ResourceGroupId cannot be changed, service: rg-a, nlb: rg-b", "resource-group-id"),
    ],
)
def test_an_event_leads_to_its_annotation(event: str, suffix: str) -> None:
    assert annotations_behind(event)[0] is catalogue().by_suffix(suffix)


def test_an_event_of_something_else_leads_nowhere() -> None:
    assert annotations_behind("Ensured load balancer [lb-1]") == []


def test_texts_are_there_in_both_languages() -> None:
    annotation = catalogue().by_suffix("connection-drain")
    assert annotation.title.in_language("zh") == "连接优雅中断"
    assert annotation.title.in_language("en") == str(annotation.title) == "Connection draining"
    assert "connection-drain-timeout" in annotation.description.en
    assert annotation.allowed().zh == '"on" 或 "off"'
    assert "stays" in term("removal", annotation.removal).en
    assert "D-ANNO" in documents()


def test_words_and_related_names_are_known() -> None:
    for annotation in catalogue():
        for kind in ("change", "removal", "reuse", "scope"):
            assert all(term(kind, getattr(annotation.behaviour(one), kind)).zh for one in annotation.controllers)
        assert term("default", annotation.details["default"]["when"]).zh
        assert all(catalogue().by_suffix(suffix) for suffix in annotation.details.get("related", ()))
        assert set(annotation.details["source"].get("docs", ())) <= set(documents())


def test_an_annotation_says_which_it_is() -> None:
    assert repr(catalogue().by_suffix("class")) == "Annotation('service.beta.kubernetes.io/class')"
    assert isinstance(catalogue().by_suffix("class"), KnownAnnotation)
    assert len(catalogue()) == 86
