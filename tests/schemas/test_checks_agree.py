"""The checks that run give the verdict of real JSON Schema validators, on every annotation and thousands of values."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.catalogue.values import Accepts, satisfies
from tests.schemas.integer_pattern import integer_pattern
from tools.annotation_index import compile_check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.catalogue.annotation import KnownAnnotation

PLAIN = [
    *(Path(__file__).parent / "values.txt").read_text(encoding="utf-8").splitlines(),
    *("on\n", "\non", "on\t", "a\x00", "a\x7f", "\u00a0a", "a\u3000"),
    *("9" * 19, "9" * 40, "/" + "a" * 79, "/" + "a" * 80),
    *("x" * length for length in (80, 81, 128, 129, 200, 201)),
]


def values_for(annotation: KnownAnnotation, accepts: Accepts) -> Iterator[str]:
    """Everything plain, and everything near to what this annotation takes."""
    examples = annotation.details["examples"]
    near = [*examples["valid"], *examples["invalid"], *examples.get("nlb", examples)["valid"], *accepts.values]
    if accepts.check[0] == "integer":
        near += [str(edge + step) for edge in accepts.check[1:3] for step in range(-2, 3)]
        near += [form.format(edge) for edge in accepts.check[1:3] for form in ("+{}", "00{}", "+0{}", "-{}", "{}0")]
    yield from PLAIN
    for value in near:
        yield from (value, value.upper(), value.title(), f" {value}", f"{value} ", f"{value}\n", f"{value},{value}")
        yield from (f"{value}, {value}", f"{value},", f"{value}x", value[1:], value[:-1])


def rows() -> list[tuple[KnownAnnotation, Accepts, dict[str, Any]]]:
    return [
        (annotation, accepts, row)
        for annotation in catalogue()
        for accepts, row in zip(annotation.accepted, annotation.details["accepts"], strict=True)
    ]


def as_json_schema_means(schema: dict[str, Any]) -> dict[str, Any]:
    """With `$` as the end of the text, which it is in JSON Schema; Python's also matches before a last newline."""

    def ended(pattern: str) -> str:
        return re.sub(r"(\\.|\[(?:\\.|[^\]])*\])|\$", lambda found: found[1] or r"(?![\s\S])", pattern)

    changed: dict[str, Any] = json.loads(
        json.dumps(schema), object_hook=lambda node: {k: ended(v) if k == "pattern" else v for k, v in node.items()}
    )
    return changed


def test_on_every_annotation() -> None:
    count = 0
    for annotation, accepts, row in rows():
        validator = jsonschema.Draft202012Validator(as_json_schema_means(row["schema"]))
        for value in filter(None, values_for(annotation, accepts)):
            count += 1
            assert satisfies(value, accepts.check) is validator.is_valid(value), (annotation, value)
    assert count > 20_000


def test_on_every_doubt() -> None:
    for annotation, accepts, row in rows():
        for check, doubt in zip(accepts.doubts, row.get("doubts", ()), strict=True):
            validator = jsonschema.Draft202012Validator(as_json_schema_means(doubt["schema"]))
            for value in values_for(annotation, accepts):
                assert satisfies(value, check) is validator.is_valid(value), (annotation, value)


@pytest.mark.whole
@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_patterns_mean_the_same_in_an_editor() -> None:
    written = re.compile(r'"pattern": ("(?:\\.|[^"])*")')
    patterns = sorted({pattern for _, _, row in rows() for pattern in written.findall(json.dumps(row))})
    values = sorted({value for annotation, accepts, _ in rows() for value in values_for(annotation, accepts)})
    script = """
        const [patterns, values] = JSON.parse(require("fs").readFileSync(0, "utf8"));
        const compiled = patterns.map(pattern => new RegExp(JSON.parse(pattern), "u"));
        console.log(JSON.stringify(compiled.map(c => values.map(v => +c.test(v)).join(""))));
    """
    command = [shutil.which("node") or "node", "-e", script]
    given = json.dumps([patterns, values])
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    for pattern, bits in zip(patterns, json.loads(done.stdout), strict=True):
        check = compile_check({"schema": {"pattern": json.loads(pattern)}})
        wrong = [value for value, bit in zip(values, bits, strict=True) if satisfies(value, check) is not (bit == "1")]
        assert not wrong, pattern


def test_an_integer_is_what_go_takes_for_one() -> None:
    def taken(value: str) -> bool:
        return catalogue().by_suffix("persistence-timeout").is_valid(value)

    assert all(map(taken, ["0", "+0", "-0", "007", "+5", "3600", "0003600"]))
    assert not any(
        map(taken, ["-1", "3601", "1e3", "0x10", "1_000", " 5", "5 ", "5\n", "५", "\uff11", "+", "-", "--1"])
    )
    assert not taken("9" * 5000)


@pytest.mark.parametrize(
    ("low", "high"), [(1, 50), (10, 900), (0, 3600), (1, 65535), (2, 10), (7, 7), (0, 0), (95, 105)]
)
def test_a_pattern_takes_the_numbers_of_its_range(low: int, high: int) -> None:
    pattern = re.compile(integer_pattern(low, high))
    numbers = [*range(-3, min(high + 1200, 4000)), high - 1, high, high + 1, high * 10]
    assert [n for n in numbers if pattern.match(str(n))] == [n for n in numbers if low <= n <= high]


def test_only_words_that_are_interpreted_may_be_used() -> None:
    with pytest.raises(ValueError, match="must not use format"):
        compile_check({"schema": {"type": "string", "format": "ipv4"}})
