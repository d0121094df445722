"""The JSON keys of YAML keys."""

from __future__ import annotations

from clblint.source.number import MOST_POSITIVE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.number import Value

_LEAST_POWER, _MOST_POWER = -4, 6


def key_text(value: Value) -> str | None:
    """The JSON key of a YAML key; None if JSON has none for it (null, an integer beyond 63 bits)."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _short_float(value)
    if value is None or value > MOST_POSITIVE:
        return None
    return str(value)


def _short_float(value: float) -> str:
    """The shortest text that parses to the same 32 bit float, as strconv.FormatFloat(v, 'g', -1, 32)."""
    from math import inf, isfinite  # noqa: PLC0415 - needed by next to no file
    from struct import pack, unpack  # noqa: PLC0415 - as above

    try:
        (single,) = unpack("f", pack("f", value))
    except OverflowError:
        single = inf if value > 0 else -inf
    if not isfinite(single):
        return ".nan" if single != single else ".inf" if single > 0 else "-.inf"  # noqa: PLR0124 - is it NaN
    for digits in range(9):
        text = f"{single:.{digits}e}"
        if unpack("f", pack("f", float(text)))[0] == single:
            break
    return _go_style(text)


def _go_style(text: str) -> str:
    """Convert `d.ddde±xx` to Go's shortest %g: no exponent from -4 to 5."""
    mantissa, exponent = text.split("e")
    sign = "-" if mantissa.startswith("-") else ""
    digits = mantissa.lstrip("-").replace(".", "")
    power = int(exponent)
    if not _LEAST_POWER <= power < _MOST_POWER:
        return text
    if power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{digits}"
    whole, rest = digits[: power + 1].ljust(power + 1, "0"), digits[power + 1 :]
    return f"{sign}{whole}.{rest}" if rest else sign + whole
