"""The look-up of annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.balancer.annotations import Annotations

if TYPE_CHECKING:
    from tests.clb.conftest import Balance

NEW = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
LEGACY = "service.beta.kubernetes.io/alicloud-loadbalancer-"


@pytest.mark.parametrize(
    ("annotations", "value", "key"),
    [
        (f"{NEW}scheduler: wrr", "wrr", NEW),
        (f"{LEGACY}scheduler: wrr", "wrr", LEGACY),
        (f"{LEGACY}scheduler: wlc\n{NEW}scheduler: wrr", "wrr", NEW),
        (f"{LEGACY}scheduler: wlc\n{NEW}scheduler: ''", "", NEW),
        (f"{NEW}scheduler: ' wrr '", " wrr ", NEW),
        (f"{NEW}Scheduler: wrr", "", NEW),
        ("a: b", "", NEW),
    ],
)
def test_the_present_prefix_goes_first_even_when_empty(
    balance: Balance, annotations: str, value: str, key: str
) -> None:
    found = Annotations(balance(annotations).service)
    assert found.get("scheduler").value == value
    assert found.key_of("scheduler") == f"{key}scheduler"


def test_an_empty_value_is_there(balance: Balance) -> None:
    found = Annotations(balance(f"{LEGACY}id: ''").service)
    assert found.has("id")
    assert found.get("id").given
    assert not found.has("name")


def test_what_is_absent_stands_at_the_annotations_or_the_metadata(balance: Balance) -> None:
    absent = Annotations(balance("a: b").service).get("id")
    assert (absent.value, absent.given, absent.place.span.line) == ("", False, 5)
    assert Annotations(balance().service).get("id").place.span.line == 3


@pytest.mark.parametrize("suffix", ["backend-type", "class", "type", "tunnel-type"])
def test_four_keys_have_no_legacy_form(balance: Balance, suffix: str) -> None:
    assert not Annotations(balance(f"{LEGACY}{suffix}: eni").service).has(suffix)


def test_backend_type_is_read_directly(balance: Balance) -> None:
    found = Annotations(balance(f"service.beta.kubernetes.io/backend-type: eni\n{NEW}backend-type: ecs").service)
    assert found.get("backend-type").value == "eni"
    assert found.key_of("backend-type") == "service.beta.kubernetes.io/backend-type"
    assert not Annotations(balance(f"{NEW}backend-type: eni").service).has("backend-type")
