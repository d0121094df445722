"""The pages below `docs/rules/`, their indexes and the reference of annotations are those of the rules."""

from __future__ import annotations

import re
from functools import cache

import pytest

from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.manager import load_plugins
from tests.packaging.conftest import ROOT
from tools.rule_pages import ANNOTATIONS, ANNOTATIONS_IN_CHINESE, FOLDER, IN_CHINESE, pages


@cache
def made() -> dict[str, str]:
    return pages(load_plugins().rules)


def test_pages_are_fresh() -> None:
    """If this fails: python -m tools.rule_pages."""
    paths = [*(ROOT / FOLDER).rglob("*.md"), ROOT / ANNOTATIONS, ROOT / ANNOTATIONS_IN_CHINESE]
    written = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    stale = [name for name in sorted({*written, *made()}) if written.get(name) != made().get(name)]
    assert stale == []


@pytest.mark.parametrize("name", ["docs/rules/README.md", "docs/rules/by-event.md", "docs/rules/by-annotation.md"])
def test_links_of_an_index_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([\w./-]+?\.md)(?:#([\w-]+))?\)", made()[name])
    assert len(links) > 100
    for path, anchor in links:
        page = "docs/annotations.md" if path.startswith("../") else f"docs/rules/{path}"
        assert page in made()
        assert not anchor or f"\n## {anchor}\n" in made()[page]


def test_every_rule_is_found_by_what_is_seen() -> None:
    """Those of which nothing is seen at all cannot be."""
    listed = set(re.findall(r"\]\(([\w-]+)\.md\)", made()["docs/rules/by-event.md"]))
    assert {rule.name for rule in load_plugins().rules} - listed <= SILENT


SILENT: set[str] = set()


def test_every_annotation_has_a_section_with_rules() -> None:
    sections = made()[ANNOTATIONS].split("\n## ")[1:]
    assert [section.split("\n")[0] for section in sections] == sorted(one.suffix for one in catalogue())
    assert [section.split("\n")[0] for section in sections if "| rules | [" not in section] == []


def test_every_rule_has_a_page_in_chinese() -> None:
    for rule in load_plugins().rules:
        page = made()[f"{IN_CHINESE}/{rule.name}.md"]
        prose = re.sub(r"```.*?```|Sources:.*", "", page, flags=re.DOTALL)
        assert len(re.findall("[\u4e00-\u9fff]", prose)) > 30
        assert f"]({rule.name}.md)" in made()[f"{IN_CHINESE}/README.md"]
        assert f"](rules/zh/{rule.name}.md)" in made()[ANNOTATIONS_IN_CHINESE] or rule.subject != "Annotation"


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    for text in made().values():
        for table in re.findall(r"(?:^\|.*\|\n)+", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE):
            rows = [len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()]
            assert len(set(rows)) == 1, table
