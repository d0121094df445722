"""The annotations of a Service as the CCM looks them up (AN:Get, AN:Has).

The present prefix goes before the legacy one, even where its value is empty. Keys are case-sensitive and nothing is
trimmed. Four keys are read directly and have no legacy form. What the declared CCM is too old to read is absent.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from clblint.kube.catalogue.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX, catalogue
from clblint.kube.fact import Fact, Origin, in_words
from clblint.kube.versions import is_older

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.objects import Service

# The short names of the keys that are read directly (SU:NeedCLB, SU:IsTunnelTypeService, SU:IsENIBackendType).
_DIRECT = {
    DOMAIN + "backend-type": "backend-type",
    DOMAIN + "class": "class",
    PREFIX + "type": "type",
    PREFIX + "tunnel-type": "tunnel-type",
}
_DIRECT_NAMES = {name: key for key, name in _DIRECT.items()}
_LENGTH, _LEGACY_LENGTH = len(PREFIX), len(LEGACY_PREFIX)
# Of these an old CCM takes any first value and only does not follow every change.
_ANY_VALUE = frozenset({"acl-id", "bandwidth", "persistence-timeout"})


class Annotations:
    """The annotations of a Service by their short names (`cert-id`, `backend-type`)."""

    __slots__ = ("_absent", "_ccm", "_found", "_service", "_unread")

    def __init__(self, service: Service, ccm: Fact[str] | None = None) -> None:
        """`ccm` is the declared version of the CCM: what it does not read is absent."""
        self._service = service
        self._absent: Fact[str] | None = None
        self._found = _by_suffix(service.annotations)
        self._unread: dict[str, tuple[str, Fact[str]]] = {}
        self._ccm = ccm.value if ccm is not None and ccm.known else ""
        if self._ccm:
            self._put_aside(_later_keys(self._ccm))
            self._put_aside(self._with_later_value(self._ccm))

    def get(self, suffix: str) -> Fact[str]:
        """The value that the CCM reads; a default, empty one at the place that left it out where there is none."""
        found = self._found.get(suffix)
        if found is not None:
            return found[1]
        absent = self._absent
        if absent is None:
            absent = self._absent = Fact("", self._service.place_of_annotations, Origin.DEFAULT)
        return absent

    def has(self, suffix: str) -> bool:
        """Whether the key is there at all, whatever its value."""
        return suffix in self._found

    def key_of(self, suffix: str) -> str:
        """The full key that decides; the one to write where there is none."""
        found = self._found.get(suffix) or self._unread.get(suffix)
        return found[0] if found is not None else _DIRECT_NAMES.get(suffix, PREFIX + suffix)

    def __iter__(self) -> Iterator[str]:
        """The short names of all annotations with one of the two prefixes, and of those read directly."""
        return iter(self._found)

    @property
    def carried(self) -> Iterator[tuple[str, Fact[str]]]:
        """All that stand on the Service, by their short names, those that the declared CCM does not read included."""
        return ((suffix, fact) for suffix, (_, fact) in chain(self._found.items(), self._unread.items()))

    @property
    def unread(self) -> frozenset[str]:
        """The full keys of those that the declared CCM does not read."""
        return frozenset(key for key, _ in self._unread.values())

    def reads(self, suffix: str) -> bool:
        """Whether the declared CCM knows an annotation, as far as one is declared."""
        return not self._ccm or suffix not in _later_keys(self._ccm)

    def needs(self, suffix: str, fact: Fact[str]) -> tuple[str | None, str]:
        """The CCM version that an annotation needs, and what of it does: its `key`, its `value`, or the `reuse`."""
        known, newer = catalogue().find(self.key_of(suffix)), catalogue().newer(self.key_of(suffix))
        if newer is not None:
            return newer.since() or newer.since("nlb"), "key"
        if known is None or "clb" not in known.controllers:
            return None, "key"
        since, late = known.since(), None
        text = fact.value if fact.readable else ""  # some values need a version by being there
        if suffix not in _ANY_VALUE and fact.is_set:
            late = known.since_for(text, reused=self._names_a_clb)
        if late is None or (since is not None and not is_older(since, late)):
            return since, "key"
        return late, "value" if known.since_for(text) == late else "reuse"

    @property
    def _names_a_clb(self) -> bool:
        return "id" in self._found and not self._found["id"][1].is_empty

    def _put_aside(self, suffixes: frozenset[str]) -> None:
        for suffix in suffixes.intersection(self._found):
            self._unread[suffix] = self._found.pop(suffix)

    def _with_later_value(self, version: str) -> frozenset[str]:
        """The short names of those of which a CCM reads other values than this."""
        asked = {one: self.needs(one, self._found[one][1])[0] for one in _later_values(version) if one in self._found}
        return frozenset(one for one, since in asked.items() if since is not None and is_older(version, since))


@cache
def _later_keys(version: str) -> frozenset[str]:
    """The annotations that came after a version."""
    since = {known.suffix: known.since() for known in catalogue() if "clb" in known.controllers}
    return frozenset(suffix for suffix, came in since.items() if came is not None and is_older(version, came))


@cache
def _later_values(version: str) -> tuple[str, ...]:
    """The annotations of which a CCM that reads them may not read every value."""
    known = (one for one in catalogue() if one.suffix not in _ANY_VALUE)
    return tuple(one.suffix for one in known if any(is_older(version, since) for since in one.value_versions))


def _by_suffix(annotations: dict[str, Fact[str]]) -> dict[str, tuple[str, Fact[str]]]:
    found: dict[str, tuple[str, Fact[str]]] = {}
    for key, fact in annotations.items():
        if not key.startswith(DOMAIN):
            continue
        if key in _DIRECT:
            found[_DIRECT[key]] = (key, fact)
            continue
        suffix = _suffix(key, annotations)
        if suffix:
            words = _words().get(suffix)
            found[suffix] = (key, fact if words is None else in_words(fact, words))
    return found


# Of these the CCM takes any text and does something with it: what is written counts, not what is meant.
_AS_WRITTEN = frozenset({
    "backend-type", "external-ip-type", "force-override-listeners", "proxy-protocol", "remove-unscheduled-backend",
    "type",
})  # fmt: skip


@cache
def _words() -> dict[str, dict[str, str]]:
    """The words that annotations take, by their lower case, where the API refuses another letter case."""
    exact = (known for known in catalogue() if "clb" in known.controllers and known.suffix not in _AS_WRITTEN)
    kinds = ((known.suffix, known.accepts()) for known in exact)
    return {
        suffix: {word.lower(): word for word in accepts.values}
        for suffix, accepts in kinds
        if accepts.kind in {"enum", "flag"} and not accepts.folds_case
    }


def _suffix(key: str, annotations: dict[str, Fact[str]]) -> str:
    """The short name of a key that is looked up; empty where nobody reads it or another key hides it."""
    if key.startswith(PREFIX):
        suffix = key[_LENGTH:]
    elif key.startswith(LEGACY_PREFIX) and PREFIX + key[_LEGACY_LENGTH:] not in annotations:
        suffix = key[_LEGACY_LENGTH:]
    else:
        return ""
    return "" if suffix in _DIRECT_NAMES else suffix
