"""Reads a preStop hook and the seconds for which it delays the termination."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.fact import Fact, Origin
from clblint.light import lru_cache
from clblint.source.node import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.field import Field

# The commands with which nearly every hook runs a script.
_IN_A_SHELL = frozenset((shell, "-c") for shell in ("sh", "/bin/sh", "bash", "/bin/bash"))
_WITH_SCRIPT, _SLEEP_AND_SECONDS = 3, 2  # words


class PreStop(NamedTuple):
    """A preStop hook; `seconds` is the least time that it waits, unknown if the command does not show it.

    `by_kubelet` says that the hook is the action `sleep`, and no command.
    """

    seconds: Fact[float]
    by_kubelet: bool = False


def read_pre_stop(field: Field) -> PreStop:
    """The hook at `lifecycle.preStop`, which is there."""
    sleep = field.get("sleep", "seconds")
    if sleep.present:
        seconds = sleep.integer()
        return PreStop(Fact(float(seconds.value), seconds.node, seconds.origin, seconds.key), by_kubelet=True)
    command = field.get("exec", "command")
    words = [item.node.value for item in command.each() if isinstance(item.node, Scalar)]
    duration = _seconds_of(tuple(map(str, words)))
    place = next((item.node for item in command.each() if item.node and "sleep" in str(item.text().value)), field.at)
    if duration is None:
        return PreStop(Fact(0.0, place, Origin.UNKNOWN))
    return PreStop(Fact(duration, place))


@lru_cache(maxsize=256)  # the same hook is in many manifests
def _seconds_of(command: tuple[str, ...]) -> float | None:
    plain = _plain_sleep(command)
    if plain is not None:
        return plain
    from clblint.kube.workloads.sleeping import seconds_of  # noqa: PLC0415 - a reader of scripts, for few hooks

    return seconds_of(command)


def _plain_sleep(command: tuple[str, ...]) -> float | None:
    """The seconds of a single `sleep 30`, as words or in a shell; None for any other command."""
    words = command[2].split(" ") if command[:2] in _IN_A_SHELL and len(command) == _WITH_SCRIPT else command
    is_plain = len(words) == _SLEEP_AND_SECONDS and words[0] == "sleep" and words[1].isascii() and words[1].isdecimal()
    return float(words[1]) if is_plain else None
