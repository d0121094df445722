"""The pieces of a snapshot as plain values and lines, for a copy of it."""

from __future__ import annotations

import json

from clblint.diagnose.reading.ccm_log import is_log_line
from clblint.diagnose.reading.describe import is_described, lines_of_services
from clblint.diagnose.reading.event_table import events_in_table, is_header
from clblint.diagnose.reading.health import health_rows
from clblint.diagnose.reading.json_values import CutOffError, JsonItem, NotJsonError, json_items
from clblint.diagnose.reading.parts import DEEPEST, YAML, is_remark, lines_before_json, starts_json
from clblint.diagnose.reading.streams import Decoded, opened
from clblint.diagnose.reading.window import Window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.diagnose.shape import Plain


def pieces_of(files: Iterable[str], lost: Callable[[str], object]) -> Iterator[Plain | str]:
    """Yield what is in the files: objects and answers of the CLI as values, and the lines that a diagnosis reads.

    Truncated or unreadable parts are left out; `lost` is called with the file of each. Raises `UsageError` for a path
    that cannot be read.
    """
    for path in files:
        with opened(path, path) as stream:
            yield from _pieces(path, Window(Decoded(stream).read), lost)


def _pieces(path: str, window: Window, lost: Callable[[str], object]) -> Iterator[Plain | str]:
    while window.skip_space():
        if starts_json(window):
            try:
                for item in json_items(window):
                    yield from _with_kind(item)
            except (CutOffError, NotJsonError):
                lost(path)
                return
            continue
        lines = list(lines_before_json(window))
        kept = list(_understood(lines))
        yield from kept
        if not kept and YAML.search(text := "".join(lines)):
            yield from _yaml_pieces(path, text, lost)
        elif not kept and not all(map(is_remark, lines)):
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
    if isinstance(listed, list) and depth < DEEPEST:
        for inner in listed:
            yield from _with_kind(JsonItem(inner, item.value), depth + 1)
        return
    of = item.of or {}
    kind = str(of.get("kind") or "").removesuffix("List")
    own = {"apiVersion": of.get("apiVersion", "v1"), "kind": kind} if kind else {}
    yield {**own, **item.value}


def is_answer(value: Plain) -> bool:
    """Whether a JSON value is an answer of the Alibaba Cloud CLI that a diagnosis reads."""
    if any(health_rows(value, "")):
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
