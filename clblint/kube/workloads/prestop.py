"""How long a preStop hook waits, in every usual spelling."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.kube.fact import Fact, Origin
from clblint.source.node import Scalar

if TYPE_CHECKING:
    from clblint.kube.field import Field


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
    duration = _seconds_of(tuple(map(str, words)))
    place = next((item.node for item in command.each() if item.node and "sleep" in str(item.text().value)), field.at)
    if duration is None:
        return PreStop(Fact(0.0, place, Origin.UNKNOWN))
    return PreStop(Fact(duration, place))


@functools.lru_cache(maxsize=256)  # the same hook stands in many manifests
def _seconds_of(command: tuple[str, ...]) -> float | None:
    from clblint.kube.workloads.sleeping import seconds_of  # noqa: PLC0415 - few workloads have a hook

    return seconds_of(command)
