"""Items of lists in annotations: where they stand, and which of them name the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.clb.conftest import Balance

TWO = "{port: 80, name: a}, {port: 443, name: b}"


def test_an_item_knows_the_first_and_the_last_before_it_that_name_the_same(balance: Balance) -> None:
    items = balance('+protocol-port: "http:80,tcp:443,https:80,tcp:80"').protocol_items
    assert [(one.position, one.first, one.previous) for one in items] == [
        (0, None, None),
        (1, None, None),
        (2, items[0], items[0]),
        (3, items[0], items[2]),
    ]


def test_an_item_without_effect_repeats_no_other(balance: Balance) -> None:
    items = balance('+protocol-port: "HTTP:80,http:80,https:80"').protocol_items
    assert [one.first for one in items] == [None, None, items[1]]


def test_a_malformed_item_knows_what_it_repeats(balance: Balance) -> None:
    items = balance('+forward-port: "80:443,80:443:1"').forward_items
    assert items[1].first is items[0]
    assert not items[1].counts


def test_an_item_stands_where_it_is_written(balance: Balance) -> None:
    """Blanks around the items of `domain-extensions` are removed, inside they stay."""
    balancer = balance('+domain-extensions: "a.com:c1 , b.com : c2"\n+forward-port: " 80:443"')
    first, second = balancer.extensions
    assert [(one.domain, one.certificate) for one in (first, second)] == [("a.com", "c1"), ("b.com ", " c2")]
    assert second.at.place.span.column - first.at.place.span.column == len("a.com:c1 , ")
    assert balancer.forward_items[0].at.text == " 80:443"


@pytest.mark.parametrize(
    ("annotation", "reached"),
    [
        ("http:80,x,https:443,y", [True, True, True, False]),  # as if `x` were right
        ("x,y", [True, True]),
        (" http:80,https:443,z", [True, True, False]),  # blanks are a matter of their own
    ],
)
def test_items_are_read_up_to_the_one_that_names_the_port(
    balance: Balance, annotation: str, reached: list[bool]
) -> None:
    assert [one.is_reached for one in balance(f'+protocol-port: "{annotation}"', TWO).protocol_items] == reached


def test_an_unreadable_or_empty_list_has_no_items(balance: Balance) -> None:
    assert balance('+vgroup-port: ""').vgroup_items == ()
    assert balance('+vgroup-port: "${GROUPS}"').vgroup_items == ()
