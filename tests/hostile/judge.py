"""What must hold for every input, whatever stands in it; the first thing that does not is an `AssertionError`."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import yaml

from clblint.source.text import Source
from tests.hostile.process import Ran, run
from tests.hostile.seeds import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.hostile.inputs import Folder

    Finding = dict[str, Any]

_MACHINES = ("sarif", "checkstyle", "junit", "gitlab", "github", "markdown", "html", "rdjson", "concise")
_MOST_RESULTS = 5000  # that GitHub shows
_COMMON = ("--select", "all", "--pedantic", "--fail-on", "never", "--jobs", "1")
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # as YAML counts
_RAW = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")  # controls that are no white space
_COMMAND = re.compile(r"^\s*(?:::|##\[|##vso\[)", re.MULTILINE)
# The keys below which a fix may change something.
_MENDED = {
    "annotations",
    "labels",
    "finalizers",
    "status",
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "nodePort",
    "healthCheckNodePort",
    "serviceAnnotations",
}
_MENDED |= {"patch", "value", "commonAnnotations"}  # of kustomizations and JSON patches
_MENDED |= {"allocateLoadBalancerNodePorts", "loadBalancerSourceRanges", "terminationGracePeriodSeconds"}
# Their fixes make a value one that can be read, or a switch one that is on, and what it means can be wrong. A copy of
# what runs in a cluster is judged as such: without what only the server writes it is an object to be made.
_OPENING = {
    *("annotation-not-a-string", "backend-label-malformed", "backend-type-value", "copied-server-fields"),
    *("forward-port-malformed", "invalid-annotation-value", "legacy-annotation-prefix", "legacy-prefix-unsupported"),
    *(
        "dead-annotation",
        "override-not-true",
        "reuse-own-lb",
        "protocol-port-malformed",
        "protocol-port-duplicate",
        "protocol-port-unknown-port",
    ),
    *("nlb-alpn-incomplete", "nlb-flag-means-off", "nlb-health-check-gate", "nlb-ip-version-clb", "nlb-protocol-http"),
    *("nlb-vgroup-blocks-deletion", "nlb-zone-maps-malformed"),
    *("tags-malformed", "unknown-annotation", "value-whitespace", "vgroup-port-duplicate", "vgroup-port-malformed"),
}


def judge(folder: Folder) -> None:
    """Write a folder below the working directory and run everything over it."""
    shutil.rmtree("in", ignore_errors=True)
    for name, data in {**folder.files, ".git/HEAD": b"ref: refs/heads/main\n"}.items():
        path = os.path.join("in", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(data)
    os.chdir("in")
    try:
        _judge_here(folder)
    finally:
        os.chdir("..")


def _judge_here(folder: Folder) -> None:
    first = _checked("--no-cache", *folder.options, *_formats())
    if folder.kind != MANIFEST:  # a fault of such a file is one line and exit code 2
        findings = _judge_outputs(first.out) if first.code == 0 else []
        again = _checked("--no-cache", *folder.options, "--format", "json")
        assert (again.code, again.err) == (first.code, first.err), "two runs differ"
        assert again.code or _found(again.out) == findings, "two runs differ"
        return
    assert first.code == 0, f"exit code {first.code}: {first.err}"
    findings = _judge_outputs(first.out)
    cold, warm = (_checked("--format", "json") for _ in range(2))
    assert _found(cold.out) == _found(warm.out) == findings, "a run differs with the cache"
    _judge_plan()
    _judge_fixes(findings)


def _formats() -> list[str]:
    """All formats in one run, each for programs in a file outside of what is checked."""
    files = itertools.chain.from_iterable(("--format", f"{name}=../out.{name}") for name in _MACHINES)
    return ["--format", "text", "--format", "json=../out.json", *files]


def _checked(*arguments: str) -> Ran:
    ran = run(*_COMMON, *arguments, ".")
    _judge_run(ran)
    return ran


def _judge_run(ran: Ran) -> None:
    assert ran.code in {0, 1, 2}, f"exit code {ran.code}"
    for words in ("internal error", "Traceback", "please report"):
        assert words not in ran.err, ran.err
    assert (ran.code == 2) <= bool(ran.err), "exit code 2 without a word"
    _judge_text(ran.err, "standard error")


def _judge_text(text: str, name: str) -> None:
    odd = {char for char in set(text) if not char.isprintable() and char != "\n"}
    assert not odd, f"{name} holds {sorted(odd)}"


def _judge_outputs(out: str) -> list[Finding]:
    """All that was written can be read, speaks for nobody else, and points into the files."""
    texts = {name: _text(f"../out.{name}") for name in (*_MACHINES, "json")}
    texts["text"] = out
    for name, text in texts.items():
        _judge_text(text, name)
        if name != "github":  # which is made of commands
            assert not _COMMAND.search(text), f"{name} holds a command"
    for name in ("checkstyle", "junit"):
        ET.fromstring(texts[name])  # noqa: S314 - what we wrote
    json.loads(texts["gitlab"])
    sarif = json.loads(texts["sarif"])
    findings = _found(texts["json"])
    assert len(sarif["runs"][0]["results"]) == min(len(findings), _MOST_RESULTS), "SARIF leaves out findings"
    for path, found in itertools.groupby(
        sorted(findings, key=lambda one: str(one["path"])), key=lambda one: one["path"]
    ):
        _judge_places(path, list(found))
    for row in texts["github"].splitlines():
        assert row.startswith(("::error ", "::warning ", "::notice ")) or re.match(r"\d+ more ", row), row
    return findings


def _judge_places(path: str, findings: list[Finding]) -> None:
    assert os.path.isfile(path), f"a finding in {path!r}, which is not there"
    data = _data(path)
    most = len(_BREAK.findall(Source(path, data).text)) + 1
    for one in findings:
        start, end = (one["line"], one["column"]), (one["endLine"], one["endColumn"])
        assert (1, 1) <= start <= end, one
        assert end[0] <= most, f"line {end[0]} of {most}: {one}"
        assert end[1] <= len(data) + 2, one


def _judge_plan() -> None:
    for format_ in ("text", "json"):
        ran = run("plan", "--format", format_, ".")
        _judge_run(ran)
        if format_ == "json" and ran.code != 2:
            json.loads(ran.out)
        _judge_text(ran.out, "a plan")
        assert not _COMMAND.search(ran.out), "a plan holds a command"


def _judge_fixes(before: list[Finding]) -> None:
    """A fix changes what it is for and nothing else, brings nothing new, and once is enough."""
    old = _manifests()
    shown = run(*_COMMON, "--no-cache", "--diff", "--unsafe-fixes", "--quiet", ".")
    _judge_run(shown)
    assert _manifests() == old, "--diff writes"
    for row in shown.out.split("\n"):
        assert not _RAW.search(row), f"a diff holds {row!r}"
        assert not (row.startswith(" ") and _COMMAND.search(row)), f"a diff holds a command: {row!r}"
    fixed = _checked("--no-cache", "--fix", "--unsafe-fixes", "--format", "json")
    new = _manifests()
    assert (old != new) == bool(shown.out), "--diff and --fix differ"
    assert set(os.listdir()) == {name.split("/")[0] for name in old} | {".git"}, f"left behind: {os.listdir()}"
    if old == new:
        return
    after = _found(_checked("--no-cache", "--format", "json").out)
    assert _found(fixed.out) == after, "a run after --fix differs from its report"
    again = _checked("--no-cache", "--fix", "--unsafe-fixes", "--format", "json")
    assert _manifests() == new, "a second --fix changes more"
    assert _found(again.out) == after, "a second --fix reports something else"
    for path, data in new.items():
        if data != old[path]:
            _judge_meaning(path, old[path], data)
    _judge_news(before, after, old, new)


def _judge_meaning(path: str, old: bytes, new: bytes) -> None:
    """Only what fixes are about has changed, as another reader of YAML sees it."""
    before, after = (_leaves_of(data) for data in (old, new))
    if before is None:
        return  # which that reader does not take
    assert after is not None, f"{path} cannot be read after its fix"
    odd = [way for way in ((before - after) + (after - before)) if not any(map(_is_mended, way[:-1]))]
    assert not odd, f"{path}: a fix changed {odd[:3]}"


def _is_mended(key: str) -> bool:
    """Whether a fix may change something below a key: an annotation may stand anywhere by mistake."""
    return key in _MENDED or "kubernetes.io/" in key or "alibaba-cloud-loadbalancer-" in key


def _leaves_of(data: bytes) -> Counter[tuple[str, ...]] | None:
    try:
        documents = list(yaml.load_all(data, yaml.CBaseLoader))
        return Counter(itertools.islice(_leaves(documents, ()), 100_000))
    except (yaml.YAMLError, ValueError, UnicodeError, RecursionError):
        return None


def _leaves(value: object, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _leaves(child, (*way, str(key)))
    elif isinstance(value, list):
        for child in value:
            yield from _leaves(child, way)
    elif value is not None:
        yield (*way, str(value))


def _judge_news(before: list[Finding], after: list[Finding], old: dict[str, bytes], new: dict[str, bytes]) -> None:
    """What is an error or a warning now and was none is about a line that a fix wrote, or a value it made readable."""
    opened = {(one["path"], one["object"]) for one in before if one["rule"] in _OPENING}
    apart = {(one["path"], _document(old, one)) for one in before if one["rule"] in _OPENING}
    texts = {path: Source(path, data).text for path, data in new.items()}
    written = {path: _lines(text) - _lines(Source(path, old[path]).text) for path, text in texts.items()}
    known, subjects = Counter(map(_identity, before)), {(*_identity(one), one["subject"]) for one in before}
    more = Counter(map(_identity, after)) - known
    gone = sorted({rule for rule, *_ in known - Counter(map(_identity, after))})
    for one in after:
        if one["severity"] not in {"error", "warning"} or (one["path"], one["object"]) in opened:
            continue
        if not more[_identity(one)] or (*_identity(one), one["subject"]) in subjects:
            continue  # or another of several is named now
        if any((place["path"], _document(new, place)) in apart for place in one["because"]):
            continue
        places = [one, *one["because"]]
        lines = {(place["path"], line) for place in places for line in _lines_at(texts, place)}
        assert any(line in written.get(path, {}) for path, line in lines), f"a fix brings {one}, gone are {gone}"


def _document(files: dict[str, bytes], place: Finding) -> int:
    """The document of a file that a place is in, counted from 0."""
    lines = _BREAK.split(Source(place["path"], files.get(place["path"], b"")).text)
    return sum(line.startswith("---") for line in lines[: place["line"]])


def _identity(one: Finding) -> tuple[str, ...]:
    return one["rule"], one["path"], one["object"]


def _lines(text: str) -> Counter[str]:
    return Counter(line.strip() for line in _BREAK.split(text))


def _lines_at(texts: dict[str, str], place: Finding) -> Iterable[str]:
    lines = _BREAK.split(texts.get(place["path"], ""))
    return [line.strip() for line in lines[place["line"] - 1 : place["endLine"]]]


def _manifests() -> dict[str, bytes]:
    names = [os.path.join(here, name) for here, _, found in os.walk(".") for name in found if ".git" not in here]
    return {os.path.normpath(name): _data(name) for name in names}


def _data(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()


def _text(path: str) -> str:
    return _data(path).decode()


def _found(text: str) -> list[Finding]:
    read = json.loads(text)
    assert not read["internalErrors"], read["internalErrors"]
    findings: list[Finding] = read["findings"]
    return findings
