"""What is said of a value that the catalogue calls wrong."""

from __future__ import annotations

from clblint.api import N_, Severity, problem, quoted, replace, unquoted, wrapped
from clblint_annotations._blanks import is_left_to_another, without_blanks
from clblint_annotations._switches import is_refused_alone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.api import Annotation, FixEdit, Problem, Problems, Violation
    from clblint_annotations._readers import Reading

_NO_EFFECT = N_("{value} is not a valid value for {key} (allowed: {allowed}): it has no effect")
_MESSAGES = {
    "build-error": N_("{value} is not a valid value for {key} (allowed: {allowed}): the CCM gives up on the Service"),
    "api-error": N_("{value} is not a valid value for {key} (allowed: {allowed}): it is passed on and refused"),
    "swallowed": N_("{value} is not a valid value for {key} (allowed: {allowed}): the CCM drops what depends on it"),
    "coerced": N_("{value} is not a valid value for {key} (allowed: {allowed}): it counts as another value"),
    "silently-ignored": _NO_EFFECT,
}
_WRAPPED = N_("{value} is not a valid value for {key} (allowed: {allowed}): it is cut to 32 bits and read as {sent}")
_STATUS_REFUSED = N_(
    "{value} is not a valid value for {key} (allowed: {allowed}): it becomes the status, which the API server refuses"
)
# The API may take it, and something comes of it all the same.
_TOLERATED = N_("{value} is not a valid value for {key} (allowed: {allowed}): {outcome}")
_COMPARED = N_(
    "{value} is not a valid value for {key} (allowed: {allowed}): no load balancer has it, so every sync of a reused "
    "one fails"
)
_DIFFERS = N_("SyncLoadBalancerFailed: the value differs from that of the load balancer, and the CCM cannot change it")
_DOUBTFUL = N_("{value} may be refused as a value for {key}: {outcome}")


def message_of(reading: Reading, found: Violation, *, doubtful: bool) -> str:
    """What is wrong, and what comes of it."""
    if found.effect == "api-error" and reading.is_compared and not doubtful:
        return _COMPARED
    if not doubtful and "reason" in _fault_of(reading):
        return _STATUS_REFUSED
    return _DOUBTFUL if doubtful else _TOLERATED if is_tolerated(found) else _MESSAGES[found.effect]


def is_tolerated(found: Violation) -> bool:
    """Whether the API may take it."""
    return found.effect == "api-error" and found.severity == "warning"


def read_as(reading: Reading) -> int | None:
    """What the controller of NLBs makes of a number beyond 32 bits; None where that is refused all the same."""
    sent = wrapped(reading.known.suffix, reading.annotation.value) if reading.on_nlb is not None else None
    return sent if sent is not None and (not sent or reading.takes(str(sent))) else None


def cut_short(reading: Reading, found: Violation, sent: int) -> Problem:
    """What is said of a number of which nobody refuses what is left of it."""
    return problem(
        _WRAPPED,
        reading.annotation.value,
        key=reading.annotation.key,
        value=quoted(reading.value),
        allowed=found.allowed,
        sent=sent,
        seen="no event: {sent} is what counts",
        nearest=found.nearest or "",
        fix=fix_of(found, doubtful=False),
        subject=reading.annotation.key,
        severity=Severity.WARNING,
    )


def is_judged_elsewhere(reading: Reading, found: Violation) -> bool:
    """Whether another rule speaks of the fault."""
    if is_left_to_another(reading, found) or without_blanks(reading) is not None:
        return True
    return reading.idle and reading.unread is None and found.effect != "build-error"


def fix_of(found: Violation, *, doubtful: bool) -> str:
    """What to do about a wrong value."""
    if found.nearest and found.nearest == unquoted(found.value) != found.value.strip():
        return N_('write "{nearest}": the quotes inside the quotes are part of the value')
    if found.nearest:
        return N_('write "{nearest}"') if found.sure else N_('nearest: "{nearest}"')
    return N_("it takes {allowed}") if doubtful else N_("write a value that is allowed")


def seen_of(reading: Reading, found: Violation, error: str, *, doubtful: bool) -> str:
    """What is seen of a wrong value; `error` is the message of the CCM or of the API, if there is one."""
    if doubtful:
        return N_("SyncLoadBalancerFailed, if the API refuses it")
    if found.event and found.effect != "swallowed":
        return N_('SyncLoadBalancerFailed: "{error}". {outcome}')
    if found.effect == "api-error" and reading.is_compared:
        return _DIFFERS
    if found.effect == "api-error":
        if "reason" in _fault_of(reading):
            return N_("{error}: {outcome}")
        return N_("SyncLoadBalancerFailed: {error}. {outcome}") if error else N_("SyncLoadBalancerFailed: {outcome}")
    return N_("no event: {outcome}")


def api_error_of(reading: Reading) -> str:
    """The error of the API for a wrong value, or the event of the API server; empty where the catalogue knows none."""
    fault = _fault_of(reading)
    return str(fault.get("api_error") or fault.get("reason", ""))


def _fault_of(reading: Reading) -> dict[str, Any]:
    rows = (row for row in reading.known.details["accepts"] if reading.readers[0] in row["for"])
    return next((row["invalid"] for row in rows), {})


def edits_of(annotation: Annotation, found: Violation) -> list[FixEdit | None]:
    """Write the nearest value, where it is sure that it was meant."""
    if not found.sure or not found.nearest or is_refused_alone(annotation, annotation.key, found.nearest):
        return []
    return [replace(annotation.value, found.nearest)]


def is_safe_to_mend(found: Violation) -> bool:
    """Whether the value is refused, and differs from the nearest in its letter case alone."""
    in_another_case = found.nearest is not None and found.nearest.lower() == found.value.lower()
    return in_another_case and found.effect in {"build-error", "api-error"}


def of_unread(reading: Reading, found: Violation) -> Problems:
    """A value that would be refused if anything read it."""
    unread = reading.unread
    if unread is None or not unread.is_unreported or reading.takes(reading.value):
        return
    yield problem(
        _NO_EFFECT,
        reading.annotation.value,
        key=reading.annotation.key,
        value=quoted(reading.value),
        allowed=found.allowed,
        seen=unread.seen,
        nearest=found.nearest or "",
        fix=fix_of(found, doubtful=False),
        subject=reading.annotation.key,
        severity=Severity.WARNING,
    )
