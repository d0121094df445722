"""Reading the JSON Schemas that ship beside the code."""

from __future__ import annotations

import json
from importlib import resources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_schema(name: str) -> dict[str, Any]:
    """The schema `NAME.schema.json`."""
    text = resources.files("clblint_schemas").joinpath(f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
