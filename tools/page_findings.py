"""Runs rules on the bad examples of their pages, and on right and wrong values of annotations, and collects texts.

So the symptoms of a fault, and the annotations that a rule depends on, need no separate list. Running all examples
takes a second, so it is done only when clblint is built (`tools.rule_data`).
"""

from __future__ import annotations

import functools
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from clblint.i18n.language import CHINESE, catalogue_of, in_language, translated
from clblint.i18n.text import Text, Words
from clblint.kube.catalogue.catalogue import PREFIX, catalogue
from clblint.kube.well_known import NLB_CLASS
from clblint.plugins.pages import Example, page_of
from clblint.testing import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.i18n.text import Value
    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule

_BLANKS = 3  # in a text that is worth being looked for by itself
# What ends a sync ends a clean-up, too; the text alone is the event of a sync, which is what most meet with.
_QUOTED = re.compile(r'(CleanLoadBalancerFailed: )?"([^"]+)"')
_LISTENERS = {f"{PREFIX}protocol-port": "https:443,http:80", f"{PREFIX}cert-id": "1234567890123456-cn-hangzhou"}
_REUSED = {f"{PREFIX}id": "lb-bp1a2b3c4d5e6f7g8h9i0"}
_NAME = re.compile(
    r"(?:service\.beta\.kubernetes\.io/)?(?:alibaba-cloud-loadbalancer-)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"
)
_WORDS = frozenset({"class", "id", "ip", "name", "spec", "type", "cookie", "weight"})  # of our sentences, too


class Said(NamedTuple):
    """One thing that a rule said: how the fault is seen, and the short names of the annotations it is about.

    `events` are the texts that `seen` quotes, if they are long enough to be looked for by themselves. `messages` are
    the finding and its remedy. Each text stands there in English and in Chinese.
    """

    rule: str
    seen: tuple[str, str]
    events: tuple[str, ...]
    messages: tuple[tuple[str, str], ...]
    annotations: tuple[str, ...]


def all_said(rules: Iterable[Rule]) -> list[Said]:
    """What each rule says, each thing once, by rule."""
    rules = tuple(rules)
    found = [*(said for rule in rules for said in said_on_page(rule)), *_of_values(rules)]
    return sorted(dict.fromkeys(found))


@functools.cache
def findings_on_page(rule: Rule) -> tuple[tuple[Example, tuple[Finding, ...]], ...]:
    """The bad examples of a rule's page, each with its findings."""
    return tuple((example, findings_of((rule,), example)) for example in page_of(rule).examples if example.bad)


@functools.cache
def said_on_page(rule: Rule) -> tuple[Said, ...]:
    """What a rule says on the bad examples of its page, in their order."""
    return tuple(said for example, found in findings_on_page(rule) for said in _said((rule,), example, found))


def _of_values(rules: tuple[Rule, ...]) -> Iterator[Said]:
    """What is said of the values that the catalogue gives as wrong ones: as events of the CCM, they differ by key."""
    of_values = tuple(rule for rule in rules if "Annotation" in rule.subjects)
    services = [service for one in catalogue() for service in _services(one, invalid_values(one), ({}, _LISTENERS))]
    example = _example(services)
    yield from _said(of_values, example, findings_of(of_values, example))


def invalid_values(annotation: KnownAnnotation) -> list[str]:
    """The values that the catalogue gives as wrong ones."""
    return list(annotation.details.get("examples", {}).get("invalid", ()))


def looked_at(rules: Iterable[Rule]) -> dict[str, set[str]]:
    """The rules that point at each annotation, by its name.

    It stands alone, beside those that make listeners, on a reused CLB and on an NLB, with right and wrong values.
    """
    of_services = tuple(rule for rule in rules if set(rule.evidence) <= set("SPX"))
    found: dict[str, set[str]] = {}
    for annotation in catalogue():
        valid = annotation.details.get("examples", {}).get("valid", ())
        values = [*invalid_values(annotation), *valid, "", "0", " 1"]
        services = _services(annotation, values, ({}, _LISTENERS, _REUSED))
        services += _services(annotation, values[-4:], ({},), nlb=True)
        example = _example(services)
        lines = {name: text.split("\n") for name, text in example.files}
        for finding in findings_of(of_services, example):
            if annotation.suffix in _pointed_at(finding, lines):
                found.setdefault(annotation.suffix, set()).add(finding.rule)
    return found


def _example(services: list[dict[str, object]]) -> Example:
    return Example(bad=True, files=(("manifest.yaml", "\n---\n".join(json.dumps(one, indent=1) for one in services)),))


def _services(
    annotation: KnownAnnotation, values: Iterable[str], beside: Iterable[dict[str, str]], *, nlb: bool = False
) -> list[dict[str, object]]:
    """Services with these values, each beside other annotations, such as those that read the other half of them."""
    nlb = nlb or "clb" not in annotation.controllers
    ports = [{"name": "a", "port": 80}, {"name": "b", "port": 443}]
    spec = {"type": "LoadBalancer", "selector": {"app": "web"}, "ports": ports}
    made: list[dict[str, object]] = []
    for value in values:
        for others in ({},) if nlb else beside:
            metadata = {"name": f"web-{len(made)}", "annotations": {**others, annotation.key: value}}
            kind = {"apiVersion": "v1", "kind": "Service", "metadata": metadata}
            made.append({**kind, "spec": {**spec, "loadBalancerClass": NLB_CLASS} if nlb else spec})
    return made


def _said(rules: tuple[Rule, ...], example: Example, found: Iterable[Finding]) -> Iterator[Said]:
    lines = {name: text.split("\n") for name, text in example.files}
    packs = {rule.name: rule.pack for rule in rules}
    for finding in found:
        seen = _without_values(finding.seen)
        quoted = (str(seen._replace(template="".join(part))) for part in _QUOTED.findall(seen.template))
        yield Said(
            finding.rule,
            both(seen, packs[finding.rule]),
            tuple(event for event in quoted if event.count(" ") >= _BLANKS),
            tuple(both(_without_values(text), packs[finding.rule]) for text in (finding.message, finding.fix)),
            tuple(sorted({*_pointed_at(finding, lines), *_named(finding)})),
        )


def both(text: Text, pack: str) -> tuple[str, str]:
    """A text in English and in Chinese; the latter empty where it has no words of its own."""
    with in_language(CHINESE):
        chinese = str(translated(text, catalogue_of(pack, CHINESE)))
    return str(text), "" if chinese.isascii() else chinese


def _without_values(text: Text) -> Text:
    """The text without the values of the example: ports, ids and names are those of somebody else."""
    small = [str(value).strip('"') for value in text.values.values() if not _is_wording(value)]
    values = {name: _blanked(value, small) if _is_wording(value) else "..." for name, value in text.values.items()}
    return text._replace(values=values)


def _blanked(wording: Value, values: list[str]) -> Value:
    if isinstance(wording, Text):
        return _without_values(wording)
    if isinstance(wording, Words):
        return Words(*(_without(part, values) for part in wording))
    return _without(wording, values)


def _without(wording: str, values: list[str]) -> str:
    for value in values:
        wording = wording.replace(f"[{value}]", "[...]").replace(f'"{value}"', '"..."')
    return wording


def _is_wording(value: Value) -> bool:
    text = str(value)
    return " " in text or (text.isalpha() and text.isascii() and text[:1].isupper())


def _pointed_at(finding: Finding, lines: dict[str, list[str]]) -> Iterator[str]:
    for place in (finding.place, *(label.place for label in finding.because)):
        there = lines.get(place.path)
        if there is None or place.span.line > len(there):
            continue
        before = there[place.span.line - 1][: place.span.end_column - 1]
        at, suffix = max((before.rfind(key), suffix) for key, suffix in _keys())
        if at >= 0:
            yield suffix


def _named(finding: Finding) -> Iterator[str]:
    """The annotations that a finding and its remedy name, and those that its edits write."""
    written = (str(text) for edit in finding.edits for text in (edit.new, edit.key))
    for text in (str(finding.message), str(finding.fix), *written):
        for match in _NAME.finditer(text):
            if match[1] in _suffixes() and (match[0] != match[1] or match[1] not in _WORDS):
                yield match[1]


@functools.cache
def _suffixes() -> frozenset[str]:
    return frozenset(one.suffix for one in catalogue())


@functools.cache
def _keys() -> tuple[tuple[str, str], ...]:
    """Each key of an annotation, also a legacy one, with the suffix."""
    return tuple((key, one.suffix) for one in catalogue() for key in (one.key, one.legacy_key) if key)
