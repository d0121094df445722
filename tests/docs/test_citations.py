"""The letters of each citation of the controller (`LB:Create`) stand in CONTRIBUTING.md, the symbol in that file."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.samples import ROOT

_TABLE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Citations of the controller")[2]
FILES = dict(re.findall(r"^\| `([A-Z]{2,3})` \| `(\S+)` \|$", _TABLE.partition("\n## ")[0], re.MULTILINE))
CITED = sorted(
    {
        (letters, symbol, str(path.relative_to(ROOT)))
        for folder in ("clblint", "plugins")
        for path in (ROOT / folder).rglob("*.py")
        for letters, symbol in re.findall(r"\b([A-Z]{2,3}):([A-Za-z]\w*)", path.read_text(encoding="utf-8"))
    }
)


def test_each_citation_has_its_letters_in_the_table() -> None:
    assert {cited for cited in CITED if cited[0] not in FILES} == set()


def test_each_file_of_the_table_is_cited() -> None:
    assert set(FILES) == {letters for letters, _, _ in CITED}


@pytest.mark.skipif("CLBLINT_CCM" not in os.environ, reason="a checkout of the controller is not there (CLBLINT_CCM)")
def test_each_citation_names_what_is_in_its_file() -> None:
    assert [cited for cited in CITED if not re.search(rf"\b{cited[1]}", _text(FILES[cited[0]]))] == []


@cache
def _text(path: str) -> str:
    return (Path(os.environ["CLBLINT_CCM"]) / path).read_text(encoding="utf-8")
