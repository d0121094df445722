"""What rules say on the bad examples of their own pages, and on values that no annotation takes.

So the texts by which a fault is seen, and the annotations that a rule is about, need no list of their own: they are
what the rules report.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from clblint.kube.catalogue import PREFIX, catalogue
from clblint.pages import Example, page_of
from clblint.testing import findings_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.catalogue import Annotation
    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.sentences import Text

_CLASS = "alibabacloud.com/nlb"
_BLANKS = 3  # in a text that is worth being looked for by itself
_LISTENERS = {f"{PREFIX}protocol-port": "https:443,http:80", f"{PREFIX}cert-id": "1234567890123456-cn-hangzhou"}


class Said(NamedTuple):
    """One thing that a rule said: how the fault is seen, and the short names of the annotations it pointed at.

    `events` are the texts that `seen` quotes, if they are long enough to be looked for by themselves.
    """

    rule: str
    seen: str
    events: tuple[str, ...]
    annotations: tuple[str, ...]


def all_said(rules: Iterable[Rule]) -> list[Said]:
    """What each rule says, each thing once, by rule."""
    rules = tuple(rules)
    found = [*(said for rule in rules for said in _of_page(rule)), *_of_values(rules)]
    return sorted(dict.fromkeys(found))


def _of_page(rule: Rule) -> list[Said]:
    try:
        return [said for example in page_of(rule).examples if example.bad for said in _said((rule,), example)]
    except Exception:  # noqa: BLE001 - the page of a stranger's rule that breaks must not hide what the others say
        return []


def _of_values(rules: tuple[Rule, ...]) -> Iterator[Said]:
    """What is said of the values that the catalogue gives as wrong ones: as events of the CCM, they differ by key."""
    of_values = tuple(rule for rule in rules if rule.subject == "Annotation")
    services = [json.dumps(service) for one in catalogue() for service in _services(one)]
    yield from _said(of_values, Example(bad=True, files=(("manifest.yaml", "\n---\n".join(services)),)))


def _services(annotation: Annotation) -> Iterator[dict[str, object]]:
    """Services with wrong values: with plain listeners, and with those that read the other half of the annotations."""
    on_clb = "clb" in annotation.controllers
    for value in annotation.details.get("examples", {}).get("invalid", ()):
        for others in ({}, _LISTENERS) if on_clb else ({},):
            spec = {"type": "LoadBalancer", "ports": [{"name": "a", "port": 80}, {"name": "b", "port": 443}]}
            yield {
                "apiVersion": "v1",
                "kind": "Service",
                "metadata": {"name": "web", "annotations": {**others, annotation.key: value}},
                "spec": spec if on_clb else {**spec, "loadBalancerClass": _CLASS},
            }


def _said(rules: tuple[Rule, ...], example: Example) -> Iterator[Said]:
    lines = {name: text.split("\n") for name, text in example.files}
    for finding in findings_of(rules, example):
        seen = _without_values(finding.seen)
        quoted = (str(seen._replace(template=part)) for part in re.findall(r'"([^"]+)"', seen.template))
        events = tuple(event for event in quoted if event.count(" ") >= _BLANKS)
        yield Said(finding.rule, str(seen), events, tuple(sorted(set(_pointed_at(finding, lines)))))


def _without_values(text: Text) -> Text:
    """The text without the values of the example: ports, ids and names are those of somebody else."""
    values = {name: str(value) for name, value in text.values.items()}
    small = [value.strip('"') for value in values.values() if not _is_wording(value)]
    for name, value in values.items():
        values[name] = _blanked(value, small) if _is_wording(value) else "..."
    return text._replace(values=values)


def _blanked(wording: str, values: list[str]) -> str:
    for value in values:
        wording = wording.replace(f"[{value}]", "[...]").replace(f'"{value}"', '"..."')
    return wording


def _is_wording(value: str) -> bool:
    return " " in value or (value.isalpha() and value.isascii() and value[:1].isupper())


def _pointed_at(finding: Finding, lines: dict[str, list[str]]) -> Iterator[str]:
    for place in (finding.place, *(label.place for label in finding.because)):
        there = lines.get(place.path)
        if there is None or place.span.line > len(there):
            continue
        before = there[place.span.line - 1][: place.span.end_column - 1]
        known = ((before.rfind(key), one.suffix) for one in catalogue() for key in (one.key, one.legacy_key) if key)
        at, suffix = max(known)
        if at >= 0:
            yield suffix


def rules_about(annotation: Annotation, rules: Iterable[Rule], said: Iterable[Said]) -> list[Rule]:
    """The rules that look at an annotation: those that ask for it first, and those whose findings point at it."""
    pointing = {one.rule for one in said if annotation.suffix in one.annotations}
    return [rule for rule in rules if rule.name in pointing or annotation.suffix in rule.when]
