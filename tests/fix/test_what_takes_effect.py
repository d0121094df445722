"""A fix by which a setting takes effect at last is safe only if the rules have nothing to say of that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.config.model import no_config
from clblint.discovery.walk import Input
from clblint.engine.file_trials import FileTrial, proven_safe
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.lint.edit import FixEdit
from clblint.lint.finding import Details, Finding
from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
NLB = {"zone-maps": "cn-hangzhou-a:vsw-bp1aaaaaaaaaaaaaaaaaa,cn-hangzhou-b:vsw-bp1bbbbbbbbbbbbbbbbbb"}
REUSED, REUSED_NLB = {"id": "lb-2zeb3qcm8q2x0t1b0jxyz"}, {"id": "nlb-2zeb3qcm8q2x0t1b0j"}
FORCED = {**REUSED, "force-override-listeners": "true"}
HARMFUL = {
    "no back end gets traffic": {"default-weights": "0"},
    "no back end of an NLB gets traffic": {**NLB, "default-weights": "0"},
    "no node of a group gets traffic": {**REUSED, "vgroup-port": "rsp-2zeb3qcm8q2x0:80", "weights": "0"},
    "a scheduler that TCP does not have": {"schedulers": "qch"},
    "a scheduler that HTTP does not have": {"protocol-port": "http:80", "schedulers": "sch"},
    "a scheduler that only QUIC has": {**NLB, "schedulers": "qch"},
    "a tag that the API refuses": {"additional-resource-tagss": "acs:x=y"},
    "an IPv6 address without DualStack": {**NLB, "ipv6-address-typ": "internet"},
    "the tags of others are removed": {**REUSED, "additional-resource-tagss": "a=b"},
    "the tags of others are removed from an NLB": {**REUSED_NLB, "additional-resource-tagss": "a=b"},
    "the CLB of others gets a name": {**FORCED, "names": "web"},
    "the CLB of others is protected": {**FORCED, "delete-protections": "on"},
    "the NLB of others gets a bandwidth package": {**REUSED_NLB, "bandwidth-package-ids": "cbwp-bp1vevu8h3ieh1xkcdj3x"},
    "a health check on a port that nobody serves": {"health-check-connect-ports": "22"},
    "a CLB that cannot be deleted": {"ip-version": "ipv6", "preserve-lb-on-deletes": "on"},
    "no bandwidth package any more": {**NLB, "bandwidth-package-ids": ""},
    "no further certificates any more": {
        **NLB, "protocol-port": "tcpssl:80", "cert-id": "123-cn-hangzhou", "additional-cert-idss": "",
    },
    "a preserved NLB": {**NLB, "preserve-lb-on-deletes": " false"},
}  # fmt: skip
HARMLESS = {"delete-protections": "on"}


def service(annotations: dict[str, str], name: str = "web") -> dict[str, object]:
    carried = {PREFIX + key: value for key, value in annotations.items()}
    spec: dict[str, object] = {"type": "LoadBalancer", "selector": {"app": "web"}}
    spec["ports"] = [{"port": 80, "targetPort": 8080}]
    if "zone-maps" in annotations or annotations.get("id", "").startswith("nlb-"):
        spec["loadBalancerClass"] = "alibabacloud.com/nlb"
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "annotations": carried}, "spec": spec}


def kinds(
    folder: Path,
    *services: dict[str, object],
    of: str = "unknown-annotation",
    severities: dict[str, Severity] | None = None,
) -> dict[tuple[str, str], bool]:
    """Whether each fix of a rule is safe, by object and key."""
    (folder / "web.yaml").write_text("\n---\n".join(map(json.dumps, services)), encoding="utf-8")
    given = severities or {}
    rules = [one.at(given[one.name]) if one.name in given else one for one in load_plugins().rules]
    settings = WorkerSettings(tuple(rules), no_config().cluster, edits=True)
    inputs = [Input(str(path)) for path in sorted(folder.iterdir())]
    found = lint(inputs, lambda: settings, lambda path: Path(path).read_bytes()).findings
    mended = [one for one in found if one.rule == of and one.edits]
    return {(one.object, one.subject.removeprefix(PREFIX)): one.safe for one in mended}


@pytest.mark.parametrize("annotations", HARMFUL.values(), ids=HARMFUL)
def test_what_harms_when_it_takes_effect_is_not_safe(tmp_path: Path, annotations: dict[str, str]) -> None:
    assert list(kinds(tmp_path, service(annotations)).values()) == [False]


def test_each_fix_of_a_file_is_judged_by_itself(tmp_path: Path) -> None:
    both = {**HARMLESS, "default-weights": "0"}
    assert kinds(tmp_path, service(both), service(HARMLESS, "b"), service({"schedulers": "qch"}, "c")) == {
        ("Service/web", "delete-protections"): True,
        ("Service/web", "default-weights"): False,
        ("Service/b", "delete-protections"): True,
        ("Service/c", "schedulers"): False,
    }


def finding(rule: str, line: int) -> Finding:
    place = Place("web.yaml", Span(line, 1, line, 2))
    edit = FixEdit("rename", place.span, "a", "b")
    return Finding(place, rule, Severity.WARNING, "Service/web", "", Details({}, ""), edits=(edit,), safe=True)


def test_fixes_that_harm_together_are_not_safe() -> None:
    before = tuple(finding("unknown-annotation", line) for line in range(3))
    first, second, _ = [one.edits for one in before]

    def try_fixes(fixes: Sequence[tuple[FixEdit, ...]]) -> FileTrial:
        left = [one for one in before if one.edits not in fixes]
        news = [finding("new", 9)] if {first, second}.issubset(fixes) else []
        return FileTrial((*left, *news))

    assert not any(one.safe for one in proven_safe(before, (), try_fixes))
    assert all(one.safe for one in proven_safe(before[1:], (), try_fixes))


def test_fixes_that_overlap_are_tried_alone() -> None:
    before = tuple(finding("unknown-annotation", line) for line in range(2))
    alone: list[tuple[FixEdit, ...]] = []

    def try_fixes(fixes: Sequence[tuple[FixEdit, ...]]) -> FileTrial:
        alone.extend(fixes if len(fixes) == 1 else ())
        return FileTrial((), tuple(fixes[1:]))

    assert all(one.safe for one in proven_safe(before, (), try_fixes))
    assert alone == [one.edits for one in before]


def test_the_severity_of_a_configuration_makes_nothing_safe(tmp_path: Path) -> None:
    made = kinds(tmp_path, service({"schedulers": "qch"}), severities={"unknown-annotation": Severity.ERROR})
    assert made == {("Service/web", "schedulers"): False}


def test_what_a_kustomization_builds(tmp_path: Path) -> None:
    (tmp_path / "kustomization.yaml").write_text("resources: [web.yaml]\n", encoding="utf-8")
    assert not kinds(tmp_path, service({"default-weights": "0"}))
    assert kinds(tmp_path, service(HARMLESS)) == {("Service/web", "delete-protections"): True}


@pytest.mark.parametrize(("annotations", "safe"), [({"charge-type": "paybybandwidth"}, False), ({}, True)])
def test_a_copied_status_that_hides_an_error(tmp_path: Path, annotations: dict[str, str], *, safe: bool) -> None:
    """It says that the CLB exists; without it the error of its creation would come."""
    copied = {**service(annotations), "status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}}
    assert kinds(tmp_path, copied, of="copied-server-fields") == {("Service/web", "status"): safe}
