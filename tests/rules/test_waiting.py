"""Checks that wait for facts about the cluster: counted where a rule would have spoken, and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.config.parse import parse_config
from clblint.discovery.walk import Input
from clblint.engine.run import lint
from clblint.engine.worker import WorkerSettings
from clblint.kube.clusters.profile import Cluster, undeclared
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import Example, page_of
from clblint.run.output import summarize

if TYPE_CHECKING:
    from clblint.engine.outcome import Outcome
    from clblint.lint.rule import Rule

RULES = tuple(load_plugins().rules)
OF_A_PROFILE = [rule for rule in RULES if "P" in rule.evidence]
# What stands for the whole project, once, is not counted: whether it would have spoken, nobody can tell.
_COUNTED = [rule for rule in OF_A_PROFILE if {"Cluster", "Fleet", "Permissions"}.isdisjoint(rule.subjects)]
_CONFIG = ".clblint.yaml"
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n"
KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"


def _lint(files: dict[str, str], rules: tuple[Rule, ...], cluster: Cluster | None = None) -> Outcome:
    data = {name: text.encode() for name, text in files.items()}
    settings = WorkerSettings(rules, cluster or undeclared())
    return lint([Input(name) for name in sorted(data)], lambda: settings, data.__getitem__)


def _waiting(files: dict[str, str], rules: tuple[Rule, ...] = RULES) -> dict[str, int]:
    return dict(summarize(_lint(files, rules)).waiting)


def test_nothing_waits_for_what_is_no_load_balancer() -> None:
    text = SERVICE.replace("LoadBalancer", "ClusterIP")
    assert not _waiting({"a.yaml": text})


PORTS = "{port: 80, name: a}, {port: 81, name: b}, {port: 82, name: c}"


def test_a_plain_service_waits_for_nothing() -> None:
    """A cluster has 100 nodes at most unless more are asked for, and a CLB takes 200 back ends."""
    assert _waiting({"a.yaml": SERVICE}) == {}
    assert _waiting({"a.yaml": SERVICE.replace("{port: 80}", PORTS.rpartition(",")[0])}) == {}


def test_a_service_that_100_nodes_would_bring_past_the_quota_waits_for_their_number() -> None:
    assert _waiting({"a.yaml": SERVICE.replace("{port: 80}", PORTS)}) == {"nodes": 1}


@pytest.mark.parametrize(
    ("kind", "ports", "waiting"),
    [
        ("lb", (1, 1), {}),
        ("lb", (1, 2), {"nodes": 1}),
        ("lb", (2, 2), {"nodes": 1}),
        ("lb", (1, 1, 1), {"nodes": 1}),
        ("nlb", (2, 2), {}),
        ("nlb", (3, 2), {"nodes": 1}),
    ],
)
def test_services_of_one_load_balancer_are_counted_together(
    kind: str, ports: tuple[int, ...], waiting: dict[str, int]
) -> None:
    """A CLB takes 200 back ends, and an NLB 400."""
    one = SERVICE.replace("{name: web}", f"{{name: web, annotations: {{{KEY}id: {kind}-2zeb3qcm8q2x0t1b0jxyz}}}}")
    if kind == "nlb":
        one = one.replace("ports", "loadBalancerClass: alibabacloud.com/nlb, ports")
    each = (
        one.replace("name: web,", f"name: web{n},").replace(
            "{port: 80}", ", ".join(f"{{port: {n}{port}, name: p{port}}}" for port in range(count))
        )
        for n, count in enumerate(ports, 1)
    )
    rules = tuple(rule for rule in RULES if rule.name == "backend-quota")
    assert _waiting({"a.yaml": "---\n".join(each)}, rules) == waiting


@pytest.mark.parametrize(("quota", "waiting"), [(99, {"nodes": 1}), (100, {})])
def test_the_number_of_nodes_is_compared_with_the_declared_quota(quota: int, waiting: dict[str, int]) -> None:
    declared = parse_config(_CONFIG, f"cluster: {{backend-quota: {quota}}}\n".encode()).cluster
    assert dict(summarize(_lint({"a.yaml": SERVICE}, RULES, declared)).waiting) == waiting


def _profiled() -> list[tuple[Rule, Example]]:
    found = []
    for rule in _COUNTED:
        for example in page_of(rule).examples:
            names = dict(example.files)
            if example.bad and _CONFIG in names and not any("inventory" in name for name in names):
                found.append((rule, example))
    return found


@pytest.mark.parametrize(("rule", "example"), _profiled(), ids=lambda part: getattr(part, "name", ""))
def test_a_rule_without_its_fact_waits(rule: Rule, example: Example) -> None:
    """The bad example of a page without its configuration: the rule still speaks, or it is counted.

    Unless it was about a fact with a default, or about a wish, which nobody waits for.
    """
    files = {name: text for name, text in example.files if name != _CONFIG}
    outcome = _lint(files, (rule,))
    defaults = {name.replace("_", "-") for name in Cluster._fields if name not in Cluster._field_defaults}
    declared = dict(example.files)[_CONFIG]
    assert outcome.findings or summarize(outcome).waiting or any(name in declared for name in {*defaults, "migrate-to"})


def test_counts_are_summed_over_files_and_the_most_wanted_is_first() -> None:
    old = SERVICE.replace("{name: web}", f"{{name: web, annotations: {{{KEY}connection-drain: 'on'}}}}")
    eni = SERVICE.replace("{name: web}", "{name: web, annotations: {service.beta.kubernetes.io/backend-type: eni}}")
    names = {"annotation-needs-newer-ccm", "eni-on-flannel"}
    rules = tuple(rule for rule in RULES if rule.name in names)
    outcome = _lint({"a.yaml": old, "b.yaml": old, "c.yaml": eni}, rules)
    assert summarize(outcome).waiting == (("ccm-version", 3), ("network-plugin", 1))


def test_a_declared_fact_is_not_waited_for() -> None:
    declared = parse_config(_CONFIG, b"cluster: {network-plugin: terway}\n").cluster
    eni = SERVICE.replace("{name: web}", "{name: web, annotations: {service.beta.kubernetes.io/backend-type: eni}}")
    rules = tuple(rule for rule in RULES if rule.name == "eni-on-flannel")
    assert not summarize(_lint({"a.yaml": eni}, rules, declared)).waiting
