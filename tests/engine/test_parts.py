"""Parts of subjects: handed to the rules that are on, worked out for no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.listeners import Listener
from clblint.clb.listeners import ClassicListener
from clblint.clb.model import ClassicLoadBalancer
from clblint.clb.values.forward_port import ForwardItem
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.inventory.load import Export
from clblint.kube.clusters.profile import undeclared
from clblint.lint.problem import problem
from clblint.lint.rule import rule
from clblint.lint.severity import Severity
from clblint.lint.subjects import SUBJECTS, kinds_of, parts_of, with_wholes
from clblint.nlb.listeners import NetworkListener

if TYPE_CHECKING:
    import pytest

    from clblint.engine.outcome import Outcome
    from clblint.lint.problem import Problems
    from clblint.lint.rule import Rule

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port"
SERVICE = f"""
apiVersion: v1
kind: Service
metadata: {{name: web, annotations: {{{KEY}: "80:443,81:444"}}}}
spec: {{type: LoadBalancer, ports: [{{port: 80}}]}}
""".encode()


@rule("acme/items", on=ForwardItem, severity=Severity.NOTE, page="x")
def items(item: ForwardItem) -> Problems:
    yield problem("item {item}", item.at, item=item.at.text, subject=item.key)


@items.also(on=ClassicListener)
def listeners(listener: ClassicListener) -> Problems:
    yield problem("listener {port}", listener.port, port=listener.port.value)


@rule("acme/balancers", on=ClassicLoadBalancer, severity=Severity.NOTE, page="x")
def balancers(balancer: ClassicLoadBalancer) -> Problems:
    yield problem("balancer", balancer.service.name)


def ran(*rules: Rule) -> Outcome:
    return lint([Input("a.yaml")], lambda: WorkerSettings(rules, undeclared()), {"a.yaml": SERVICE}.__getitem__)


def test_a_rule_sees_the_parts_that_its_checks_are_on() -> None:
    assert [str(one.message) for one in ran(items).findings] == ["item 80:443", "item 81:444", "listener 80"]


def test_parts_that_no_rule_wants_are_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClassicLoadBalancer, "forward_items", property(lambda _: 1 / 0))
    assert [one.rule for one in ran(balancers).findings] == ["acme/balancers"]


def test_a_part_that_breaks_is_reported_with_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go on."""
    monkeypatch.setattr(ClassicLoadBalancer, "protocol_items", property(lambda _: 1 / 0))
    outcome = ran(items, balancers)
    assert {one.rule for one in outcome.findings} == {"acme/items", "acme/balancers"}
    (told,) = outcome.errors
    assert "rule acme/items of" in told
    assert "ZeroDivisionError" in told


def test_a_part_is_of_a_subject_and_something_gives_it() -> None:
    for name, subject in SUBJECTS.items():
        assert bool(subject.of) == bool(subject.by), name
        assert not subject.of or subject.of in SUBJECTS, name


def test_importing_a_part_loads_its_subject() -> None:
    assert with_wholes(["SharedListener", "Annotation"]) == {"SharedListener", "Sharing", "Annotation"}


@rule("acme/exported", on=ClassicLoadBalancer, severity=Severity.NOTE, page="x", evidence="I")
def exported(balancer: ClassicLoadBalancer) -> Problems:
    yield problem("looked up", balancer.service.name)


def test_a_rule_that_needs_nothing_but_an_inventory_runs_with_one_alone() -> None:
    found = Export((("lb.json", b'{"LoadBalancers": {"LoadBalancer": []}, "TotalCount": 0}'),), 0).read()
    settings = WorkerSettings((balancers, exported), undeclared(), inventory=found)
    outcome = lint([Input("a.yaml")], lambda: settings, {"a.yaml": SERVICE}.__getitem__)
    assert [one.rule for one in outcome.findings] == ["acme/balancers", "acme/exported"]
    assert [one.rule for one in ran(balancers, exported).findings] == ["acme/balancers"]


BOTH = b"""
apiVersion: v1
kind: Service
metadata: {name: clb}
spec: {type: LoadBalancer, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: nlb}
spec: {type: LoadBalancer, loadBalancerClass: alibabacloud.com/nlb, ports: [{port: 81}]}
"""


@rule("acme/common", on=Listener, severity=Severity.NOTE, page="x")
def common(listener: Listener) -> Problems:
    yield problem("{port}/{protocol}", listener.port, port=listener.port.value, protocol=listener.protocol.value)


@rule("acme/network", on=NetworkListener, severity=Severity.NOTE, page="x")
def network(listener: NetworkListener) -> Problems:
    yield problem("NLB {port}", listener.port, port=listener.port.value)


def test_a_rule_on_a_general_subject_sees_both_kinds() -> None:
    outcome = lint(
        [Input("a.yaml")], lambda: WorkerSettings((common, network), undeclared()), {"a.yaml": BOTH}.__getitem__
    )
    assert [str(one.message) for one in outcome.findings] == ["80/tcp", "81/TCP", "NLB 81"]
    assert [(count.balancers, count.nlbs, count.not_ours) for count in outcome.counts.values()] == [(1, 1, 0)]


def test_a_general_part_is_covered_by_its_own_kind() -> None:
    parts = parts_of("NetworkLoadBalancer")
    assert {"NetworkListener", "ZoneMapping"} <= set(parts)
    assert "Listener" not in parts
    assert kinds_of("NetworkListener") == ("NetworkListener", "Listener")
