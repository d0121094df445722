"""Points in time of a snapshot: as Kubernetes prints them, as seconds since 1970, and as ages in tables of kubectl."""

from __future__ import annotations

import calendar
import re
import time

from clblint.i18n.text import Words

_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$")
_AGE = re.compile(r"(?:(\d{1,6})y)?(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$")
_UNITS = (365 * 86400, 86400, 3600, 60, 1)  # seconds of a year, a day, an hour, a minute, a second
MINUTE = 60.0


def parse_time(text: str) -> float | None:
    """A time as in `2026-11-20T08:00:00Z`, in seconds since 1970; None if it is none."""
    found = _TIME.match(text)
    if found is None:
        return None
    *parts, fraction, zone = found.groups()
    year, month, day, hour, minute, second = map(int, parts)
    if not (year >= 1970 and 1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 61):  # noqa: PLR2004 - a calendar
        return None
    seconds = calendar.timegm((year, month, day, hour, minute, second))
    return seconds - _offset(zone or "Z") + float(fraction or 0)


def _offset(zone: str) -> int:
    if zone == "Z":
        return 0
    sign = -1 if zone[0] == "-" else 1
    return sign * (int(zone[1:3]) * 3600 + int(zone[-2:]) * 60)


def parse_age(text: str) -> float | None:
    """An age as kubectl prints it (`3m24s`, `5d`), in seconds; None if it is none."""
    found = _AGE.match(text)
    if not text or found is None:
        return None
    return float(sum(int(part) * unit for part, unit in zip(found.groups(), _UNITS, strict=True) if part))


def shown_time(seconds: float) -> str:
    """A time as `2026-11-20T08:00:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def shown_moment(seconds: float, now: float) -> str:
    """A time for people: the time of day, and the date if it is not that of the snapshot."""
    at, today = time.gmtime(seconds), time.gmtime(now)
    return time.strftime("%H:%M" if at[:3] == today[:3] else "%Y-%m-%d %H:%M", at)


def shown_span(seconds: float) -> Words:
    """A length of time in the two largest units: `40 min`, `2 h 5 min`, `20 d`."""
    whole = max(0, int(seconds))
    if whole < MINUTE:
        return Words(f"{whole} s", f"{whole} \u79d2")
    minutes = whole // 60
    hours, rest, days = minutes // 60, minutes % 60, minutes // 1440
    if minutes < 120:  # noqa: PLR2004 - two hours are said in minutes
        return Words(f"{minutes} min", f"{minutes} \u5206\u949f")
    if hours < 48:  # noqa: PLR2004 - two days are said in hours
        chinese = f"{hours} \u5c0f\u65f6 {rest} \u5206\u949f" if rest else f"{hours} \u5c0f\u65f6"
        return Words(f"{hours} h {rest} min" if rest else f"{hours} h", chinese)
    return Words(f"{days} d", f"{days} \u5929")
