"""`Window`: a part of a text that is read piece by piece, so that a file of any size takes little memory."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
PIECE = 1 << 20  # characters


class Window:
    """The text at a position of a file; `read(size)` returns the next characters, an empty text at the end."""

    def __init__(self, read: Callable[[int], str]) -> None:
        self._read = read
        self._ended = False
        self._before = 0
        self.text = ""
        self.at = 0

    @property
    def offset(self) -> int:
        """The position in characters since the beginning of the file."""
        return self._before + self.at

    def more(self) -> bool:
        """Read on and drop the text before the position; sizes double, so that a long value is not scanned often."""
        if self._ended:
            return False
        piece = self._read(max(PIECE, len(self.text) - self.at))
        self._ended = not piece
        if piece:
            self._before += self.at
            self.text = self.text[self.at :] + piece
            self.at = 0
        return bool(piece)

    def skip_space(self) -> str:
        """Move to the next character that is no white space, and return it; empty at the end."""
        while True:
            found = _SPACE.match(self.text, self.at)
            self.at = found.end() if found else self.at
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def line(self) -> str | None:
        """Return the next line with its line end, and move behind it; None at the end of the text."""
        while (end := self.text.find("\n", self.at)) < 0:
            if not self.more():
                end = len(self.text) - 1
                break
        if self.at > end:
            return None
        found = self.text[self.at : end + 1]
        self.at = end + 1
        return found

    def starts_with(self, words: str) -> bool:
        """Whether the text at the position starts with these words."""
        while len(self.text) - self.at < len(words) and self.more():
            pass
        return self.text.startswith(words, self.at)
