"""The annotations of a Service as the CCM looks them up (AN:Get, AN:Has).

The present prefix goes before the legacy one, even where its value is empty. Keys are case-sensitive and nothing is
trimmed. Four keys are read directly and have no legacy form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX
from clblint.kube.fact import Fact, Origin

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


class Annotations:
    """The annotations of a Service by their short names (`cert-id`, `backend-type`)."""

    __slots__ = ("_absent", "_found", "_service")

    def __init__(self, service: Service) -> None:
        self._service = service
        self._absent: Fact[str] | None = None
        self._found = _by_suffix(service.annotations)

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
        found = self._found.get(suffix)
        return found[0] if found is not None else _DIRECT_NAMES.get(suffix, PREFIX + suffix)

    def __iter__(self) -> Iterator[str]:
        """The short names of all annotations with one of the two prefixes, and of those read directly."""
        return iter(self._found)


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
            found[suffix] = (key, fact)
    return found


def _suffix(key: str, annotations: dict[str, Fact[str]]) -> str:
    """The short name of a key that is looked up; empty where nobody reads it or another key hides it."""
    if key.startswith(PREFIX):
        suffix = key[_LENGTH:]
    elif key.startswith(LEGACY_PREFIX) and PREFIX + key[_LEGACY_LENGTH:] not in annotations:
        suffix = key[_LEGACY_LENGTH:]
    else:
        return ""
    return "" if suffix in _DIRECT_NAMES else suffix
