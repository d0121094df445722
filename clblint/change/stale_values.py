"""Removed annotations whose values stay on the CLB, since the CCM compares only set annotations (LS:isNeedUpdate)."""

from __future__ import annotations

from clblint.change.listeners import API_DEFAULTS, texts_of
from clblint.clb.existing.drift import SETTABLE
from clblint.clb.options import BY_SUFFIX, SWITCH, default_of
from clblint.fast import NamedTuple
from clblint.kube.fact import Fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.change.edits import AnnotationEdit, KeptListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.clb.options import Option
    from clblint.inventory.records import Clb

# Attributes of the CLB itself, with the default of a new CLB; empty if the default depends on the cluster.
_INSTANCE = {
    "delete-protection": "on",
    "modification-protection": "ConsoleProtection",
    "charge-type": "paybytraffic",
    "instance-charge-type": "PayByCLCU",
    "spec": "",
    "bandwidth": "",
}
_PARAMETERS = {suffix: name for name, suffix in SETTABLE.items()}
_ONLY_WITH = {"spec": ("instance-charge-type", "paybyspec"), "bandwidth": ("charge-type", "paybybandwidth")}


class StaleValue(NamedTuple):
    """A removed annotation, and the value that sets the default of a new CLB; empty if there is none.

    `printed` is the value in the inventory, as an annotation has it; None if it is not there.
    """

    edit: AnnotationEdit
    default: str
    printed: Fact[str] | None = None

    @property
    def value(self) -> Fact[str]:
        """The value that stays: that in the inventory, else that of the older manifest."""
        return self.printed if self.printed is not None else self.edit.before


def stale_values_of(
    old: ClassicLoadBalancer, edits: Iterable[AnnotationEdit], kept: Sequence[KeptListener], live: Clb | None
) -> tuple[StaleValue, ...]:
    """The removed annotations whose values stay on the CLB; `live` is the CLB in the inventory, if known."""
    removed = [edit for edit in edits if edit.removed]
    found = (_of_listeners(edit, kept, live) or _of_instance(edit, old, live) for edit in removed)
    return tuple(stuck for stuck in found if stuck is not None)


def _of_listeners(edit: AnnotationEdit, kept: Sequence[KeptListener], live: Clb | None) -> StaleValue | None:
    option = BY_SUFFIX.get(edit.suffix)
    if option is None or edit.suffix == "cert-id":
        return None
    for pair in kept:
        protocol = pair.old.protocol.value
        if protocol not in option.protocols or pair.old.forward_to.value or pair.new.forward_to.value:
            continue
        there, default = pair.printed(live, option.parameter), _default(option, protocol)
        was = there.value if there is not None else texts_of(pair.old).get(option.parameter)
        if was is not None and was != default:
            return StaleValue(edit, _written(option, default), _as_annotation(option, there))
    return None


def _as_annotation(option: Option, there: Fact[str] | None) -> Fact[str] | None:
    return Fact(_written(option, there.value), there.node, there.origin, there.key) if there is not None else None


def _default(option: Option, protocol: str) -> str:
    return default_of(option.suffix, protocol) or API_DEFAULTS[protocol].get(option.parameter, "")


def _written(option: Option, default: str) -> str:
    return {"true": "on", "false": "off"}.get(default, default) if option.kind == SWITCH else default


def _of_instance(edit: AnnotationEdit, old: ClassicLoadBalancer, live: Clb | None) -> StaleValue | None:
    default = _INSTANCE.get(edit.suffix)
    if default is None or not edit.before.readable or _there(edit.suffix, edit.before, live).lower() == default.lower():
        return None
    needs = _ONLY_WITH.get(edit.suffix)
    if needs is not None and _there(needs[0], old.annotations.get(needs[0]), live).lower() != needs[1]:
        return None
    printed = live.attribute(_PARAMETERS[edit.suffix]) if live is not None else None
    return StaleValue(edit, default, printed if printed is not None and printed.given else None)


def _there(suffix: str, before: Fact[str], live: Clb | None) -> str:
    """The present value of an attribute of the CLB: from the inventory, else from the older manifest."""
    printed = live.attribute(_PARAMETERS[suffix]) if live is not None else before
    return printed.value if printed.given else before.value
