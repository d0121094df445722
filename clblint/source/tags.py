"""Scalars with an explicit tag, as go-yaml v2 resolves them (resolve.go)."""

from __future__ import annotations

import re

from clblint.i18n.text import phrase
from clblint.source.number import MOST_POSITIVE
from clblint.source.scalars import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.i18n.text import Text
    from clblint.source.number import Value

_PREFIX = "tag:yaml.org,2002:"
_BINARY = _PREFIX + "binary"
# The tags that go-yaml resolves; a scalar with any other tag is a string.
_RESOLVED = {_PREFIX + name: name for name in ("str", "bool", "int", "float", "null", "timestamp")}


class BadScalarError(ValueError):
    """A tagged value that go-yaml refuses; the arguments are the fields of a `Fault`."""

    def __init__(self, kind: str, message: Text, reason: str) -> None:
        super().__init__(str(message))
        self.kind = kind
        self.message = message
        self.reason = reason


def tagged(tag: str, text: str) -> Value:
    """The YAML value of a scalar with an explicit tag; raises `BadScalarError` if go-yaml refuses it."""
    if tag == _BINARY:
        return _binary(text)
    name = _RESOLVED.get(tag)
    if name is None or name == "str":
        return text
    if name == "timestamp" and is_timestamp(text):
        return text
    value = plain(text)
    found = _name(value)
    if found == name:
        return value
    if name == "float" and isinstance(value, int) and not isinstance(value, bool) and value <= MOST_POSITIVE:
        return float(value)
    message = phrase("{text} is a {type}, which cannot be read as !!{name}", text=repr(text), type=found, name=name)
    kind = "bad-tag-value"
    raise BadScalarError(kind, message, f"cannot decode !!{found} `{text}` as a !!{name}")


def is_timestamp(text: str) -> bool:
    """Whether go-yaml resolves the text to a timestamp."""
    from datetime import datetime  # noqa: PLC0415 - needed by next to no file

    clock = r"(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?"
    zone = r"(?:Z|[+-](?:[01]\d|2[0-4]):[0-5]\d)"
    found = re.fullmatch(rf"(\d{{4}})-(\d\d?)-(\d\d?)(?:[Tt]{clock}{zone}| +{clock})?", text, re.ASCII)
    if found is None:
        return False
    year, month, day, *times = (int(part or 0) for part in found.groups())
    try:
        datetime(year or 4, month, day, times[0] or times[3], times[1] or times[4], times[2] or times[5])  # noqa: DTZ001 - only whether there is such a day
    except ValueError:
        return False
    return True


def _name(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "bool"
    return {int: "int", float: "float", str: "str"}[type(value)]


def _binary(text: str) -> str:
    from base64 import b64decode  # noqa: PLC0415 - needed by next to no file

    try:
        data = b64decode(text.replace("\n", "").replace("\r", ""), validate=True)
    except ValueError as error:
        kind, message = "bad-binary", phrase("the !!binary value is not base64")
        raise BadScalarError(kind, message, "!!binary value contains invalid base64 data") from error
    # Go's JSON writes U+FFFD for each byte that is not UTF-8.
    return re.sub("[\udc80-\udcff]", "\ufffd", data.decode("utf-8", "surrogateescape"))
