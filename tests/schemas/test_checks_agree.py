"""The checks that run give the verdict of real JSON Schema validators, on every annotation and thousands of values."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from clblint.kube.catalogue import Accepts, Annotation, catalogue, satisfies
from clblint.kube.catalogue_index import compile_check, integer_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = [
    *("on", "off", "On", "ON", "oN", "OFF", "true", "True", "false", "FALSE", "yes", "no", "none", "null", "~", "-"),
    *("0", "00", "+0", "-0", "-00", "1", "+1", "-1", "+5", "007", "1e3", "1.0", "1.5", ".5", "0x10", "1_0", "1,0"),
    *("++1", "+-1", "+", "-", "10s", "10 s", "1 0", "५", "１０", "²", "-520", "-0520", "520", "9" * 19, "9" * 40),
    *("http:80", "https:443", "https:443,http:80", "https:443, http:80", "HTTPS:443", "443:https", "https", ":", ",", "="),
    *("a=b", "a=b,c=d", "a=b, c=d", "a", "=b", "a=", "a=b=c", "a:b", "a:b,c:d", "a:b:c", "a:b:c:d", "a:b:c:d:e", "a-b:1"),
    *("http_2xx", "http_2xx,http_3xx", "HTTP_2XX", "200", "/", "//", "/a", "/a b", "a/", "/ä", "/a_b", "/" + "a" * 79),
    *("/" + "a" * 80, "x" * 80, "x" * 81, "x" * 128, "x" * 129, "x" * 200, "x" * 201, "a.b", "a..b", "A.b", "a_b", "*.a"),
    *("10.0.0.1", "10.0.0.256", "256.1.1.1", "010.0.0.1", "10.0.0", "::1", "8.8.8.8", "1.2.3.4.5", "$_ip", "$a", "a$"),
    *("网关", "网 关", "a网", "é", "\u00a0a", "a\u3000", "a\x00", "a\x7f", "💡", '"on"', "'on'", "on\n", "\non", "on\t"),
    *("lb-a", "nlb-a", "acl-a", "acl-a,acl-b", "acl-a,", "vsw-a", "rg-a", "sg-a", "sg-a,sg-b", "cbwp-a", "tls-a", "LB-a"),
    *("${X}", "{{ .Values.x }}", "<id>", "slb.s1.small", "slb.s4.large", "slb.s4.x", "1-2:3", "1-2:3,4-5:6", "1:2", "1-2"),
]


def values_for(annotation: Annotation, accepts: Accepts) -> Iterator[str]:
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


def rows() -> list[tuple[Annotation, Accepts, dict[str, Any]]]:
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
            assert satisfies(value, accepts.check) is validator.is_valid(value), (annotation, accepts.controllers, value)
    assert count > 20_000


def test_on_every_doubt() -> None:
    for annotation, accepts, row in rows():
        for check, doubt in zip(accepts.doubts, row.get("doubts", ()), strict=True):
            validator = jsonschema.Draft202012Validator(as_json_schema_means(doubt["schema"]))
            for value in values_for(annotation, accepts):
                assert satisfies(value, check) is validator.is_valid(value), (annotation, value)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_patterns_mean_the_same_in_an_editor() -> None:
    patterns = sorted({pattern for _, _, row in rows() for pattern in re.findall(r'"pattern": ("(?:\\.|[^"])*")', json.dumps(row))})
    values = sorted({value for annotation, accepts, _ in rows() for value in values_for(annotation, accepts)})
    script = """
        const [patterns, values] = JSON.parse(require("fs").readFileSync(0, "utf8"));
        const bits = patterns.map(p => { const r = new RegExp(JSON.parse(p), "u"); return values.map(v => +r.test(v)).join("") });
        console.log(JSON.stringify(bits));
    """
    node = shutil.which("node") or "node"
    done = subprocess.run([node, "-e", script], input=json.dumps([patterns, values]), capture_output=True, text=True, check=True)
    for pattern, bits in zip(patterns, json.loads(done.stdout), strict=True):
        check = compile_check({"schema": {"pattern": json.loads(pattern)}})
        wrong = [value for value, bit in zip(values, bits, strict=True) if satisfies(value, check) is not (bit == "1")]
        assert not wrong, pattern


def test_an_integer_is_what_go_takes_for_one() -> None:
    def taken(value: str) -> bool:
        return catalogue().by_suffix("persistence-timeout").is_valid(value)

    assert all(map(taken, ["0", "+0", "-0", "007", "+5", "3600", "0003600"]))
    assert not any(map(taken, ["-1", "3601", "1e3", "0x10", "1_000", " 5", "5 ", "5\n", "٥", "५", "１", "+", "-", "--1"]))
    assert not taken("9" * 5000)


@pytest.mark.parametrize(("low", "high"), [(1, 50), (10, 900), (0, 3600), (1, 65535), (2, 10), (7, 7), (0, 0), (95, 105)])
def test_a_pattern_takes_the_numbers_of_its_range(low: int, high: int) -> None:
    pattern = re.compile(integer_pattern(low, high))
    numbers = [*range(-3, min(high + 1200, 4000)), high - 1, high, high + 1, high * 10]
    assert [n for n in numbers if pattern.match(str(n))] == [n for n in numbers if low <= n <= high]


def test_only_words_that_are_interpreted_may_be_used() -> None:
    with pytest.raises(ValueError, match="must not use format"):
        compile_check({"schema": {"type": "string", "format": "ipv4"}})
