"""The pictures of the README are of real runs."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tests.docs.samples import PICTURE, PLAN, PLANNED, README, ROOT, output_of, picture

pytestmark = pytest.mark.whole
RAW = "https://raw.githubusercontent.com/clblint/clblint/main"


def drawn() -> str:
    """Give the text of the picture."""
    root = ET.fromstring(PICTURE.read_text(encoding="utf-8"))  # noqa: S314 - our own file
    return "".join(root.itertext()).replace("\N{NO-BREAK SPACE}", " ")


def test_it_is_fresh() -> None:
    pytest.importorskip("rich", reason="rich draws the picture: pip install -e '.[dev]'")
    assert PICTURE.read_text(encoding="utf-8") == picture(), "python -m tests.docs.samples draws it afresh"


def test_it_shows_every_word_that_the_run_prints() -> None:
    printed = output_of("clblint --select https-to-tls-port examples/")
    assert [word for word in printed.split() if word not in drawn()] == []


def test_it_fetches_nothing() -> None:
    text = PICTURE.read_text(encoding="utf-8")
    assert "url(http" not in text
    assert "<image" not in text


def test_the_plan_is_fresh() -> None:
    assert PLAN.read_text(encoding="utf-8") == output_of(PLANNED), "python -m tests.docs.samples draws it afresh"


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_readme_shows_them_where_the_package_index_shows_it(name: str) -> None:
    """Pictures and links are whole addresses, and what they name of the repository is there."""
    text = README.with_name(name).read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^\]]+\]\(([^\s)]+)\)", text)
    assert shown == [f"{RAW}/{picture.relative_to(ROOT).as_posix()}" for picture in (PICTURE, PLAN)]
    links = re.findall(r"(?<!!)\[[^\]]+\]\(([^\s)]+)\)", text)
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    ours = (link.partition("/blob/main/")[2].partition("#")[0] for link in links if "/clblint/blob/main/" in link)
    assert [path for path in ours if not (ROOT / path).exists()] == []
