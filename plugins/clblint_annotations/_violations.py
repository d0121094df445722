"""What is said of a value that the catalogue calls wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import N_, unquoted

if TYPE_CHECKING:
    from clblint.api import Violation
    from clblint_annotations._readers import Reading


def fix_of(found: Violation, *, doubtful: bool) -> str:
    """What to do about a wrong value."""
    if found.nearest and found.nearest == unquoted(found.value) != found.value.strip():
        return N_('write "{nearest}": the quotes inside the quotes are part of the value')
    if found.nearest:
        return N_('write "{nearest}"') if found.sure else N_('nearest: "{nearest}"')
    return N_("it takes {allowed}") if doubtful else N_("write a value that is allowed")


def seen_of(found: Violation, error: str, *, doubtful: bool) -> str:
    """What is seen of a wrong value; `error` is the message of the CCM or of the API, if there is one."""
    if doubtful:
        return N_("SyncLoadBalancerFailed, if the API refuses it")
    if found.event and found.effect != "swallowed":
        return N_('SyncLoadBalancerFailed: "{error}". {outcome}')
    if found.effect == "api-error":
        return N_("{error}: {outcome}") if error else N_("SyncLoadBalancerFailed: {outcome}")
    return N_("no event: {outcome}")


def api_error_of(reading: Reading) -> str:
    """The error of the API for a wrong value, empty where the catalogue knows none."""
    rows = (row for row in reading.known.details["accepts"] if reading.readers[0] in row["for"])
    return next((str(row["invalid"].get("api_error", "")) for row in rows), "")
