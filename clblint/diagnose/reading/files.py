"""Reads the files of a snapshot into a `Snapshot`, whatever their names: what is in a file decides."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import sys
import zlib
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

from clblint.diagnose.events import event_of
from clblint.diagnose.objects import LiveObject, live_object
from clblint.diagnose.reading.ccm_log import is_log_line, log_lines
from clblint.diagnose.reading.describe import described, is_described, lines_of_services
from clblint.diagnose.reading.event_table import events_in_table, is_header, tables
from clblint.diagnose.reading.json_values import CutOffError, JsonItem, NotJsonError, json_items
from clblint.diagnose.reading.window import Window
from clblint.diagnose.snapshot import (
    DESCRIBED,
    EVENTS,
    INCOMPLETE,
    INVENTORY,
    LOG,
    OBJECTS,
    SECRET,
    UNREADABLE,
    HealthRow,
    ReadFile,
    Snapshot,
    SnapshotProblem,
)
from clblint.errors import UsageError
from clblint.files.links import leads_out
from clblint.files.paths import display_path
from clblint.files.read import STDIN
from clblint.i18n.language import tr, why_of
from clblint.i18n.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.diagnose.shape import Plain
    from clblint.inventory.answers import CliAnswer, UnreadableAnswer

_MOST_FILES = 5_000
_MOST_ENTRIES = 50_000
_MOST_BYTES = 2 << 30  # of all files, unpacked: a snapshot of 5,000 Services has 300 MB
_MOST_OBJECTS = 2_000_000
_MOST_TEXT = 256 << 20  # characters of a file that is no JSON; the log of a day is smaller
_GZIP = b"\x1f\x8b"
_GZIP_FORMAT = 31  # the largest window, and the header of gzip
_PIECE = 1 << 16
_MOST_TIMES = 200  # bytes out of one byte of gzip: of a snapshot it makes up to 80
_FREE_BYTES = 64 << 20  # that may come out of any file, however small
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_COLLECT = "kubectl get svc,endpoints,endpointslices,pods,deployments,statefulsets,daemonsets,events,nodes -A -o json"
_YAML = re.compile(r"^(?:apiVersion|kind|items|metadata|- apiVersion):", re.MULTILINE)
_SECRET_MAPS = frozenset({"eni-config", "cloud-config"})
_PROXY_MAPS = frozenset({"kube-proxy-worker", "kube-proxy-master", "kube-proxy"})
_CORE = frozenset(
    {"Service", "Endpoints", "Pod", "Node", "ConfigMap", "Secret"}
)  # other groups have kinds of these names
_NAMED = re.compile(r'"(kind|name|namespace)":\s*"([^"\\]{1,253})"')
_ERRORS = ("Error from server", "error: ", "Unable to connect", "The connection to the server")
_REMARKS = ("Warning: ", "No resources found", "Flag --", *_ERRORS)
_LONGEST_ERROR = 300  # characters
_PREFIXED = "[pod/"  # a line of kubectl logs --prefix
_DEEPEST = 3  # lists in lists


def read_snapshot(paths: Iterable[str], day: int, tell: Callable[[str, int], None]) -> Snapshot:
    """Read files, folders and standard input (`-`).

    `day` is the day for checks of expiry, in days since 1970, if the snapshot shows no time; `tell` is called
    with a path and the number of objects so far. Raises `UsageError` for a path that cannot be read.
    """
    reader = _Reader(day, tell)
    named = list(paths)
    only = named[0] if len(named) == 1 and named[0] != STDIN and os.path.isdir(named[0]) else ""
    for path in listed_files(named):
        reader.read(path, os.path.relpath(path, only) if only else display_path(path) if path != STDIN else path)
    return reader.finish()


def read_text(text: str, name: str) -> Snapshot:
    """Read a text as if it were a file of that name; a check of expiry needs a time in it."""
    reader = _Reader(0, lambda _path, _count: None)
    reader.read_stream(name, io.BytesIO(text.encode()))
    return reader.finish()


def pieces_of(files: Iterable[str], lost: Callable[[str], object]) -> Iterator[Plain | str]:
    """Yield what is in the files: objects and answers of the CLI as values, and the lines that a diagnosis reads.

    What is cut off or not understood is left out, and `lost` called with the file. Raises `UsageError` for a path that
    cannot be read.
    """
    for path in files:
        try:
            with _opened(path) as stream:
                yield from _pieces(path, Window(_Decoded(stream, _free).read), lost)
        except (OSError, _BlownUpError) as error:
            raise _unreadable(path, error) from error


def _unreadable(path: str, error: OSError | _BlownUpError) -> UsageError:
    if isinstance(error, _BlownUpError):
        why = tr("unpacks to more than {times} times its size: unpack it first if it is meant", times=_MOST_TIMES)
    else:
        why = why_of(error)
    return UsageError(tr("{path}: {why}", path=path, why=why))


def _free(_: int) -> bool:
    return True


def _pieces(path: str, window: Window, lost: Callable[[str], object]) -> Iterator[Plain | str]:
    while first := window.skip_space():
        if first in "{[" and not window.starts_with("{{") and not window.starts_with(_PREFIXED):
            try:
                for item in json_items(window):
                    yield from _with_kind(item)
            except (CutOffError, NotJsonError):
                lost(path)
                return
            continue
        lines = _lines_before_json(window)
        kept = list(_understood(lines))
        yield from kept
        if not kept and _YAML.search(text := "".join(lines)):
            yield from _yaml_pieces(path, text, lost)
        elif not kept and not all(map(_is_remark, lines)):
            lost(path)


def _understood(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that a diagnosis reads: of Services as text, of logs, and of tables of events."""
    lines = list(lines)
    header = ""
    for line in lines_of_services(lines) if is_described("".join(lines)) else ():
        yield line
    for line in lines:
        if is_header(line):
            header = line
            yield line
        elif is_log_line(line) or (header and next(events_in_table(header, [line], ""), None) is not None):
            yield line


def _with_kind(item: JsonItem, depth: int = 0) -> Iterator[Plain]:
    """Yield an object, or those of a list in a list; one of a list of one kind gets that kind."""
    if not isinstance(item.value, dict):
        return
    listed = item.value.get("items")
    if isinstance(listed, list) and depth < _DEEPEST:
        for inner in listed:
            yield from _with_kind(JsonItem(inner, item.value), depth + 1)
        return
    of = item.of or {}
    kind = str(of.get("kind") or "").removesuffix("List")
    own = {"apiVersion": of.get("apiVersion", "v1"), "kind": kind} if kind else {}
    yield {**own, **item.value}


def is_answer(value: Plain) -> bool:
    """Whether a JSON value is an answer of the Alibaba Cloud CLI that a diagnosis reads."""
    if any(_health(value, "")):
        return True
    from clblint.inventory.answers import UnreadableAnswer, answers_in  # noqa: PLC0415 - few snapshots have one
    from clblint.source.text import Source  # noqa: PLC0415 - as above

    found = answers_in(Source("", json.dumps(value).encode()))
    return any(not isinstance(one, UnreadableAnswer) for one in found)


def _yaml_pieces(path: str, text: str, lost: Callable[[str], object]) -> Iterator[Plain]:
    from clblint.diagnose.reading.yaml_values import UnreadableYamlError, yaml_items  # noqa: PLC0415 - mostly JSON

    try:
        for item in yaml_items(path, text):
            yield from _with_kind(item)
    except UnreadableYamlError:
        lost(path)


def _lines_before_json(window: Window) -> list[str]:
    """The lines up to the next JSON value or the end."""
    lines: list[str] = []
    while not (lines and window.text.startswith("{", window.at) and not window.starts_with("{{")):
        line = window.line()
        if line is None:
            break
        lines.append(line)
    return lines


def listed_files(paths: Iterable[str]) -> Iterator[str]:
    """Yield the files that paths name, with those below folders."""
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            yield from _below(path)
        else:
            yield path


def _below(folder: str) -> Iterator[str]:
    """The files below a folder, sorted; not those that are hidden, and no links that lead out of it."""
    found: list[str] = []
    seen = 0
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        seen += len(folders) + len(names)
        if seen > _MOST_ENTRIES or len(found) > _MOST_FILES:
            raise UsageError(tr("{path}: too many files and folders to look at: name a folder in it", path=folder))
        paths = (os.path.join(here, name) for name in sorted(names) if not name.startswith("."))
        root = [os.path.realpath(folder)]
        found += [
            path for path in paths if os.path.isfile(path) and not (os.path.islink(path) and leads_out(path, root))
        ]
    if not found:
        raise UsageError(tr("{path}: no file in this folder", path=display_path(folder)))
    yield from found


class _Reader:
    def __init__(self, day: int, tell: Callable[[str, int], None]) -> None:
        self.snapshot = Snapshot()
        self._day = day
        self._tell = tell
        self._left = _MOST_BYTES
        self._answers: list[CliAnswer | UnreadableAnswer] = []
        self._holds: dict[str, int] = {}
        self._total = 0

    def finish(self) -> Snapshot:
        snapshot = self.snapshot
        if self._answers:
            from clblint.inventory.inventory import Inventory  # noqa: PLC0415 - few snapshots have one

            now = snapshot.now
            snapshot.inventory = Inventory(
                self._answers, int((now.seconds if now.source else self._day * 86400) * 1000)
            )
        return snapshot

    def read(self, path: str, shown: str) -> None:
        """Read one file; `shown` is its name in the report."""
        try:
            with _opened(path) as stream:
                self.read_stream(shown, stream)
        except (OSError, _BlownUpError) as error:
            raise _unreadable(shown, error) from error

    def read_stream(self, shown: str, stream: IO[bytes]) -> None:
        """Read what is open; `shown` is its name in the report."""
        self._holds = {}
        flaws = len(self.snapshot.problems)
        self._contents(shown, stream)
        new = self.snapshot.problems[flaws:]
        complete = not any(one.name in {INCOMPLETE, UNREADABLE} for one in new)
        self.snapshot.files.append(ReadFile(shown, tuple(self._holds), sum(self._holds.values()), complete))

    def _contents(self, path: str, stream: IO[bytes]) -> None:
        window = Window(_Decoded(stream, self._spend).read)
        while first := window.skip_space():
            if "\0" in window.text[:4096]:
                self._refuse(path, window.offset)
                return
            if first in "{[" and not window.starts_with("{{") and not window.starts_with(_PREFIXED):
                if not self._json(path, window):
                    return
            else:
                self._text(path, window)

    def _spend(self, count: int) -> bool:
        self._left -= count
        return self._left >= 0

    def _json(self, path: str, window: Window) -> bool:
        """Read a JSON value; returns whether what follows can be read."""
        try:
            for item in json_items(window):
                self._take(path, item)
        except CutOffError as error:
            self._note_cut(path, error.offset + len(error.rest), error.rest)
            return False
        except NotJsonError as error:
            if error.inside:
                message = phrase("no JSON from character {at} on; what is before it is used", at=error.offset)
                self.snapshot.problems.append(SnapshotProblem(INCOMPLETE, path, message, _COLLECT))
            else:
                self._refuse(path, error.offset)
            while (line := window.line()) is not None and line.strip():
                pass
            return not error.inside
        return True

    def _note_cut(self, path: str, end: int, rest: str) -> None:
        message = phrase("the file ends in the middle of an object, at character {end}", end=end)
        self.snapshot.problems.append(SnapshotProblem(INCOMPLETE, path, message, _COLLECT))
        named = dict(reversed(_NAMED.findall(rest[:200_000])))
        if named.get("kind") == "Service" and "name" in named:
            self.snapshot.cut.append((named.get("namespace", "default"), named["name"]))

    def _refuse(self, path: str, offset: int) -> None:
        message = phrase(
            "not understood from character {offset} on: no objects, events, log or inventory", offset=offset
        )
        self.snapshot.problems.append(SnapshotProblem(UNREADABLE, path, message, _COLLECT))

    def _take(self, path: str, item: JsonItem, depth: int = 0) -> None:
        value = item.value
        if not isinstance(value, dict):
            return
        if self._total >= _MOST_OBJECTS:
            raise UsageError(tr("{path}: more than {most} objects: name fewer files", path=path, most=_MOST_OBJECTS))
        listed = value.get("items")
        if isinstance(listed, list) and depth < _DEEPEST:
            for inner in listed:
                self._take(path, JsonItem(inner, value), depth + 1)
            return
        kind = value.get("kind") or str((item.of or {}).get("kind") or "").removesuffix("List")
        version = value.get("apiVersion") or (item.of or {}).get("apiVersion") or ""
        if isinstance(kind, str) and kind and isinstance(value.get("metadata"), dict):
            self._object(path, kind, str(version), value)
        elif item.of is None or "kind" not in item.of:
            self._answer(path, value)

    def _object(self, path: str, kind: str, version: str, value: Plain) -> None:
        if kind == "Status":  # an answer of the API server in the place of objects
            self.snapshot.refusals.append((path, str(value.get("message") or kind)[:_LONGEST_ERROR]))
            return
        self._count(OBJECTS, path)
        if kind == "Secret" or (kind == "ConfigMap" and not self._is_proxy(value)):
            self._skip(path, kind, value)
        elif kind == "Event":
            self.snapshot.events.append(event_of(value, path))
        elif kind not in _CORE or "/" not in version:
            thing = live_object({"apiVersion": version, **value}, kind, path)
            if thing is not None:
                self.snapshot.add(thing)

    @staticmethod
    def _is_proxy(value: Plain) -> bool:
        return value["metadata"].get("name") in _PROXY_MAPS

    def _skip(self, path: str, kind: str, value: Plain) -> None:
        self.snapshot.skipped[kind] += 1
        known = any(one.name == SECRET for one in self.snapshot.problems)
        if not known and (kind == "Secret" or value["metadata"].get("name") in _SECRET_MAPS):
            message = phrase(
                "holds objects with secrets ({kind}): nothing of them was read; make a copy without them", kind=kind
            )
            self.snapshot.problems.append(
                SnapshotProblem(SECRET, path, message, f"clblint diagnose --redact OUT {path}")
            )

    def _answer(self, path: str, value: Plain) -> None:
        """Take an answer of the Alibaba Cloud CLI."""
        rows = list(_health(value, path))
        if rows:
            self.snapshot.health += rows
            self._count(INVENTORY, path)
            return
        from clblint.inventory.answers import UnreadableAnswer, answers_in  # noqa: PLC0415 - few snapshots have one
        from clblint.source.text import Source  # noqa: PLC0415 - as above

        found = list(answers_in(Source(path, json.dumps(value).encode())))
        if found and not all(isinstance(one, UnreadableAnswer) for one in found):
            self._answers += found
            self._count(INVENTORY, path)
        elif value and not {"RequestId", "BackendServers"} & value.keys():
            self._refuse(path, 0)

    def _count(self, what: str, path: str) -> None:
        self._holds[what] = self._holds.get(what, 0) + 1
        self._total += 1
        self._tell(path, self._total)

    def _text(self, path: str, window: Window) -> None:
        """Read lines up to the next JSON value or the end."""
        lines: list[str] = []
        size = 0
        while not (lines and window.text.startswith("{", window.at) and not window.starts_with("{{")):
            line = window.line()
            if line is None:
                break
            size += len(line)
            if size > _MOST_TEXT:
                self._note_cut(path, window.offset, "")
                return
            lines.append(line)
        self._lines(path, lines)

    def _lines(self, path: str, lines: list[str]) -> None:
        text = "".join(lines)
        found = False
        if is_described(text):
            found = True
            self._described(path, lines)
        if any(map(is_log_line, lines)):
            found = True
            self.snapshot.log += (read := list(log_lines(lines, path)))
            self._holds[LOG] = self._holds.get(LOG, 0) + len(read)
        for header, rows in tables(lines):
            found = True
            self._table(path, header, rows)
        if not found and _YAML.search(text):
            found = True
            self._yaml(path, text)
        if not found:
            self._remarks(path, lines)

    def _remarks(self, path: str, lines: list[str]) -> None:
        """Take note of errors of kubectl; of lines that are no remarks of it nothing is understood."""
        for line in lines:
            if line.startswith(_ERRORS):
                self.snapshot.refusals.append((path, line.strip()[:_LONGEST_ERROR]))
        if not all(map(_is_remark, lines)):
            self._refuse(path, 0)

    def _described(self, path: str, lines: list[str]) -> None:
        for one in described(lines, path):
            service = live_object(one.service, "Service", path)
            if service is None:
                continue
            key = service.namespace, service.name
            if self.snapshot.find("Service", *key) is None:
                self.snapshot.add(service)
                self.snapshot.described.add(key)
            if one.endpoints is not None and self.snapshot.find("Endpoints", *key) is None:
                self.snapshot.add(LiveObject("Endpoints", one.endpoints, path))
            self.snapshot.events += one.events
            self._count(DESCRIBED, path)

    def _table(self, path: str, header: str, rows: list[str]) -> None:
        for event in events_in_table(header, rows, path):
            self.snapshot.events.append(event)
            self._count(EVENTS, path)

    def _yaml(self, path: str, text: str) -> None:
        from clblint.diagnose.reading.yaml_values import UnreadableYamlError, yaml_items  # noqa: PLC0415 - mostly JSON

        cut = False
        try:
            for item in yaml_items(path, text):
                self._take(path, item)
                cut = cut or (item.of is not None and "kind" not in item.of)  # kubectl prints it below the items
            if cut:
                self._note_cut(path, len(text), "")
        except UnreadableYamlError as error:
            end = max(text.rfind("\n- apiVersion:"), text.rfind("\n---"))
            message = phrase("not readable as YAML in line {line}; what is before it is used", line=error.line)
            self.snapshot.problems.append(SnapshotProblem(INCOMPLETE, path, message, _COLLECT))
            if end > 0:
                with _only_once():
                    for item in yaml_items(path, text[: end + 1]):
                        self._take(path, item)


@contextmanager
def _only_once() -> Iterator[None]:
    """What is left of a broken text is read as far as it can be."""
    from clblint.diagnose.reading.yaml_values import UnreadableYamlError  # noqa: PLC0415 - mostly JSON

    with suppress(UnreadableYamlError):
        yield


def _health(value: Plain, path: str) -> Iterator[HealthRow]:
    servers = value.get("BackendServers")
    listed = servers.get("BackendServer") if isinstance(servers, dict) else None
    for row in listed if isinstance(listed, list) else []:
        if isinstance(row, dict) and isinstance(row.get("ServerHealthStatus"), str):
            yield HealthRow(
                _number(row.get("ListenerPort")), str(row.get("ServerId", "")), str(row.get("ServerIp", "")),
                _number(row.get("Port")), row["ServerHealthStatus"].lower(), path,
            )  # fmt: skip


def _is_remark(line: str) -> bool:
    """Whether a line is a remark of kubectl that was written into the same file."""
    return not line.strip() or line.startswith(_REMARKS)


def _number(value: object) -> int:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0  # noqa: PLR2004 - a port


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if path == STDIN:
        if sys.stdin is None:
            raise UsageError(tr("standard input is closed"))
        yield sys.stdin.buffer
        return
    with open(path, "rb") as stream:
        yield stream


class _Decoded:
    """The text of a stream of bytes: packed with gzip or not, UTF-8 or UTF-16."""

    def __init__(self, stream: IO[bytes], spend: Callable[[int], bool]) -> None:
        self._spend = spend
        head = _exactly(stream, 4)
        self._stream: Any = _Joined(head, stream)  # a stream, as far as `read` goes
        if head.startswith(_GZIP):
            unpacked = _Unpacked(self._stream)
            head = unpacked.read(4)
            self._stream = _Joined(head, unpacked)
        name = next((name for bom, name in _BOMS if head.startswith(bom)), "")
        if not name and len(head) == 4:  # noqa: PLR2004 - as many as were read
            name = {(0, 1): "utf-16-be", (1, 0): "utf-16-le"}.get((min(head[0], 1), min(head[1], 1)), "")
        self._decoder = codecs.getincrementaldecoder(name or "utf-8")("replace")
        self._ended = False

    def read(self, size: int) -> str:
        """The next characters; empty at the end."""
        while not self._ended:
            data = self._stream.read(size)
            self._ended = not data or not self._spend(len(data))
            text = self._decoder.decode(data, self._ended)
            if text:
                return text
        return ""


class _BlownUpError(Exception):
    """A few bytes unpack to very many: that is no snapshot."""


class _Unpacked:
    """The contents of a stream that gzip has packed, as far as they are there; raises `_BlownUpError`."""

    def __init__(self, packed: _Joined) -> None:
        self._packed = packed
        self._taken = self._given = 0  # bytes
        self._engine = zlib.decompressobj(_GZIP_FORMAT)
        self._rest = b""

    def read(self, size: int) -> bytes:
        """The next bytes; empty at the end, and where the stream is broken."""
        while True:
            if self._engine.eof:  # another packed part may follow
                self._rest, self._engine = self._engine.unused_data, zlib.decompressobj(_GZIP_FORMAT)
            packed = self._engine.unconsumed_tail or self._rest or self._next()
            self._rest = b""
            if not packed:
                return b""
            try:
                data = self._engine.decompress(packed, size)
            except zlib.error:
                return b""
            if data:
                self._given += len(data)
                if self._given > max(_FREE_BYTES, _MOST_TIMES * self._taken):
                    raise _BlownUpError
                return data

    def _next(self) -> bytes:
        packed = self._packed.read(_PIECE)
        self._taken += len(packed)
        return packed


class _Joined:
    """A stream whose first bytes have been read already."""

    def __init__(self, head: bytes, rest: IO[bytes] | _Unpacked) -> None:
        self._head = head
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        if self._head:
            data, self._head = (self._head, b"") if size < 0 else (self._head[:size], self._head[size:])
            return data
        return self._rest.read(size)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = b""
    while len(data) < size and (piece := stream.read(size - len(data))):
        data += piece
    return data
