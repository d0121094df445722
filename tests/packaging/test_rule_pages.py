"""The pages below `docs/rules/` are those of the rules."""

from __future__ import annotations

from pathlib import Path

from clblint.commands.rule_pages import FOLDER, pages
from clblint.plugins import load_plugins

ROOT = Path(__file__).resolve().parents[2]


def test_pages_are_fresh() -> None:
    """If this fails: python -m clblint.commands.rule_pages."""
    written = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / FOLDER).iterdir()}
    made = pages(load_plugins().rules)
    stale = [name for name in sorted({*written, *made}) if written.get(name) != made.get(name)]
    assert stale == []
