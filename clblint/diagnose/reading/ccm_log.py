"""Reads the log of the CCM (klog): failures and successes of Services, with the error code that events lack.

Its lines show no year; it is taken from the time of the snapshot.
"""

from __future__ import annotations

import calendar
import re
import time

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINE = re.compile(
    r"(?:\[[^\]\s]{1,200}\] )?(?:\d{4}-\d\d-\d\dT[\d:.]{8,30}(?:Z|[+-][\d:]{4,6}) )?"  # kubectl --prefix --timestamps
    r"([IWEF])(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))? {1,20}\d{1,9} "
    r"([\w./-]{1,100}:\d{1,6})\] ?(.*)$"
)
_SERVICE = re.compile(r"""(?:service|svc)=["']?\{?["']?([a-z0-9.-]{1,253}/[a-z0-9.-]{1,253})["']?""")
_SERVICE_KEY = re.compile(r"(?<![a-z0-9/-])([a-z0-9-]{1,63}/[a-z0-9-]{1,63})(?![a-z0-9/-])")
_ERROR = re.compile(r'err(?:or)?="((?:[^"\\]|\\.)*)"')
_FIELD = re.compile(r"\b(API|ErrorCode|RequestId): ([\w.-]+)")
_LONGEST = 4000  # characters; Services are logged in full
_SUCCESS = "successfully reconcile"


class LogLine(NamedTuple):
    """A line of the log about a Service.

    Attributes:
        level: the letter of klog, such as `E`.
        month: its time, which has no year; also `day`, and `seconds` of the day.
        service: `namespace/name`; empty if it names none.
        text: the error, or the whole line.
        api: the call that failed, also `code` and `request` (its RequestId); empty if it names none.
        file: the file that holds it.
    """

    level: str
    month: int
    day: int
    seconds: float
    service: str
    text: str
    api: str
    code: str
    request: str
    file: str

    @property
    def is_failure(self) -> bool:
        """Whether it reports an error."""
        return self.level in "EF"

    @property
    def is_success(self) -> bool:
        """Whether it reports a sync that ended well."""
        return _SUCCESS in self.text.lower()

    def time(self, now: float) -> float:
        """Its time in seconds since 1970, the latest that is not after the day of the snapshot."""
        year = time.gmtime(now).tm_year
        at = calendar.timegm((year, self.month, self.day, 0, 0, 0)) + self.seconds
        return at if at <= now + 86400 else calendar.timegm((year - 1, self.month, self.day, 0, 0, 0)) + self.seconds


def is_log_line(line: str) -> bool:
    """Whether a line is one of a log."""
    return _LINE.match(line) is not None


def log_lines(lines: Iterable[str], file: str) -> Iterator[LogLine]:
    """Yield the lines about failures, successes and warnings; others are left out."""
    for line in lines:
        found = _LINE.match(line.rstrip("\r\n")[:_LONGEST])
        if found is None:
            continue
        level, month, day, hour, minute, second, fraction, _, text = found.groups()
        if level == "I" and _SUCCESS not in text.lower():
            continue
        named = _SERVICE.search(text) or (_SERVICE_KEY.search(text) if "service" in text.lower() else None)
        parts = dict(_FIELD.findall(text))
        seconds = int(hour) * 3600 + int(minute) * 60 + int(second) + float(f"0.{fraction or 0}")
        yield LogLine(
            level, max(1, min(12, int(month))), max(1, min(31, int(day))), seconds, named[1] if named else "",
            _error_in(text), parts.get("API", ""), parts.get("ErrorCode", ""), parts.get("RequestId", ""), file,
        )  # fmt: skip


def _error_in(text: str) -> str:
    """The error of a line; the whole line if it names none."""
    found = _ERROR.search(text)
    return found[1].replace('\\"', '"').replace("\\n", " ") if found else text
