"""What is done to a text: to its bytes, its lines, its keys and values, and the tree that it is read as."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import yaml
from hypothesis import strategies as st

from tests.hostile.seeds import keys_read

if TYPE_CHECKING:
    from collections.abc import Callable

    Drawn = TypeVar("Drawn")

    class Draw(Protocol):
        """Chooses one of the values that a strategy describes."""

        def __call__(self, strategy: st.SearchStrategy[Drawn], /) -> Drawn:
            """Choose."""
            ...


_BYTES = (
    *(b"", b"\0", b"\t", b"\r", b"\n", b"\r\n", b"\x1b[31m", b"\x7f", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc3"),
    *("\u0085", "\u2028", "\u202e", "\u200b", "\ufeff", "\u00a0", "\uffff", "\U0001f600", "\u0301", "中文"),
    *(b"\xed\xa0\x80", b"---\n", b"...\n", b"- ", b": ", b" #", b"# ", b"&a ", b"*a", b"!!str ", b"<<: ", b"? ", b"|"),
    *(b">-\n", b"'", b'"', b"\\", b"{", b"}", b"[", b"]", b",", b"%YAML 1.1\n---\n", b"%TAG ! tag:x,1:\n---\n", b"@"),
)
TOKENS: tuple[bytes, ...] = tuple(one.encode() if isinstance(one, str) else one for one in _BYTES)
VALUES = (
    *('""', "''", "~", "null", "true", "True", "yes", "on", "off", "ON", '" on"', '"on "', "0", "-0", "-1", "1", "080"),
    *(
        "65535",
        "65536",
        "0x1F",
        "0o17",
        "1_000",
        "1e3",
        "1e999",
        ".inf",
        "-.INF",
        ".nan",
        "1.0",
        "12:30:45",
        "2020-01-01",
    ),
    *(
        "9" * 25,
        '"' + "9" * 5000 + '"',
        "0" * 5000 + "80",
        '"' + "a" * 300 + '"',
        "中文",
        "é",
        '"\\u0000"',
        '"\\uD800"',
    ),
    *(
        '"\\x1b[0m"',
        '"\\r\\n::error::x"',
        '"::stop-commands::x"',
        '"##vso[task.complete]"',
        '"\\u202e"',
        '"a\\nb"',
        '"%0A"',
    ),
    *(
        "!!binary aGk=",
        "!!python/object:os.system x",
        "!!int x",
        "!x y",
        "&a [*a]",
        "*a",
        "&a b",
        "|",
        ">-",
        "|9",
        "|\n  x",
    ),
    *(
        "{{ .Values.x }}",
        '"{{ .Values.x }}"',
        "${X}",
        '"$(X)"',
        '"{{"',
        "{{- if x }}",
        "<no value>",
        "@",
        "`",
        "%",
        "- a",
    ),
    *(
        "[",
        "{",
        "]",
        "[]",
        "{}",
        "[[[[]]]]",
        "{a: {a: {}}}",
        "[a, a]",
        "{a: 1, a: 2}",
        "{[a]: b}",
        "{? a}",
        "[,]",
        '"a": b',
    ),
    *("tcp:80,https:443", "80:80", "tcp:80,tcp:80", ",,,", "tcp:", ":80", "http:80,", "a=b,c=d", "=,=", "k1=v1,,k2"),
    *("lb-abc", "sg-1,sg-2", "acl-1", "10.0.0.0/8,::/0", "::1", "1.2.3.4", "cn-hangzhou-a", "LoadBalancer", "Local"),
    *(
        "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id",
        "<<",
        "=",
        "v1",
        "Service",
        "List",
        "a/b/c/d",
        "../x",
    ),
)
_COMMENTS = (
    *("ignore[all] why", "ignore[all]", "ignore[]", "ignore[", "ignore]", "ignore[*] x", "ignore[a,b,,] x", "ignore"),
    *("ignore-file[all] why", "ignore-object[clblint_*] why", "ignore-line[x]", "ignore[all] a # clblint: ignore[b] c"),
    *("ignore[\x1b[31m] x", "ignore[" + "[" * 500, "ignore[" + "a," * 2000 + "] x", "ignore[unknown-annotation] ::x"),
)
_LINE = re.compile(rb"^(\s*(?:- )?[^\s#:][^:]*:)[ \t]*(.*)$")
_ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "latin-1", "utf-8-sig", "gb18030")
_MOST_NODES = 10_000  # a tree of aliases may have more than can be walked
_scalars = st.sampled_from(VALUES) | st.text(max_size=12)


def mutated(draw: Draw, text: str) -> bytes:
    """A text with a few things done to it, one after the other."""
    data = text.encode()
    for change in draw(st.lists(st.sampled_from(_CHANGES), max_size=4)):
        data = change(draw, data)
    return data


def _bytes(draw: Draw, data: bytes) -> bytes:
    at = draw(st.integers(0, len(data)))
    gone = draw(st.integers(0, 6))
    return data[:at] + draw(st.sampled_from(TOKENS)) + data[at + gone :]


def _bits(draw: Draw, data: bytes) -> bytes:
    if not data:
        return data
    at = draw(st.integers(0, len(data) - 1))
    return data[:at] + bytes([data[at] ^ (1 << draw(st.integers(0, 7)))]) + data[at + 1 :]


def _cut(draw: Draw, data: bytes) -> bytes:
    return data[: draw(st.integers(0, len(data)))]


def _repeated(draw: Draw, data: bytes) -> bytes:
    at = draw(st.integers(0, len(data)))
    size = draw(st.integers(1, 40))
    return data[:at] + data[at : at + size] * draw(st.sampled_from((2, 3, 50, 1000))) + data[at + size :]


def _lines(draw: Draw, data: bytes) -> bytes:
    """Lines that go, come twice, or stand elsewhere or further in."""
    lines = data.splitlines(keepends=True)
    at, size, to = (draw(st.integers(0, len(lines))) for _ in range(3))
    part, rest = lines[at : at + size], lines[:at] + lines[at + size :]
    how = draw(st.sampled_from(("gone", "twice", "elsewhere", "in", "out")))
    if how == "gone":
        return b"".join(rest)
    if how == "elsewhere":
        return b"".join(rest[:to] + part + rest[to:])
    if how == "twice":
        return b"".join(lines[:at] + part + part + lines[at + size :])
    moved = [b"  " + line if how == "in" else line.removeprefix(b"  ") for line in part]
    return b"".join(lines[:at] + moved + lines[at + size :])


def _value(draw: Draw, data: bytes) -> bytes:
    return _in_line(draw, data, lambda found: found[1] + b" " + _encoded(draw(_scalars)))


def _key(draw: Draw, data: bytes) -> bytes:
    keys = st.sampled_from(keys_read()) | st.sampled_from(VALUES)
    return _in_line(draw, data, lambda found: _indent(found) + _encoded(draw(keys)) + b": " + found[2])


def _annotation(draw: Draw, data: bytes) -> bytes:
    """One more annotation, where there are some."""
    at = data.find(b"annotations:\n")
    if at < 0:
        return data
    at += len(b"annotations:\n")
    indent = re.match(rb" *", data[at:])
    row = f"{draw(st.sampled_from(keys_read()))}: {draw(_scalars)}\n"
    return data[:at] + (indent[0] if indent else b"") + _encoded(row) + data[at:]


def _comment(draw: Draw, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    at = draw(st.integers(0, len(lines)))
    text = draw(st.sampled_from(_COMMENTS) | st.text(max_size=20))
    row = f"# clblint: {text}".encode("utf-8", "surrogatepass")
    if at < len(lines) and draw(st.booleans()):
        return b"".join([*lines[:at], lines[at].rstrip(b"\r\n") + b"  " + row + b"\n", *lines[at + 1 :]])
    return b"".join([*lines[:at], row + b"\n", *lines[at:]])


def _tree(draw: Draw, data: bytes) -> bytes:
    """A node that is another, in another way of writing."""
    try:
        found = [one for one in yaml.load_all(data, yaml.CBaseLoader) if one is not None]
    except (yaml.YAMLError, ValueError, UnicodeError, RecursionError):
        return data
    places = _places(found)
    if not places:
        return data
    parent, key = draw(st.sampled_from(places))
    parent[key] = draw(st.sampled_from((None, "", 0, -1, 1.5, True, "x", [], {}, [[]], {"a": None}, 10**30, "a\nb: c")))
    if draw(st.booleans()):
        parent[key] = [found[0]]  # a tree that holds itself, or the document within itself
    return _dumped(draw, found)


def _dumped(draw: Draw, found: list[Any]) -> bytes:
    style = draw(st.sampled_from(("block", "flow", "json", "quoted")))
    try:
        if style == "json":
            return "\n---\n".join(json.dumps(one, indent=draw(st.sampled_from((None, 2)))) for one in found).encode()
        text: str = yaml.dump_all(
            found, default_flow_style=style == "flow", default_style='"' if style == "quoted" else None, sort_keys=False
        )
    except (ValueError, RecursionError, TypeError):
        return b""
    return text.encode("utf-8", "replace")


def _places(found: Any) -> list[tuple[Any, Any]]:  # noqa: ANN401 - any tree
    """Where a node can be put: what holds it, and under which key."""
    places: list[tuple[Any, Any]] = []
    pending = [found]
    while pending and len(places) < _MOST_NODES:
        here = pending.pop()
        keys = list(here) if isinstance(here, dict) else list(range(len(here))) if isinstance(here, list) else []
        places += [(here, key) for key in keys]
        pending += [here[key] for key in keys]
    return places


def _line_ends(draw: Draw, data: bytes) -> bytes:
    return data.replace(b"\n", draw(st.sampled_from((b"\r\n", b"\r", b"\n\n", b"\xc2\x85", b"\n\t", b" \n"))))


def _encoding(draw: Draw, data: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode(draw(st.sampled_from(_ENCODINGS)), "replace")


def _joined(draw: Draw, data: bytes) -> bytes:
    """The text again behind itself, as a second document or within the same."""
    return data + draw(st.sampled_from((b"---\n", b"\n...\n", b"", b"--- # x\n", b"{}\n---\n"))) + data


def _in_line(draw: Draw, data: bytes, change: Callable[[re.Match[bytes]], bytes]) -> bytes:
    lines = data.split(b"\n")
    there = [number for number, line in enumerate(lines) if _LINE.match(line)]
    if not there:
        return data
    number = draw(st.sampled_from(there))
    found = _LINE.match(lines[number])
    assert found is not None
    return b"\n".join([*lines[:number], change(found), *lines[number + 1 :]])


def _indent(found: re.Match[bytes]) -> bytes:
    return found[0][: len(found[0]) - len(found[0].lstrip())]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# What reaches deeper comes more often: bytes alone mostly end in "this is no YAML".
_CHANGES = (
    *(_value, _value, _value, _value, _annotation, _annotation, _annotation, _key, _key, _comment, _lines, _lines),
    *(_tree, _tree, _bytes, _bits, _cut, _repeated, _line_ends, _encoding, _joined),
)
