"""Finds IPv4 addresses of hosts in the text of manifests, outside of Services and comments."""

from __future__ import annotations

from itertools import islice

from clblint.fast import NamedTuple
from clblint.light import pattern
from clblint.source.go_integers import whole
from clblint.source.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.text import Source

_MOST = 255
_LIST = 1000  # a file with more addresses is a list of addresses, not a use of them
_DIGITS = "0123456789"
_LONGEST, _TO_LAST = 3, 2  # digits of a number, and numbers between the first and the last
# Characters that exclude an address if they precede or follow it; with a slash it is a network, not a host.
_NOT_BEFORE = frozenset(".-_")
_NOT_AFTER = frozenset(".-_/")
_SEPARATOR = "\n---"
# How nearly every Service says its kind, what each has, and all ways.
_SERVICE, _NAME = "kind: Service\n", "Service"
_ANY_SERVICE = pattern(r"""kind["']?[ \t]*:[ \t]*["']?Service["']?[ \t]*(?:[,}\r\n]|$)""")


class Mention(NamedTuple):
    """A place where a file uses an address."""

    place: Place


def addresses_in(text: str) -> set[str]:
    """The IPv4 addresses of hosts in a file, outside of Services and comments; empty if there are over a thousand."""
    found = {text[start:end] for start, end in islice(_found(text), _LIST)}
    return found if len(found) < _LIST else set()


def mentions_of(address: str, source: Source) -> list[Mention]:
    """The places at which a file uses an address."""
    text = source.text
    return [
        Mention(Place(source.path, source.span(start, end)))
        for start, end in islice(_found(text), _LIST)
        if text[start:end] == address
    ]


def _found(text: str) -> Iterator[tuple[int, int]]:
    stop, of_service = 0, False
    for point, end in _tails(text):
        start = point
        while start and text[start - 1] in _DIGITS:
            start -= 1
        if start >= stop:  # in a later document
            stop = text.find(_SEPARATOR, start)
            stop = stop if stop >= 0 else len(text)
            of_service = _has_service(text, max(text.rfind(_SEPARATOR, 0, start), 0), stop)
        if not of_service and _is_host(text, start, end) and not _is_comment(text, start):
            yield start, end


def _tails(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offset of each point behind which two more stand between numbers, and where the last number ends."""
    parts = iter(text.split("."))
    end = len(next(parts))  # where the point before a part stands
    first, numbers = 0, 0  # the point before the numbers, and how many of them there are so far
    for part in parts:
        begin, end = end, end + 1 + len(part)
        if numbers == _TO_LAST:
            head = part[: _LONGEST + 1]
            digits = len(head) - len(head.lstrip(_DIGITS))
            if 0 < digits <= _LONGEST:
                yield first, begin + 1 + digits
            numbers = 0
        elif len(part) <= _LONGEST and part.isdigit() and part.isascii():
            first = first if numbers else begin
            numbers += 1
        else:
            numbers = 0


def _has_service(text: str, start: int, end: int) -> bool:
    """Whether a document is a Service, or has one."""
    if text.find(_SERVICE, start, end) >= 0:
        return True
    return text.find(_NAME, start, end) >= 0 and _ANY_SERVICE.search(text, start, end) is not None


def _is_host(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in _NOT_BEFORE or before.isalnum() or after in _NOT_AFTER or after.isalnum():
        return False
    parts = text[start:end].split(".")
    return all(part and whole(part) <= _MOST for part in parts) and parts[0] not in {"0", "127", "255"}


def _is_comment(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.lstrip().startswith("#") or " #" in line
