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
coroutines would trip over. So the browser, its fixtures and the tests that use them run in a thread of their own.
"""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
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


@pytest.fixture(scope="session")
def browser_thread() -> Iterator[ThreadPoolExecutor]:
    """Give the thread that everything of the browser runs in."""
    with ThreadPoolExecutor(1, thread_name_prefix="browser") as thread:
        yield thread


@pytest.fixture(scope="session")
def browser(browser_thread: ThreadPoolExecutor, _processes: None) -> Iterator[Browser]:
    """Give the browser."""
    playwright = browser_thread.submit(lambda: sync_playwright().start()).result()
    try:
        yield browser_thread.submit(launched, playwright).result()
    finally:
        browser_thread.submit(playwright.stop).result()


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
def page(browser: Browser, browser_thread: ThreadPoolExecutor, blamed: list[str]) -> Iterator[Page]:
    """Give an empty page, in which nothing may go wrong."""
    context = browser_thread.submit(watched_context, browser, blamed).result()
    yield browser_thread.submit(context.new_page).result()
    browser_thread.submit(context.close).result()
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


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that uses the browser in the browser's thread."""
    thread = pyfuncitem.funcargs.get("browser_thread")
    if not isinstance(thread, ThreadPoolExecutor):
        return None
    named = pyfuncitem._fixtureinfo.argnames  # noqa: SLF001 - what pytest itself passes
    thread.submit(pyfuncitem.obj, **{name: pyfuncitem.funcargs[name] for name in named}).result()
    return True
