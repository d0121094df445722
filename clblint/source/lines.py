"""The tree of a plain document, read line by line: in Python twice as fast as from the events of libyaml.

A document is plain here if each of its lines holds nothing or a comment, or dashes, a key and a value, each of which
may be missing, or belongs to a literal block (`|`). Keys are words, and a value is on one line: unquoted, in quotes
without escapes, or a list of such in brackets; none is a number that JSON lacks. For any other document there is no
result, and `tree.build` decides; it defines the result of these, too.
"""

# ruff: noqa: SLF001 - it makes nodes, slot by slot

from __future__ import annotations

from sys import intern

from clblint.source.mapping import Mapping
from clblint.source.node import _NOT_READ, NOTATIONS, PLAIN, Scalar, Sequence
from clblint.source.scalars import BEHIND_NUMBERS, BEYOND_JSON, SPELLINGS, TELLING, quick_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from clblint.source.literal import Literal
    from clblint.source.node import Collection, Node, Notation, TextOrigin

    # In these, positions count from the beginning of the line.
    # What stands in brackets: style (as libyaml's, "" if it is not quoted), text, start and end.
    Item: TypeAlias = "tuple[str, str, int, int]"
    # A value: its kind, then as above, then what is in its brackets.
    Value: TypeAlias = "tuple[int, str, str, int, int, tuple[Item, ...]]"
    # What stands before a value: whether there are dashes, the indentation, the columns of the dashes, the key, its
    # start and its size; without a key the start is that of the last dash. The indentation of a mere comment is -1.
    Head: TypeAlias = "tuple[bool, int, tuple[int, ...], str | None, int, int]"
    # A line: its length with the line feed, what stands before its value, and this, with a size in place of its end;
    # then the JSON value if it is known.
    Row: TypeAlias = "tuple[int, Head, int, Notation, str, int, int, tuple[Item, ...], object]"

# Kinds of values.
_SCALAR, _MISSING, _LITERAL, _LIST, _MAPPING = range(5)

# The lines, and the heads of lines, that were read before: most of those of a manifest are in other ones, too.
_ROWS: dict[str, Row] = {}
_HEADS: dict[str, Head] = {}
MOST_KEPT = 4096  # of each; two megabytes
_LONGEST = 1000  # characters: to libyaml, what is longer is no key
_DEEPEST = 100  # and as many levels as one line begins
_START = "---"  # of a document
_QUOTES = frozenset("'\"")
# ASCII with which an unquoted value surely begins; it may also begin with a letter of another alphabet.
_UNQUOTED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$(<+~=^\\;")
_MARKS_IN_WORDS = str.maketrans("", "", "_./-")
_EMPTY = {"{}": _MAPPING, "{ }": _MAPPING, "[]": _LIST, "[ ]": _LIST}
_LINE_FEEDS = {"|": "\n", "|-": ""}  # behind a literal block
_TWO_ENTRIES = 4  # keys and values
_QUOTED = NOTATIONS['"']
_NOTHING: Head = (False, -1, (), None, 0, 0)  # before a comment


def read_lines(text: str, origin: TextOrigin) -> list[Node] | None:  # noqa: C901, PLR0911, PLR0912, PLR0915 - one loop, in which a call for each node would cost a tenth
    """The roots of a text (one, or none if it is empty); None if it is not plain. Sets `origin.ordinary`."""
    lines = text.split("\n")
    lines.pop()  # a text ends with a line feed
    position = 0
    if lines[0] == _START:
        lines[0], position = "", len(_START)
    roots: list[Node] = []
    mappings: list[Mapping] = []
    outer: list[tuple[int, bool, list[Node], Collection | None]] = []
    # The innermost collection: its column, what it is, what is in it so far.
    column, in_sequence, siblings = -1, False, roots
    collection: Collection | None = None
    awaited = -1  # the offset at which a value is missing so far
    literal: Literal | None = None
    for line in lines:
        if literal is not None:
            belongs = literal.take(line, column)
            if belongs is None:
                return None
            if belongs:
                position += len(line) + 1
                continue
            literal.end(position)
            literal = None
        row = _ROWS.get(line)
        if row is None:
            row = _learned(line)
        if row is None:
            return None
        length, head, kind, notation, value, start, size, _, known = row
        is_item, indent, dashes, key, key_start, key_size = head
        if indent < 0:
            position += length
            continue
        begins = False  # whether a collection begins on this line
        if awaited >= 0:
            # What stands deeper, where a value is missing, is this value; so are dashes below a key.
            begins = indent > column or (indent == column and is_item and not in_sequence)
            if not begins:
                siblings.append(_scalar(origin, PLAIN, "", awaited, 0))
            awaited = -1
        if not begins and (indent != column or in_sequence is not is_item):
            while indent < column or (indent == column and in_sequence and not is_item):
                column, in_sequence, siblings, collection = outer.pop()
            if indent != column or in_sequence is not is_item:
                if roots:
                    return None
                begins = True  # the root
        if begins and len(outer) > _DEEPEST:
            return None
        for dash in dashes:
            if begins:
                outer.append((column, in_sequence, siblings, collection))
                collection = _collection(Sequence, origin, position + dash)
                siblings.append(collection)
                column, in_sequence, siblings = dash, True, collection.children
            begins = True  # what stands behind the dash
        if key is not None:
            if begins:
                outer.append((column, in_sequence, siblings, collection))
                # As `_collection`, and below as `_scalar`, which would be called for most nodes.
                collection = mapping = Mapping()
                mapping.origin = origin
                mapping._notation = PLAIN
                mapping._start = position + key_start
                mapping._size = 0
                mapping.is_flow = False
                mapping.children = []
                mapping.seen = None
                siblings.append(mapping)
                mappings.append(mapping)
                column, in_sequence, siblings = key_start, False, mapping.children
            node = Scalar()
            node.origin = origin
            node.text = key
            node._notation = PLAIN
            node._start = position + key_start
            node._size = key_size
            node._value = key  # a word that stands for itself
            siblings.append(node)
        if not kind:
            node = Scalar()
            node.origin = origin
            node.text = value
            node._notation = notation
            node._start = position + start
            node._size = size
            node._value = known
            siblings.append(node)
        elif kind == _MISSING:
            awaited = position + start
        elif kind == _LITERAL:
            scalar = _scalar(origin, notation, "", position + start, 0)
            siblings.append(scalar)
            from clblint.source.literal import Literal  # noqa: PLC0415 - many manifests have no such block

            literal = Literal(scalar, _LINE_FEEDS[value])
        else:
            siblings.append(_in_brackets(row, origin, position))
        position += length
    if literal is not None:
        if literal.is_empty:
            return None
        literal.end(position)
    if awaited >= 0:
        siblings.append(_scalar(origin, PLAIN, "", awaited, 0))
    if not roots and text.startswith(_START):
        return None  # an empty value
    origin.ordinary = _have_distinct_keys(mappings)
    return roots


def kept() -> int:
    """How many lines and heads of lines are kept."""
    return len(_ROWS) + len(_HEADS)


def _in_brackets(row: Row, origin: TextOrigin, position: int) -> Collection:
    _, _, kind, _, _, start, size, items, _ = row
    made = _collection(Mapping if kind == _MAPPING else Sequence, origin, position + start)
    made.is_flow, made._size = True, size
    made.children += [
        _scalar(origin, NOTATIONS[style], text, position + begin, behind - begin)
        for style, text, begin, behind in items
    ]
    return made


def _collection(kind: type[Collection], origin: TextOrigin, start: int) -> Collection:
    """A collection without brackets, which ends where its last child does."""
    made = kind()
    made.origin = origin  # one by one, which is faster than all in one statement
    made._notation = PLAIN
    made._start = start
    made._size = 0
    made.is_flow = False
    made.children = []
    made.seen = None
    return made


def _scalar(origin: TextOrigin, notation: Notation, text: str, start: int, size: int) -> Scalar:
    made = Scalar()
    made.origin, made._notation, made.text, made._start, made._size = origin, notation, text, start, size
    made._value = _NOT_READ
    return made


def _have_distinct_keys(mappings: list[Mapping]) -> bool:
    """Whether no mapping has a key twice; what a larger one holds is looked up, so that this is found on the way."""
    for mapping in mappings:
        children: list[Any] = mapping.children
        count = len(children)
        if count > _TWO_ENTRIES:
            found = {}
            rest = iter(children)
            for key in rest:  # as in `Mapping.resolved`
                found[key.text] = (key, next(rest))
            if 2 * len(found) < count:
                return False
            mapping.seen = found
        elif count == _TWO_ENTRIES and children[0].text == children[2].text:
            return False
    return True


def _learned(line: str) -> Row | None:
    """What a line holds, which is kept; None if only libyaml knows."""
    row = _row(line)
    if row is not None:
        if len(_ROWS) >= MOST_KEPT:
            _ROWS.clear()
        _ROWS[line] = row
    return row


def _row(line: str) -> Row | None:
    if len(line) > _LONGEST or not line.isprintable():  # which leaves out tabs, and what breaks lines
        return None
    before, colon, rest = line.partition(": ")
    head = _HEADS.get(before) or _learned_head(before) if colon else None
    if head is None:
        return _other_row(line)
    # As `_row_of` for most values, which are in few lines each: in quotes, or without blanks.
    length, size, first = len(line), len(rest), rest[:1]
    if first == '"' and rest.find('"', 1) == size - 1 and "\\" not in rest:
        text = rest[1:-1]
        return length + 1, head, _SCALAR, _QUOTED, text, length - size, size, (), text
    if first in _UNQUOTED and " " not in rest and rest[-1] != ":":
        known = quick_json(rest, _NOT_READ) if first in TELLING else rest
        if known is _NOT_READ and rest in BEYOND_JSON:
            return None
        return length + 1, head, _SCALAR, PLAIN, rest, length - size, size, (), known
    return _row_of(line, head, rest)


def _other_row(line: str) -> Row | None:
    """What a line holds in which no value stands behind a key."""
    body = line.lstrip(" ")
    if not body or body[0] == "#":
        return len(line) + 1, _NOTHING, _MISSING, PLAIN, "", 0, 0, (), _NOT_READ
    bare = line.rstrip(" ")
    if bare[-1] == ":":
        head = _head(bare[:-1])
        if head is not None:
            return _row_of(line, head, "")
    dashes, rest = _dashes(line)
    return _row_of(line, (True, dashes[0], dashes, None, dashes[-1], 0), rest) if dashes else None


def _row_of(line: str, head: Head, rest: str) -> Row | None:
    """The row of a line with its head and what stands behind that."""
    rest = rest.lstrip(" ")
    if not rest or rest[0] == "#":
        behind = head[-2] + head[-1] + 1
        value: Value | None = (_MISSING, "", "", behind, behind, ())
    else:
        value = _value(rest, len(line) - len(rest))
    if value is None:
        return None
    kind, style, text, start, end, items = value
    known = text if style else quick_json(text, _NOT_READ)
    if known is _NOT_READ and text in BEYOND_JSON:
        return None
    return len(line) + 1, head, kind, NOTATIONS[style], text, start, end - start, items, known


def _learned_head(before: str) -> Head | None:
    """What stands before a colon, which is kept; None if it is more or less than dashes and a word."""
    head = _head(before)
    if head is not None:
        if len(_HEADS) >= MOST_KEPT:
            _HEADS.clear()
        _HEADS[before] = head
    return head


def _head(before: str) -> Head | None:
    dashes, key = _dashes(before)
    if not _is_key(key):
        return None
    start = len(before) - len(key)
    return bool(dashes), dashes[0] if dashes else start, dashes, intern(key), start, len(key)


def _dashes(text: str) -> tuple[tuple[int, ...], str]:
    """The columns of the dashes before anything else, and what stands behind them."""
    body, dashes = text.lstrip(" "), []
    while body == "-" or body.startswith("- "):
        dashes.append(len(text) - len(body))
        body = body[1:].lstrip(" ")
    return tuple(dashes), body


def _is_key(text: str) -> bool:
    """Whether a text is a word that stands for itself (see `are_ordinary`)."""
    return text[:1] >= BEHIND_NUMBERS and text not in SPELLINGS and text.translate(_MARKS_IN_WORDS).isalnum()


def _value(text: str, start: int) -> Value | None:
    """The value in the rest of a line; None if only libyaml knows."""
    first = text[0]
    if first in _QUOTES:
        size = _behind_quotes(text, 0)
        is_all = size and (size == len(text) or (text[size] == " " and text[size:].lstrip(" ")[:1] in ("", "#")))
        return (_SCALAR, first, text[1 : size - 1], start, start + size, ()) if is_all else None
    text = text.partition(" #")[0].rstrip(" ")
    if first in "[{":
        return _bracketed(text, start)
    if first == "|":
        return (_LITERAL, "|", text, start, start, ()) if text in _LINE_FEEDS else None
    is_unquoted = first in _UNQUOTED or (text[1:2] not in ("", " ") if first == "-" else not first.isascii())
    if not is_unquoted or ": " in text or text[-1] == ":":
        return None
    return _SCALAR, "", text, start, start + len(text), ()


def _behind_quotes(text: str, start: int) -> int:
    """The offset behind a quoted text; 0 if only libyaml knows it, since it has escapes or goes on in another line."""
    quote = text[start]
    end = text.find(quote, start + 1)
    if end < 0 or text.startswith("'", end + 1) or (quote == '"' and "\\" in text[start:end]):
        return 0
    return end + 1


def _bracketed(text: str, start: int) -> Value | None:
    """An empty collection, or a list of quoted values and words."""
    if text in _EMPTY:
        return _EMPTY[text], "", "", start, start + len(text), ()
    if text[0] != "[" or text[-1] != "]":
        return None
    items: list[Item] = []
    at, last = 1, len(text) - 1
    while True:
        at = _behind_blanks(text, at)
        style = text[at] if text[at] in _QUOTES else ""
        end = _behind_quotes(text, at) if style else _behind_word(text, at)
        if end <= at:
            return None
        items.append((style, text[at + len(style) : end - len(style)], start + at, start + end))
        at = _behind_blanks(text, end)
        if at == last:
            return _LIST, "", "", start, start + last + 1, tuple(items)
        if text[at] != ",":
            return None
        at += 1


def _behind_blanks(text: str, at: int) -> int:
    while text[at] == " ":
        at += 1
    return at


def _behind_word(text: str, at: int) -> int:
    """The offset behind a word that begins with a letter or digit; the same if there is none."""
    end = at
    while text[end].isalnum() or (end > at and text[end] in "_./-"):
        end += 1
    return end
