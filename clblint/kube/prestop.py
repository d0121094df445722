"""How long a preStop hook waits, in every usual spelling."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.kube.fact import Fact, Origin
from clblint.source.node import Scalar
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from clblint.kube.field import Field

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_AMOUNT = r"(\d+(?:\.\d*)?|\.\d+)([smhd]?)"
_SLEEP = r"(?<![\w.-])(?:/[\w./]*/)?sleep((?:\s+[^\s;&|)\"'`]+)+)"
_CALL = r"\bsleep\(\s*(\d+(?:\.\d+)?)\s*\)"
# Around a loop or a branch the number of sleeps that run cannot be told from the text.
_BRANCH = r"(?<![\w-])(?:for|while|until|if|case)\s|\|\||&\s*$|&\s*[^&\s]*\s*wait\b"


class PreStop(NamedTuple):
    """A preStop hook: the seconds it waits at least, unknown where the hook does not say."""

    seconds: Fact[float]


def read_pre_stop(field: Field) -> PreStop | None:
    """The hook at `lifecycle.preStop`; None where there is none."""
    if not field.present:
        return None
    sleep = field.get("sleep", "seconds")
    if sleep.present:
        seconds = sleep.integer()
        return PreStop(Fact(float(seconds.value), seconds.node, seconds.origin, seconds.key))
    command = field.get("exec", "command")
    words = [item.node.value for item in command.each() if isinstance(item.node, Scalar)]
    duration = seconds_of([str(word) for word in words])
    place = next((item.node for item in command.each() if item.node and "sleep" in str(item.text().value)), field.at)
    if duration is None:
        return PreStop(Fact(0.0, place, Origin.UNKNOWN))
    return PreStop(Fact(duration, place))


def seconds_of(command: list[str]) -> float | None:
    """The seconds that a command sleeps; None where it cannot be told.

    Understood are `sleep 30` as words or in a shell, GNU's units and sums (`sleep 1m 30`), several sleeps in a row,
    and `sleep(30)` of scripting languages.
    """
    script = " ".join(command)
    if not script or re.search(_BRANCH, script):
        return None
    total, found = 0.0, False
    for match in re.finditer(_SLEEP, script):
        amount = _amounts(match.group(1).split())
        if amount is None:
            return None
        total, found = total + amount, True
    for match in re.finditer(_CALL, script):
        total, found = total + float(match.group(1)), True
    return total if found else None


def _amounts(words: list[str]) -> float | None:
    total, found = 0.0, False
    for word in words:
        match = re.fullmatch(_AMOUNT, word)
        if match is None:
            return total if found else None
        total, found = total + float(match.group(1)) * _UNITS[match.group(2)], True
    return total
