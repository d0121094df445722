"""Every row of the ACK troubleshooting documents has its rules, or a reason why nothing can be decided offline."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from clblint.diagnose.unknowns import FACTS
from clblint.plugins.manager import load_plugins
from clblint.search.event_texts import rules_by_cause
from clblint.search.rows import SeedRow, read_seeds
from tests.packaging.conftest import ROOT
from tests.recorded.files import PLANNED, text_of
from tools.seed_coverage import coverage_page

RULES = {rule.name: rule for rule in load_plugins().rules}
ROWS, DOCUMENTS = read_seeds()
NAMED = {name for row in ROWS for name in row.rules}
SHARED = ROOT.parent / "shared"

# Rules that answer a row and do not exist yet. Whoever makes one takes it out.
NOT_YET: set[str] = set()


def test_the_page_has_every_row() -> None:
    table = re.findall(r"^\| .* \|$", coverage_page(RULES.values()), re.MULTILINE)
    assert len(table) == sum(len(document.rows) for document in DOCUMENTS) + 2 * len(DOCUMENTS)


def test_every_rule_that_a_row_names_exists_or_is_awaited() -> None:
    assert NAMED - set(RULES) == NOT_YET


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_row_has_rules_or_a_reason(row: SeedRow) -> None:
    assert row.rules or row.packs or row.undecidable


@pytest.mark.parametrize("row", [row for row in ROWS if row.undecidable], ids=lambda row: row.id)
def test_what_is_left_has_its_reason(row: SeedRow) -> None:
    assert row.undecidable is not None
    assert ", because " in row.undecidable.en
    assert "，因为" in row.undecidable.zh


@pytest.mark.parametrize("row", [row for row in ROWS if row.undecidable], ids=lambda row: row.id)
def test_a_snapshot_decides_what_no_manifest_does(row: SeedRow) -> None:
    assert row.live
    assert set(row.live) <= {*rules_by_cause(), "*"}
    assert not row.asks or row.asks in FACTS


def test_rows_are_named_once_and_listed() -> None:
    listed = {row.id for document in DOCUMENTS for _, row in document.rows}
    assert sorted(row.id for row in ROWS) == sorted(listed)


def test_packs_and_severities_exist() -> None:
    assert {pack for row in ROWS for pack in row.packs} <= {r.pack.removeprefix("clblint_") for r in RULES.values()}
    assert {row.severity for row in ROWS} <= {"", "error"}


@pytest.mark.whole
def test_the_list_of_rules_says_which_rows_each_answers() -> None:
    command = [sys.executable, "-m", "clblint", "rules", "--format", "json"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout)
    said = {rule["name"]: rule["seedRows"] for rule in printed["rules"]}
    assert said == {name: [row.title for row in ROWS if row.is_answered_by(rule)] for name, rule in RULES.items()}
    assert "The plain HTTP request was sent to HTTPS port" in said["https-to-tls-port"]
    assert said["zone-single"] == []


# Against the documents, where these are at hand, and the rules that were planned for them


def texts() -> list[str]:
    """The documents, without what marks them up."""
    paths = sorted((SHARED / "seeds").glob("*.txt"))
    return [" ".join(re.sub(r"[\\`]", "", path.read_text(encoding="utf-8")).split()) for path in paths]


@pytest.mark.skipif(
    not (SHARED / "seeds").exists(), reason=f"other people's documents: {SHARED / 'seeds'} is not there"
)
@pytest.mark.parametrize("number", range(len(DOCUMENTS)))
def test_a_document_lists_its_rows_in_this_order(number: int) -> None:
    at, text = 0, texts()[number]
    for title, _ in DOCUMENTS[number].rows:
        if not title.startswith("("):  # in words of our own
            assert title in text[at:]
            at = text.index(title, at) + len(title)


@pytest.mark.parametrize("name", text_of(PLANNED).split())
def test_every_planned_rule_answers_a_row(name: str) -> None:
    assert name in NAMED | {rule.name for rule in RULES.values() if any(row.is_answered_by(rule) for row in ROWS)}
