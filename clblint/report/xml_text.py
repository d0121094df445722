"""XML 1.0 without a library: those of the standard library are slow to import and do not escape control characters."""

from __future__ import annotations

from clblint.report.report import PLAIN
from clblint.report.terminal import visible_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)


def element(name: str, attributes: Mapping[str, object], content: str = "") -> str:
    """An element with attributes; `content` is XML, already escaped."""
    opening = _opening(name, attributes)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def in_pieces(name: str, attributes: Mapping[str, object], parts: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield what `element` and `nested` make of elements; each of these comes in pieces, too."""
    opening, is_empty = _opening(name, attributes), True
    for part in parts:
        if is_empty:
            yield f"<{opening}>\n"
            is_empty = False
        yield from part
        yield "\n"
    yield f"<{opening}/>" if is_empty else f"</{name}>"


def _opening(name: str, attributes: Mapping[str, object]) -> str:
    return " ".join([name, *(f'{key}="{escaped(str(value))}"' for key, value in attributes.items())])


def nested(parts: Iterable[str]) -> str:
    """Elements as the content of another one, each on its own line."""
    lines = "\n".join(parts)
    return f"\n{lines}\n" if lines else ""


def escaped(text: str) -> str:
    r"""A text as XML in ASCII; characters that XML does not allow become escapes such as `\x1b`."""
    shown = visible_name(text, PLAIN).translate(_ESCAPES)
    return shown.encode("ascii", "xmlcharrefreplace").decode("ascii")
