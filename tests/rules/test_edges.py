"""Manifests at the edges of the rules: on each line exactly the rules that are named there speak, and nowhere another.

What a page cannot show, for it runs one rule alone: that the most specific rule speaks and no other beside it, and that
rules stay silent about Services that the CCM does not handle, values that nobody knows, patches and older versions.
"""

from __future__ import annotations

import pytest

from clblint.plugins.manager import load_plugins
from clblint.testing import findings_of
from tests.rules.edge_cases import EDGES, edge, named_in

# What may be said of nearly every Service.
ADVICE = frozenset({
    "connection-drain-missing", "delete-protection-off", "local-in-cluster-access", "nlb-client-ip-lost",
    "pre-stop-missing", "public-by-default", "public-without-acl", "readiness-probe-missing", "tls-policy-weak",
})  # fmt: skip
RULES = tuple(rule for rule in load_plugins().rules if rule.name not in ADVICE)


@pytest.mark.parametrize("name", EDGES)
def test_exactly_the_named_rules_speak(name: str) -> None:
    example = edge(name)
    found = findings_of(RULES, example)
    assert sorted((one.path, one.place.span.line, one.rule) for one in found) == named_in(example)


def test_there_are_edges() -> None:
    """An empty folder would pass."""
    assert len(EDGES) >= 30
    assert len({rule for name in EDGES for _, _, rule in named_in(edge(name))}) >= 30
