"""Pages in a headless Chromium, started once for all tests of this folder.

A test asks for `page`, and is then an ordinary test that drives it with Playwright:

    def test_it_opens(page: Page, tmp_path: Path) -> None:
        page.goto((tmp_path / "report.html").as_uri())
        assert page.title() == "clblint"

- Every page has a profile of its own: no cookies, storage or size of another test's page. `browser` is the browser, for
  a test that needs profiles with other settings: `browser.new_context(color_scheme="dark")`.
- No other machine can be reached. What a page asks for beyond its own files (`file:`, `data:`, `blob:`) and servers on
  127.0.0.1, which a test of pages that need one starts itself, fails the test, and so do errors in the page's scripts
  and what its Content-Security-Policy blocks. `blamed` is the list of all that; a test that expects some clears it.
- The browser is the one in `CLBLINT_BROWSER`, else the first of `BROWSERS` in the PATH, else Playwright's own. Without
  one the tests are skipped. It comes with `apt-get install chromium` or `playwright install chromium`.

Playwright's objects belong to the thread that made them, and leave an event loop running there, which tests with
coroutines would trip over. So the tests of this folder run in a thread of their own, with all their fixtures.
"""

from __future__ import annotations

import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, Error, Page, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, ConsoleMessage, Playwright, Request

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
TIMEOUT = 60_000  # milliseconds until a page that does nothing more is given up
_OWN_SCHEMES = {"about", "blob", "data", "file"}


_THREAD = ThreadPoolExecutor(1, thread_name_prefix="browser")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test of this folder in the browser's thread."""
    if Path(__file__).parent not in item.path.parents:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    _THREAD.submit(runtestprotocol, item, nextitem=nextitem).result()
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="session")
def browser(_processes: None) -> Iterator[Browser]:
    """Give the browser."""
    playwright = sync_playwright().start()
    try:
        yield launched(playwright)
    finally:  # after the last test of all, which may be one of the others
        own = threading.current_thread().name.startswith("browser")
        playwright.stop() if own else _THREAD.submit(playwright.stop).result()


def launched(playwright: Playwright) -> Browser:
    """The browser that is there; skips the test if there is none."""
    program = os.environ.get("CLBLINT_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        return playwright.chromium.launch(executable_path=program, args=FLAGS)
    except Error as error:
        if "Executable doesn't exist" not in error.message:
            raise
        return pytest.skip("no browser: `playwright install chromium`, or CLBLINT_BROWSER names one")


@pytest.fixture
def blamed() -> list[str]:
    """Give what went wrong in the pages so far: foreign requests, errors of scripts, what was blocked."""
    return []


@pytest.fixture
def page(browser: Browser, blamed: list[str]) -> Iterator[Page]:
    """Give an empty page, in which nothing may go wrong."""
    context = watched_context(browser, blamed)
    yield context.new_page()
    context.close()
    assert not blamed


def watched_context(browser: Browser, blamed: list[str]) -> BrowserContext:
    """A new profile; what goes wrong in its pages is appended to `blamed`."""
    context = browser.new_context()
    context.set_default_timeout(TIMEOUT)
    context.on("request", lambda request: _blame_foreign(request, blamed))
    context.on("weberror", lambda error: blamed.append(str(error.error)))
    context.on("console", lambda message: _blame_error(message, blamed))
    return context


def _blame_foreign(request: Request, blamed: list[str]) -> None:
    url = urlsplit(request.url)
    if url.scheme not in _OWN_SCHEMES and url.hostname != "127.0.0.1":
        blamed.append(f"request to {request.url}")


def _blame_error(message: ConsoleMessage, blamed: list[str]) -> None:
    if message.type == "error":
        blamed.append(f"console: {message.text}")
