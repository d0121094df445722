"""The site is built strictly, and its links lead somewhere."""

from __future__ import annotations

import os
import re
import sys
import warnings
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from clblint import __version__
from clblint.i18n.language import in_language
from clblint.report.links import rule_url
from tests.docs.samples import ROOT
from tools import guides
from tools.site import made_pages, settings

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")


def sources() -> list[str]:
    """Give the documents that people write, as paths from the root."""
    return sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


NAVIGATION = tomllib.loads(settings())["project"]["nav"]
MADE = made_pages()
DOCUMENTS = {path: (ROOT / path).read_text(encoding="utf-8") for path in sources()} | MADE
PLAYGROUND = "play/"  # which tests/browser builds
PLAYGROUND_FOLDER = "docs/play"
SITE = "https://clblint.github.io/clblint/"


def pages_of(entry: object) -> list[str]:
    """Give the pages of an entry of the navigation."""
    if isinstance(entry, str):
        return [entry]
    assert isinstance(entry, (dict, list))
    children = entry.values() if isinstance(entry, dict) else entry
    return [page for child in children for page in pages_of(child)]


def test_the_navigation_has_every_page_once() -> None:
    wanted = {path.removeprefix("docs/") for path in DOCUMENTS if path.startswith("docs/")}
    assert sorted(pages_of(NAVIGATION)) == sorted(wanted | {PLAYGROUND})


def test_the_chinese_site_has_the_same_pages() -> None:
    with in_language("zh"):
        navigation = tomllib.loads(settings())["project"]
    own = [page if page != PLAYGROUND else "../play/?lang=zh" for page in pages_of(NAVIGATION)]
    assert pages_of(navigation["nav"]) == own
    assert navigation["theme"]["language"] == "zh"
    assert navigation["site_url"] == f"{SITE}zh/"


def in_the_tree(target: str, page: str) -> str:
    """Give the file that a link of a page means, as a path from the root; the address of anything else."""
    if target.startswith(SITE):
        path = f"docs/{target.removeprefix(SITE)}".rstrip("/")
        return next(
            (name for name in (f"{path}.md", f"{path}/README.md", f"{path}/index.md") if name in DOCUMENTS), path
        )
    own = re.sub(r"^https://(?:github|raw\.githubusercontent)\.com/clblint/clblint/(?:blob/)?main/", "/", target)
    return own if urlsplit(own).scheme else os.path.normpath(os.path.join("/", os.path.dirname(page), own))[1:]


@pytest.mark.parametrize("page", [page for page, text in DOCUMENTS.items() if "](" in text])
def test_links_between_documents_lead_to_files(page: str) -> None:
    text = re.sub(r"^(`{3,}).*?^\1$|`[^`\n]+`", "", DOCUMENTS[page], flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        own = in_the_tree(target, page)
        assert urlsplit(own).scheme or own in {*MADE, PLAYGROUND_FOLDER} or (ROOT / own).is_file(), target


def test_a_report_leads_to_a_page_of_the_site() -> None:
    for language, folder in (("en", ""), ("zh", "zh/")):
        with in_language(language):
            place = rule_url("https-to-tls-port").removeprefix(f"{SITE}v{__version__}/{folder}")
        assert in_the_tree(f"{SITE}{place}", "") == "docs/rules/https-to-tls-port.md"


def test_the_readme_leads_somewhere_wherever_it_is_shown() -> None:
    """The index of packages shows it, too, where a relative link leads nowhere."""
    for name in ("README.md", "README.zh-CN.md"):
        assert re.findall(r"\]\((?!https://|#)[^)]*\)", (ROOT / name).read_text(encoding="utf-8")) == []


class Links(HTMLParser):
    """What a page leads to and loads, and the places in it that can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.loaded: set[str] = set()
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links of a tag."""
        given = {name: value for name, value in attrs if value}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag in {"a", "area"} or given.get("rel") in {"next", "prev", "canonical"}:
            self.targets |= {given["href"]} if "href" in given else set()
        else:
            self.loaded |= {given[name] for name in ("href", "src") if name in given}


@pytest.fixture(scope="module")
def built(site: Path) -> dict[Path, Links]:
    """Read the pages that were built."""
    return {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


@pytest.mark.whole
def test_every_page_is_built(site: Path) -> None:
    for path in map(Path, (path for path in DOCUMENTS if path.startswith("docs/"))):
        inside = path.relative_to("docs").with_suffix("")
        folder = inside.parent if inside.name in {"README", "index"} else inside
        assert (site / folder / "index.html").is_file(), path
        assert (site / "zh" / folder / "index.html").is_file(), path


@pytest.mark.whole
def test_a_heading_can_be_led_to_by_the_same_name_in_both_languages(site: Path, built: dict[Path, Links]) -> None:
    for path in (ROOT / "docs").glob("*.md"):
        page = Path(path.stem if path.stem != "index" else "", "index.html")
        assert {name for name in built[site / page].names if not name.startswith("__")} == {
            name for name in built[site / "zh" / page].names if not name.startswith("__")
        }, path


@pytest.mark.whole
def test_every_internal_link_leads_somewhere(site: Path, built: dict[Path, Links]) -> None:
    lost = []
    for page, links in built.items():
        for target in links.targets | links.loaded:
            parts = urlsplit(target)
            if parts.scheme or page.name == "404.html":  # which is shown at any address
                continue
            found = page if not parts.path else Path(os.path.normpath(page.parent / unquote(parts.path)))
            found = found / "index.html" if found.is_dir() else found
            known = built[found].names if found in built else set()
            if not found.is_file() or (parts.fragment and unquote(parts.fragment) not in known):
                lost.append(f"{page.relative_to(site)}: {target}")
    assert lost == []


@pytest.mark.whole
def test_no_page_loads_anything_from_elsewhere(built: dict[Path, Links]) -> None:
    assert {target for links in built.values() for target in links.loaded if urlsplit(target).scheme} == set()


def test_translating_a_page_loses_nothing() -> None:
    for path in (ROOT / "docs").glob("*.md"):
        page = path.read_text(encoding="utf-8")
        assert guides.translated(page, lambda text: text).split() == page.split(), path


def test_the_catalogue_of_the_guides_is_up_to_date() -> None:
    """`python -m tools.generate` brings it up to date."""
    told = guides.known()
    missing = [text for text in guides.texts() if not told.get(text)]
    if os.environ.get("CLBLINT_RELEASE"):
        assert missing == []
    elif missing:
        warnings.warn(f"not translated yet: {len(missing)} paragraphs of docs/, such as {missing[0]!r}", stacklevel=1)


def test_code_and_links_of_a_paragraph_are_those_of_its_translation() -> None:
    for text, told in guides.known().items():
        for part in (r"`[^`]+`", r"\]\([^)]*\)"):
            assert not told or sorted(re.findall(part, told)) == sorted(re.findall(part, text)), text
