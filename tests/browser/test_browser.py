"""The fixtures of the browser: what a page may not do fails its test."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def test_a_page_runs_its_script(page: Page, tmp_path: Path) -> None:
    shown = tmp_path / "page.html"
    shown.write_text("<p>one<script>document.querySelector('p').textContent = 'two'</script>", encoding="utf-8")
    page.goto(shown.as_uri())
    assert page.inner_text("p") == "two"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<img src=https://example.com/x.png>", "request to https://example.com/x.png"),
        ("<script>fetch('http://192.0.2.1/')</script>", "request to http://192.0.2.1/"),
        ("<script>undefinedThing()</script>", "undefinedThing is not defined"),
        ("<script>console.error('no luck')</script>", "console: no luck"),
        (
            "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\"><script>1</script>",
            "Content Security Policy",
        ),
    ],
)
def test_what_goes_wrong_in_a_page_is_blamed(body: str, said: str, page: Page, blamed: list[str]) -> None:
    page.set_content(f"<!DOCTYPE html><title>x</title>{body}", wait_until="load")
    page.wait_for_timeout(1)  # lets events that were sent arrive
    assert any(said in line for line in blamed), blamed
    page.close()  # or more of it may arrive later
    blamed.clear()


@pytest.fixture
def titled(page: Page) -> Page:
    page.set_content("<title>titled</title>")
    return page


def test_fixtures_may_use_the_page(titled: Page) -> None:
    assert titled.title() == "titled"


def test_a_test_runs_where_the_browser_does(page: Page) -> None:
    assert page.title() == ""
    assert threading.current_thread() is not threading.main_thread()
