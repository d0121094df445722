"""The catalogue: looks up annotations by key, also misspelt ones.

The facts are in `clblint_schemas/annotations.json`. What a run needs of them comes from the generated
`clblint_schemas.index`, which is imported for the first key that may be one of the CCM.
"""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.well_known import DOMAIN
from clblint.light import cache, cast, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.catalogue.annotation import DeadKey, KnownAnnotation
    from clblint.kube.catalogue.values import Row

__all__ = ["DOMAIN", "LEGACY_PREFIX", "PREFIX", "Catalogue", "catalogue"]

PREFIX = DOMAIN + "alibaba-cloud-loadbalancer-"
LEGACY_PREFIX = DOMAIN + "alicloud-loadbalancer-"
_OURS = (DOMAIN + "alibaba-cloud-", DOMAIN + "alicloud-")
# Common misspellings of the prefix that no other project uses.
_ALMOST_OURS = ("alibaba-", "alibabacloud-", "alicloud-", "aliyun-")
# Every key of the CCM contains its domain or one of these marks, which begin alike.
_MARKS, _BEGINNING = ("alibaba", "alicloud", "aliyun"), "ali"
# A backslash and what is not itself behind it: the number of a character, or a line break, which is none then.
_HIDING = pattern(r"\\(?:[xuU]|[^ -~])")


class Catalogue:
    """All annotations, by every key that the CCM reads them from; each is made when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, KnownAnnotation] = {}  # by short name
        self._by_key: dict[str, KnownAnnotation] = {}
        self._nearest: dict[str, list[str]] = {}  # a cache: the same mistake is often in many files

    def __iter__(self) -> Iterator[KnownAnnotation]:
        return map(self.by_suffix, self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def find(self, key: str) -> KnownAnnotation | None:
        """The annotation with this full key, in its present or legacy form; None if unknown."""
        found = self._by_key.get(key)
        if found is None and key in self._suffixes:
            found = self._by_key[key] = self.by_suffix(self._suffixes[key])
        return found

    def newer(self, key: str) -> KnownAnnotation | None:
        """The annotation with this full key that was added after the last CCM version with published source."""
        return self._newer.get(key)

    def by_suffix(self, suffix: str) -> KnownAnnotation:
        """The annotation with this short name (`cert-id`, `backend-type`); raises `KeyError` if there is none."""
        found = self._made.get(suffix)
        if found is None:
            found = self._made[suffix] = _annotation(self._rows[suffix])
        return found

    def known(self, suffix: str) -> KnownAnnotation | None:
        """The annotation with this short name; None if there is none."""
        return self.by_suffix(suffix) if suffix in self._rows else None

    def without_legacy(self, key: str) -> KnownAnnotation | None:
        """The annotation, one without a legacy form, that a legacy key seems to mean; None if there is none."""
        if not key.startswith(_OURS[1]) or key in self._suffixes:
            return None
        annotation = self.known(key[len(_OURS[1]) :].removeprefix("loadbalancer-"))
        return annotation if annotation and not annotation.legacy_key else None

    def dead(self, key: str) -> DeadKey | None:
        """The entry of a key that is documented or was once read, but is not read now; None if there is none."""
        prefix = LEGACY_PREFIX if key.startswith(LEGACY_PREFIX) else PREFIX
        name = key[len(prefix) :] if key.startswith(prefix) else ""
        entry = self._dead.get(name)
        if entry is None:
            return None
        from clblint.kube.catalogue.annotation import DeadKey  # noqa: PLC0415 - few keys are dead

        return DeadKey(PREFIX + name, *entry)

    def is_ours(self, key: str) -> bool:
        """Whether a key has the CCM's prefix, or clearly a misspelling of it."""
        if key.startswith(DOMAIN) and key in self._suffixes:
            return True
        if key.startswith(_OURS):
            return not key.startswith(self._neighbours)
        domain, slash, name = key.partition("/")
        if not slash:  # as nearly every key of an object
            return False
        is_in_domain = domain + "/" == DOMAIN
        if not is_in_domain and not name.lower().startswith(_BEGINNING):  # nor is nearly any other
            return False
        from clblint.kube.catalogue.spelling import distance, plain  # noqa: PLC0415 - few keys are nearly ours

        said = plain(name)
        if said.startswith(_ALMOST_OURS) and "loadbalancer-" in said:
            return True
        return is_in_domain and distance(said, "backend-type", 2) <= 2  # noqa: PLR2004 - the reach that was asked for

    @staticmethod
    def may_stand_in(text: str) -> bool:
        """Whether a text may contain a key of the CCM: a fast check before its keys are examined."""
        if DOMAIN in text:
            return True
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
            from clblint.kube.catalogue.spelling import nearest  # noqa: PLC0415 - few keys are unknown

            dead = self.dead(key)
            self._nearest[key] = list(dead.instead) if dead else self._keys(nearest(key, self._misspelt))
        return self._nearest[key]

    def respelt(self, key: str) -> list[str]:
        """The known keys that differ in spelling only: letter case, `_`, words of the prefix, one or two characters."""
        from clblint.kube.catalogue.spelling import respelt  # noqa: PLC0415 - as above

        return self._keys(respelt(key, self._misspelt))

    def _keys(self, suffixes: list[str]) -> list[str]:
        return [self.by_suffix(suffix).key for suffix in suffixes]

    @cached_property
    def _misspelt(self) -> dict[str, tuple[str, ...]]:
        """The known misspellings of each short name."""
        return {annotation.suffix: annotation.misspelt for annotation in self}

    @cached_property
    def _rows(self) -> dict[str, Row]:
        from clblint_schemas.index import ANNOTATIONS  # noqa: PLC0415 - many objects have no annotations of the CCM

        return {row[0]: row for row in cast("tuple[Row, ...]", ANNOTATIONS)}

    @cached_property
    def _suffixes(self) -> dict[str, str]:
        """The short names of annotations by their full keys."""
        return {key: suffix for suffix, row in self._rows.items() for key in _keys_of(row) if key}

    @cached_property
    def _newer(self) -> dict[str, KnownAnnotation]:
        from clblint_schemas.index import NEWER  # noqa: PLC0415 - as above

        annotations = map(_annotation, cast("tuple[Row, ...]", NEWER))
        return {key: annotation for annotation in annotations for key in (annotation.key, annotation.legacy_key)}

    @cached_property
    def _dead(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        from clblint_schemas.index import DEAD  # noqa: PLC0415 - as above

        return cast("dict[str, tuple[str, tuple[str, ...]]]", DEAD)

    @cached_property
    def _neighbours(self) -> tuple[str, ...]:
        """How keys begin that other controllers read."""
        from clblint_schemas.index import NEIGHBOURS  # noqa: PLC0415 - as above

        return cast("tuple[str, ...]", NEIGHBOURS)


@cache
def catalogue() -> Catalogue:
    """The catalogue, loaded once."""
    return Catalogue()


def _annotation(row: Row) -> KnownAnnotation:
    from clblint.kube.catalogue.annotation import KnownAnnotation  # noqa: PLC0415 - as above

    return KnownAnnotation(row, *_keys_of(row))


def _keys_of(row: Row) -> tuple[str, str]:
    """The full key of an annotation, and its legacy form, empty if there is none."""
    suffix, apart, legacy = row[:3]
    return (DOMAIN if apart else PREFIX) + suffix, LEGACY_PREFIX + suffix if legacy else ""
