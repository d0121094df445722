"""The site in the browser: for everybody, in both languages, and asking no other host for anything."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tools import playground

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page, Route

# One of each kind of page; the large ones take axe seconds.
SMALL = ("", "rules/https-to-tls-port/")
ALL = (*SMALL, "configuration/", "causes/", "annotations/")
_JUDGED = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.length}, such as ${one.nodes[0].html}`)"""


@pytest.fixture(scope="module")
def home(browser: Browser, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:  # noqa: ARG001 - no site without a browser
    """Serve the site where it is published, and give its address."""
    root = tmp_path_factory.mktemp("host")
    (root / "clblint").symlink_to(site)
    server = playground.serve(os.fspath(root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/clblint/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def axe(browser: Browser) -> str:  # noqa: ARG001 - nothing is installed where no browser is
    """Give the script that judges pages."""
    if shutil.which("npm") is None:
        pytest.skip("no npm, which brings axe")
    return (Path(playground.node_modules()) / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "paths"), [(390, ALL), (1280, SMALL), (1280, [f"zh/{path}" for path in SMALL])])
def test_axe_finds_nothing_serious(page: Page, home: str, axe: str, width: int, paths: Sequence[str]) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in paths:
        page.goto(f"{home}{path}")
        page.evaluate(axe)
        assert page.evaluate(_JUDGED) == [], path


def test_a_word_inside_a_chinese_sentence_is_found(page: Page, home: str) -> None:
    page.goto(f"{home}zh/")
    page.locator("button.md-search__button").click()
    page.keyboard.type("调度")
    expect(page.get_by_role("option", name="scheduler-hash-change").first).to_be_visible()


def test_the_other_language_is_one_click_away(page: Page, home: str) -> None:
    page.goto(f"{home}rules/https-to-tls-port/")
    page.locator(".md-header .md-select").hover()
    page.get_by_role("link", name="简体中文").click()
    page.wait_for_url(f"{home}zh/rules/https-to-tls-port/")


@pytest.mark.parametrize(
    ("path", "lands"),
    [
        ("v9.9.9/rules/https-to-tls-port/", "rules/https-to-tls-port/"),
        ("v9.9.9/zh/rules/https-to-tls-port/", "zh/rules/https-to-tls-port/"),
        ("rules/zh/https-to-tls-port/", "zh/rules/https-to-tls-port/"),
    ],
)
def test_an_address_that_is_not_there_leads_on(page: Page, home: str, blamed: list[str], path: str, lands: str) -> None:
    def answer(route: Route) -> None:
        route.fulfill(status=404, response=route.fetch(url=f"{home}404.html"))

    page.route(f"{home}{path}", answer)
    page.goto(f"{home}{path}")
    page.wait_for_url(f"{home}{lands}")
    blamed.clear()  # of the status 404
