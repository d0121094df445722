"""What is made from the catalogue is up to date, and the catalogue is as its own schema says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import clblint_schemas
from clblint.kube.catalogue.catalogue import catalogue
from tests.schemas.integer_pattern import integer_pattern
from tools.annotation_index import index_of, layout
from tools.editor_schema import editor_schema

FOLDER = Path(str(clblint_schemas.__file__)).parent
REMEDY = "run python -m tools.annotation_index"


def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def document() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(text("annotations.json"))
    return read


def test_the_catalogue_is_laid_out_as_it_is_written() -> None:
    assert text("annotations.json") == layout(document()), REMEDY


def test_the_index_is_fresh() -> None:
    assert text("index.py") == index_of(document()), REMEDY


def test_the_editor_schema_is_fresh() -> None:
    assert text("service.schema.json") == layout(editor_schema(document())), REMEDY


def test_the_catalogue_satisfies_its_schema() -> None:
    schema = json.loads(text("catalogue.schema.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    errors = jsonschema.Draft202012Validator(schema).iter_errors(document())
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_every_value_schema_is_a_json_schema() -> None:
    for annotation in document()["annotations"]:
        for row in annotation["accepts"]:
            jsonschema.Draft202012Validator.check_schema(row["schema"])


def test_a_pattern_of_an_integer_is_the_one_of_its_range() -> None:
    for annotation in document()["annotations"]:
        for row in annotation["accepts"]:
            for part in (row, *row.get("doubts", ())):
                if "integer" in part:
                    assert part["schema"] == {"type": "string", "pattern": pattern_of(part["integer"])}


def pattern_of(integer: dict[str, Any]) -> str:
    return integer_pattern(integer["minimum"], integer["maximum"], integer.get("also", ()))


def test_names_are_unique_and_belong_together() -> None:
    annotations = document()["annotations"]
    assert len({annotation["suffix"] for annotation in annotations}) == len(annotations)
    for annotation in annotations:
        assert annotation["key"].endswith(annotation["suffix"])
        found = catalogue().by_suffix(annotation["suffix"])
        assert (found.key, found.legacy_key) == (annotation["key"], annotation.get("legacy_key", ""))
        assert [controller for row in annotation["accepts"] for controller in row["for"]] == annotation["controllers"]
        assert list(annotation["scope"]) == annotation["controllers"]


def test_conditions_name_annotations_that_their_controller_reads() -> None:
    for condition in document()["conditions"]:
        for suffix in (*condition["if"], *condition["then"], *condition.get("unless", ())):
            assert condition["for"] in catalogue().by_suffix(suffix).controllers


def test_a_default_is_a_valid_value() -> None:
    for annotation in catalogue():
        for controller in annotation.controllers:
            default = annotation.behaviour(controller).default
            assert default is None or annotation.is_valid(default, controller), annotation


@pytest.mark.whole
def test_nothing_is_imported_that_costs_a_start() -> None:
    code = "import sys, clblint.kube.catalogue.catalogue as c; c.catalogue().find('x'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"json", "jsonschema", "difflib"}.isdisjoint(done.stdout.split())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_text_is_blank_or_left_in_the_other_language(language: str) -> None:
    def texts(node: object) -> list[str]:
        if isinstance(node, dict):
            own = [node[language]] if {"en", "zh"} == set(node) else []
            return own + [found for child in node.values() for found in texts(child)]
        return [found for child in node for found in texts(child)] if isinstance(node, list) else []

    found = texts(document())
    assert len(found) > 300
    assert all(text == text.strip() or text.startswith((" (", ", ")) for text in found)
    if language == "en":
        assert all(text.isascii() for text in found)
