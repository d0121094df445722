"""Pictures of plans, drawn: what a browser shows of an image, and what Mermaid makes of a flowchart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.picture.mermaid import mermaid
from clblint.picture.svg import svg
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from tests.browser.conftest import watched_context
from tests.picture.test_drawings import CHANGES, changed
from tests.picture.test_images import HOSTILE, big, with_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from clblint.picture.drawing import Drawing

MERMAID = "@mermaid-js/tiny/dist/mermaid.tiny.js"
RENDER = """async text => {
    mermaid.initialize({startOnLoad: false, securityLevel: 'strict'});
    document.body.innerHTML = (await mermaid.render('drawn', text)).svg;
    const label = one => (one.innerText ?? one.textContent).replace(/\\s+|\\\\n/g, '');
    const head = one => [one.getBoundingClientRect().top, label(one.querySelector('.cluster-label'))];
    return {
        boxes: [...document.querySelectorAll('.node .label')].map(label),
        heads: [...document.querySelectorAll('.cluster')].map(head),
        arrows: document.querySelectorAll('.edgePaths path').length,
        scripts: document.body.querySelectorAll('script, a, [onclick]').length,
    };
}"""


@pytest.fixture(scope="module")
def chart(browser: Browser, node_modules: Path) -> Iterator[Page]:
    """Give a page with Mermaid, which takes a second to load."""
    script = node_modules / MERMAID
    if not script.exists():
        pytest.skip(f"no {script} (set CLBLINT_NODE_MODULES)")
    blamed: list[str] = []
    context = watched_context(browser, blamed)
    page = context.new_page()
    page.set_content("<!DOCTYPE html><title>chart</title>")
    page.add_script_tag(path=script)
    yield page
    context.close()
    assert not blamed


def labels(drawings: list[Drawing]) -> list[str]:
    r"""The texts of all boxes without blanks, and without `\n`, which Mermaid takes for the end of a line."""
    boxes = (box for one in drawings for box in one.boxes.values())
    return ["".join("".join(visible(line, PLAIN).replace("\\n", "").split()) for line in box.lines) for box in boxes]


def test_mermaid_draws_every_box(chart: Page) -> None:
    drawings = [one for old, new, _ in CHANGES.values() for one in changed(old, new)]
    drawn = chart.evaluate(RENDER, mermaid(drawings))
    assert sorted(drawn["boxes"]) == sorted(labels(drawings))
    assert drawn["arrows"] == sum(len(one.edges) for one in drawings)


def test_mermaid_sets_the_first_service_on_top(chart: Page) -> None:
    drawings = [big(2)._replace(name=f"default/web-{number}") for number in range(4)]
    heads = chart.evaluate(RENDER, mermaid(drawings))["heads"]
    assert [name for _, name in sorted(heads)] == [one.name for one in drawings]


def test_mermaid_shows_hostile_texts_as_they_are(chart: Page) -> None:
    drawings = [with_texts(text) for text in HOSTILE.values()]
    drawn = chart.evaluate(RENDER, mermaid(drawings))
    assert sorted(drawn["boxes"]) == sorted(labels(drawings))
    assert drawn["scripts"] == 0


def test_mermaid_draws_as_much_as_is_written(chart: Page) -> None:
    drawn = chart.evaluate(RENDER, mermaid([big(100) for _ in range(3)]))
    assert any(label == "2moreServices" for label in drawn["boxes"])


def _opened(page: Page, image: str, folder: Path) -> None:
    target = folder / "plan.svg"
    target.write_text(image, encoding="utf-8")
    page.goto(target.as_uri())


TEXTS = "() => [...document.querySelectorAll('text')].map(one => one.textContent)"
ROOM = """() => [...document.querySelectorAll('g > rect')].flatMap(rect => {
    const room = rect.getBoundingClientRect();
    return [...rect.parentNode.querySelectorAll('text')].filter(text => {
        const own = text.getBoundingClientRect();
        return own.left < room.left || own.right > room.right || own.top < room.top || own.bottom > room.bottom;
    }).map(text => text.textContent);
})"""


def test_a_browser_shows_an_image(page: Page, tmp_path: Path) -> None:
    """Every text has room in its box, and nothing in it is markup."""
    _opened(page, svg([*map(with_texts, HOSTILE.values()), big(20)]), tmp_path)
    assert page.evaluate("() => document.documentElement.tagName") == "svg"
    assert "TCP 1019" in page.evaluate(TEXTS)
    assert page.evaluate(ROOM) == []


def test_what_is_new_has_another_colour_in_light_and_in_dark(page: Page, tmp_path: Path) -> None:
    (one,) = changed(*CHANGES["another port"][:2])
    _opened(page, svg([one]), tmp_path)
    fill = "kind => getComputedStyle(document.querySelector(`.${kind} rect`)).fill"
    seen = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        seen |= {page.evaluate(fill, kind) for kind in ("plain", "new", "removed")}
    assert len(seen) == 6
