"""The catalogue: looks up annotations by key (also misspelt ones), with their controllers, versions and values.

The facts are in `clblint_schemas/annotations.json`. What a run needs of them comes from the generated
`clblint_schemas.index`. Texts and the modules that format them are imported on demand, since every run pays for the
imports of this module.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.spelling import cores, distance, plain
from clblint.kube.catalogue.values import Accepts, compiled, satisfies
from clblint.kube.well_known import DOMAIN
from clblint.light import cache, cast, pattern
from clblint_schemas import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from clblint.i18n.text import Words
    from clblint.kube.catalogue.values import Row
    from clblint.kube.catalogue.violations import Violation

__all__ = [
    "DOMAIN",
    "LEGACY_PREFIX",
    "PREFIX",
    "Behaviour",
    "Catalogue",
    "DeadKey",
    "KnownAnnotation",
    "Violation",
    "catalogue",
    "known_up_to",
]

PREFIX = DOMAIN + "alibaba-cloud-loadbalancer-"
LEGACY_PREFIX = DOMAIN + "alicloud-loadbalancer-"
_OURS = (DOMAIN + "alibaba-cloud-", DOMAIN + "alicloud-")
# Common misspellings of the prefix that no other project uses.
_ALMOST_OURS = ("alibaba-", "alibabacloud-", "alicloud-", "aliyun-")
# Every key of the CCM contains its domain or one of these marks, which begin alike.
_MARKS, _BEGINNING = ("alibaba", "alicloud", "aliyun"), "ali"
# A backslash and what is not itself behind it: the number of a character, or a line break, which is none then.
_HIDING = pattern(r"\\(?:[xuU]|[^ -~])")
_ZERO = pattern(r"[+-]?0+\Z")


class Behaviour(NamedTuple):
    """What an annotation does for one controller; the fields are explained at `KnownAnnotation`."""

    scope: str
    protocols: tuple[str, ...]
    default: str | None
    change: str
    removal: str
    reuse: str


class KnownAnnotation:
    """One annotation that a controller reads.

    `suffix` is its short name (`cert-id`, `backend-type`). `protocols` are the CLB listener protocols that it affects;
    for an annotation of scope `listener`, those whose API call has it as a parameter. `default` is the value in
    effect when it is absent, if known. `change`, `removal` and `reuse` are terms that `term` explains. Like `scope`
    they are those of CLBs, if a CLB reads it; `behaviour` has those of each controller.
    """

    # A class with slots is created in a tenth of the time of a named tuple class, which every run pays for.
    __slots__ = (
        "_disputed",
        "_nlb",
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
    _nlb: tuple[str, tuple[str, ...], str | None, str, str, str] | None

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
            self._nlb,
            accepted,
        ) = row
        self.key = (DOMAIN if apart else PREFIX) + self.suffix
        self.legacy_key = LEGACY_PREFIX + self.suffix if legacy else ""
        self.accepted = tuple(Accepts(row) for row in accepted)

    def __repr__(self) -> str:
        return f"Annotation({self.key!r})"

    def behaviour(self, controller: str) -> Behaviour:
        """What it does for a controller that reads it."""
        if controller == "nlb" and self._nlb is not None:
            return Behaviour(*self._nlb)
        return Behaviour(self.scope, self.protocols, self.default, self.change, self.removal, self.reuse)

    def accepts(self, controller: str = "clb") -> Accepts:
        """The values that a controller accepts; those of the other one if this one does not read the annotation."""
        return next((row for row in self.accepted if controller in row.controllers), self.accepted[0])

    def since(self, controller: str = "clb") -> str | None:
        """The first CCM version that reads it, as plain numbers (`1.9.3.164`); the lowest if documents disagree."""
        version = self._versions[0 if controller == "clb" else 1]
        if version is None or self.controllers[0] != controller:
            return version
        return min((version, *self._disputed), key=_version)

    def since_for(self, value: str, controller: str = "clb", *, reused: bool = False) -> str | None:
        """The CCM version that this value needs; None if it needs no later one than the annotation."""
        found = [
            version
            for controllers, expression, only_reused, version in self._value_versions
            if controller in controllers and (reused or not only_reused) and compiled(expression).search(value)
        ]
        return max(found, key=_version, default=None)

    def value_versions(self, controller: str = "clb") -> list[str]:
        """The CCM versions that added values."""
        return [version for controllers, _, _, version in self._value_versions if controller in controllers]

    def empty_is_unset(self, controller: str = "clb") -> bool:
        """Whether an empty value counts as absent."""
        return self.accepts(controller).empty == "unset"

    def zero_is_unset(self, value: str, controller: str = "clb") -> bool:
        """Whether the value is a zero that the CCM treats as "not set" and never sends."""
        return self.accepts(controller).zero == "unset" and _ZERO.match(value) is not None

    def is_valid(self, value: str, controller: str = "clb") -> bool:
        """Whether the value is accepted; disputed values are."""
        return not value or satisfies(value, self.accepts(controller).check)

    def check(self, value: str, controller: str = "clb") -> Violation | None:
        """The violation of a value; None for a valid or empty value."""
        if not value:
            return None
        accepts = self.accepts(controller)
        if satisfies(value, accepts.check) and all(satisfies(value, doubt) for doubt in accepts.doubts):
            return None
        from clblint.kube.catalogue.violations import violation_of  # noqa: PLC0415 - most values are right

        return violation_of(accepts, self._row(accepts), value)

    @property
    def details(self) -> dict[str, Any]:
        """Its full entry in `annotations.json`."""
        from clblint.kube.catalogue.texts import details  # noqa: PLC0415 - the texts are large, and most runs need few

        return details()[self.suffix]

    @property
    def title(self) -> Words:
        """Its title, a few words."""
        return self._words("title")

    @property
    def description(self) -> Words:
        """What it does, in one to three sentences."""
        return self._words("description")

    def allowed(self, controller: str = "clb") -> Words:
        """Its valid values as a phrase that completes "it takes"."""
        from clblint.kube.catalogue.texts import allowed_words  # noqa: PLC0415 - as for `details`

        return allowed_words(self._row(self.accepts(controller)))

    def _words(self, field: str) -> Words:
        from clblint.i18n.text import Words  # noqa: PLC0415 - as for `details`

        return Words(**self.details[field])

    def _row(self, accepts: Accepts) -> dict[str, Any]:
        row: dict[str, Any] = self.details["accepts"][self.accepted.index(accepts)]
        return row


class Catalogue:
    """All annotations, by every key that the CCM reads them from."""

    def __init__(
        self,
        annotations: Iterable[KnownAnnotation],
        newer: Iterable[KnownAnnotation],
        dead: dict[str, tuple[str, tuple[str, ...]]],
        neighbours: tuple[str, ...],
    ) -> None:
        self._by_suffix = {annotation.suffix: annotation for annotation in annotations}
        self._by_key = {annotation.key: annotation for annotation in self}
        self._by_key.update((annotation.legacy_key, annotation) for annotation in self if annotation.legacy_key)
        self._newer = {key: annotation for annotation in newer for key in (annotation.key, annotation.legacy_key)}
        self._dead = dead
        self._neighbours = neighbours
        self._nearest: dict[str, list[str]] = {}  # a cache: the same mistake is often in many files

    def __iter__(self) -> Iterator[KnownAnnotation]:
        return iter(self._by_suffix.values())

    def __len__(self) -> int:
        return len(self._by_suffix)

    def find(self, key: str) -> KnownAnnotation | None:
        """The annotation with this full key, in its present or legacy form; None if unknown."""
        return self._by_key.get(key)

    def newer(self, key: str) -> KnownAnnotation | None:
        """The annotation with this full key that was added after the last CCM version with published source."""
        return self._newer.get(key)

    def by_suffix(self, suffix: str) -> KnownAnnotation:
        """The annotation with this short name (`cert-id`, `backend-type`)."""
        return self._by_suffix[suffix]

    def without_legacy(self, key: str) -> KnownAnnotation | None:
        """The annotation, one without a legacy form, that a legacy key seems to mean; None if there is none."""
        if not key.startswith(_OURS[1]) or key in self._by_key:
            return None
        name = key[len(_OURS[1]) :].removeprefix("loadbalancer-")
        annotation = self._by_suffix.get(name)
        return annotation if annotation and not annotation.legacy_key else None

    def dead(self, key: str) -> DeadKey | None:
        """The entry of a key that is documented or was once read, but is not read now; None if there is none."""
        prefix = LEGACY_PREFIX if key.startswith(LEGACY_PREFIX) else PREFIX
        name = key[len(prefix) :] if key.startswith(prefix) else ""
        entry = self._dead.get(name)
        return DeadKey(PREFIX + name, *entry) if entry else None

    def is_ours(self, key: str) -> bool:
        """Whether a key has the CCM's prefix, or clearly a misspelling of it."""
        if key in self._by_key:
            return True
        if key.startswith(_OURS):
            return not key.startswith(self._neighbours)
        domain, slash, name = key.partition("/")
        if not slash:  # as nearly every key of an object
            return False
        said = plain(name)
        if said.startswith(_ALMOST_OURS) and "loadbalancer-" in said:
            return True
        return domain + "/" == DOMAIN and distance(said, "backend-type", 2) <= 2  # noqa: PLR2004 - the reach that was asked for

    @staticmethod
    def may_stand_in(text: str) -> bool:
        """Whether a text may contain a key of the CCM: a fast check before its keys are examined."""
        folded = text.lower()
        return DOMAIN in folded or (_BEGINNING in folded and any(map(folded.__contains__, _MARKS)))

    def may_be_written_in(self, text: str) -> bool:
        """The same of a text in which backslashes may hide a key: those of YAML, or of paths of keys for `--set`."""
        if "\\" not in text:
            return self.may_stand_in(text)
        return _HIDING.search(text) is not None or self.may_stand_in(text.replace("\\", ""))

    def nearest(self, key: str) -> list[str]:
        """The known keys that are most similar to an unknown one, best first."""
        if key not in self._nearest:
            self._nearest[key] = self._find_nearest(key)
        return self._nearest[key]

    def _find_nearest(self, key: str) -> list[str]:
        dead = self.dead(key)
        if dead:
            return list(dead.instead)
        names = cores(key)
        found = self._same(names) or self._known_mistakes(names) or self._within_reach(names[-1])
        if found:
            return found
        import difflib  # noqa: PLC0415 -- only an unknown key needs it

        return [self._by_suffix[name].key for name in difflib.get_close_matches(names[-1], self._by_suffix, 3, 0.75)]

    def respelt(self, key: str) -> list[str]:
        """The known keys that differ in spelling only: letter case, `_`, words of the prefix, one or two characters."""
        names = cores(key)
        same, mistaken = self._same(names), self._known_mistakes(names)
        near = self._within_reach(names[-1])
        return same or (near if not mistaken or near == mistaken else [])

    def _same(self, names: list[str]) -> list[str]:
        squeezed = {name.replace("-", "") for name in names}
        return [a.key for a in self if a.suffix.replace("-", "") in squeezed]

    def _known_mistakes(self, names: list[str]) -> list[str]:
        squeezed = {name.replace("-", "") for name in names}
        return [a.key for a in self if not squeezed.isdisjoint(name.replace("-", "") for name in a.misspelt)]

    def _within_reach(self, name: str) -> list[str]:
        reach = 2 if len(name) > 5 else 1  # noqa: PLR2004 -- of short names too many are near
        edits = {a.key: distance(name, a.suffix, reach) for a in self}
        least = min(edits.values())
        return [key for key, count in edits.items() if count == least] if least <= reach else []


def known_up_to() -> str:
    """The last CCM version whose annotations are all known, as plain numbers."""
    from clblint.kube.catalogue.texts import document  # noqa: PLC0415 - as for the texts of an annotation

    return str(document()["known_up_to"])


class DeadKey:
    """A key that the CCM does not read: `dead` if only documents name it, `retired` if an old CCM read it."""

    __slots__ = ("instead", "key", "kind")

    def __init__(self, key: str, kind: str, instead: tuple[str, ...]) -> None:
        self.key = key
        self.kind = kind
        self.instead = instead

    @property
    def why(self) -> Words:
        """Why it is not read."""
        from clblint.i18n.text import Words  # noqa: PLC0415 - only what is dead is spoken of
        from clblint.kube.catalogue.texts import document  # noqa: PLC0415 - only what is dead is spoken of

        return next(Words(**entry["text"]) for entry in document()["dead"] if entry["key"] == self.key)


@cache
def catalogue() -> Catalogue:
    """The catalogue, loaded once."""
    dead = cast("dict[str, tuple[str, tuple[str, ...]]]", index.DEAD)
    rows = cast("tuple[Row, ...]", index.ANNOTATIONS)
    newer = cast("tuple[Row, ...]", index.NEWER)
    return Catalogue(
        map(KnownAnnotation, rows), map(KnownAnnotation, newer), dead, cast("tuple[str, ...]", index.NEIGHBOURS)
    )


@cache  # the catalogue contains few versions
def _version(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def __getattr__(name: str) -> object:
    """Import `Violation`, the result of `check`, on demand."""
    if name == "Violation":
        from clblint.kube.catalogue.violations import Violation  # noqa: PLC0415 - loaded when it is asked for

        return Violation
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
