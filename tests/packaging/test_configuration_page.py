"""The reference of the configuration is what the schema says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from clblint.config.parse import parse_config
from clblint.config.schemas import read_schema
from tests.packaging.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
SCHEMA = read_schema("config")
SHARED = {
    "cluster": "settings",
    "names": "list of text",
    "paths": "text or list of text",
    "severities": "rules, each `error`, `warning`, `note`, `pedantic` or `off`",
}
KINDS = {"string": "text", "integer": "whole number", "boolean": "`true`, `false`"}


def rows(schema: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """A row of a table for each setting of a mapping, and for those below it."""
    for name, found in schema["properties"].items():
        path = f"{prefix}{name}"
        default = f"`{str(found['default']).lower()}`" if "default" in found else ""
        yield f"| `{path}` | {values(found)} | {default} | {found.get('description', '')} |"
        below = found.get("items", found)
        if "properties" in below:
            yield from rows(below, f"{path}[]." if "items" in found else f"{path}.")


def values(found: dict[str, Any]) -> str:
    """What may be written."""
    if "$ref" in found:
        return SHARED[found["$ref"].rpartition("/")[2]]
    if "enum" in found:
        return ", ".join(f"`{value}`" for value in found["enum"])
    if found["type"] == "array":
        return "list of settings" if "properties" in found["items"] else "list of labels"
    return "settings" if found["type"] == "object" else KINDS[found["type"]]


def test_every_setting_has_its_row_and_no_other() -> None:
    """If this fails, the rows are those on the left."""
    assert list(rows(SCHEMA)) == re.findall(r"^\| `.*\|$", PAGE, re.MULTILINE)


def test_every_setting_is_described() -> None:
    assert [row for row in rows(SCHEMA) if row.endswith("|  |")] == []


@pytest.mark.parametrize("text", re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_the_samples_are_valid(text: str) -> None:
    assert yaml.safe_load(text)
    parse_config(".clblint.yaml", text.encode())
