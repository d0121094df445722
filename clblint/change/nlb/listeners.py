"""Simulates the update of listeners (NA:buildActionsForListeners, NL:UpdateNLBListener).

Fields are compared only if the new model sets them: removing an annotation does not restore a default. Description and
group are always compared, settings of TLS only for TCPSSL listeners. An update repeats what the API reports.
"""

from __future__ import annotations

from clblint.change.aggregate import aggregate
from clblint.change.calls import SyncError
from clblint.change.nlb.attributes import named
from clblint.change.nlb.cloud import NlbListener, RefusedCallError
from clblint.change.nlb.groups import is_named
from clblint.i18n.text import phrase
from clblint.nlb.options import KIND_OF, LIST
from clblint.nlb.values.network_items import TCPSSL, UDP
from clblint.nlb.values.same_set import is_same_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clblint.change.calls import ParamValue, Texts
    from clblint.change.nlb.cloud import NetworkCloud, Nlb
    from clblint.change.nlb.wanted import WantedGroup
    from clblint.i18n.text import Text
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.source.located import Located

# The words in front of errors: those of creation and update are swapped in the CCM.
CREATED, UPDATED, DELETED = (f"EnsureListener{which} error" for which in ("Updated", "Created", "Deleted"))
_FLAGS = ("AlpnEnabled", "CaEnabled", "ProxyProtocolEnabled")
_PPV2 = ("Ppv2PrivateLinkEpIdEnabled", "Ppv2PrivateLinkEpsIdEnabled", "Ppv2VpcIdEnabled")
_DEFAULTS: Texts = {
    **dict.fromkeys(_FLAGS, "false"), **{f"ProxyProtocolV2Config.{name}": "false" for name in _PPV2},
}  # fmt: skip
_BATCH = 15  # certificates a call
_TLS_ONLY = frozenset({
    "CertificateIds", "CaCertificateIds", "CaEnabled", "SecurityPolicyId", "AlpnEnabled", "AlpnPolicy",
})  # fmt: skip
_FIXED = frozenset({"ListenerPort", "StartPort", "EndPort", "ListenerProtocol"})


def api_defaults(protocol: str) -> Texts:
    """What the API reports for parameters that the create call did not set."""
    timeout: Texts = {"IdleTimeout": "20" if protocol == UDP else "900"}
    return {**_DEFAULTS, **timeout, **({"SecurityPolicyId": "tls_cipher_policy_1_0"} if protocol == TCPSSL else {})}


def key_of(listener: NetworkListener) -> tuple[str, str]:
    """(protocol, port or range)."""
    return listener.protocol.value, listener.shown_ports


class ListenerUpdate:
    """The calls about the listeners of one NLB; each method returns the errors."""

    def __init__(self, nlb: Nlb, cloud: NetworkCloud) -> None:
        self._nlb = nlb
        self._cloud = cloud

    def create(self, listener: NetworkListener, group: str) -> list[SyncError]:
        """Create a listener with a server group, and associate its additional certificates."""
        key, sent = key_of(listener), _sent(listener)
        additional = [part.text for part in listener.additional_certificates]
        try:
            self._cloud.call(
                "nlb:CreateListener", about(key), {**named(self._nlb), **_written(listener), "ServerGroupId": group}
            )
            made = NlbListener(*key, {**api_defaults(key[0]), **sent, "ServerGroupId": group})
            self._nlb.listeners[key] = made
            self._associate("Associate", made, additional)
        except RefusedCallError as error:
            return [SyncError(str(error), listener.port, CREATED)]
        return []

    def update(self, listener: NetworkListener, group: str, there: NlbListener) -> list[SyncError]:
        """Start a listener that was stopped, and bring it in line with the wanted one."""
        try:
            self._start(there)
        except RefusedCallError as error:
            return [SyncError(f"start listener {there.ports} error: {error}", listener.port, UPDATED)]
        errors = self._additional(listener, there)
        try:
            self._settings(listener, group, there)
        except RefusedCallError as error:
            errors.append(str(error))
        return [SyncError(aggregate(errors), listener.port, UPDATED)] if errors else []

    def _start(self, there: NlbListener) -> None:
        if there.stopped:
            self._cloud.call("nlb:StartListener", about((there.protocol, there.ports)), {})
            there.stopped = False

    def _settings(self, listener: NetworkListener, group: str, there: NlbListener) -> None:
        wanted = {**_sent(listener), "ServerGroupId": group}
        changed = dict(_differences(there, wanted))
        if not changed:
            return
        now = {**there.params, **{name: wanted[name] for name in changed}}
        self._cloud.call("nlb:UpdateListenerAttribute", about(key_of(listener)), dict(_repeated(now)), changed)
        there.params = now

    def _additional(self, listener: NetworkListener, there: NlbListener) -> list[str]:
        """Bring additional certificates in line; an empty annotation removes all, an absent one none."""
        annotation = listener.balancer.annotations.get("additional-cert-ids")
        has = listener.balancer.annotations.has("additional-cert-ids")
        wanted = [part.text for part in listener.additional_certificates]
        if not (listener.is_tcpssl and has and annotation.known) or is_same_set(wanted, tuple(there.additional)):
            return []
        gone = [one for one in there.additional if one not in wanted]
        errors = []
        for verb, ids in (
            ("Associate", [one for one in wanted if one not in there.additional]),
            ("Disassociate", gone),
        ):
            try:
                self._associate(verb, there, ids)
            except RefusedCallError as error:
                errors.append(f"error {verb.lower()} additional certs: {error}")
        return errors

    def _associate(self, verb: str, there: NlbListener, ids: list[str]) -> None:
        for start in range(0, len(ids), _BATCH):
            some = ids[start : start + _BATCH]
            joins = verb == "Associate"
            shown = ",".join(some)
            changed = {"AdditionalCertificateIds": (None, shown) if joins else (shown, None)}
            action = f"nlb:{verb}AdditionalCertificatesWithListener"
            self._cloud.call(action, about((there.protocol, there.ports)), {"AdditionalCertificateIds": shown}, changed)
            there.additional = (
                there.additional + some if joins else [one for one in there.additional if one not in some]
            )

    def delete(self, there: NlbListener, at: Located) -> list[SyncError]:
        """Delete a listener."""
        key = (there.protocol, there.ports)
        try:
            self._cloud.call("nlb:DeleteListener", about(key), {})
        except RefusedCallError as error:
            return [SyncError(str(error), at, DELETED)]
        del self._nlb.listeners[key]
        return []


def _sent(listener: NetworkListener) -> Texts:
    """The parameters of CreateListener; None for an unknown value."""
    return {name: fact.value if fact.known else None for name, fact in listener.settings.items()}


def _written(listener: NetworkListener) -> Texts:
    """The parameters of CreateListener; unknown values as written."""
    return {name: str(fact.value) for name, fact in listener.settings.items()}


def _differences(there: NlbListener, wanted: Texts) -> Iterator[tuple[str, tuple[ParamValue, ParamValue]]]:
    for name, value in wanted.items():
        if value is None or name in _FIXED or (name in _TLS_ONLY and there.protocol != TCPSSL):
            continue
        has = there.params.get(name, "0" if name == "Cps" else "")
        if not value and name == "AlpnPolicy":
            continue
        same = (
            is_same_set(value.split(","), tuple(has.split(",")) if has else ())
            if KIND_OF.get(name) == LIST
            else has == value
        )
        if has is not None and not same:
            yield name, (there.params.get(name), value)


def _repeated(params: Texts) -> Iterable[tuple[str, str | None]]:
    """The parameters of an update: all that the API reports, the ALPN policy only if ALPN is on."""
    for name, value in params.items():
        if name not in _FIXED and (name != "AlpnPolicy" or params.get("AlpnEnabled") == "true"):
            yield name, value


def about(key: tuple[str, str]) -> Text:
    """The listener as the subject of a call."""
    return phrase("{protocol} listener {port}", protocol=key[0], port=key[1])


def apply_listeners(
    balancer: NetworkLoadBalancer,
    cloud: NetworkCloud,
    nlb: Nlb,
    wanted: list[tuple[NetworkListener, WantedGroup]],
    known: Mapping[int, str],
) -> list[SyncError]:
    """Delete unwanted listeners, then update and create; return the errors (NA:applyListeners).

    `known` are the ids that groups had before this sync, by `id()`: the listener of a new group waits for it.
    """
    update = ListenerUpdate(nlb, cloud)
    keys = {key_of(listener) for listener, _ in wanted}
    there, at = dict(nlb.listeners), balancer.service.type
    stale = [one for key, one in there.items() if key not in keys and _may_delete(one, balancer)]
    errors = [error for one in stale for error in update.delete(one, at)]
    waiting = False
    for listener, group in wanted:
        id_ = known[id(group)] or group.id
        if not id_:
            waiting = True
        elif key_of(listener) in there:
            errors += update.update(listener, id_, there[key_of(listener)])
        else:
            errors += update.create(listener, id_)
    if waiting:
        errors.append(SyncError("there are unprocessed listeners in reconcile", at, ""))
    return errors


def _may_delete(listener: NlbListener, balancer: NetworkLoadBalancer) -> bool:
    """Whether the CCM deletes a listener that no port wants: on the user's NLB only if it is of this Service."""
    return not balancer.is_reused or is_named(listener.params.get("ListenerDescription") or "", balancer.key)
