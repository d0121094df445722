"""The catalogue says what was read in the CCM's source."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from clblint.kube.catalogue.catalogue import PREFIX, catalogue
from tests.recorded.files import ANNOTATION_FACTS, NLB_ANNOTATION_FACTS, text_of

# Where the facts list only what switches it on, the catalogue also takes the explicit opposite.
ALSO_VALID = {"force-override-listeners": {"false"}}


@pytest.fixture(scope="module", name="facts")
def read_facts() -> dict[str, Any]:
    document = yaml.load(text_of(ANNOTATION_FACTS), Loader=yaml.CSafeLoader)
    return {fact["key"]: fact for fact in document["annotations"]}


@pytest.fixture(scope="module", name="nlb_facts")
def read_nlb_facts() -> dict[str, Any]:
    document = yaml.load(text_of(NLB_ANNOTATION_FACTS), Loader=yaml.CSafeLoader)
    return {fact["key"]: fact for fact in document["annotations"]}


@pytest.fixture(scope="module", name="dead")
def read_dead() -> list[str]:
    document = yaml.load(text_of(ANNOTATION_FACTS), Loader=yaml.CSafeLoader)
    return [entry["key"] for entry in document["dead_or_misleading_keys"] if "*" not in entry["key"]]


def test_the_same_keys(facts: dict[str, Any]) -> None:
    assert {annotation.key for annotation in catalogue()} == set(facts)


def test_the_same_readers_and_legacy_keys(facts: dict[str, Any]) -> None:
    for annotation in catalogue():
        fact = facts[annotation.key]
        assert annotation.legacy_key == (fact["legacy_key"] or "")
        assert list(annotation.controllers) == fact["lb"]
        assert annotation.scope == fact["scope"]
        assert list(annotation.protocols) == (fact["listener_protocols"] or [])


def test_the_same_values(facts: dict[str, Any]) -> None:
    for annotation in catalogue():
        wanted = set(facts[annotation.key]["value"].get("enum", ())) | ALSO_VALID.get(annotation.suffix, set())
        assert set(annotation.accepted[0].values) == wanted, annotation


def test_the_same_schedulers_for_each_protocol(facts: dict[str, Any]) -> None:
    row = catalogue().by_suffix("scheduler").details["accepts"][0]
    assert row["per_protocol"] == facts[PREFIX + "scheduler"]["value"]["per_protocol"]


def test_the_same_ranges(facts: dict[str, Any]) -> None:
    for annotation in catalogue():
        wanted = facts[annotation.key]["value"].get("range")
        row = annotation.details["accepts"][0]
        # The narrower range, where the documents disagree, is the one that a doubt speaks of.
        doubts = [doubt["integer"] for doubt in row.get("doubts", ()) if annotation.suffix.endswith("threshold")]
        integer = (doubts or [row.get("integer")])[0]
        assert (integer and [integer["minimum"], integer["maximum"]]) == wanted, annotation


def test_the_same_fate_of_invalid_values(facts: dict[str, Any]) -> None:
    for annotation in catalogue():
        wanted = facts[annotation.key]["invalid_value"]["class"]
        value = next(iter(annotation.details["examples"]["invalid"]), None)
        unparsable = "x y" if annotation.accepted[0].kind == "integer" else value
        if unparsable is not None:
            found = annotation.check(unparsable, annotation.controllers[0])
            assert found is not None
            assert found.effect == wanted, annotation


def test_the_same_versions(facts: dict[str, Any]) -> None:
    for annotation in catalogue():
        wanted = str(facts[annotation.key]["min_ccm_version"])
        since = annotation.details["since"]
        if wanted != "unknown":
            assert wanted in {since.get("clb"), since.get("nlb")}, annotation


def test_valid_examples_have_the_form_of_the_facts(facts: dict[str, Any]) -> None:
    for annotation in catalogue():
        value = facts[annotation.key]["value"]
        for example in annotation.details["examples"]["valid"]:
            if "pattern" in value:
                assert re.search(value["pattern"], example), annotation
            for item in example.split(",") if "item_regex" in value else ():
                assert re.search(value["item_regex"], item.strip()), annotation


def test_an_nlb_takes_what_a_document_allows(nlb_facts: dict[str, Any]) -> None:
    """Only what all of them refuse is a fault."""
    for key, fact in nlb_facts.items():
        annotation, value = catalogue().find(key), fact["value"]
        assert annotation is not None, key
        if annotation.accepts("nlb").kind in {"enum", "flag", "boolean"}:
            words = [*value.get("enum", ()), *value.get("api_spelling", ())]
        else:
            ranges = [value["range"]] if "range" in value else []
            ranges += [*value.get("range_by_protocol", {}).values()]
            ranges += [*value.get("range_by_health_check_type", {}).values()]
            words = [str(number) for pair in ranges for number in pair]
        refused = [word for word in words if not annotation.is_valid(word, "nlb")]
        assert refused == [], annotation


# What the facts say of a change in a word, in the catalogue's words.
CHANGES = {
    "yes": {"applied", "recreates"},
    "no": {"immutable"},
    "recreates": {"recreates"},
    "leaves": {"leaves"},
    "partly": {"broken"},
    "gate only": {"conditional"},
}


def test_the_same_keys_are_read_for_nlbs(nlb_facts: dict[str, Any]) -> None:
    read = {annotation.key: annotation for annotation in catalogue() if "nlb" in annotation.controllers}
    assert set(read) == set(nlb_facts)
    for key, annotation in read.items():
        assert annotation.legacy_key == (nlb_facts[key]["legacy_key"] or "")
        assert str(nlb_facts[key]["min_ccm_version"]) in {
            annotation.since("nlb"),
            *annotation.details["since"].get("disputed", ()),
        }, annotation


def test_the_same_comes_of_a_change_on_an_nlb(nlb_facts: dict[str, Any]) -> None:
    for key, fact in nlb_facts.items():
        annotation = catalogue().find(key)
        assert annotation is not None
        behaviour = annotation.behaviour("nlb")
        assert behaviour.change in CHANGES[fact["mutable"]["answer"]], annotation
        stays = fact["mutable"].get("on_removal", "").startswith("kept as it is")
        assert not stays or behaviour.removal == "keeps", annotation


def test_the_same_listeners_of_an_nlb(nlb_facts: dict[str, Any]) -> None:
    for key, fact in nlb_facts.items():
        annotation = catalogue().find(key)
        assert annotation is not None
        assert fact["listener_protocols"] in (None, list(annotation.behaviour("nlb").protocols)), annotation


def test_dead_keys_are_known(dead: list[str]) -> None:
    assert len(dead) > 3
    assert all(catalogue().dead(key) for key in dead if key.startswith(PREFIX))
