"""The distinctive part of the `seen` text of a finding, such as the message of an event."""

from __future__ import annotations

import re

_NO_EVENT = re.compile(
    r"^no event(?:: |$)(?:ignored(?:; |$))?|; no event$"
    r"|^无事件(?:\uff1a|$)(?:(?:该设置)?被忽略(?:[\uff1b\uff0c]|$))?|[\uff1b\uff0c]无事件$"
)
_KIND = re.compile(r"^(?:Warning|Normal) ")
_REASON = re.compile(r"^SyncLoadBalancerFailed(?::| with)?\s+(?=\S)")  # that of a clean-up tells it from a sync
_SYNC_STEPS = re.compile(r"^(?:\.\.\. |apply model error: |update lb attribute error: )+")
_TRAILING = " ;,.\uff1b\uff0c\u3002"


def distinctive_text(seen: str) -> str:
    """The text without the type of the event and without phrases such as "no event", which many rules share."""
    return _KIND.sub("", _NO_EVENT.sub("", seen)).strip(_TRAILING)


def is_silent(seen: str) -> bool:
    """Whether the text says that there is no event."""
    return bool(_NO_EVENT.search(seen))


def event_message(seen: str) -> str:
    """The message of an event, without its reason and without the prefixes that the steps of a sync add."""
    return _SYNC_STEPS.sub("", _REASON.sub("", seen)).strip('"') if seen.count('"') in {0, 2} else _REASON.sub("", seen)
