"""Declared versions: `v2.12.1`, `v1.9.3.276-g372aa98-aliyun`, `1.30`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clblint.api import Fact


def older(version: Fact[str] | None, than: tuple[int, ...]) -> bool:
    """Whether a declared version is older; not where none is declared, or where it cannot be read."""
    if version is None or not version.known:
        return False
    numbers = version.value.strip().removeprefix("v").partition("-")[0].partition("+")[0].split(".")
    if not all(part.isdecimal() for part in numbers):
        return False
    found = tuple(int(part) for part in numbers)
    return found[: len(than)] < than[: len(found)]  # 2.6 is not older than 2.6.0
