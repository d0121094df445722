"""`Violation`: an invalid annotation value, the CCM's reaction to it, and the nearest valid value."""

from __future__ import annotations

import re

from clblint.fast import NamedTuple
from clblint.i18n.text import Words
from clblint.kube.catalogue.texts import allowed_words, document
from clblint.kube.catalogue.values import satisfies
from clblint.kube.quotes import quoted, unquoted
from clblint.light import lru_cache
from clblint.source.go_integers import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.kube.catalogue.values import Accepts


class Violation(NamedTuple):
    """A value that an annotation does not accept.

    `allowed` completes "it takes …". `effect` is what the CCM does with it (`build-error`, `swallowed`, `api-error`,
    `silently-ignored`, `coerced`), `outcome` is the same as a sentence, `event` is the CCM's own message if it has one.
    `nearest` is a valid value, `sure` if it differs in spelling only. `rule` is the rule that reports this fault in
    place of the general one. `unless` maps other annotations to values with which this value is valid.
    """

    value: str
    allowed: Words
    effect: str
    outcome: Words
    event: str
    nearest: str | None
    sure: bool
    severity: str
    rule: str | None
    unless: dict[str, str]


def violation_of(accepts: Accepts, row: dict[str, Any], value: str) -> Violation:
    """The violation of an invalid or disputed value; `row` is its entry in `annotations.json`."""
    if not satisfies(value, accepts.check):
        return _violation(accepts, row, value)
    doubts = zip(accepts.doubts, row["doubts"], strict=True)
    return _doubt(accepts, row, value, next(doubt for check, doubt in doubts if not satisfies(value, check)))


def _violation(accepts: Accepts, row: dict[str, Any], value: str) -> Violation:
    parsed = accepts.kind == "integer" and _atoi_error(value) is None
    fault = _fault(row["outside" if parsed and "outside" in row else "invalid"], value)
    nearest, sure = _nearest(accepts, value)
    nearest = nearest or _reworded(accepts, row.get("instead", {}), value)
    rule, event = fault.get("rule"), _event(accepts, fault.get("event", ""), value)
    fault = fault if event or "otherwise" not in fault else _outcome(fault["otherwise"])
    if sure and nearest is not None and _bare(nearest) == _bare(value):
        rule = "value-whitespace"
    outcome, allowed = Words(**fault["text"]), allowed_words(row)
    return Violation(value, allowed, fault["class"], outcome, event, nearest, sure, fault["severity"], rule, {})


def _doubt(accepts: Accepts, row: dict[str, Any], value: str, doubt: dict[str, Any]) -> Violation:
    """The violation of a disputed value: one document allows it, another does not."""
    why = Words(**doubt["text"])
    effect = _outcome(row["invalid"])["class"] if accepts.kind != "integer" else "api-error"
    narrowed = {**row, "integer": doubt["integer"]} if accepts.kind == "integer" else row
    allowed = allowed_words(narrowed)
    return Violation(
        value,
        allowed,
        effect,
        outcome=why,
        event="",
        nearest=None,
        sure=False,
        severity=doubt["severity"],
        rule=doubt.get("rule"),
        unless=doubt.get("unless", {}),
    )


def _event(accepts: Accepts, event: str | list[dict[str, str]], value: str) -> str:
    """The CCM's message with the value as Go prints it; for a list, with the first invalid item."""
    bad = [item for item in dict.fromkeys(value.split(",")) if not satisfies(item, accepts.check)] or [value]
    item = bad[0]
    if not isinstance(event, str):
        stops = ((row["text"], item) for item in bad for row in event if re.search(row["if"], item))
        event, item = next(stops, ("", item))
    head, _, tail = item.partition(":")
    parts = {"value": value, "item": item, "head": head, "tail": tail}
    return event.format(detail=_atoi_error(value), quoted=quoted(value), **parts)


def _atoi_error(value: str) -> str | None:
    """The error of Go's `strconv.Atoi` for a value that is not a 64 bit integer; None if it is one."""
    if not re.match(r"[+-]?[0-9]+\Z", value):
        return f"strconv.Atoi: parsing {quoted(value)}: invalid syntax"
    digits = value.lstrip("+-").lstrip("0") or "0"
    limit = 2**63 if value[0] == "-" else 2**63 - 1
    if len(digits) > len(str(limit)) or int(digits) > limit:
        return f"strconv.Atoi: parsing {quoted(value)}: value out of range"
    return None


_SYNONYMS = {
    "true": "on",
    "yes": "on",
    "y": "on",
    "1": "on",
    "enable": "on",
    "enabled": "on",
    "false": "off",
    "no": "off",
    "n": "off",
    "0": "off",
    "disable": "off",
    "disabled": "off",
}


def _nearest(accepts: Accepts, value: str) -> tuple[str | None, bool]:
    """The nearest valid value, None if there is none, and whether it differs in spelling only."""
    if accepts.kind == "presence":
        return None, False
    for candidate in _spellings(accepts, value):
        if candidate and satisfies(candidate, accepts.check):
            return candidate, True
    return _guess(accepts, value), False


def _spellings(accepts: Accepts, value: str) -> Iterator[str]:
    bare = _bare(value)
    yield bare
    yield unquoted(bare)
    plain = _squeezed(bare)
    for known in accepts.values:
        if _squeezed(known) == plain:
            yield known
    if accepts.kind == "flag":
        yield _SYNONYMS.get(bare.lower(), "")
    elif accepts.kind == "boolean":
        yield {"on": "true", "off": "false"}.get(_SYNONYMS.get(bare.lower(), bare.lower()), "")
    elif accepts.kind == "integer":
        yield re.sub(r"(?:s|sec|seconds?|[mM]|[mM]bps|%)\Z", "", bare).rstrip()
        yield re.sub(r"\.0+\Z", "", bare)
    else:
        yield bare.lower()


def _guess(accepts: Accepts, value: str) -> str | None:
    if accepts.kind == "integer":
        return _clamped(accepts, value)
    if not accepts.values or accepts.kind == "list":
        return None
    bare = _bare(value).lower()
    if len(bare) > 2 * max(map(len, accepts.values)):  # no close match; such a value may have 256 KiB
        return None
    import difflib  # noqa: PLC0415 -- only an invalid value needs it

    folded = {known.lower(): known for known in accepts.values}
    close = difflib.get_close_matches(bare, folded, 1, 0.75)
    return folded[close[0]] if close else None


def _reworded(accepts: Accepts, words: dict[str, str], value: str) -> str | None:
    """The list with item keywords replaced by those of this controller, if that is valid."""
    if not words:
        return None
    heads = [item.partition(":") for item in _bare(value).split(",")]
    reworded = ",".join([words.get(head.lower(), head) + colon + tail for head, colon, tail in heads])
    return reworded if satisfies(reworded, accepts.check) else None


def _clamped(accepts: Accepts, value: str) -> str | None:
    if _atoi_error(value) is not None:
        return None
    _, minimum, maximum, _ = accepts.check
    number = whole(value.lstrip("+-")) * (-1 if value[0] == "-" else 1)
    return str(min(max(number, minimum), maximum))


@lru_cache(1)  # one value is looked at again and again, and may have 256 KiB
def _bare(value: str) -> str:
    return ",".join(map(str.strip, value.split(",")))


def _squeezed(value: str) -> str:
    return re.sub(r"[\s_-]", "", value).lower()


def _fault(fault: dict[str, Any], value: str) -> dict[str, Any]:
    """The outcome for a value: the first case that matches, or the general one."""
    return _outcome(next((case for case in fault.get("cases", ()) if re.search(case["if"], value)), fault))


def _outcome(fault: dict[str, Any]) -> dict[str, Any]:
    shared = document()["outcomes"].get(fault.get("outcome"), {})
    return {**shared, **fault}
