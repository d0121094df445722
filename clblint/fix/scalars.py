"""`rewritten`: writes a new value for a scalar in the quoting style of the old one."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.light import pattern
from clblint.source.scalars import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

_PROPERTIES = pattern(r"(?:[&!]\S*\s+)+")  # a tag and an anchor before the value itself
_BLOCK = ("|", ">")
_HEADER = pattern(r"[|>][-+0-9]*([ \t]+#[^\r\n]*)?")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SIMPLE = f"{_LETTERS}0123456789_./:+=@-"  # of a value without quotes, which begins with a letter or a slash
_NOT_SIMPLE = pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")  # none of these is printable


class TextEdit(NamedTuple):
    """A range of a text, from `start` to `end` (offsets), and the text that replaces it."""

    start: int
    end: int
    text: str


def rewritten(raw: str, old: str, new: str | int, part: tuple[int, int], *, single: bool) -> TextEdit:
    """The source text of a scalar with a part of its value replaced; `raw` is the old source, `old` the old value.

    The quoting style is preserved. A plain scalar that needs quotes gets double ones, or single ones with `single`.
    """
    properties = _PROPERTIES.match(raw) if raw.startswith(("&", "!")) else None
    begin = properties.end() if properties else 0
    if isinstance(new, int):
        return TextEdit(begin, len(raw), str(new))
    if not raw:  # no value after the colon
        return TextEdit(0, 0, " " + _complete("", "", new, single=single))
    body, value = raw[begin:], old[: part[0]] + new + old[part[1] :]
    is_complete = part == (0, len(old))
    inside = None if is_complete else _inside(body, old, new, part)
    if inside is not None and (body[:1] in "\"'|>" or is_plain(value, like=old)):
        return TextEdit(begin + inside, begin + inside + part[1] - part[0], new)
    return TextEdit(begin, len(raw), _complete(body, old, value, single=single))


def quoted(value: str, *, single: bool) -> str:
    """A value as a quoted scalar: in single quotes with `single`, unless non-printable characters need double ones."""
    if single and (value.isprintable() or not _NOT_SIMPLE.search(value)):
        return "'" + value.replace("'", "''") + "'"
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    from json import dumps  # noqa: PLC0415 - most values are quoted without an escape

    return _NOT_SIMPLE.sub(_escape, dumps(value, ensure_ascii=False))


def is_plain(value: str, *, like: str = "") -> bool:
    """Whether every parser reads the value without quotes as the same string; `like` is the old plain value."""
    if "," in like:  # so the scalar is not in a flow collection
        value = value.replace(",", "")
    is_simple = value[:1] in {"/", *_LETTERS} and not value.strip(_SIMPLE)
    return is_simple and value[-1] != ":" and isinstance(plain(value), str)


def _inside(body: str, old: str, new: str, part: tuple[int, int]) -> int | None:
    """The offset of a part in the source, if neither it nor the new text needs escapes; otherwise None."""
    if (not new.isprintable() and _NOT_SIMPLE.search(new)) or any(char in new for char in "\"'\\"):
        return None
    if body.startswith(_BLOCK):
        piece = old[slice(*part)]
        return body.index(piece) if piece and body.count(piece) == 1 and old.count(piece) == 1 else None
    opening = body[:1] in ("'", '"')
    content = body[1:-1] if opening else body
    return opening + part[0] if content == old else None


def _complete(body: str, old: str, value: str, *, single: bool) -> str:
    if body[:1] == '"':
        return quoted(value, single=False)
    if body[:1] == "'":
        return quoted(value, single=True)
    header = _HEADER.match(body) if body.startswith(_BLOCK) else None
    made = value if is_plain(value, like="" if header else old) else quoted(value, single=single)
    return made + (header[1] or "") if header else made


def _escape(found: Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
