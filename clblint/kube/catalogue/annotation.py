"""What is known of one annotation (`KnownAnnotation`): its controllers, versions and values; and of a dead key.

Texts and the modules that format them are imported on demand, since they are large and most runs need few.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.values import Accepts, compiled, satisfies
from clblint.light import cache, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.i18n.text import Words
    from clblint.kube.catalogue.values import Row
    from clblint.kube.catalogue.violations import Violation

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

    def __init__(self, row: Row, key: str, legacy_key: str) -> None:
        (
            self.suffix,
            _,
            _,
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
        self.key = key
        self.legacy_key = legacy_key
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


def known_up_to() -> str:
    """The last CCM version whose annotations are all known, as plain numbers."""
    from clblint.kube.catalogue.texts import document  # noqa: PLC0415 - as for the texts of an annotation

    return str(document()["known_up_to"])


@cache  # the catalogue contains few versions
def _version(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
