"""The lean form of the annotation catalogue, made from `annotations.json` by `python -m tools.annotation_index`.

The full catalogue is long because it holds texts in two languages. A run needs only names and checks, so those are
kept as one Python literal, which loads from bytecode in a fraction of a millisecond.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

from clblint.kube.catalogue.catalogue import PREFIX
from clblint.kube.catalogue.texts import details_for

WIDTH = 150
HEADER = '''"""The lean form of `annotations.json`, for a fast start; `tools.annotation_index` writes it."""

# ruff: noqa: E501, Q000
# fmt: off
'''


def index_of(document: dict[str, Any]) -> str:
    """The source of `clblint_schemas/index.py`."""
    rows, newer = (_rows(document[name]) for name in ("annotations", "newer"))
    dead = {entry["key"].removeprefix(PREFIX): _dead(entry) for entry in document["dead"]}
    neighbours = tuple(document["neighbours"])
    tables = f"ANNOTATIONS: object = (\n{rows})\nNEWER: object = (\n{newer})\n"
    return f"{HEADER}\n{tables}DEAD: object = {dead!r}\nNEIGHBOURS: object = {neighbours!r}\n"


def _rows(annotations: list[dict[str, Any]]) -> str:
    return "".join(f"    {_row(annotation)!r},\n" for annotation in annotations)


def _row(annotation: dict[str, Any]) -> tuple[object, ...]:
    """The fields of `catalogue.Annotation`, in its order."""
    since = annotation["since"]
    return (
        annotation["suffix"],
        annotation["key"].removesuffix(annotation["suffix"]) != PREFIX,  # not under the common prefix
        "legacy_key" in annotation,
        tuple(annotation["controllers"]),
        annotation["scope"].get("clb") or annotation["scope"]["nlb"],
        tuple(annotation.get("protocols", ())),
        annotation["default"].get("value"),
        annotation["change"]["does"],
        annotation["removal"]["does"],
        annotation["reuse"]["does"],
        (since.get("clb"), since.get("nlb")),
        tuple(since.get("disputed", ())),
        tuple(_since_value(row) for row in since.get("values", ())),
        tuple(annotation.get("misspelt", ())),
        _behaviour_for_nlb(annotation),
        tuple(_accepts(row) for row in annotation["accepts"]),
    )


def _behaviour_for_nlb(annotation: dict[str, Any]) -> tuple[object, ...] | None:
    """The fields of `catalogue.Behaviour`, in its order; None if no NLB reads it."""
    if "nlb" not in annotation["controllers"]:
        return None
    found = details_for(annotation, "nlb")
    return (
        annotation["scope"]["nlb"],
        tuple(found.get("protocols", ())),
        found["default"].get("value"),
        *(found[field]["does"] for field in ("change", "removal", "reuse")),
    )


def _dead(entry: dict[str, Any]) -> tuple[object, ...]:
    return entry["kind"], tuple(entry["instead"])


def _since_value(row: dict[str, Any]) -> tuple[object, ...]:
    return tuple(row["for"]), python_pattern(row.get("pattern", "")), row.get("reused", False), row["since"]


def _accepts(row: dict[str, Any]) -> tuple[object, ...]:
    """The fields of `clblint.kube.catalogue.values.Accepts`, in its order."""
    return (
        tuple(row["for"]),
        row["kind"],
        tuple(row.get("values", ())),
        row.get("fold_case", False),
        row.get("zero", ""),
        row.get("empty", "unset"),
        compile_check(row),
        tuple(compile_check(doubt) for doubt in row.get("doubts", ())),
    )


def compile_check(row: dict[str, Any]) -> tuple[Any, ...]:
    """A schema as nested tuples for `clblint.kube.catalogue.values.satisfies`: integers as ranges, else verbatim."""
    if "integer" in row:
        integer = row["integer"]
        return "integer", integer["minimum"], integer["maximum"], tuple(integer.get("also", ()))
    return _compile(row["schema"])


def _compile(schema: dict[str, Any]) -> tuple[Any, ...]:
    parts: list[tuple[Any, ...]] = []
    for keyword, value in schema.items():
        if keyword in {"enum", "const"}:
            parts.append(("enum", tuple(value) if keyword == "enum" else (value,)))
        elif keyword == "pattern":
            parts.append(("pattern", python_pattern(value)))
        elif keyword in {"minLength", "maxLength"}:
            parts.append((keyword, value))
        elif keyword == "anyOf":
            parts.append(("any", *map(_compile, value)))
        elif keyword == "not":
            parts.append(("not", _compile(value)))
        elif (keyword, value) != ("type", "string"):
            message = f"the catalogue must not use {keyword}"
            raise ValueError(message)
    return parts[0] if len(parts) == 1 else ("all", *parts)


def python_pattern(pattern: str) -> str:
    """The pattern with `$` as JSON Schema means it: the very end, where Python's also matches before a last newline."""
    return re.sub(r"\$(?=\)|\||$)", r"\\Z", pattern)


def layout(value: object) -> str:
    """JSON with everything that fits on one line on one line: stable, and an annotation is one readable block."""
    return _layout(value, 0, 0) + "\n"


def _layout(value: object, indent: int, used: int) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or (indent and used + _width(flat) < WIDTH):
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        rows = []
        for key, item in value.items():
            name = json.dumps(key, ensure_ascii=False) + ": "
            rows.append(name + _layout(item, indent + 2, indent + 2 + len(name)))
    else:
        rows = [_layout(item, indent + 2, indent + 2) for item in value]
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return opening + "\n" + ",\n".join(inner + row for row in rows) + "\n" + " " * indent + closing


def _width(text: str) -> int:
    return sum(2 if char >= "\u2e80" else 1 for char in text)


def main() -> None:
    """Bring `annotations.json` into shape and write what is made from it."""
    import clblint_schemas  # noqa: PLC0415 -- not needed to build an index
    from tools.editor_schema import editor_schema  # noqa: PLC0415 - only writing the files needs it

    folder = os.path.dirname(str(clblint_schemas.__file__))
    with open(os.path.join(folder, "annotations.json"), encoding="utf-8") as file:
        document = json.load(file)
    texts = {
        "annotations.json": layout(document),
        "index.py": index_of(document),
        "service.schema.json": layout(editor_schema(document)),
    }
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main()
