"""What comes of a malformed item of `backend-label`."""

from __future__ import annotations

from clblint.api import N_, Case, LabelFault, Severity
from clblint_backends._back_ends import PODS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import LabelItem

_GIVEN_UP = N_('SyncLoadBalancerFailed: "{error}"')
NOWHERE = N_('UnAvailableLoadBalancer: "There are no available nodes for {events}"')
_CASES = {
    LabelFault.EMPTY: Case("an item of backend-label is empty, and the CCM gives up on the Service", _GIVEN_UP),
    LabelFault.NO_EQUALS: Case("{item} in backend-label has no =, and the CCM gives up on the Service", _GIVEN_UP),
    LabelFault.NO_LABEL: Case("{item} in backend-label has no label in front of the =, so it fits no node", NOWHERE),
    LabelFault.DOUBLE_EQUALS: Case(
        "{item} in backend-label asks for a label without a value, because the CCM reads = and not ==", NOWHERE
    ),
    LabelFault.NOT_A_LABEL: Case("{item} in backend-label is nothing that a label can be, so it fits no node", NOWHERE),
    LabelFault.CUT: Case(
        "what stands behind the second = of {item} in backend-label is not compared",
        "no event: ignored",
        severity=Severity.WARNING,
    ),
    LabelFault.OTHER_VALUE: Case(
        "{item} in backend-label asks for another value than {other} before it, so no node fits both", NOWHERE
    ),
}
_OR_NOWHERE = N_('"There are no available nodes for {events}", or "{error}" where a node has {labels}')
_OR_NOTHING = N_('no event, or "{error}" where a node has {labels}')
# Some nodes may get to the item, by having the labels before it.
_UNSURE = {
    LabelFault.EMPTY: Case(
        "an item of backend-label is empty: a node with {labels} makes the CCM give up on the Service, and without one "
        "there are no back ends",
        _OR_NOWHERE,
    ),
    LabelFault.NO_EQUALS: Case(
        "{item} in backend-label has no =: a node with {labels} makes the CCM give up on the Service, and without one "
        "there are no back ends",
        _OR_NOWHERE,
    ),
}
_UNSURE_OF_PODS = {
    LabelFault.EMPTY: Case(
        "an item of backend-label is empty: the first node with {labels} makes the CCM give up on the Service",
        _OR_NOTHING,
        severity=Severity.WARNING,
    ),
    LabelFault.NO_EQUALS: Case(
        "{item} in backend-label has no =: the first node with {labels} makes the CCM give up on the Service",
        _OR_NOTHING,
        severity=Severity.WARNING,
    ),
}


def case_of(item: LabelItem, fault: LabelFault) -> Case:
    """What comes of a fault: pods are back ends whether or not a node has labels."""
    if not fault.gives_up or not item.unsure:
        return _CASES[fault]
    return (_UNSURE_OF_PODS if item.back_ends.mode.may_be(PODS) else _UNSURE)[fault]
