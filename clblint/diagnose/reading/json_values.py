"""Reads JSON value by value from a window: the items of a list one at a time, everything else as a whole.

A file that ends in the middle of a value gives what comes before it, and then `CutOffError`.
"""

from __future__ import annotations

import json

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.diagnose.reading.window import Window
    from clblint.diagnose.shape import Plain

_NEAR_END = 12  # characters: an error so close to the end is that of a text which is cut off
_LONGEST = 256 << 20  # characters of one value
_UNTERMINATED = "Unterminated string"
_DECODER = json.JSONDecoder(parse_constant=lambda _: None)


class CutOffError(Exception):
    """The text ends in the middle of a value; `rest` is the beginning of that value."""

    def __init__(self, offset: int, rest: str) -> None:
        super().__init__(offset)
        self.offset = offset
        self.rest = rest


class NotJsonError(Exception):
    """The text is not JSON at this position; `inside` says that a value has begun before it."""

    def __init__(self, offset: int, *, inside: bool) -> None:
        super().__init__(offset)
        self.offset = offset
        self.inside = inside


class JsonItem(NamedTuple):
    """A value of a file.

    Attributes:
        value: a top-level value, or an item of a list.
        of: the fields of that list that stand before its items; None for a top-level value.
        line: the line where it begins; 0 if unknown.
    """

    value: Any
    of: Plain | None = None
    line: int = 0


def json_items(window: Window) -> Iterator[JsonItem]:
    """Yield the values of one top-level JSON value; raises `CutOffError` or `NotJsonError`."""
    if window.skip_space() == "[":
        window.at += 1
        yield from _elements(window, None)
        return
    window.at += 1
    head: Plain = {}
    is_list = False
    if not _closes(window, "}"):
        while True:
            key = _key(window)
            if key == "items" and window.skip_space() == "[":
                is_list = True
                window.at += 1
                yield from _elements(window, head)
            else:
                head[key] = _value(window)
            if _ends(window, "}"):
                break
    if not is_list:
        yield JsonItem(head)


def _key(window: Window) -> str:
    key = _value(window)
    if not isinstance(key, str):
        raise NotJsonError(window.offset, inside=True)
    _expect(window, ":")
    return key


def _elements(window: Window, of: Plain | None) -> Iterator[JsonItem]:
    if _closes(window, "]"):
        return
    while True:
        yield JsonItem(_value(window), of)
        if _ends(window, "]"):
            return


def _closes(window: Window, bracket: str) -> bool:
    if window.skip_space() == bracket:
        window.at += 1
        return True
    return False


def _ends(window: Window, bracket: str) -> bool:
    """Move behind a comma or the closing bracket; returns whether it is the bracket."""
    found = window.skip_space()
    if not found:
        raise CutOffError(window.offset, "")
    if found not in {",", bracket}:
        raise NotJsonError(window.offset, inside=True)
    window.at += 1
    return found == bracket


def _expect(window: Window, char: str) -> None:
    found = window.skip_space()
    if not found:
        raise CutOffError(window.offset, "")
    if found != char:
        raise NotJsonError(window.offset, inside=True)
    window.at += 1


def _value(window: Window) -> Any:  # noqa: ANN401 - any JSON value
    """The value at the position, moving behind it."""
    if not window.skip_space():
        raise CutOffError(window.offset, "")
    while True:
        try:
            value, end = _DECODER.raw_decode(window.text, window.at)
        except ValueError as error:
            position = getattr(error, "pos", window.at)
            near = position >= len(window.text) - _NEAR_END or _UNTERMINATED in str(error)
            if near and len(window.text) - window.at > _LONGEST:
                raise NotJsonError(window.offset, inside=True) from None
            if near and window.more():
                continue
            if near:
                raise CutOffError(window.offset, window.text[window.at :]) from None
            raise NotJsonError(window.offset + position - window.at, inside=True) from None
        except RecursionError:
            raise NotJsonError(window.offset, inside=True) from None
        if end < len(window.text) or isinstance(value, (dict, list, str)) or not window.more():
            window.at = end
            return value
