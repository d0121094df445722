"""Manifests made from what the ACK troubleshooting documents list: the rules that answer a row speak on them.

A manifest is named by its row, `ROW.yaml` or `ROW.MORE.yaml`. A comment `# <- rule, rule` ends a line on which these
rules speak, and a line `# speaks: rule, rule` names rules that speak somewhere in the manifest. As in the pages of
rules, `# file: NAME` begins another file. Rules that are named and do not exist yet are awaited.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from clblint.lint.severity import Severity
from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import Example
from clblint.search.rows import read_seeds
from clblint.testing import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.finding import Finding

FOLDER = Path(__file__).parent / "seeds"
NAMES = sorted(path.name for path in FOLDER.glob("*.yaml"))
RULES = {rule.name: rule for rule in load_plugins().rules}
ROWS = {row.id: row for row in read_seeds()[0]}

_FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
_MARK = re.compile(r"# <- ([a-z0-9, -]+)$")
_SPEAKS = re.compile(r"^# speaks: ([a-z0-9, -]+)$", re.MULTILINE)


class Mark(NamedTuple):
    """A rule that speaks: on a line of a file of a manifest, or anywhere in the manifest."""

    manifest: str
    rule: str
    at: tuple[str, int] | None

    def __str__(self) -> str:
        return f"{self.manifest.removesuffix('.yaml')}-{self.rule}"


def files_of(name: str) -> tuple[tuple[str, str], ...]:
    """The files of a manifest by their names."""
    first, *others = _FILE.split((FOLDER / name).read_text(encoding="utf-8"))
    given = [("manifest.yaml", first)] if "kind:" in first else []
    return (*given, *zip(others[::2], others[1::2], strict=True))


def marks_of(name: str) -> Iterator[Mark]:
    for found in _SPEAKS.findall((FOLDER / name).read_text(encoding="utf-8")):
        yield from (Mark(name, rule, None) for rule in found.split(", "))
    for file, text in files_of(name):
        for number, line in enumerate(text.splitlines(), 1):
            if found := _MARK.search(line):
                yield from (Mark(name, rule, (file, number)) for rule in found[1].split(", "))


@functools.cache
def findings(name: str) -> tuple[Finding, ...]:
    return findings_of(tuple(RULES.values()), Example(bad=True, files=files_of(name)))


MARKS = [mark for name in NAMES for mark in marks_of(name)]


@pytest.mark.parametrize("mark", [mark for mark in MARKS if mark.rule in RULES], ids=str)
def test_the_rule_speaks(mark: Mark) -> None:
    found = {
        (finding.path, finding.place.span.line) for finding in findings(mark.manifest) if finding.rule == mark.rule
    }
    assert mark.at in found if mark.at else found


def is_decidable(rule: str) -> bool:
    """Whether a rule exists that manifests and the declared cluster are enough for."""
    return rule in RULES and set(RULES[rule].evidence) <= set("SXP")


def answers() -> list[tuple[str, str]]:
    return [(row.id, rule) for row in ROWS.values() for rule in row.rules if is_decidable(rule)]


@pytest.mark.parametrize(("row", "rule"), answers(), ids=str)
def test_every_rule_that_answers_a_row_has_a_manifest(row: str, rule: str) -> None:
    marked = {mark.rule for mark in MARKS if mark.manifest.partition(".")[0] == row}
    assert rule in marked, f"tests/rules/seeds/{row}.yaml shows no such fault"


@pytest.mark.parametrize("mark", MARKS, ids=str)
def test_what_is_marked_answers_the_row(mark: Mark) -> None:
    row = ROWS[mark.manifest.partition(".")[0]]
    assert mark.rule in row.rules or (mark.rule in RULES and row.is_answered_by(RULES[mark.rule]))


# What the documents advise, with what is said of it above notes

REMEDIES: dict[str, set[str]] = {
    "graceful-update": set(),
    "nginx-ingress-lb": {"local-without-wrr"},
    "plain-http-behind-https": set(),
    "pods-as-back-ends": set(),
}
TLS = sorted(name for name in RULES if re.search(r"tls|https|certificate|cert-", name))
ROLLOUT = sorted(rule.name for rule in RULES.values() if rule.pack == "clblint_rollout")


@pytest.mark.parametrize(("name", "rules"), REMEDIES.items(), ids=str)
def test_what_is_advised_is_no_mistake(name: str, rules: set[str]) -> None:
    found = findings(f"remedies/{name}.yaml")
    assert {finding.rule for finding in found if finding.severity >= Severity.WARNING} == rules


def test_nothing_that_is_advised_is_forgotten() -> None:
    assert {path.stem for path in (FOLDER / "remedies").glob("*.yaml")} == set(REMEDIES)


@pytest.mark.parametrize("rule", [*TLS, *ROLLOUT])
def test_tls_that_goes_through_to_an_ingress_controller_is_no_fault(rule: str) -> None:
    assert rule not in {finding.rule for finding in findings("remedies/nginx-ingress-lb.yaml")}


@pytest.mark.parametrize("rule", ROLLOUT)
def test_a_graceful_update_lacks_nothing(rule: str) -> None:
    assert rule not in {finding.rule for finding in findings("remedies/graceful-update.yaml")}
