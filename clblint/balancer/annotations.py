"""`Annotations`: looks up the annotations of a Service as the CCM does (AN:Get, AN:Has).

The present prefix takes precedence over the legacy one, even with an empty value. Keys are case-sensitive and are not
trimmed. Four keys are read directly and have no legacy form. Annotations newer than the declared CCM are absent.
"""

from __future__ import annotations

from itertools import chain

from clblint.kube.catalogue.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX, catalogue
from clblint.kube.fact import Fact, Origin
from clblint.kube.versions import is_older
from clblint.light import cache, lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
# An old CCM accepts any first value of these, but misses some later changes.
_ANY_VALUE = frozenset({"acl-id", "bandwidth", "persistence-timeout", "zone-maps"})


class Annotations:
    """The annotations of a Service by their short names (`cert-id`, `backend-type`)."""

    __slots__ = ("_absent", "_ccm", "_controller", "_found", "_service", "_unread")

    def __init__(self, service: Service, ccm: Fact[str] | None = None, controller: str = "clb") -> None:
        """`ccm` is the declared version of the CCM: annotations that its `controller` does not read are absent."""
        self._service = service
        self._controller = controller
        self._absent: Fact[str] | None = None
        self._found = _by_suffix(service.annotations, controller)
        self._unread: dict[str, tuple[str, Fact[str]]] = {}
        self._ccm = ccm.value if ccm is not None and ccm.known else ""
        if self._ccm:
            self._put_aside(_later_keys(self._ccm, controller))
            self._put_aside(self._with_later_value(self._ccm))

    def with_values(self, values: Mapping[str, Fact[str]]) -> Annotations:
        """A copy with other values of some annotations."""
        from copy import copy  # noqa: PLC0415 - imports `weakref`, and few runs replace a value

        made = copy(self)
        added = {suffix: (self.key_of(suffix), fact) for suffix, fact in values.items()}
        made._found = {**self._found, **added}  # noqa: SLF001 - a copy of this very object
        return made

    def get(self, suffix: str) -> Fact[str]:
        """The value that the CCM reads; if absent, an empty default at the position of the mapping that omits it."""
        found = self._found.get(suffix)
        if found is not None:
            return found[1]
        absent = self._absent
        if absent is None:
            absent = self._absent = Fact("", self._service.place_of_annotations, Origin.DEFAULT)
        return absent

    def has(self, suffix: str) -> bool:
        """Whether the key is present, with any value."""
        return suffix in self._found

    @property
    def override_listeners(self) -> bool:
        """Whether the CCM also manages the listeners of a reused load balancer: exactly `true` (AN:IsForceOverride)."""
        return self.get("force-override-listeners").value == "true"

    def key_of(self, suffix: str) -> str:
        """The full key that takes effect; the present form if the annotation is absent."""
        found = self._found.get(suffix) or self._unread.get(suffix)
        return found[0] if found is not None else _DIRECT_NAMES.get(suffix, PREFIX + suffix)

    def __iter__(self) -> Iterator[str]:
        """The short names of all annotations with one of the two prefixes, and of those read directly."""
        return iter(self._found)

    @property
    def carried(self) -> Iterator[tuple[str, Fact[str]]]:
        """Yield (short name, value) of all annotations, those that the declared CCM does not read included."""
        return ((suffix, fact) for suffix, (_, fact) in chain(self._found.items(), self._unread.items()))

    @property
    def unread(self) -> frozenset[str]:
        """The full keys that the declared CCM does not read."""
        return frozenset(key for key, _ in self._unread.values())

    def reads(self, suffix: str) -> bool:
        """Whether the declared CCM reads an annotation; True if no version is declared."""
        return not self._ccm or suffix not in _later_keys(self._ccm, self._controller)

    def needs(self, suffix: str, fact: Fact[str]) -> tuple[str | None, str]:
        """(version, reason) of the CCM that an annotation needs; the reason is `key`, `value` or `reuse`."""
        told = suffix not in _ANY_VALUE and fact.is_set  # any value of some annotations needs a version
        text = fact.value if fact.readable else ""
        return _needs(self.key_of(suffix), text if told else None, self._controller, reused=told and self._names_one)

    @property
    def _names_one(self) -> bool:
        return "id" in self._found and not self._found["id"][1].is_empty

    def _put_aside(self, suffixes: frozenset[str]) -> None:
        for suffix in suffixes.intersection(self._found):
            self._unread[suffix] = self._found.pop(suffix)

    def _with_later_value(self, version: str) -> frozenset[str]:
        """The short names of annotations whose present value needs a later CCM than this."""
        asked = {
            one: self.needs(one, self._found[one][1])[0]
            for one in _later_values(version, self._controller)
            if one in self._found
        }
        return frozenset(one for one, since in asked.items() if since is not None and is_older(version, since))


@lru_cache(4096)  # most values of a project are written many times
def _needs(key: str, text: str | None, controller: str, *, reused: bool) -> tuple[str | None, str]:
    """The version that a key and its text need; without a text, only the key counts."""
    known, newer = catalogue().find(key), catalogue().newer(key)
    if newer is not None:
        return newer.since(controller), "key"
    if known is None or controller not in known.controllers:
        return None, "key"
    since = known.since(controller)
    late = known.since_for(text, controller, reused=reused) if text is not None else None
    if text is None or late is None or (since is not None and not is_older(since, late)):
        return since, "key"
    return late, "value" if known.since_for(text, controller) == late else "reuse"


@cache
def _later_keys(version: str, controller: str) -> frozenset[str]:
    """The short names of annotations that a controller reads since a later version."""
    since = {known.suffix: known.since(controller) for known in catalogue() if controller in known.controllers}
    return frozenset(suffix for suffix, came in since.items() if came is not None and is_older(version, came))


@cache
def _later_values(version: str, controller: str) -> tuple[str, ...]:
    """The short names of annotations that have values added after a version."""
    known = (one for one in catalogue() if one.suffix not in _ANY_VALUE)
    return tuple(
        one.suffix for one in known if any(is_older(version, since) for since in one.value_versions(controller))
    )


def _by_suffix(annotations: dict[str, Fact[str]], controller: str) -> dict[str, tuple[str, Fact[str]]]:
    found: dict[str, tuple[str, Fact[str]]] = {}
    for key, fact in annotations.items():
        suffix, present = _short_name(key)
        if suffix and present not in annotations:
            words = None if key in _DIRECT else _words(suffix, controller)
            if words is not None and words.get(fact.value.lower()) != fact.value:
                from clblint.kube.meant import in_words  # noqa: PLC0415 - only a misspelled word needs it

                fact = in_words(fact, words)  # noqa: PLW2901 - replaced on purpose, as the API reads it
            found[suffix] = (key, fact)
    return found


# The CCM accepts any text of these and uses it as written, so a misspelling is not corrected.
_AS_WRITTEN = frozenset({
    "backend-type", "external-ip-type", "force-override-listeners", "proxy-protocol", "remove-unscheduled-backend",
    "type",
})  # fmt: skip


@lru_cache(4096)  # few annotations are in all files of a project
def _words(suffix: str, controller: str) -> dict[str, str] | None:
    """The valid words of an annotation by lower case, if it is one whose other letter case the API refuses."""
    known = catalogue().known(suffix)
    if known is None or controller not in known.controllers or suffix in _AS_WRITTEN:
        return None
    accepts = known.accepts(controller)
    is_exact = accepts.kind in {"enum", "flag"} and not accepts.folds_case
    return {word.lower(): word for word in accepts.values} if is_exact else None


@lru_cache(4096)  # few keys are in all files of a project
def _short_name(key: str) -> tuple[str, str | None]:
    """The short name of a key, empty if the CCM does not read it; and for a legacy key the one that overrides it."""
    if key in _DIRECT:
        return _DIRECT[key], None
    present = None
    if key.startswith(PREFIX):
        suffix = key[_LENGTH:]
    elif key.startswith(LEGACY_PREFIX):
        suffix = key[_LEGACY_LENGTH:]
        present = PREFIX + suffix
    else:
        return "", None
    return "" if suffix in _DIRECT_NAMES else suffix, present
