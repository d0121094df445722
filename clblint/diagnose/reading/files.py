"""Reads the files of a snapshot into a `Snapshot`, whatever their names: what is in a file decides."""

from __future__ import annotations

import io
import json
import os
import re
from contextlib import contextmanager, suppress

from clblint.diagnose.events import event_of
from clblint.diagnose.objects import LiveObject, live_object
from clblint.diagnose.reading.ccm_log import is_log_line, log_lines
from clblint.diagnose.reading.describe import described, is_described
from clblint.diagnose.reading.event_table import events_in_table, tables
from clblint.diagnose.reading.health import health_rows
from clblint.diagnose.reading.json_values import CutOffError, JsonItem, NotJsonError, json_items
from clblint.diagnose.reading.named_files import listed_files
from clblint.diagnose.reading.parts import DEEPEST, ERRORS, YAML, is_remark, lines_before_json, starts_json
from clblint.diagnose.reading.streams import Decoded, opened
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
    ReadFile,
    Snapshot,
    SnapshotProblem,
)
from clblint.errors import UsageError
from clblint.files.paths import display_path
from clblint.files.read import STDIN
from clblint.i18n.language import tr
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO

    from clblint.diagnose.shape import Plain
    from clblint.inventory.answers import CliAnswer, UnreadableAnswer

_MOST_BYTES = 2 << 30  # of all files, unpacked: a snapshot of 5,000 Services has 300 MB
_MOST_OBJECTS = 2_000_000
_MOST_TEXT = 256 << 20  # characters of a file that is no JSON; the log of a day is smaller
_COLLECT = "kubectl get svc,endpoints,endpointslices,pods,deployments,statefulsets,daemonsets,events,nodes -A -o json"
_SECRET_MAPS = frozenset({"eni-config", "cloud-config"})
_PROXY_MAPS = frozenset({"kube-proxy-worker", "kube-proxy-master", "kube-proxy"})
_CORE = frozenset(
    {"Service", "Endpoints", "Pod", "Node", "ConfigMap", "Secret"}
)  # other groups have kinds of these names
_NAMED = re.compile(r'"(kind|name|namespace)":\s*"([^"\\]{1,253})"')
_LONGEST_ERROR = 300  # characters


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
        with opened(path, shown) as stream:
            self.read_stream(shown, stream)

    def read_stream(self, shown: str, stream: IO[bytes]) -> None:
        """Read an open file; `shown` is its name in the report."""
        self._holds = {}
        flaws = len(self.snapshot.problems)
        self._contents(shown, stream)
        new = self.snapshot.problems[flaws:]
        complete = not any(one.name in {INCOMPLETE, UNREADABLE} for one in new)
        self.snapshot.files.append(ReadFile(shown, tuple(self._holds), sum(self._holds.values()), complete))

    def _contents(self, path: str, stream: IO[bytes]) -> None:
        window = Window(Decoded(stream, self._spend).read)
        while window.skip_space():
            if "\0" in window.text[:4096]:
                self._refuse(path, window.offset)
                return
            if starts_json(window):
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
        if isinstance(listed, list) and depth < DEEPEST:
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
        rows = list(health_rows(value, path))
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
        for line in lines_before_json(window):
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
        if not found and YAML.search(text):
            found = True
            self._yaml(path, text)
        if not found:
            self._remarks(path, lines)

    def _remarks(self, path: str, lines: list[str]) -> None:
        """Record errors of kubectl; any line that is neither an error nor a remark makes the text unreadable."""
        for line in lines:
            if line.startswith(ERRORS):
                self.snapshot.refusals.append((path, line.strip()[:_LONGEST_ERROR]))
        if not all(map(is_remark, lines)):
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
    """Ignore a second flaw in a text that is read up to the first one."""
    from clblint.diagnose.reading.yaml_values import UnreadableYamlError  # noqa: PLC0415 - mostly JSON

    with suppress(UnreadableYamlError):
        yield
