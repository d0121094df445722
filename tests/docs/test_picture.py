"""The picture of the README is a real run."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from tests.docs.samples import PICTURE, README, ROOT, output_of, picture

pytestmark = pytest.mark.whole


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


def test_the_readme_shows_it() -> None:
    assert f"/{PICTURE.relative_to(ROOT).as_posix()})" in README.read_text(encoding="utf-8")
