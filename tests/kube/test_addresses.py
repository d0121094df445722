"""Which addresses of hosts a file uses."""

from __future__ import annotations

import pytest

from clblint.kube.addresses import addresses_in, mentions_of
from clblint.source.text import Source
from tests.effort import lines_run

SERVICE = "kind: Service\nspec: {loadBalancerIP: 10.0.0.1}\n"
ROWS = [
    ("host: 10.0.0.9", {"10.0.0.9"}),
    ('url: "http://10.0.0.9:8080/path"', {"10.0.0.9"}),
    ("- 10.0.0.9,10.0.0.8", {"10.0.0.9", "10.0.0.8"}),
    ("cidr: 10.0.0.9/32", set()),
    ("version: 1.2.3.4.5", set()),
    ("image: web:v1.2.3.4", set()),
    ("image: web:1.2.3.4-alpine", set()),
    ("number: 1.2.300.4", set()),
    ("listen: 0.0.0.0", set()),
    ("listen: 127.0.0.1", set()),
    ("# host: 10.0.0.9", set()),
    ("host: a # once 10.0.0.9", set()),
    (SERVICE, set()),
    (f"{SERVICE}---\nhost: 10.0.0.9\n---\n{SERVICE}", {"10.0.0.9"}),
    ('{"kind": "Service", "spec": {"loadBalancerIP": "10.0.0.1"}}', set()),
    ("kind: ServiceMonitor\nhost: 10.0.0.9", {"10.0.0.9"}),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_addresses(text: str, expected: set[str]) -> None:
    assert addresses_in(text) == expected


def test_mentions_stand_where_they_are_written() -> None:
    found = mentions_of("10.0.0.9", Source("a.yaml", b"a: 1\nhosts: [10.0.0.8, 10.0.0.9]\n"))
    assert [mention.place.span for mention in found] == [(2, 19, 2, 27)]


def test_a_long_list_is_no_use_of_any() -> None:
    """Nor is it read to its end."""

    def text(count: int) -> str:
        listed = "\n".join(f"- 10.{n // 65536}.{n // 256 % 256}.{n % 256}" for n in range(count))
        return f"kind: ConfigMap\ndata:\n{listed}\n"

    once, twice = text(5_000), text(10_000)
    assert addresses_in(twice) == set()
    assert lines_run(lambda: addresses_in(twice)) < 2 * lines_run(lambda: addresses_in(once))
