"""Loads the present state of a CLB from an inventory into the simulation; it overrides the older manifest."""

from __future__ import annotations

from clblint.balancer.existing import is_of, is_own
from clblint.change.cloud import MARKS, CloudClb, CloudListener, attributes_of
from clblint.change.listeners import API_DEFAULTS
from clblint.clb.options import OF_PROTOCOL
from clblint.source.go_integers import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.change.calls import Texts
    from clblint.change.cloud import State
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.inventory.records import Clb as Exported
    from clblint.inventory.records import ClbListener
    from clblint.kube.objects import Service

_ALWAYS = ("Description", "ServerCertificateId", "Bandwidth")


def is_missing(balancer: ClassicLoadBalancer) -> bool:
    """Whether the CLB to reuse certainly does not exist."""
    inventory, reuses = balancer.inventory, balancer.reuses
    return inventory is not None and reuses.holds and inventory.clbs.lacks(reuses.value)


def user_made(state: State, balancer: ClassicLoadBalancer) -> CloudClb:
    """The CLB of the user that the Service reuses."""
    name = balancer.reuses.value
    if name not in state.reused:
        state.reused[name] = CloudClb(name, {}, {})
        if balancer.existing is not None:
            adopt(state.reused[name], balancer.existing, balancer.service)
    return state.reused[name]


def adopt(clb: CloudClb, there: Exported, service: Service) -> None:
    """Set the attributes, tags and listeners of a simulated CLB to those in the inventory.

    Server groups are kept, since their names contain node ports; so are the tags of an earlier sync.
    """
    attributes = attributes_of(there)
    clb.attributes.update(attributes)
    clb.assumed.difference_update(attributes)
    if there.tags is not None:
        marks = {key: value for key, value in clb.tags.items() if key in MARKS}
        clb.tags = {**marks, **{key: tag.value for key, tag in there.tags.items()}}
    printed = {_key(listener): listener for listener in there.listeners if listener.port.value.isdecimal()}
    for key, listener in printed.items():
        if key[1] in API_DEFAULTS:
            _adopt(clb, key, listener, own=is_own(listener, there, service))
            group = there.group_of(listener)
            if group is not None and not is_of(service, group.key):  # somebody has changed it in the console
                clb.listeners[key].group = group.id.value
    if there.all_listeners:
        for key in set(clb.listeners) - set(printed):
            del clb.listeners[key]


def _key(listener: ClbListener) -> tuple[int, str]:
    return whole(listener.port.value), listener.protocol.value


def _adopt(clb: CloudClb, key: tuple[int, str], listener: ClbListener, *, own: bool) -> None:
    settings: Texts = dict(printed_settings(listener))
    known = clb.listeners.get(key)
    if own:  # its description and the name of its group contain values that only the cluster knows
        settings.pop("Description", None)
    if known is None:
        unknown: Texts = {"Description": None} if own else {}
        group = None if own else listener.group_id.value
        known = CloudListener({**API_DEFAULTS[key[1]], **unknown}, group, "", [])
        clb.listeners[key] = known
    known.params.update(settings)
    forward = listener.setting("ListenerForward")
    if forward.given:
        known.forward = listener.setting("ForwardPort").value if forward.value == "on" else ""


def printed_settings(listener: ClbListener) -> dict[str, str]:
    """The settings of a listener in the inventory, by the parameter names of the create call."""
    options = (option.parameter for option, _ in OF_PROTOCOL.get(listener.protocol.value, ()))
    found = {name: listener.setting(name) for name in (*_ALWAYS, *options)}
    return {name: fact.value for name, fact in found.items() if fact.given}
