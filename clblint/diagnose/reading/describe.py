"""Reads the output of `kubectl describe service` back into an object and its events.

Sections begin in the first column, their values in another; further values of a section stand below the first one.
The annotation last-applied-configuration is not shown, so the hash label cannot be recomputed.
"""

from __future__ import annotations

import re

from clblint.diagnose.events import Event, plain_message
from clblint.diagnose.objects import is_of_kubernetes
from clblint.diagnose.times import parse_age
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.diagnose.shape import Plain

_SECTION = re.compile(r"([A-Z][\w /()-]{0,40}):[ \t]*(.*)$")
_PORT = re.compile(r"(\S+)\s+(\d{1,5})/(\w+)")
_TARGET = re.compile(r"(\S+)/(\w+)$")
_EVENT = re.compile(r"\s{2,}(Normal|Warning)\s+(\S+)\s+(?=\S)")  # its other columns are two blanks apart
_GAP = re.compile(r"\s{2,}")
_NEXT_EVENT = re.compile(
    r"\s{2,}(Normal|Warning)\s+(\S+)\s+((?:\d+[a-z])+(?:\s\(x\d+ over (?:\d+[a-z])+\))?)\s+(\S+)\s+(.*)$"
)
_COUNTED = re.compile(r"(\S+)(?:\s+\(x(\d{1,9}) over (\S+)\))?$")
_ENDPOINT = re.compile(r"\[?([0-9a-fA-F.:]+?)\]?:(\d{1,5})$")
_MORE = re.compile(r"\+ (\d{1,6}) more")
_EMPTY = frozenset({"<none>", "<unset>", ""})
_LONGEST = 10_000  # characters of a line; an annotation may be long
_FIRST, _TYPE, _ANNOTATIONS = "Name", "Type", "Annotations"
_READ = frozenset({
    _FIRST, _TYPE, _ANNOTATIONS, "Namespace", "Labels", "Selector", "External Traffic Policy", "LoadBalancer Class",
    "LoadBalancer Ingress", "Port", "NodePort", "TargetPort", "Endpoints", "Events",
})  # fmt: skip
_ANNOTATION = re.compile(r"(?:Annotations:)?\s+([\w.-]+/[\w.-]+):")


class Described(NamedTuple):
    """A Service as text showed it, its Endpoints (None if the text does not show them), and its events."""

    service: Plain
    endpoints: Plain | None
    events: list[Event]


def is_described(text: str) -> bool:
    """Whether a text is what `kubectl describe service` prints of a load balancer."""
    return bool(
        re.search(r"^Name:[ \t]+\S", text, re.MULTILINE)
        and re.search(r"^Namespace:[ \t]", text, re.MULTILINE)
        and re.search(r"^Type:[ \t]+LoadBalancer", text, re.MULTILINE)
    )


def described(lines: Iterable[str], file: str) -> Iterator[Described]:
    """Yield the Services that lines of text describe; other objects are left out."""
    sections: list[tuple[str, list[str]]] = []
    for line in lines:
        line = line.rstrip("\r\n")[:_LONGEST]  # noqa: PLW2901 - nobody needs the rest
        found = _SECTION.match(line)
        if found is not None:
            if found[1] == _FIRST and sections:
                yield from _service(sections, file)
                sections = []
            sections.append((found[1], [found[2].strip()]))
        elif sections and line[:1] in {" ", "\t"}:
            sections[-1][1].append(line.rstrip())
    yield from _service(sections, file)


def lines_of_services(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that `described` reads, without annotations of other tools."""
    block: list[str] = []
    for line in (*lines, f"{_FIRST}: "):
        found = _SECTION.match(line)
        if found is not None and found[1] == _FIRST:
            if next(described(block, ""), None) is not None:
                yield from _known_lines(block)
            block = []
        block.append(line)


def _known_lines(block: Iterable[str]) -> Iterator[str]:
    section, is_known = "", False
    for line in block:
        found = _SECTION.match(line)
        if found is not None:
            section = found[1]
            is_known = section in _READ
        elif line[:1] not in {" ", "\t"}:
            continue
        if section == _ANNOTATIONS and (key := _ANNOTATION.match(line)):
            is_known = is_of_kubernetes(key[1])
            if not is_known and found is not None:
                yield f"{_ANNOTATIONS}:\n"
        if is_known:
            yield line


def _service(sections: Sequence[tuple[str, list[str]]], file: str) -> Iterator[Described]:
    values = dict(reversed(sections))  # the first of each name
    if _one(values, _TYPE) not in {"LoadBalancer", "NodePort", "ClusterIP"} or not _one(values, _FIRST):
        return
    name, namespace = _one(values, _FIRST), _one(values, "Namespace") or "default"
    meta: Plain = {
        "name": name,
        "namespace": namespace,
        "labels": _pairs(values.get("Labels", []), "="),
        "annotations": _pairs(values.get("Annotations", []), ":"),
    }
    spec: Plain = {
        "type": _one(values, _TYPE),
        "selector": _pairs(values.get("Selector", [""])[0].split(","), "="),
        "externalTrafficPolicy": _one(values, "External Traffic Policy"),
        "loadBalancerClass": _one(values, "LoadBalancer Class"),
        "ports": _ports(sections),
    }
    spec = {key: value for key, value in spec.items() if value}
    service = {"metadata": meta, "spec": spec, "status": {"loadBalancer": {"ingress": list(_ingress(values))}}}
    events = list(_events(values.get("Events", []), name, namespace, file))
    yield Described(service, _endpoints(values, meta), events)


def _one(values: dict[str, list[str]], name: str) -> str:
    text = values.get(name, [""])[0]
    return "" if text in _EMPTY else text


def _pairs(lines: Iterable[str], sign: str) -> dict[str, str]:
    """Labels (`a=b`), or annotations (`a: b`, or `a:` with the value on the next lines)."""
    found: dict[str, list[str]] = {}
    last = ""
    for line in lines:
        text = line.strip()
        key, is_pair, value = text.partition(sign)
        if text in _EMPTY or not is_pair or " " in key:
            if last and text not in _EMPTY:
                found[last].append(text)
            continue
        last = key.strip()
        found[last] = [value.strip()]
    return {key: "\n".join(texts).strip() for key, texts in found.items()}


def _ingress(values: dict[str, list[str]]) -> Iterator[Plain]:
    for text in _one(values, "LoadBalancer Ingress").split(","):
        word = text.strip().split(" ")[0]
        if word:
            yield {"ip" if re.fullmatch(r"[0-9.]+|[0-9a-fA-F:]+", word) else "hostname": word}


def _ports(sections: Iterable[tuple[str, list[str]]]) -> list[Plain]:
    ports: list[Plain] = []
    for name, (text, *_) in sections:
        found = _PORT.match(text)
        if name == "Port" and found:
            port: Plain = {"port": int(found[2]), "protocol": found[3]}
            ports.append({"name": found[1], **port} if found[1] not in _EMPTY else port)
        elif name == "NodePort" and found and ports:
            ports[-1]["nodePort"] = int(found[2])
        elif name == "TargetPort" and ports and (target := _TARGET.match(text)):
            ports[-1]["targetPort"] = int(target[1]) if target[1].isascii() and target[1].isdigit() else target[1]
    return ports


def _endpoints(values: dict[str, list[str]], meta: Plain) -> Plain | None:
    if "Endpoints" not in values:
        return None
    text = values["Endpoints"][0]
    shown = [found for part in text.split(",") if (found := _ENDPOINT.match(part.split(" + ")[0].strip()))]
    more = _MORE.search(text)
    addresses = [{"ip": one[1]} for one in shown] + [{"ip": ""}] * (min(int(more[1]), 1000) if more else 0)
    subset = {"addresses": addresses, "ports": [{"port": int(shown[0][2])}]} if shown else None
    named = {"name": meta["name"], "namespace": meta["namespace"]}
    return {"metadata": named, "subsets": [subset] if subset else []}


def _events(lines: Iterable[str], name: str, namespace: str, file: str) -> Iterator[Event]:
    found: list[tuple[tuple[str, ...], list[str]]] = []  # the columns before the message, and the lines of that
    for line in lines:
        row = _columns(line)
        if row is not None:
            found.append((row[:-1], [row[-1]]))
        elif found and line.strip() and not line.lstrip().startswith("----"):
            found[-1][1].append(line.strip())
    for (type_, reason, age, component), message in found:
        count, last, first = counted(age)
        yield Event(
            kind="Service", namespace=namespace, name=name, uid="", type=type_, reason=reason,
            message=plain_message(" ".join(message)), component=component, times=count, first=None, last=None, id="",
            file=file, age=last, first_age=first,
        )  # fmt: skip


def _columns(line: str) -> tuple[str, ...] | None:
    """The type, reason, age, component and message of an event; None if a line is none."""
    row = _NEXT_EVENT.match(line)
    if row is not None:
        return row.groups()
    start = _EVENT.match(line)
    cells = _GAP.split(line[start.end() :], maxsplit=2) if start is not None else []
    if start is None or len(cells) < 3 or " " in cells[1]:  # noqa: PLR2004 - age, component and message
        return None
    return *start.groups(), *cells


def counted(text: str) -> tuple[int, float | None, float | None]:
    """The count of `3m (x11 over 39m)`, and the ages of the last and the first, in seconds."""
    found = _COUNTED.match(text.strip())
    if found is None:
        return 1, None, None
    last = parse_age(found[1])
    first = parse_age(found[3]) if found[3] else last
    return int(found[2] or 1), last, first
