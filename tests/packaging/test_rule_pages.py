"""The pages below `docs/rules/`, their indexes and the reference of annotations are those of the rules."""

from __future__ import annotations

import re
from functools import cache

import pytest

from clblint.i18n.language import CHINESE, ENGLISH, LANGUAGES, in_language
from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.manager import load_plugins
from tests.packaging.conftest import ROOT
from tools.rule_pages import ANNOTATIONS, FOLDER, pages


@cache
def made(language: str = ENGLISH) -> dict[str, str]:
    with in_language(language):
        return pages(load_plugins().rules)


def test_no_page_that_is_made_is_in_the_tree() -> None:
    """It would be built instead of the one that is made, or beside it."""
    assert [name for name in made() if (ROOT / name).exists()] == []


def test_every_rule_has_its_page_in_each_language() -> None:
    indexes = {"README.md", "by-event.md", "by-annotation.md"}
    names = {f"{FOLDER}/{name}" for name in indexes | {f"{rule.name}.md" for rule in load_plugins().rules}}
    for language in LANGUAGES:
        assert set(made(language)) == names | {ANNOTATIONS}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["docs/rules/README.md", "docs/rules/by-event.md", "docs/rules/by-annotation.md"])
def test_links_of_an_index_lead_somewhere(name: str, language: str) -> None:
    links = re.findall(r"\]\(([\w./-]+?\.md)(?:#([\w-]+))?\)", made(language)[name])
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
    assert [section.split("\n")[0] for section in sections if "\nRules: [" not in section] == []


def test_a_page_is_in_chinese_as_far_as_it_is_translated() -> None:
    page = made(CHINESE)[f"{FOLDER}/https-to-tls-port.md"]
    prose = re.sub(r"```.*?```|Sources:.*", "", page, flags=re.DOTALL)
    assert len(re.findall("[\u4e00-\u9fff]", prose)) > 30


def test_every_rule_is_listed_in_chinese() -> None:
    for rule in load_plugins().rules:
        assert f"]({rule.name}.md)" in made(CHINESE)[f"{FOLDER}/README.md"]
        assert f"](rules/{rule.name}.md)" in made(CHINESE)[ANNOTATIONS] or "Annotation" not in rule.subjects


def test_no_table_has_an_empty_head() -> None:
    """A reader of screens would say nothing for the column."""
    for name, text in made().items():
        assert not re.search(r"\|\s*\|[^\n]*\n\|( --- \|)+", re.sub(r"```.*?```", "", text, flags=re.DOTALL)), name


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    for text in [*made().values(), *made(CHINESE).values()]:
        for table in re.findall(r"(?:^\|.*\|\n)+", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE):
            rows = [len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()]
            assert len(set(rows)) == 1, table
