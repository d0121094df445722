"""Both schemes of CCM versions are compared rightly."""

from __future__ import annotations

import itertools

import pytest

from clblint.kube.fact import Fact, Origin
from clblint.kube.versions import is_older, known_older, parse_version
from clblint.source.place import Place, Span

IN_ORDER = [
    "v1.9.3", "v1.9.3.10-gfb99107-aliyun", "v1.9.3.81-gca19cd4-aliyun", "v1.9.3.105-gfd4e547-aliyun",
    "v1.9.3-164-g2105d2e", "v1.9.3.276-g372aa98-aliyun", "v1.9.3.380-gd6d0962-aliyun", "v2.0.1", "v2.4.4", "v2.9.1",
    "v2.10.0", "v2.12.1", "v2.14.0", "v3.0",
]  # fmt: skip
SAME = [
    ("v2.12.1", "2.12.1"), ("v2.12", "v2.12.0"), ("v1.9.3-164-g2105d2e", "1.9.3.164"), ("v2.4.0-aliyun", "v2.4.0"),
    ("v2.1.0-gabcdef0", "v2.1.0"), (" v2.12.1\n", "v2.12.1"), ("v1.9.3-g1234567", "v1.9.3"),
    ("registry.example.com:5000/acs/cloud-controller-manager-amd64:v2.9.1", "v2.9.1"),
]  # fmt: skip
NONE = ["", "latest", "v2", "two.one", "v1.2.3.4.5", "2024"]


@pytest.mark.parametrize(("older", "newer"), list(itertools.pairwise(IN_ORDER)))
def test_order(older: str, newer: str) -> None:
    assert is_older(older, newer)
    assert not is_older(newer, older)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same(one: str, other: str) -> None:
    assert parse_version(one) == parse_version(other)
    assert not is_older(one, other)


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_version_is_never_older(text: str) -> None:
    assert parse_version(text) is None
    assert not is_older(text, "v2.0.1")
    assert not is_older("v2.0.1", text)


class _Somewhere:
    place = Place(".clblint.yaml", Span(1, 1, 1, 1))


def test_only_a_declared_version_is_known_to_be_older() -> None:
    assert known_older(Fact("v1.9.3.164-g2105d2e-aliyun", _Somewhere()), "v2.0.1")
    assert not known_older(Fact("v2.0.1", _Somewhere()), "v2.0.1")
    assert not known_older(Fact("v1.9.3", _Somewhere(), Origin.UNKNOWN), "v2.0.1")
    assert not known_older(None, "v2.0.1")
