"""What is kept between runs, and what has become of it in the meantime."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.files import cache_folder

if TYPE_CHECKING:
    from pathlib import Path

VALUE = {"a": (1, "b", b"c"), "d": None}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path))
    cache_folder.write_cached("name", VALUE)
    return tmp_path / "name"


def test_a_cache_folder_gives_back_what_was_written(file: Path) -> None:
    assert file.is_file()
    assert cache_folder.read_cached("name") == VALUE


@pytest.mark.parametrize("length", [0, 1, 3, 4, 5, 20])
@pytest.mark.parametrize("zeros", [True, False], ids=["zeros", "cut"])
def test_what_is_not_whole_is_as_good_as_nothing(file: Path, length: int, zeros: bool) -> None:  # noqa: FBT001
    """A power failure leaves files that are cut off, or that hold zeros."""
    data = file.read_bytes()
    file.write_bytes(bytes(length) if zeros else data[:length])
    assert cache_folder.read_cached("name") is None


def test_a_changed_byte_is_seen(file: Path) -> None:
    data = file.read_bytes()
    for at in range(len(data)):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert cache_folder.read_cached("name") is None
