"""Every annotation that the CCM reads: its names, who reads it, and what a value may be.

The facts are in `clblint_schemas/annotations.json`. What a run needs of them comes from the generated
`clblint_schemas.index`; the texts are read only when something is to be said.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from clblint_schemas import index

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Check = tuple[Any, ...]
    Row = tuple[Any, ...]

DOMAIN = "service.beta.kubernetes.io/"
PREFIX = DOMAIN + "alibaba-cloud-loadbalancer-"
LEGACY_PREFIX = DOMAIN + "alicloud-loadbalancer-"
_OURS = (DOMAIN + "alibaba-cloud-", DOMAIN + "alicloud-")
# Ways in which people miss the prefix; nobody else's annotations begin like this.
_ALMOST_OURS = ("alibaba-", "alibabacloud-", "alicloud-", "aliyun-")
_PREFIX_WORDS = ("alibaba-cloud-", "alibabacloud-", "alibaba-", "alicloud-", "aliyun-", "cloud-")
_KIND_WORDS = ("loadbalancer-", "load-balancer-", "slb-", "clb-", "lb-")


class Words(NamedTuple):
    """A text in both languages."""

    en: str
    zh: str

    def __str__(self) -> str:
        return self.en

    def said(self, lang: str) -> str:
        """The text in a language; English unless it is `zh`."""
        return self.zh if lang == "zh" else self.en


class Violation(NamedTuple):
    """A value that an annotation does not take.

    `allowed` completes "it takes …". `effect` is what the CCM does with it (`build-error`, `swallowed`, `api-error`,
    `silently-ignored`, `coerced`), `outcome` says so in a sentence, `event` is the CCM's own message if it has one.
    `nearest` is a value that is taken, `sure` if it differs in spelling only. `rule` names the rule that speaks of
    this fault in place of the general one.
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


class Accepts:
    """What one or both controllers take as a value.

    `kind` is `flag`, `boolean`, `enum`, `integer`, `string`, `list`, `map` or `presence`. `zero` says of an integer
    whether 0 is `unset` (never sent), `sent`, or a `value` like any other; `empty` whether an empty text is `unset`.
    """

    __slots__ = ("check", "controllers", "doubts", "empty", "folds_case", "kind", "values", "zero")
    controllers: tuple[str, ...]
    kind: str
    values: tuple[str, ...]
    folds_case: bool
    zero: str
    empty: str
    check: Check
    doubts: tuple[Check, ...]

    def __init__(self, row: Row) -> None:
        (
            self.controllers,
            self.kind,
            self.values,
            self.folds_case,
            self.zero,
            self.empty,
            self.check,
            self.doubts,
        ) = row


class Annotation:
    """One annotation that a controller reads.

    `suffix` is its short name (`cert-id`, `backend-type`). `protocols` are the CLB listener protocols that it can do
    something for; for an annotation of scope `listener`, those whose API call carries it. `default` is the value in
    force when it is absent, if one is known. `change`, `removal` and `reuse` are words that `term` explains.
    """

    # Classes of this kind cost a tenth of named tuples when they are made, which every run pays for.
    __slots__ = (
        "_disputed",
        "_value_versions",
        "_versions",
        "accepted",
        "change",
        "controllers",
        "default",
        "key",
        "legacy_key",
        "misspelt",
        "protocols",
        "removal",
        "reuse",
        "scope",
        "suffix",
    )
    suffix: str
    controllers: tuple[str, ...]
    scope: str
    protocols: tuple[str, ...]
    default: str | None
    change: str
    removal: str
    reuse: str
    misspelt: tuple[str, ...]
    _versions: tuple[str | None, str | None]
    _disputed: tuple[str, ...]
    _value_versions: tuple[tuple[tuple[str, ...], str, bool, str], ...]

    def __init__(self, row: Row) -> None:
        (
            self.suffix,
            apart,
            legacy,
            self.controllers,
            self.scope,
            self.protocols,
            self.default,
            self.change,
            self.removal,
            self.reuse,
            self._versions,
            self._disputed,
            self._value_versions,
            self.misspelt,
            accepted,
        ) = row
        self.key = (DOMAIN if apart else PREFIX) + self.suffix
        self.legacy_key = LEGACY_PREFIX + self.suffix if legacy else ""
        self.accepted = tuple(Accepts(row) for row in accepted)

    def __repr__(self) -> str:
        return f"Annotation({self.key!r})"

    def accepts(self, controller: str = "clb") -> Accepts:
        """What a controller takes; what the other takes if this one does not read the annotation."""
        return next((row for row in self.accepted if controller in row.controllers), self.accepted[0])

    def since(self, controller: str = "clb") -> str | None:
        """The CCM version that brought it, as plain numbers (`1.9.3.164`); the lowest where documents disagree."""
        version = self._versions[0 if controller == "clb" else 1]
        if version is None or self.controllers[0] != controller:
            return version
        return min((version, *self._disputed), key=_version)

    def since_for(self, value: str, controller: str = "clb", *, reused: bool = False) -> str | None:
        """The CCM version that this value needs, if it needs a later one than the annotation."""
        found = [
            version
            for controllers, pattern, only_reused, version in self._value_versions
            if controller in controllers and (reused or not only_reused) and re.search(pattern, value)
        ]
        return max(found, key=_version, default=None)

    def empty_is_unset(self, controller: str = "clb") -> bool:
        """Whether an empty value is the same as none."""
        return self.accepts(controller).empty == "unset"

    def zero_is_unset(self, value: str, controller: str = "clb") -> bool:
        """Whether the value is a zero that the CCM takes for "not set" and never sends."""
        return self.accepts(controller).zero == "unset" and re.match(r"[+-]?0+\Z", value) is not None

    def is_valid(self, value: str, controller: str = "clb") -> bool:
        """Whether the value is taken, doubtful ones included."""
        return not value or satisfies(value, self.accepts(controller).check)

    def check(self, value: str, controller: str = "clb") -> Violation | None:
        """What is wrong with a value. An empty one is no value, so nothing."""
        if not value:
            return None
        accepts = self.accepts(controller)
        if not satisfies(value, accepts.check):
            return _violation(self, accepts, value)
        for position, doubt in enumerate(accepts.doubts):
            if not satisfies(value, doubt):
                return _doubt(self, accepts, value, position)
        return None

    @property
    def details(self) -> dict[str, Any]:
        """Everything that is known of it, as in `annotations.json`."""
        return _details()[self.suffix]

    @property
    def title(self) -> Words:
        """A few words."""
        return Words(**self.details["title"])

    @property
    def description(self) -> Words:
        """What it does, in one to three sentences."""
        return Words(**self.details["description"])

    def allowed(self, controller: str = "clb") -> Words:
        """What it takes, to go on after "it takes"."""
        return allowed_words(_row(self, self.accepts(controller)), _document()["phrases"])


class Catalogue:
    """All annotations, by the keys they may be written with."""

    def __init__(
        self,
        annotations: Iterable[Annotation],
        dead: dict[str, tuple[str, tuple[str, ...]]],
        neighbours: tuple[str, ...],
    ) -> None:
        self._by_suffix = {annotation.suffix: annotation for annotation in annotations}
        self._by_key = {annotation.key: annotation for annotation in self}
        self._by_key.update((annotation.legacy_key, annotation) for annotation in self if annotation.legacy_key)
        self._dead = dead
        self._neighbours = neighbours

    def __iter__(self) -> Iterator[Annotation]:
        return iter(self._by_suffix.values())

    def __len__(self) -> int:
        return len(self._by_suffix)

    def find(self, key: str) -> Annotation | None:
        """The annotation that a full key names, in its present or its legacy form."""
        return self._by_key.get(key)

    def by_suffix(self, suffix: str) -> Annotation:
        """The annotation of that short name (`cert-id`, `backend-type`)."""
        return self._by_suffix[suffix]

    def is_legacy(self, key: str) -> bool:
        """Whether a key is the legacy form of an annotation, and is read."""
        annotation = self._by_key.get(key)
        return annotation is not None and annotation.key != key

    def without_legacy(self, key: str) -> Annotation | None:
        """The annotation that a legacy key seems to mean which has no legacy form."""
        if not key.startswith(_OURS[1]) or key in self._by_key:
            return None
        name = key[len(_OURS[1]) :].removeprefix("loadbalancer-")
        annotation = self._by_suffix.get(name)
        return annotation if annotation and not annotation.legacy_key else None

    def dead(self, key: str) -> Dead | None:
        """What is known of a key that documents name, or that was read once, but is not read any more."""
        prefix = LEGACY_PREFIX if key.startswith(LEGACY_PREFIX) else PREFIX
        name = key[len(prefix) :] if key.startswith(prefix) else ""
        entry = self._dead.get(name)
        return Dead(PREFIX + name, *entry) if entry else None

    def is_ours(self, key: str) -> bool:
        """Whether a key is one of ours, or was clearly meant to be."""
        if key.startswith(_OURS):
            return not key.startswith(self._neighbours)
        if key in self._by_key:
            return True
        domain, _, name = key.partition("/")
        plain = _plain(name)
        if plain.startswith(_ALMOST_OURS) and "loadbalancer-" in plain:
            return True
        return domain + "/" == DOMAIN and _distance(plain, "backend-type", 2) <= 2  # noqa: PLR2004

    def nearest(self, key: str) -> list[str]:
        """The keys that a misspelt one may have meant, best first; one alone is beyond reasonable doubt."""
        dead = self.dead(key)
        if dead:
            return list(dead.instead)
        names = _cores(key)
        squeezed = {name.replace("-", "") for name in names}
        same = [a.key for a in self if a.suffix.replace("-", "") in squeezed]
        same = same or [a.key for a in self if not squeezed.isdisjoint(m.replace("-", "") for m in a.misspelt)]
        return same or self._near(names[-1])

    def _near(self, name: str) -> list[str]:
        reach = 2 if len(name) > 5 else 1  # noqa: PLR2004 -- of short names too many are near
        edits = {a.key: _distance(name, a.suffix, reach) for a in self}
        least = min(edits.values())
        if least <= reach:
            return [key for key, distance in edits.items() if distance == least]
        import difflib  # noqa: PLC0415 -- only a misspelt key needs it

        return [self._by_suffix[suffix].key for suffix in difflib.get_close_matches(name, self._by_suffix, 3, 0.75)]


class Dead:
    """A key that is read no more, or never was: `dead` if documents name it, `retired` if an old CCM read it."""

    __slots__ = ("instead", "key", "kind")

    def __init__(self, key: str, kind: str, instead: tuple[str, ...]) -> None:
        self.key = key
        self.kind = kind
        self.instead = instead

    @property
    def why(self) -> Words:
        """What became of it."""
        return next(Words(**entry["text"]) for entry in _document()["dead"] if entry["key"] == self.key)


@functools.cache
def catalogue() -> Catalogue:
    """The catalogue, read once."""
    dead = cast("dict[str, tuple[str, tuple[str, ...]]]", index.DEAD)
    rows = cast("tuple[Row, ...]", index.ANNOTATIONS)
    return Catalogue(map(Annotation, rows), dead, cast("tuple[str, ...]", index.NEIGHBOURS))


def term(kind: str, word: str) -> Words:
    """What a word of `change`, `removal`, `reuse`, `default`, `scope` or `invalid` means."""
    return Words(**_document()["terms"][kind][word])


def documents() -> dict[str, str]:
    """The titles of the documents that sources name by a short code."""
    titles: dict[str, str] = _document()["documents"]
    return titles


def annotations_behind(event: str) -> list[Annotation]:
    """The annotations whose wrong or changed value makes the CCM write such an event, the closest first."""
    found = []
    for annotation in catalogue():
        fits = [text for text in _messages(annotation.details) if _message_pattern(text).search(event)]
        if fits:
            found.append((-max(map(len, fits)), annotation.suffix))
    return [catalogue().by_suffix(suffix) for _, suffix in sorted(found)]


def _messages(details: dict[str, Any]) -> Iterator[str]:
    for row in details["accepts"]:
        for fault in (row["invalid"], row.get("outside", {})):
            event = fault.get("event", [])
            yield from [event] if isinstance(event, str) else [case["text"] for case in event]
            yield from [fault["api_error"]] if "api_error" in fault else []
    yield from (details[field]["error"] for field in ("change", "removal") if "error" in details[field])


def _message_pattern(message: str) -> re.Pattern[str]:
    return re.compile(".*?".join(map(re.escape, re.split(r"\{\w+\}", message))), re.DOTALL)


def satisfies(value: str, check: Check) -> bool:
    """Whether a value passes a compiled schema, as a JSON Schema validator would judge it."""
    word, *rest = check
    if word == "enum":
        values: tuple[str, ...] = rest[0]
        return value in values
    if word == "integer":
        return _in_range(value, *rest)
    if word == "pattern":
        return re.search(rest[0], value) is not None
    if word in {"minLength", "maxLength"}:
        limit: int = rest[0]
        return len(value) <= limit if word == "maxLength" else len(value) >= limit
    if word == "not":
        return not satisfies(value, rest[0])
    return (any if word == "any" else all)(satisfies(value, part) for part in rest)


def _in_range(value: str, minimum: int, maximum: int, also: tuple[int, ...]) -> bool:
    if not re.match(r"[+-]?[0-9]+\Z", value):
        return False
    sign, digits = ("-", value[1:]) if value[0] == "-" else ("", value.lstrip("+"))
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(maximum)):  # also keeps off numbers that are too long to convert
        return False
    number = int(sign + digits)
    return minimum <= number <= maximum or number in also


def _violation(annotation: Annotation, accepts: Accepts, value: str) -> Violation:
    row = _row(annotation, accepts)
    parsed = accepts.kind == "integer" and _atoi_error(value) is None
    fault = _outcome(row["outside" if parsed and "outside" in row else "invalid"])
    nearest, sure = _nearest(accepts, value)
    rule = fault.get("rule")
    if sure and nearest is not None and _bare(nearest) == _bare(value):
        rule = "value-whitespace"
    event, outcome = _event(accepts, fault.get("event", ""), value), Words(**fault["text"])
    allowed = allowed_words(row, _document()["phrases"])
    return Violation(value, allowed, fault["class"], outcome, event, nearest, sure, fault["severity"], rule)


def _doubt(annotation: Annotation, accepts: Accepts, value: str, position: int) -> Violation:
    row = _row(annotation, accepts)
    doubt = row["doubts"][position]
    why = Words(**doubt["text"])
    effect = _outcome(row["invalid"])["class"] if accepts.kind != "integer" else "api-error"
    narrowed = {**row, "integer": doubt["integer"]} if accepts.kind == "integer" else row
    allowed = allowed_words(narrowed, _document()["phrases"])
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
    )


def _event(accepts: Accepts, event: str | list[dict[str, str]], value: str) -> str:
    """The CCM's message with the value in it, as Go prints it; of a list, what it says of the first bad item."""
    item = next((item for item in value.split(",") if not satisfies(item, accepts.check)), value)
    if not isinstance(event, str):
        event = next((row["text"] for row in event if re.search(row["if"], item)), "")
    head, _, tail = item.partition(":")
    parts = {"value": value, "item": item, "head": head, "tail": tail}
    return event.format(detail=_atoi_error(value), quoted=_quoted(value), **parts)


def _atoi_error(value: str) -> str | None:
    """What Go's `strconv.Atoi` says of a value that is no integer of 64 bits."""
    if not re.match(r"[+-]?[0-9]+\Z", value):
        return f"strconv.Atoi: parsing {_quoted(value)}: invalid syntax"
    digits = value.lstrip("+-").lstrip("0") or "0"
    limit = 2**63 if value[0] == "-" else 2**63 - 1
    if len(digits) > len(str(limit)) or int(digits) > limit:
        return f"strconv.Atoi: parsing {_quoted(value)}: value out of range"
    return None


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


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
    """A valid value near an invalid one, and whether it is the same but for its spelling."""
    if accepts.kind == "presence":
        return None, False
    for candidate in _spellings(accepts, value):
        if candidate and satisfies(candidate, accepts.check):
            return candidate, True
    return _guess(accepts, value), False


def _spellings(accepts: Accepts, value: str) -> Iterator[str]:
    bare = _bare(value)
    yield bare
    plain = _squeezed(bare)
    for known in accepts.values:
        if _squeezed(known) == plain:
            yield known
    if accepts.kind == "flag":
        yield _SYNONYMS.get(bare.lower(), "")
    elif accepts.kind == "boolean":
        yield {"on": "true", "off": "false"}.get(_SYNONYMS.get(bare.lower(), bare.lower()), "")
    elif accepts.kind == "integer":
        yield re.sub(r"\s*(?:s|sec|seconds?|[mM]|[mM]bps|%)\Z", "", bare)
        yield re.sub(r"\.0+\Z", "", bare)
    else:
        yield bare.lower()


def _guess(accepts: Accepts, value: str) -> str | None:
    if accepts.kind == "integer":
        return _clamped(accepts, value)
    if not accepts.values or accepts.kind == "list":
        return None
    import difflib  # noqa: PLC0415 -- only an invalid value needs it

    folded = {known.lower(): known for known in accepts.values}
    close = difflib.get_close_matches(_bare(value).lower(), folded, 1, 0.75)
    return folded[close[0]] if close else None


def _clamped(accepts: Accepts, value: str) -> str | None:
    if _atoi_error(value) is not None:
        return None
    _, minimum, maximum, _ = accepts.check
    return str(min(max(int(value), minimum), maximum))


def _bare(value: str) -> str:
    return re.sub(r"\s*,\s*", ",", value.strip())


def _squeezed(value: str) -> str:
    return re.sub(r"[\s_-]", "", value).lower()


def allowed_words(row: dict[str, Any], phrases: dict[str, dict[str, str]]) -> Words:
    """What a row of `accepts` takes, to go on after "it takes"."""
    if "allowed" in row:
        return Words(**row["allowed"])
    make = _integers if row["kind"] == "integer" else _choice
    return Words(*(make(row, {name: texts[lang] for name, texts in phrases.items()}) for lang in Words._fields))


def _integers(row: dict[str, Any], phrases: dict[str, str]) -> str:
    unit = phrases[row["unit"]] if "unit" in row else ""
    return phrases["integer"].format(low=row["integer"]["minimum"], high=row["integer"]["maximum"], unit=unit)


def _choice(row: dict[str, Any], phrases: dict[str, str]) -> str:
    *first, last = (f'"{value}"' for value in row["values"])
    return phrases["choice"].format(first=phrases["comma"].join(first), last=last) if first else last


def _row(annotation: Annotation, accepts: Accepts) -> dict[str, Any]:
    row: dict[str, Any] = annotation.details["accepts"][annotation.accepted.index(accepts)]
    return row


def _outcome(fault: dict[str, Any]) -> dict[str, Any]:
    shared = _document()["outcomes"].get(fault.get("outcome"), {})
    return {**shared, **fault}


@functools.cache
def _document() -> dict[str, Any]:
    import json  # noqa: PLC0415 -- a run without anything to say needs neither
    import os  # noqa: PLC0415

    path = os.path.join(os.path.dirname(index.__file__), "annotations.json")
    with open(path, encoding="utf-8") as file:
        document: dict[str, Any] = json.load(file)
    return document


@functools.cache
def _details() -> dict[str, dict[str, Any]]:
    return {annotation["suffix"]: annotation for annotation in _document()["annotations"]}


def _version(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _plain(name: str) -> str:
    return re.sub(r"[_.\s]", "-", name.lower())


def _cores(key: str) -> list[str]:
    """What is left of a key without its prefix: as it is, and without the words for a load balancer."""
    name = _plain(key.rpartition("/")[2])
    for prefix in _PREFIX_WORDS:
        name = name.removeprefix(prefix)
    names = [name]
    for word in _KIND_WORDS:
        if name.startswith(word):
            names.append(name.removeprefix(word))
            break
    return names


def _distance(one: str, other: str, reach: int) -> int:
    """How many single-character edits lie between two texts; `reach` + 1 stands for all more."""
    if abs(len(one) - len(other)) > reach:
        return reach + 1
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        above, row[0] = row[0], i
        for j, wanted in enumerate(other, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (char != wanted))
        if min(row) > reach:
            return reach + 1
    return row[-1]
