"""Reads the table that `kubectl get events` prints, by the columns of its header."""

from __future__ import annotations

import re

from clblint.diagnose.events import Event, plain_message
from clblint.diagnose.reading.describe import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEADER = re.compile(r"(?:NAMESPACE\s+)?LAST SEEN\s.*\bREASON\b")
_COLUMN = re.compile(r"\S+(?: \S+)*")
_LONGEST = 4000  # characters of a row
_MOST_COLUMNS = 40  # kubectl prints twelve, and those of labels that are asked for
_KINDS = {
    "service": "Service", "pod": "Pod", "node": "Node", "endpoints": "Endpoints", "deployment": "Deployment",
    "replicaset": "ReplicaSet", "ingress": "Ingress",
}  # fmt: skip


def is_header(line: str) -> bool:
    """Whether a line is the header of a table of events."""
    return _HEADER.match(line) is not None and len(_COLUMN.findall(line)) <= _MOST_COLUMNS


def tables(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the header and the rows of each table in lines of text; a table ends where the next one begins."""
    starts = [index for index, line in enumerate(lines) if is_header(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        yield lines[start], lines[start + 1 : end]


def events_in_table(header: str, rows: Iterable[str], file: str) -> Iterator[Event]:
    """Yield the events in the rows below a header; the namespace is empty if the table has no column for it."""
    columns = [(found[0], found.start()) for found in _COLUMN.finditer(header)]
    starts = [start for _, start in columns]
    for row in rows:
        cells = _cells(row.rstrip("\r\n")[:_LONGEST], starts)
        found = dict(zip((name for name, _ in columns), cells, strict=True))
        event = _event(found, file)
        if event is not None:
            yield event


def _cells(row: str, starts: list[int]) -> list[str]:
    """The cells of a row; a cell begins where its column does, the last one takes the rest."""
    ends = [*starts[1:], len(row)]
    return [row[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _event(cells: dict[str, str], file: str) -> Event | None:
    kind, _, name = cells.get("OBJECT", "").partition("/")
    reason = cells.get("REASON", "")
    if not name or not reason:
        return None
    count, age, first = counted(cells.get("LAST SEEN", ""))
    count_cell = cells.get("COUNT", "")
    return Event(
        kind=_KINDS.get(kind.lower(), kind), namespace=cells.get("NAMESPACE", ""), name=name, uid="",
        type=cells.get("TYPE", ""), reason=reason, message=plain_message(cells.get("MESSAGE", "")),
        component=cells.get("SOURCE", "").split(",")[0],
        times=int(count_cell) if count_cell.isascii() and count_cell.isdigit() and len(count_cell) < 10 else count,  # noqa: PLR2004 - no count
        first=None, last=None, id="", file=file, age=age, first_age=first,
    )  # fmt: skip
