"""`Mask`: replaces addresses, ids and account numbers by pseudonyms: the same value has the same one within a run."""

from __future__ import annotations

import ipaddress
import re
from typing import Any

_IPV4 = r"(?<![\w])(?<!\d\.)\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)"
_IPV6 = r"(?<![\w:.])(?=[0-9a-fA-F:]*::|(?:[0-9a-fA-F]{1,4}:){7})[0-9a-fA-F:]{2,45}(?![\w:])"
_KINDS = "lb|nlb|alb|gwlb|i|vsw|vpc|sg|rsp|sgp|acl|eip|eni|rg|vtb|cert|lsn|bwp|ngw|cbwp|c"
_ID = rf"(?<![A-Za-z0-9])(?:{_KINDS})-(?=[a-z0-9]*\d)[a-z0-9]{{8,32}}(?![A-Za-z0-9])"
_UUID = r"(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"
_TAG = r"(?<![0-9A-Za-z])a[0-9a-f]{31}(?![0-9A-Za-z])"
_ACCOUNT = r"(?<![\w.])\d{10,20}(?:_[0-9a-z-]+)?(?![\w])"
_EVERYTHING = re.compile("|".join(
    f"(?P<{name}>{pattern})"
    for name, pattern in (
        ("uuid", _UUID), ("tag", _TAG), ("ipv4", _IPV4), ("ipv6", _IPV6), ("id", _ID), ("account", _ACCOUNT),
    )
))  # fmt: skip
_KEPT = frozenset({"0.0.0.0", "255.255.255.255", "127.0.0.1"})  # noqa: S104 - no address that is listened on
_FIRST_IPV4, _FIRST_IPV6 = ipaddress.IPv4Address("240.0.0.0"), ipaddress.IPv6Address("2001:db8::")


class Mask:
    """Pseudonyms by order of appearance; `uids` says whether uids are replaced, too."""

    def __init__(self, *, uids: bool = True) -> None:
        self._uids = uids
        self._known: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def __call__(self, text: str) -> str:
        """The text with pseudonyms; addresses stay addresses, ids keep what they are ids of."""
        return _EVERYTHING.sub(self._pseudonym, text)

    def value(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """A JSON value with pseudonyms in all of its texts."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {key: self.value(inner) for key, inner in value.items()}
        return [self.value(item) for item in value] if isinstance(value, list) else value

    def _pseudonym(self, found: re.Match[str]) -> str:
        kind, text = found.lastgroup or "", found[0]
        if text in _KEPT or (kind in {"uuid", "tag"} and not self._uids) or not _is_meant(kind, text):
            return text
        if text not in self._known:
            self._known[text] = self._next(kind, text)
        return self._known[text]

    def _next(self, kind: str, text: str) -> str:
        name = text.partition("-")[0] if kind == "id" and "-" in text else kind
        number = self._counts[name] = self._counts.get(name, 0) + 1
        if kind == "ipv4":
            return str(_FIRST_IPV4 + number)
        if kind == "ipv6":
            return str(_FIRST_IPV6 + number)
        if kind == "uuid":
            return f"00000000-0000-0000-0000-{number:012d}"
        if kind == "tag":
            return f"a{number:031d}"
        return f"{name}-masked{number:04d}" if kind == "id" else f"{number:016d}"


def _is_meant(kind: str, text: str) -> bool:
    """Whether what looks like an address is one: `1.9.3.276` is a version."""
    if kind not in {"ipv4", "ipv6"}:
        return True
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
