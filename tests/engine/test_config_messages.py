"""What is said of a wrong configuration: what is written and what to write, without the machinery that checks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from clblint.config.parse import parse_config
from clblint.config.schemas import read_schema
from clblint.errors import UsageError
from clblint.i18n.language import in_language
from clblint.lint.selection import named
from clblint.lint.unknown_rule import UnknownRuleError
from clblint.plugins.manager import load_plugins

if TYPE_CHECKING:
    from collections.abc import Iterator


def refused(text: str) -> str:
    """What is said of a configuration."""
    with pytest.raises(UsageError) as caught:
        parse_config("c.yaml", text.encode())
    return str(caught.value)


SAID = {
    "ignore: [a]\nignore: [b]": "c.yaml:2:1: ignore is set twice, first on line 1",
    "severity: {a: error, 'a': note}": "c.yaml:1:22: 'a' is set twice, first on line 1",
    "cluster: {node-port-range: 1-2-3}": (
        "c.yaml:1:28: cluster.node-port-range: 1-2-3 is not a range such as 30000-32767"
    ),
    "cluster: {ccm-version: new}": "c.yaml:1:24: cluster.ccm-version: new is not a version such as v2.12.1",
    "cluster: {ccm-version: 2.10}": (
        'c.yaml:1:24: cluster.ccm-version: 2.10 is not text to YAML; put it in quotes: "2.10"'
    ),
    "cluster: {ccm-version: }": "c.yaml:1:24: cluster.ccm-version: nothing is written here",
    "cluster: {ccm-version: [2]}": "c.yaml:1:24: cluster.ccm-version: a list is not text",
    "cluster: {nodes: '3'}": "c.yaml:1:18: cluster.nodes: '3' is not a whole number",
    "cluster: {nodes: -3}": "c.yaml:1:18: cluster.nodes: -3 is less than the minimum of 0",
    "cluster: {disable-public-slb: maybe}": (
        "c.yaml:1:31: cluster.disable-public-slb: maybe is neither true nor false"
    ),
    "select: pre-stop-missing": "c.yaml:1:9: select: write a list: [pre-stop-missing]",
    "select: {a: b}": "c.yaml:1:9: select: a mapping is not a list",
    "paths: old": "c.yaml:1:8: paths: old is not a list",
    "paths: [{match: '', ignore: [a]}]": "c.yaml:1:17: paths.0.match: nothing is written here",
    "severity: fatal": "c.yaml:1:11: severity: fatal is not a mapping of names to values",
    "cluster: {migrate-to: alb}": "c.yaml:1:23: cluster.migrate-to: only nlb is possible, not alb",
    "severity: {a: fatal}": "c.yaml:1:15: severity.a: fatal is not one of error, warning, note, pedantic, off",
    "severity: {a: warn}": (
        "c.yaml:1:15: severity.a: warn is not one of error, warning, note, pedantic, off; nearest: warning"
    ),
}


@pytest.mark.parametrize(("text", "message"), SAID.items(), ids=SAID)
def test_what_is_written_and_what_to_write(text: str, message: str) -> None:
    assert refused(text) == message


@pytest.mark.parametrize("text", SAID)
def test_no_english_in_chinese(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clblint.i18n.language._can_be_shown", lambda: True)
    english = refused(text)
    with in_language("zh"):
        chinese = refused(text)
    assert chinese != english
    assert not [word for word in (" is ", " not ", "list", "mapping", "written") if word in chinese]


def test_a_key_beside_what_is_merged_is_meant() -> None:
    text = "paths:\n- &a {match: x, ignore: [b], reason: c}\n- {<<: *a, match: z}\n"
    assert [setting.match for setting in parse_config("c.yaml", text.encode()).paths] == ["x", "z"]


def patterned(schema: dict[str, Any]) -> Iterator[str]:
    """The settings whose form is a pattern."""
    for name, found in schema.get("properties", {}).items():
        if "pattern" in found:
            yield name
        yield from patterned(found)
        yield from patterned(found.get("items", {}))


def test_every_form_has_its_sample() -> None:
    names = set(patterned(read_schema("config")))
    assert len(names) == 5
    for name in names:
        text = "paths: [{match: a, until: '?'}]" if name == "until" else f"cluster: {{{name}: '?'}}"
        assert " such as " in refused(text)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("pre-stop-mising", "pre-stop-missing"),
        ("PRE_STOP_MISSING", "pre-stop-missing"),
        ("pre-stop-miz*", "pre-stop-missing"),
        ("wrr", "local-without-wrr"),
    ],
)
def test_a_rule_that_is_near(name: str, near: str) -> None:
    with pytest.raises(UnknownRuleError, match=f"; nearest: {near}$"):
        named(load_plugins().rules, [name])
