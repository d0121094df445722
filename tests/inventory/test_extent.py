"""Pages: absence is known only where everything was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.inventory.conftest import balancers, listener

if TYPE_CHECKING:
    from tests.inventory.conftest import Load


def page(number: int, total: int, *ids: str) -> dict[str, Any]:
    return balancers(*ids, TotalCount=total, PageNumber=number, PageSize=2)


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param([balancers("a", "b")], id="no count"),
        pytest.param([page(1, 2, "a", "b")], id="one page"),
        pytest.param([page(1, 3, "a", "b"), page(2, 3, "c")], id="two pages"),
        pytest.param([page(2, 3, "c"), page(1, 3, "a", "b")], id="in any order"),
        pytest.param([page(1, 2, "a", "b"), page(1, 2, "c", "d")], id="two regions"),
        pytest.param([page(1, 2, "a", "b"), page(1, 1, "c")], id="two regions of different size"),
        pytest.param([page(1, 3, "a", "b"), page(1, 3, "a", "b"), page(2, 3, "c")], id="a page twice"),
        pytest.param([balancers("a", "b", TotalCount=3), balancers("c", TotalCount=3)], id="no page numbers"),
        pytest.param([page(1, 0)], id="nothing at all"),
    ],
)
def test_an_inventory_with_all_pages_is_complete(load: Load, pages: list[Any]) -> None:
    inventory = load(**{f"p{number}": one for number, one in enumerate(pages)})
    assert not inventory.partial
    assert inventory.clbs.lacks("z")


@pytest.mark.parametrize(
    ("pages", "read", "total"),
    [
        pytest.param([page(1, 3, "a", "b")], 2, 3, id="the first of two"),
        pytest.param([page(2, 3, "c")], 1, 3, id="the second of two"),
        pytest.param([page(1, 3, "a", "b"), page(1, 3, "d", "e"), page(2, 3, "c")], 5, 6, id="two regions, one cut"),
        pytest.param([page(1, 2, "a", "b"), page(1, 60, "c", "d")], 2, 60, id="one region of two is cut"),
        pytest.param([page(1, 60)], 0, 60, id="an empty page"),
    ],
)
def test_an_inventory_that_lacks_pages_is_partial(load: Load, pages: list[Any], read: int, total: int) -> None:
    inventory = load(**{f"p{number}": one for number, one in enumerate(pages)})
    assert [tuple(one) for one in inventory.partial] == [("DescribeLoadBalancers", read, total)]
    assert not inventory.clbs.lacks("z")


def test_a_token_for_more_without_a_count(load: Load) -> None:
    inventory = load(lbs=balancers("lb-1"), listeners={"Listeners": [listener("lb-1", 80)], "NextToken": "abc"})
    clb = inventory.clbs.get("lb-1")
    assert clb is not None
    assert not clb.all_listeners
    assert [one.call for one in inventory.partial] == ["DescribeLoadBalancerListeners"]


def test_one_call_that_is_cut_does_not_touch_the_others(load: Load) -> None:
    inventory = load(lbs=page(1, 3, "a", "b"), acls={"Acls": {"Acl": [{"AclId": "acl-1"}]}, "TotalCount": 1})
    assert inventory.acls.lacks("acl-2")
    assert not inventory.clbs.lacks("c")


def test_a_call_that_was_not_made_says_nothing(load: Load) -> None:
    inventory = load(lbs=balancers("lb-1"))
    assert not inventory.vswitches.lacks("vsw-1")
    assert not inventory.certificates.lacks("c")
    assert not inventory.eips.lacks("lb-1")
