"""From what somebody pastes to the rules behind it."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml

from clblint.cli.explain_event import annotations_in
from clblint.kube.catalogue.catalogue import catalogue
from clblint.lint.rule import Rule
from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins
from clblint.search.answers import EventAnswer, Searcher
from clblint.search.index import read_index
from clblint.search.pasted import events_in
from clblint.search.rows import SeedRow, read_events, read_seeds
from clblint.search.terms import terms
from tests.recorded.files import WRITTEN, runs_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .conftest import Run

FIRST = 5
FEW = 6  # words
WANTED = 95  # of 100 in other letters, frames and tables


@functools.cache
def searcher() -> Searcher:
    """Everything that can be found, read once."""
    return Searcher(load_plugins().rules)


def answer_to(text: str) -> EventAnswer:
    ((_, answer),) = searcher().answers(text)
    return answer


def found(event: str) -> list[str]:
    return [one.rule for _, answer in searcher().answers(event) for one in answer.rules]


class Case(NamedTuple):
    """A text of `events.yaml`, and what its answer must be."""

    text: str
    first: tuple[str, ...]
    named: frozenset[str]
    undecidable: str

    def fails(self, answer: EventAnswer) -> str:
        """What is wrong with an answer; empty where it is right."""
        rules = [one.rule for one in answer.rules]
        if self.first and (rules or [""])[0] not in self.first:
            return f"{rules[:1]} comes first"
        if not self.named <= set(rules):
            return f"not named: {sorted(self.named - set(rules))}"
        return "" if self.undecidable in " ".join(map(str, answer.undecidable)) else f"no word on {self.undecidable}"


def framed(code: str) -> Iterator[str]:
    """A code by itself, and as SDKs print it."""
    yield code
    yield f"Status Code: 400 Code: {code} Message: The specified value is wrong. RequestId: 0B5C1-22"
    yield f"SDK.ServerError\nErrorCode: {code}\nRecommend: https://e.cn?q={code}\nRequestId: 1\nMessage: It is wrong."
    yield f"[SDKError] API: CreateLoadBalancer, ErrorCode: {code}, RequestId: 0B5C1-22, Message: The value is wrong"
    yield json.dumps({"RequestId": "9-8", "HostId": "slb.aliyuncs.com", "Code": code, "Message": "The value is wrong."})


def cases() -> Iterator[Case]:
    for group in yaml.safe_load(Path(__file__).with_name("events.yaml").read_text(encoding="utf-8")):
        first = group.get("first", ())
        first = (first,) if isinstance(first, str) else tuple(first)
        texts = [*group.get("texts", ()), *(text for code in group.get("codes", ()) for text in framed(code))]
        for text in texts:
            yield Case(text, first, frozenset(group.get("named", ())), group.get("left", ""))


CASES = list(cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text[:60])
def test_what_is_seen_finds_the_rule_behind_it_first(case: Case) -> None:
    assert case.fails(answer_to(case.text)) == ""


@pytest.mark.whole
@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        str.upper,
        "  Warning  SyncLoadBalancerFailed  2m (x2 over 3h)  ccm  Error syncing load balancer [lb-1]: {}".format,
        "5m12s   Warning   SyncLoadBalancerFailed   service/web   Error syncing load balancer [lb-1]: {}".format,
        "ErrorCode: Strange\nRecommend: https://e\nRequestId: 1-2-3\nMessage: {}".format,
        "E1122 10:00:00.123456       1 controller.go:114] {}".format,
    ],
    ids=["lower case", "upper case", "described", "listed", "in a frame", "logged"],
)
def test_what_is_seen_is_found_in_other_shapes(change: Callable[[str], str]) -> None:
    texts = [(change(one.text), one) for one in CASES]
    failed = [(text, wrong) for text, case in texts if "\n" not in case.text and (wrong := case.fails(answer_to(text)))]
    assert len(failed) * 100 <= len(texts) * (100 - WANTED), failed


def test_a_code_in_a_frame_gives_the_rules_of_the_bare_code() -> None:
    codes = [code for event in read_events() for code in event.codes]
    assert len(codes) > 20
    for code in codes:
        first, *others = (found(text) for text in framed(code))
        assert all(other == first for other in others), code


def titles() -> list[tuple[str, SeedRow]]:
    rows, documents = read_seeds()
    named = [(title, row) for document in documents for title, row in document.rows]
    return list(dict.fromkeys([*((row.title, row) for row in rows), *named]))


@pytest.mark.parametrize(("title", "row"), titles(), ids=lambda part: part.id if isinstance(part, SeedRow) else "")
def test_a_symptom_of_the_documents_finds_its_rules(title: str, row: SeedRow) -> None:
    answer = answer_to(title)
    rules = [one.rule for one in answer.rules]
    assert set(rules[:FIRST]) & set(row.rules) or (not row.rules and row.undecidable in answer.undecidable)
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


def test_explain_event_reads_the_warnings_of_kubectl_describe() -> None:
    assert [event.line.split()[1] for event in events_in(DESCRIPTION)] == ["SyncLoadBalancerFailed"]


TABLE = """\
Name:         web
Events:
  Type     Reason                  Age                From            Message
  ----     ------                  ----               ----            -------
  Normal   EnsuringLoadBalancer    3d4h               nlb-controller  Ensuring load balancer
  Warning  SyncLoadBalancerFailed  61m (x12 over 2d)  nlb-controller  Error syncing load balancer [lb-1]: alicloud: \
can not change LoadBalancer AddressType once created. delete and retry
  Warning  SyncLoadBalancerFailed  59m (x3 over 60m)  nlb-controller  Error syncing load balancer [lb-1]: ErrorCode: \
RspoolVipExist, Message: there are vips associating with this vServer group.
  Normal   UnAvailableLoadBalancer 90s                nlb-controller  There are no available nodes for LoadBalancer
  Normal   EnsuredLoadBalancer     80s                nlb-controller  Ensured load balancer [lb-1]
"""
LIST = """\
NAMESPACE   LAST SEEN   TYPE      REASON                   OBJECT        MESSAGE
shop        61m         Warning   SyncLoadBalancerFailed   service/web   Error syncing load balancer [lb-1]: \
alicloud: can not change LoadBalancer AddressType once created. delete and retry
shop        59m         Warning   SyncLoadBalancerFailed   service/web   Error syncing load balancer [lb-1]: \
RspoolVipExist
shop        90s         Normal    UnAvailableLoadBalancer  service/web   There are no available nodes for LoadBalancer
"""
OBJECTS = json.dumps(
    {
        "items": [
            {"type": kind, "reason": reason, "message": message, "lastTimestamp": f"2024-05-06T07:0{minute}:00Z"}
            for minute, (kind, reason, message) in enumerate(
                [
                    ("Warning", "SyncLoadBalancerFailed", "can not change LoadBalancer AddressType once created"),
                    ("Warning", "SyncLoadBalancerFailed", "ErrorCode: RspoolVipExist, Message: x"),
                    ("Normal", "UnAvailableLoadBalancer", "There are no available nodes for LoadBalancer"),
                ]
            )
        ]
    }
)


@pytest.mark.parametrize("text", [TABLE, LIST, OBJECTS], ids=["described", "listed", "objects"])
def test_events_are_answered_one_by_one_the_newest_first(text: str) -> None:
    answered = searcher().answers(text)
    assert [answer.rules[0].rule for _, answer in answered] == [
        "selector-no-match",
        "reuse-console-listener-on-ccm-group",
        "immutable-changed",
    ]


def test_lines_that_are_known_are_answered_in_their_order(run: Run) -> None:
    first = (
        "Warning  SyncLoadBalancerFailed  the loadbalancer lb-x can not be reused, "
        "can not reuse loadbalancer created by kubernetes."
    )
    second = "Warning UnAvailableBackends There are no available nodes for LoadBalancer"
    for lines in ([first, second], [line.split(maxsplit=2)[2] for line in (first, second)]):
        done = run("explain", "--event", "\n".join(lines))
        shown = [line for line in done.stdout.splitlines() if line and not line.startswith(" ")]
        assert shown.index(" ".join(lines[0].split())) < shown.index("reuse-ccm-lb  error")
        assert shown.index("reuse-ccm-lb  error") < shown.index(" ".join(lines[1].split()))
        assert shown.index(" ".join(lines[1].split())) < shown.index("selector-no-match  warning")


def test_a_row_that_a_terminal_broke_is_one_event() -> None:
    head, row = "\n".join(TABLE.splitlines()[:4]), TABLE.splitlines()[5]
    for at in (80, 120, 150):
        assert found(f"{head}\n{row[:at]}\n{row[at:]}\n")[0] == "immutable-changed"


ORDER = {
    "There are no available nodes for LoadBalancer": ["selector-no-match", "replicas-zero", "selector-missing"],
    "can not change LoadBalancer AddressType once created": ["immutable-changed", "attribute-mismatch"],
    "can not reuse loadbalancer created by kubernetes": [
        "reuse-ccm-lb",
        "reuse-own-lb",
        "lb-id-added",
        "reuse-apiserver-lb",
    ],
}


@pytest.mark.parametrize(("text", "rules"), ORDER.items())
def test_the_likeliest_comes_first(text: str, rules: list[str]) -> None:
    assert found(text)[: len(rules)] == rules


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("text", "rule"),
    [("访问控制不生效", "acl-inactive"), ("证书已过期", "cert-expired"), ("certificate has expired", "cert-expired")],
)
def test_both_languages_are_searched_in_both(run: Run, language: str, text: str, rule: str) -> None:
    lines = run("explain", "--lang", language, "--event", text).stdout.splitlines()
    assert next(line for line in lines if "  warning" in line or "  error" in line).split()[0] == rule


def messages() -> list[tuple[str, str]]:
    """What clblint says itself, in both languages."""
    entries = [entry for entry in read_index().entries if entry.kind in {"message", "symptom"}]
    return [(text, entry.rules[0]) for entry in entries for text in entry.texts if len(terms(text)) > FEW]


def test_what_clblint_says_finds_the_rule_that_says_it() -> None:
    said = messages()[::7]
    missed = [(text, rule) for text, rule in said if rule not in found(text)[:FIRST]]
    assert len(missed) * 100 <= len(said) * (100 - WANTED), missed


def test_a_finding_is_explained_by_the_rule_that_it_names() -> None:
    line = "web.yaml:7:5: warning local-without-wrr: traffic stays on the node, but the scheduler does not weigh nodes"
    assert found(line) == ["local-without-wrr"]


@pytest.mark.parametrize("text", ["timeouts from time to time in the shop", "dial tcp 47.97.1.2:80: i/o timeout"])
def test_what_is_near_may_be_it(run: Run, text: str) -> None:
    done = run("explain", "--event", text)
    assert done.returncode == 0
    assert done.stdout.startswith("Nothing is certain to be behind it; it may be:\n")


# Texts that are like a known one but for the word that counts
OTHERS = """\
The specified BackendServer does not exist.
ErrorCode: InvalidBackendServer, Message: The specified BackendServer does not exist.
The specified LoadBalancerSpec does not exist
The number of listeners exceeds the quota for the CLB instance.
The number of EIPs exceeds the quota.
The number of EIPs has reached the quota limit of this region
The listener number has reached to the quota limit of this load balancer
The quota of security groups is insufficient.
The quota of vSwitches is insufficient.
forwarding rule quota of the CLB is reached
instance quota exceeded
certificate quota exceeded
exceeded quota: compute, requested: services.loadbalancers=1
The certificate has not expired
The vSwitch has enough available IP addresses
监听数量为0
监听数量为零
后端服务器权重为0
指CLB的监听配额不足。
EIP配额不足
弹性公网IP数量超过配额
服务器组数量超过配额
证书数量超过配额
安全组规则数量超出配额
指定的后端服务器不存在
账户余额充足
虚拟交换机可用IP充足
证书未过期
集群内可以访问CLB
"""


@pytest.mark.parametrize("text", OTHERS.splitlines())
def test_what_is_about_something_else_is_never_certain(text: str) -> None:
    assert not answer_to(text).certain


# The same in other words, with the word that counts
ALIKE = {
    "backend server quota exceeded": "backend-quota",
    "quota of backend servers exceeded": "backend-quota",
    "CLB后端服务器数量超过配额": "backend-quota",
    "后端服务器超出配额": "backend-quota",
    "CLB的后端服务器为0": "selector-no-match",
    "后端服务器数为0": "selector-no-match",
    "The listener quota of the CLB is exceeded.": "too-many-listeners",
    "CLB实例的监听数量超过配额": "too-many-listeners",
    "Error syncing load balancer [lb-1]: The specified VSwitch does not exist.": "vswitch-missing",
    "虚拟交换机不存在": "vswitch-missing",
    "交换机没有可用IP": "vswitch-full",
    "The access control list does not exist": "acl-missing",
    "x509: certificate has expired or is not yet valid": "cert-expired",
    "Annotation HealthyThreshold must be integer, but got [three]": "invalid-annotation-value",
    "集群内访问不了CLB": "local-in-cluster-access",
}


@pytest.mark.parametrize(("text", "rule"), ALIKE.items(), ids=ALIKE)
def test_what_is_alike_in_the_word_that_counts_is_certain(text: str, rule: str) -> None:
    answer = answer_to(text)
    assert (answer.certain, answer.rules[0].rule) == (True, rule)


def test_most_of_what_is_known_is_certain() -> None:
    unsure = [case.text for case in CASES if (answer := answer_to(case.text)) and not answer.certain]
    assert len(unsure) * 100 <= len(CASES) * 2, unsure


@pytest.mark.parametrize("text", ["Status Code: 400", "StatusCode: 400, RequestId: 0B5C1-22", "HTTP Status Code: 400"])
def test_a_frame_by_itself_says_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("share", [0.6, 0.7, 0.8, 0.9])
def test_what_is_cut_off_is_found(share: float) -> None:
    long = [case for case in CASES if case.first and len(terms(case.text)) > 2 * FEW]
    missed = [case.text for case in long if case.first[0] not in found(case.text[: int(len(case.text) * share)])]
    assert len(missed) * 100 <= len(long) * (100 - WANTED), missed


def test_the_rules_of_a_stranger_are_found_by_their_pages() -> None:
    page = """\
A teapot stands in front of the load balancer.

The porcelain gateway answers 418.

```yaml bad
kind: Service  # <- here
```

```yaml good
kind: Service
```

Sources: RFC 2324
"""
    stranger = Rule(
        "acme/teapot", ("Service",), Severity.ERROR, "acme.rules", evidence="S", since="1", tags=(),
        when=frozenset({"bandwidth"}), page=page,
    )  # fmt: skip
    rules = (*load_plugins().rules, stranger)
    answers = Searcher(rules).answers("418 from the porcelain gateway, a teapot")
    assert answers[0][1].rules[0].rule == "acme/teapot"
    assert stranger in read_index().rules_about("bandwidth", rules)


@pytest.mark.whole
@pytest.mark.parametrize("arguments", [("--event", "503"), ("connection-drain",)], ids=["event", "annotation"])
def test_nothing_is_run_to_explain(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from clblint.cli.main import main; main(sys.argv[1:]);"
        "print({'clblint.engine.run'} & {*sys.modules})"
    )
    command = [sys.executable, "-c", code, "explain", *arguments]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert printed.splitlines()[-1] == "set()"


def test_a_long_text_ends_in_time(run: Run) -> None:
    done = run("explain", "--event", "-", stdin="can not change LoadBalancer AddressType once created\n" * 100_000)
    assert "immutable-changed" in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"items": null}',
        '[{"reason": "X", "message": {}}]',
        "null",
        "1e999",
        "{" + "a" * 300_000,
        "Warning X " * 50_000,
        "code: " * 50_000,
        "lb-" * 100_000,
        "\n" * 300_000,
        "1m" * 100_000,
    ],
    ids=range(11),
)
def test_what_is_no_event_ends_without_an_answer(text: str) -> None:
    assert [one.rule for _, answer in searcher().answers(text) for one in answer.rules if answer.certain] == []


def test_the_answer_names_the_rule_and_the_text(run: Run) -> None:
    done = run("explain", "--event", "alicloud: can not change LoadBalancer AddressType once created. delete and retry")
    assert (done.returncode, done.stderr) == (0, "")
    assert "immutable-changed  error\n  An attribute is changed that a CLB keeps for life.\n" in done.stdout
    assert "Annotations in it: address-type\n" in done.stdout


def test_explain_event_names_what_no_manifest_shows(run: Run) -> None:
    done = run("explain", "--event", "ORDER.ARREARAGE Message: The account is arrearage.")
    assert done.returncode == 0
    assert done.stdout.startswith("No manifest tells whether bills are paid, because")


def test_nothing_found_names_the_nearest(run: Run) -> None:
    done = run("explain", "--event", "my colleague misplaced a wonderful selector of tea")
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first == "no rule, annotation or document is known to be behind this text"
    assert second.startswith("nearest: ")


def test_explain_event_prints_json(run: Run) -> None:
    done = run("explain", "--event", "NetworkConflict", "--format", "json")
    answer = json.loads(done.stdout)
    assert {one["rule"] for one in answer["rules"]} == {"reuse-other-vpc", "vswitch-other-vpc"}
    assert answer["rules"][0]["text"] == "NetworkConflict"


def test_explain_event_answers_the_same_a_second_time(run: Run) -> None:
    first = run("explain", "--event", "NetworkConflict")
    assert run("explain", "--event", "NetworkConflict").stdout == first.stdout


@pytest.mark.parametrize("arguments", [(), ("scheduler", "--event", "x")], ids=["neither", "both"])
def test_a_name_or_an_event(run: Run, arguments: tuple[str, ...]) -> None:
    done = run("explain", *arguments)
    assert done.returncode == 2
    assert "name a rule, an annotation or a cause, or give the text of an event with --event" in done.stderr


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
