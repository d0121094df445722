"""The HTML report in a browser: it filters, is whole without its script, and can be read by everybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from clblint.i18n.language import in_language

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
AXE = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map(
    found => `${found.impact} ${found.id}: ${found.nodes.map(node => node.html.slice(0, 200)).join(' ')}`)"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Write the report on the examples in both languages; the addresses of the pages."""
    folder = tmp_path_factory.mktemp("reports")
    made = {}
    for language in ("en", "zh"):
        target = folder / f"{language}.html"
        with in_language(language):  # which is that of the process again behind it
            assert main(["--lang", language, f"--format=html={target}", str(ROOT / "examples")]) == 1
        made[language] = target.as_uri()
    return made


@pytest.fixture
def report(page: Page, reports: dict[str, str]) -> Page:
    """Give the page in English."""
    page.goto(reports["en"])
    return page


def shown(page: Page) -> list[str]:
    """The rules of the findings that are shown."""
    return [one.get_attribute("data-rule") or "" for one in page.locator("article:visible").all()]


def test_it_shows_every_finding_and_every_service(report: Page) -> None:
    assert len(shown(report)) == 8
    assert report.locator("svg.plan:visible").count() == 4
    assert "shop/Service/orders" in report.locator("h2").all_inner_texts()
    assert report.locator("pre:visible").filter(has_text="nodePort: 33300").count() == 2


def test_it_filters_by_severity_and_by_rule(report: Page) -> None:
    report.get_by_label("4 warnings").uncheck()
    assert len(shown(report)) == 4
    assert report.locator("output").inner_text() == "4 shown"
    assert report.get_by_role("heading", name="edge/Deployment/gateway").count() == 0
    report.get_by_label("Rule:").select_option("node-port-clash")
    assert shown(report) == ["node-port-clash"] * 2
    report.get_by_label("4 warnings").check()
    report.get_by_label("Rule:").select_option("unknown-annotation")
    assert shown(report) == ["unknown-annotation"]


def test_it_filters_with_the_keyboard(report: Page) -> None:
    report.keyboard.press("Tab")
    report.keyboard.press("Space")
    assert not any(rule == "node-port-clash" for rule in shown(report))


def test_it_is_whole_without_its_script(browser: Browser, reports: dict[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(reports["en"])
    assert page.locator("article:visible").count() == 8
    assert not page.locator("#filters").is_visible()
    context.close()


def test_it_can_be_printed(report: Page) -> None:
    report.emulate_media(media="print")
    assert not report.locator("#filters").is_visible()
    assert report.locator("article:visible").count() == 8
    assert report.pdf().startswith(b"%PDF-")


@pytest.mark.parametrize("width", [320, 1280])
def test_only_lines_of_code_and_pictures_scroll(width: int, report: Page) -> None:
    report.set_viewport_size({"width": width, "height": 700})
    assert report.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_axe_finds_nothing(language: str, page: Page, reports: dict[str, str], node_modules: Path) -> None:
    script = node_modules / "axe-core" / "axe.min.js"
    if not script.exists():
        pytest.skip(f"no {script} (set CLBLINT_NODE_MODULES)")
    page.goto(reports[language])
    page.evaluate(script.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(AXE) == []


def test_its_policy_blocks_every_other_script(report: Page, blamed: list[str]) -> None:
    report.evaluate("() => document.body.append(Object.assign(document.createElement('script'), {text: 'alert(1)'}))")
    report.wait_for_timeout(1)
    assert any("Content Security Policy" in line for line in blamed)
    blamed.clear()
