"""Extracts the distinctive part of the `seen` text of a finding, such as the message of an event."""

from __future__ import annotations

import re

_SILENT = re.compile(
    r"^no event(?:: |$)(?:ignored(?:; |$))?|; no event$"
    r"|^无事件(?:\uff1a|$)(?:(?:该设置)?被忽略(?:[\uff1b\uff0c]|$))?|[\uff1b\uff0c]无事件$"
)
_KIND = re.compile(r"^(?:Warning|Normal) ")
_REASON = re.compile(r"^(?:(?:Sync|Clean)LoadBalancerFailed)(?::| with)?\s+(?=\S)")
_CHAIN = re.compile(r"^(?:\.\.\. |apply model error: |update lb attribute error: )+")
_ENDS = " ;,.\uff1b\uff0c\u3002"


def own_words(seen: str) -> str:
    """The text without phrases that many faults share."""
    return _KIND.sub("", _SILENT.sub("", seen)).strip(_ENDS)


def is_silent(seen: str) -> bool:
    """Whether the text says that there is no event."""
    return bool(_SILENT.search(seen))


def event_of(seen: str) -> str:
    """The message of an event, without its reason and without the steps of the CCM that it came through."""
    return _CHAIN.sub("", _REASON.sub("", seen)).strip('"') if seen.count('"') in {0, 2} else _REASON.sub("", seen)
