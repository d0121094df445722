"""`clblint server` without what it needs says what to install."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from clblint.cli.main import main

if TYPE_CHECKING:
    import pytest


def test_without_the_extra_it_names_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("clblint.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    assert main(["server"]) == 2
    assert capsys.readouterr().err == "clblint: the language server is an extra: pip install 'clblint[server]'\n"


def test_a_check_ends_at_once() -> None:
    assert main(["server", "--check"]) == 0
