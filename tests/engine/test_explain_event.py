"""From what somebody pastes to the rules behind it."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

from clblint.commands.event_page import annotations_in
from clblint.commands.page_findings import all_said
from clblint.commands.seed_coverage import SeedRow, read_seeds
from clblint.commands.symptoms import Symptoms, lines_of
from clblint.kube.catalogue import catalogue
from clblint.plugins import load_plugins
from tests.recorded.files import WRITTEN, runs_in

if TYPE_CHECKING:
    from .conftest import Run

FIRST = 5


@cache
def index() -> Symptoms:
    """Everything that can be found, made once."""
    rules = load_plugins().rules
    return Symptoms(rules, all_said(rules))


def found(event: str) -> list[str]:
    return [answer.rule for answer in index().behind(event).rules]


def titles() -> list[tuple[str, SeedRow]]:
    rows, documents = read_seeds()
    named = [(title, row) for document in documents for title, row in document.rows]
    return [pair for pair in dict.fromkeys([*((row.title, row) for row in rows), *named]) if pair[1].rules]


@pytest.mark.parametrize(("title", "row"), titles(), ids=lambda part: part.id if isinstance(part, SeedRow) else "")
def test_a_symptom_of_the_documents_finds_its_rules(title: str, row: SeedRow) -> None:
    rules = found(title)
    assert set(rules[:FIRST]) & set(row.rules)
    assert set(row.rules) <= set(rules)


# What the controller says, and the rules that explain it
REFUSALS = {
    "port and protocol format must be like 'https:443'": {"protocol-port-malformed"},
    "must be integer, ": {"invalid-annotation-value"},
    "forward port format error": {"forward-port-malformed"},
    "forward port is not an integer": {"forward-port-malformed"},
    "invalid domain extension": {"domain-extensions-malformed"},
    "can not reuse loadbalancer created by kubernetes": {"reuse-ccm-lb", "reuse-own-lb"},
    "service has been associated with ip": {"lb-id-changed", "reuse-bound-service"},
    "The specified LoadBalancerId does not exist": {"reuse-not-found"},
    "can not find vgroup by name": {"default-weight-invalid"},
    "once created": {"immutable-changed"},
    "can not find loadbalancer, but it's defined in service": {"lb-id-removed", "copied-server-fields"},
    "can not found cert by id": {"cert-missing", "cert-removed"},
    "API: SetDomainExtensionAttribute": {"domain-extension-cert-swap"},
    "will be preserved after the service is deleted": {"preserve-not-switched-off"},
}
# The fake cloud's own words, and what is said of an NLB
NOBODYS = ("The specified Scheduler is invalid", "Message: not found", "update nlb attribute error")


def refusals() -> list[str]:
    """Everything that the controller refused in the recorded cases, as an error and as an event."""
    texts: set[str] = set()
    for run in runs_in(WRITTEN):
        for report in run.reports:
            texts.update(report.get(key) or "" for key in ("local_model_error", "reconcile_error"))
            texts.update(event["message"] for event in report.get("events", ()) if event["type"] == "Warning")
    return sorted(text for text in texts if text)


@pytest.mark.parametrize("text", refusals())
def test_a_recorded_refusal_finds_the_rule_that_explains_it(text: str) -> None:
    wanted = [rules for part, rules in REFUSALS.items() if part in text]
    if not wanted:
        assert any(part in text for part in NOBODYS), "say who explains this"
        return
    assert set(found(text)[:FIRST]) & wanted[0]


DESCRIPTION = """\
Name:                     web
Namespace:                shop
Annotations:              service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1abcdefgh
Selector:                 app=web
Type:                     LoadBalancer
Events:
  Type     Reason                  Age                From                Message
  ----     ------                  ----               ----                -------
  Normal   EnsuringLoadBalancer    3m                 service-controller  Ensuring load balancer
  Warning  SyncLoadBalancerFailed  2m (x12 over 30m)  nlb-controller      {message}
""".format(
    message="Error syncing load balancer [lb-bp1abcdefgh]: [SDKError] API: AddTags, ErrorCode: NetworkConflict, "
    "RequestId: 0B5C1-22, Message: The specified network is wrong"
)
LINE = (
    "  Warning  SyncLoadBalancerFailed  12s (x9 over 2m)  service-controller  Error syncing load balancer [lb-bp1x]: "
    "build lb local model error: builid lb listener error: build listener from servicePort 8080 error: Annotation "
    'IdleTimeout must be integer, but got [15s]. message=[strconv.Atoi: parsing "15s": invalid syntax]'
)
PASTED = {
    "a part of an event": ("can not change LoadBalancer AddressType", "immutable-changed"),
    "in another case": ("CAN NOT CHANGE LOADBALANCER ADDRESSTYPE ONCE CREATED", "immutable-changed"),
    "a line of kubectl describe": (LINE, "invalid-annotation-value"),
    "a whole description": (DESCRIPTION, "reuse-other-vpc"),
    "broken into lines": ("The plain HTTP request\nwas sent to\nHTTPS port", "https-to-tls-port"),
    "an error code": ("RspoolVipExist", "reuse-console-listener-on-ccm-group"),
    "a page that nginx shows": (
        "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head>",
        "https-to-tls-port",
    ),
    "Chinese": ("集群内无法访问CLB", "local-in-cluster-access"),
    "Chinese in other words": ("SLB负载不均", "local-without-wrr"),
    "what the API server says": ("spec.ports[0].name: Required value", "invalid-service"),
}


@pytest.mark.parametrize(("text", "rule"), PASTED.values(), ids=PASTED)
def test_what_is_pasted_finds_its_rule(text: str, rule: str) -> None:
    assert rule in found(text)[:3]


@pytest.mark.parametrize("text", ["bananas are yellow", "", "   \n", "xyzzy", "\x1b[31m\u202e", "the", "a b c d e f g"])
def test_what_is_nothing_finds_nothing(text: str) -> None:
    assert found(text) == []


def test_of_a_description_the_warnings_are_looked_at() -> None:
    assert [line.split()[1] for line in lines_of(DESCRIPTION)] == ["SyncLoadBalancerFailed"]


def test_a_long_text_ends_in_time(run: Run) -> None:
    done = run("explain", "--event", "-", stdin="can not change LoadBalancer AddressType once created\n" * 100_000)
    assert "immutable-changed" in done.stdout


def test_the_answer_names_the_rule_and_the_text(run: Run) -> None:
    done = run("explain", "--event", "alicloud: can not change LoadBalancer AddressType once created. delete and retry")
    assert (done.returncode, done.stderr) == (0, "")
    assert "immutable-changed  error\n  An attribute is changed that a CLB keeps for life.\n" in done.stdout
    assert "Annotations in it: address-type\n" in done.stdout


def test_what_no_manifest_tells_is_said(run: Run) -> None:
    done = run("explain", "--event", "ORDER.ARREARAGE Message: The account is arrearage.")
    assert done.returncode == 0
    assert done.stdout.startswith("No manifest tells whether bills are paid, because")


def test_nothing_found_names_the_nearest(run: Run) -> None:
    done = run("explain", "--event", "my service has lost its address")
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first == "no rule, annotation or document is known to be behind this text"
    assert second.startswith("nearest: ")


def test_json(run: Run) -> None:
    done = run("explain", "--event", "NetworkConflict", "--format", "json")
    answer = json.loads(done.stdout)
    assert {one["rule"] for one in answer["rules"]} == {"reuse-other-vpc", "vswitch-other-vpc"}
    assert answer["rules"][0]["text"] == "NetworkConflict"


def test_it_is_kept_for_the_next_time(run: Run) -> None:
    first = run("explain", "--event", "NetworkConflict")
    assert run("explain", "--event", "NetworkConflict").stdout == first.stdout


@pytest.mark.parametrize("arguments", [(), ("scheduler", "--event", "x")], ids=["neither", "both"])
def test_a_name_or_an_event(run: Run, arguments: tuple[str, ...]) -> None:
    done = run("explain", *arguments)
    assert done.returncode == 2
    assert "name a rule or an annotation, or give the text of an event with --event" in done.stderr


@pytest.mark.parametrize(("event", "stdin"), [("", ""), (" \n", ""), ("-", ""), ("-", "\n")])
def test_no_text_is_wrong_use(run: Run, event: str, stdin: str) -> None:
    done = run("explain", "--event", event, stdin=stdin)
    message = "clblint: --event holds no text: paste an event, an error or a symptom, in quotes\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.parametrize("text", ["metadata.annotations[{}]: invalid", "{}.", '"{}": "x"', "see {}, please"])
def test_an_annotation_is_named_by_its_whole_key(text: str) -> None:
    """One key begins as another: …-ip, …-ip-version."""
    for annotation in catalogue():
        for key in filter(None, (annotation.key, annotation.legacy_key)):
            assert annotation in annotations_in(text.format(key))
    assert [one.suffix for one in annotations_in(text.format(catalogue().by_suffix("ip-version").key))] == [
        "ip-version"
    ]


def test_a_word_is_no_annotation(run: Run) -> None:
    done = run("explain", "--event", "ip", "--format", "json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["rules"], answer["annotations"]) == (1, [], [])
