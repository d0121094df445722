"""The texts about a Service that is no LoadBalancer any more, by what the clean-up does."""

from __future__ import annotations

from clblint.api import Case, Cleanup, Severity
from clblint_changes._cleanup import ALONE, ALONE_WITH_GROUPS, NOTE, SWITCH_OFF

CASES = {
    Cleanup.FORBIDDEN: Case(
        "type is {type}, not LoadBalancer any more, but this cluster forbids public CLBs: nothing is deleted and the "
        "Service hangs while the switch is on", fix=SWITCH_OFF),
    Cleanup.FAILED: Case(
        "type is {type}, not LoadBalancer any more, but the clean-up fails each time: the {kind} stays, and the "
        "Service hangs", fix="mend what the event names, and change the type after that"),
    Cleanup.OWN_FORGOTTEN: Case(
        "type is {type}, not LoadBalancer any more: the {kind} that the CCM made stays, which nobody removes",
        fix=ALONE, severity=NOTE),
    Cleanup.LISTENERS_FORGOTTEN: Case(
        "type is {type}, not LoadBalancer any more: the reused {kind} stays, and so do this Service's listeners and "
        "groups on it, which nobody removes", fix=ALONE, severity=NOTE),
    Cleanup.GROUPS_FORGOTTEN: Case(
        "type is {type}, not LoadBalancer any more: the reused {kind} stays, and so do this Service's groups on it, "
        "which nobody removes", fix=ALONE, severity=NOTE),
    Cleanup.EMPTIED: Case(
        "type is {type}, not LoadBalancer any more: the preserved NLB stays with its server groups, and all of its "
        "listeners go", fix="leave it if the traffic has moved", severity=NOTE),
    Cleanup.UNTAGGED: Case(
        "type is {type}, not LoadBalancer any more: the NLB stays, and so do this Service's server groups, and its "
        "back ends in yours", fix="empty the groups in the console once the traffic has moved", severity=NOTE),
    Cleanup.BACK_ENDS_FORGOTTEN: Case(
        "type is {type}, not LoadBalancer any more: the reused NLB stays, and so do this Service's back ends in your "
        "server groups", fix=ALONE_WITH_GROUPS, severity=NOTE),
    Cleanup.KEPT: Case(
        "type is {type}, not LoadBalancer any more: the {kind} stays, what this Service has on it goes",
        fix="leave it if the traffic has moved", severity=NOTE),
    Cleanup.PERHAPS_KEPT: Case(
        "type is {type}, not LoadBalancer any more: the {kind} stays; what this Service has on it goes, if an earlier "
        "revision was ever synced", fix="leave it if the traffic has moved", severity=NOTE),
    Cleanup.PERHAPS_DELETED: Case(
        "type is {type}, not LoadBalancer any more: the {kind} is deleted with its address, if an earlier revision was "
        "ever synced", severity=Severity.WARNING),
    Cleanup.DELETED: Case("type is {type}, not LoadBalancer any more: the {kind} is deleted, and its address is lost"),
}  # fmt: skip
