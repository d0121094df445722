r"""`Mask`: replaces addresses, ids, account numbers and credentials by pseudonyms, the same value by the same one.

A value may stand behind an escape (`\n47.98.1.2` in the log of the CCM) or behind a colour, whose last letter is no
part of it.
"""

from __future__ import annotations

import ipaddress
import re

from clblint.i18n.text import Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_COLOR = r"(?<=\x1b\[\dm)|(?<=\x1b\[\d\dm)|(?<=\x1b\[\d;\d\dm)"
_ESCAPE = r"(?<=\\[abefnrtv])|(?<=\\x[0-9a-f]{2})|(?<=\\u[0-9a-f]{4})"
_START = rf"(?:(?<![0-9A-Za-z])|{_ESCAPE}|{_COLOR})"
_IPV4 = rf"(?:(?<!\w)(?<!\d\.)|{_ESCAPE}|{_COLOR})\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?!\w|\.\d)"
_IPV6 = (
    rf"(?:(?<![\w:.])|{_ESCAPE}|{_COLOR})(?=[0-9a-fA-F:]*::|(?:[0-9a-fA-F]{{1,4}}:){{7}})[0-9a-fA-F:]{{2,45}}(?![\w:])"
)
_KINDS = "lb|nlb|alb|gwlb|i|vsw|vpc|sg|rsp|sgp|acl|eip|eni|rg|vtb|cert|lsn|bwp|ngw|cbwp|c"
_ID = rf"{_START}(?:{_KINDS})-(?=[a-z0-9]*\d)[a-z0-9]{{8,32}}(?![A-Za-z0-9])"
_UUID = rf"{_START}[0-9A-Fa-f]{{8}}(?:-[0-9A-Fa-f]{{4}}){{3}}-[0-9A-Fa-f]{{12}}(?![0-9A-Za-z])"
_TAG = rf"{_START}a[0-9a-f]{{31}}(?![0-9A-Za-z])"
_CLUSTER = rf"{_START}c[0-9a-f]{{32}}(?![0-9A-Za-z])"
_ACCOUNT = rf"(?:(?<![\w.])|{_ESCAPE}|{_COLOR})\d{{10,20}}(?:_[0-9a-z-]+)?(?!\w)"
# AccessKey ids, tokens of STS, JSON web tokens
_KEY = rf"{_START}(?:LTAI[0-9A-Za-z]{{8,40}}|STS\.[0-9A-Za-z]{{8,60}}|(?<![\w-])eyJ[\w-]{{8,}}\.[\w-]+(?:\.[\w-]+)?)"
_LOGIN = r"(?<=://)[^\s/@:]{0,100}:[^\s/@]{1,200}(?=@)"  # user:password@ of a URL
_EVERYTHING = re.compile("|".join(
    f"(?P<{name}>{pattern})"
    for name, pattern in (
        ("uuid", _UUID), ("tag", _TAG), ("cluster", _CLUSTER), ("key", _KEY), ("login", _LOGIN),
        ("ipv4", _IPV4), ("ipv6", _IPV6), ("id", _ID), ("account", _ACCOUNT),
    )
))  # fmt: skip
# A value behind a name such as `password` or an HTTP scheme is secret, whatever it looks like.
_SECRET = re.compile(
    r"""((?:passw(?:or)?d|pwd|token|signature|secret|(?:secret|access|api)[\\_-]{0,2}key(?:[\\_-]{0,2}(?:id|secret))?)
          [\\"']{0,4}\s{0,4}[=:]\s{0,4}[\\"']{0,4}
        | \bbearer\s{1,4} | \bauthorization:\s{0,4}\w{1,20}\s{1,4}
        )([^\s"'\\,;&{}<>()]{3,})""",
    re.VERBOSE | re.IGNORECASE,
)
_KEPT = frozenset({"0.0.0.0", "255.255.255.255", "127.0.0.1"})  # noqa: S104 - no address that is listened on
_FIRST_IPV4, _FIRST_IPV6 = ipaddress.IPv4Address("240.0.0.0"), ipaddress.IPv6Address("2001:db8::")


class Mask:
    """Pseudonyms by order of appearance; `uids` says whether uids are replaced, too."""

    def __init__(self, *, uids: bool = True) -> None:
        self._uids = uids
        self._known: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def __call__(self, text: str) -> str:
        """The text with pseudonyms; addresses stay addresses, ids keep what they are ids of.

        A text that is masked already stays as it is.
        """
        return _EVERYTHING.sub(self._pseudonym, _SECRET.sub(self._without_secret, text))

    def value(self, value: Any) -> Any:  # noqa: ANN401 - any value
        """A JSON value, a text to be translated, or a tuple of such values, with pseudonyms in all of its texts."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {self.value(key): self.value(inner) for key, inner in value.items()}
        if isinstance(value, Text):  # its template is what catalogues know
            return value._replace(values=self.value(value.values))
        if isinstance(value, tuple):
            items = map(self.value, value)
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        return [self.value(item) for item in value] if isinstance(value, list) else value

    def _without_secret(self, found: re.Match[str]) -> str:
        return found[1] + self._known_as("secret", found[2])

    def _pseudonym(self, found: re.Match[str]) -> str:
        kind, text = found.lastgroup or "", found[0]
        if text in _KEPT or (kind in {"uuid", "tag"} and not self._uids) or not _is_meant(kind, text):
            return text
        return self._known_as(kind, text)

    def _known_as(self, kind: str, text: str) -> str:
        if text not in self._known:
            made = self._next(kind, text)
            self._known[text] = self._known[made] = made
        return self._known[text]

    def _next(self, kind: str, text: str) -> str:
        name = text.partition("-")[0] if kind == "id" else kind
        number = self._counts[name] = self._counts.get(name, 0) + 1
        if kind == "ipv4":
            return str(_FIRST_IPV4 + number)
        if kind == "ipv6":
            return str(_FIRST_IPV6 + number)
        if kind == "uuid":
            return f"00000000-0000-0000-0000-{number:012d}"
        if kind == "tag":
            return f"a{number:031d}"
        return f"{number:016d}" if kind == "account" else f"{name}-masked{number:04d}"


def _is_meant(kind: str, text: str) -> bool:
    """Whether a match is an address; `1.9.3.276` is a version."""
    if kind not in {"ipv4", "ipv6"}:
        return True
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
