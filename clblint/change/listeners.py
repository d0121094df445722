"""Simulates the update of listeners (LS:buildActionsForListeners, LS:isNeedUpdate, LS:Update).

Fields are compared only if the new model sets them: removing an annotation does not restore a default. Description,
group, certificate and forwarding are always compared. Calls that the API is documented to refuse fail, except in a
replay of a recorded run.
"""

from __future__ import annotations

from clblint.change.calls import ApiCall, SyncError
from clblint.change.cloud import CloudListener
from clblint.clb.options import OF_PROTOCOL
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.calls import Texts
    from clblint.change.cloud import Cloud, CloudClb, Extensions
    from clblint.change.groups import Groups
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.i18n.text import Text

    Changes = dict[str, tuple["str | None", "str | None"]]

STAGE = "update listener error"
CREATE_STAGE = "create listener error"
_L4 = {"AclStatus": "off", "ConnectionDrain": "off", "HealthCheckSwitch": "on", "HealthyThreshold": "3",
       "ProxyProtocolV2Enabled": "false", "UnhealthyThreshold": "3", "Bandwidth": "-1"}  # fmt: skip
_L7 = {"AclStatus": "off", "IdleTimeout": "15", "RequestTimeout": "60", "XForwardedFor_ClientSrcPort": "off",
       "XForwardedFor_SLBPORT": "off", "XForwardedFor_proto": "off"}  # fmt: skip
# What the API reports for parameters that the create call did not set.
API_DEFAULTS: dict[str, dict[str, str]] = {
    "tcp": {**_L4, "EstablishedTimeout": "900", "HealthCheckConnectTimeout": "5", "HealthCheckInterval": "2",
            "HealthCheckType": "tcp", "PersistenceTimeout": "0"},
    "udp": {**_L4, "HealthCheckConnectTimeout": "10", "HealthCheckInterval": "5"},
    "http": _L7,
    "https": {**_L7, "EnableHttp2": "on", "TLSCipherPolicy": "tls_cipher_policy_1_0"},
}  # fmt: skip
HASHES = frozenset({"sch", "tch", "qch"})
_ONLY_WITH_ACL = frozenset({"AclId", "AclType"})


def texts_of(listener: ClassicListener) -> Texts:
    """The parameters of the create call as text; None for an unknown value."""
    return {
        "HealthCheckInterval" if name == "healthCheckInterval" else name: fact.value if fact.known else None
        for name, fact in listener.settings.items()
        if name not in {"ListenerForward", "ForwardPort"}
    }


def asked_of(listener: ClassicListener) -> Texts:
    """The parameters that annotations set, without defaults: those that the CCM compares."""
    asked: Texts = {}
    sent = texts_of(listener)
    for option, _ in OF_PROTOCOL.get(listener.protocol.value, ()):
        fact = listener.balancer.annotations.get(option.suffix)
        if not fact.is_empty and option.parameter in sent:
            asked[option.parameter] = sent[option.parameter]
    return asked


class ListenerUpdate:
    """One pass over the listeners of a CLB; `run` changes the CLB and fills `calls` and `refused`."""

    def __init__(
        self, clb: CloudClb, balancer: ClassicLoadBalancer, groups: Groups, cloud: Cloud, there: frozenset[str]
    ) -> None:
        """`there` are the server groups that the CLB had before this sync."""
        self.calls: list[ApiCall] = []
        self.refused: list[SyncError] = []
        self._clb = clb
        self._balancer = balancer
        self._groups = groups
        self._cloud = cloud
        self._there = there
        unclear = [listener for listener in balancer.listeners if not listener.protocol.known]
        self._unclear = {listener.port.value for listener in unclear}

    def run(self) -> None:
        """Update existing listeners, delete unwanted ones, create missing ones."""
        wanted = [listener for listener in self._balancer.listeners if listener.port.value not in self._unclear]
        keys = {_key(listener) for listener in wanted}
        there = dict(self._clb.listeners)
        for listener in wanted:
            if _key(listener) in there:
                self._update(listener, there[_key(listener)])
        for key in sorted(there.keys() - keys):
            if key[0] not in self._unclear and there[key].is_of(self._balancer.service):
                self.calls.append(_delete(key))
                del self._clb.listeners[key]
        for listener in wanted:
            if _key(listener) not in there:
                self._create(listener, self._group_made(listener))

    def _group_made(self, listener: ClassicListener) -> str:
        """The group with which a listener is created; a forwarding one does not wait for a new group."""
        group = self._group(listener)
        waits = not listener.forward_to.value or listener.server_group.vgroup_id.value or group in self._there
        return group if waits else ""

    def _create(self, listener: ClassicListener, group: str, forward: Texts | None = None) -> None:
        key = _key(listener)
        if not listener.supported:
            text = f"{listener.protocol.value} protocol is not supported"
            self.refused.append(SyncError(text, listener.protocol, CREATE_STAGE))
            return
        action = f"CreateLoadBalancer{key[1].upper()}Listener"
        settings = {name: fact.value for name, fact in listener.settings.items()}
        self.calls.append(ApiCall(action, _about(key), {**settings, **(forward or {}), "VServerGroupId": group}, {}))
        if key in self._clb.listeners:
            text = f"create {key[1]} listener {key[0]} error: {action}, ErrorCode: ListenerAlreadyExists"
            self.refused.append(SyncError(text, listener.port, CREATE_STAGE))
            return
        extensions = _extensions(listener)
        for domain, certificate in extensions:
            params: Texts = {"Domain": domain, "ServerCertificateId": certificate}
            self.calls.append(ApiCall("CreateDomainExtension", _about(key), params, {}))
        self.calls.append(ApiCall("StartLoadBalancerListener", _about(key), {}, {}))
        params = {**API_DEFAULTS[key[1]], **texts_of(listener)}
        self._clb.listeners[key] = CloudListener(params, group, _forward(listener), extensions)

    def _group(self, listener: ClassicListener) -> str:
        return self._groups.key(listener.server_group)

    def _update(self, listener: ClassicListener, remote: CloudListener) -> None:
        key = _key(listener)
        remote.group = self._group(listener) if remote.group is None else remote.group
        if key[1] == "http" and self._forwards_elsewhere(listener, remote, key):
            return
        if (
            key[1] == "https"
            and self._balancer.annotations.has("domain-extensions")
            and not self._extend(listener, remote)
        ):
            return
        changed = self._differences(listener, remote)
        if not changed:
            return
        if "ServerCertificateId" in changed and not self._certificate_is_there(remote):
            return
        group = {"VServerGroupId": changed.pop("VServerGroupId")} if "VServerGroupId" in changed else {}
        params = {**remote.params, **{name: after for name, (_, after) in changed.items()}}
        action = f"SetLoadBalancer{key[1].upper()}ListenerAttribute"
        sent = {**params, "VServerGroupId": self._group(listener)}
        self.calls.append(ApiCall(action, _about(key), sent, {**changed, **group}))
        if "Scheduler" in changed and self._cloud.documented and _is_hash_change(*changed["Scheduler"]):
            before, after = changed["Scheduler"]
            why = phrase("Scheduler cannot change from {before} to {after}", before=before, after=after)
            at = self._balancer.annotations.get("scheduler")
            self.refused.append(SyncError(f"{action}, ErrorCode: ...", at, STAGE, why=why))
            return
        there = CloudListener(params, self._group(listener), remote.forward, remote.extensions)
        self._clb.listeners[key] = there

    def _forwards_elsewhere(self, listener: ClassicListener, remote: CloudListener, key: tuple[int, str]) -> bool:
        """Whether the update is complete: the listener is recreated, or forwards as before (http.Update)."""
        if not listener.forward_to.known:
            return True
        forward = _forward(listener)
        if forward != remote.forward:
            self.calls.append(_delete(key)._replace(changed={"ForwardPort": (remote.forward, forward)}))
            self._clb.listeners.pop(key, None)
            self._create(listener, self._group(listener), {} if forward else {"ListenerForward": "off"})
            return True
        return bool(remote.forward)

    def _extend(self, listener: ClassicListener, remote: CloudListener) -> bool:
        """Update additional certificates; False if the CCM stops after an error (https.updateDomainExtensions).

        Of several entries with one domain the CCM compares the first. It does not send a changed certificate: it sends
        the old one, and omits the id of the extension.
        """
        annotation = self._balancer.annotations.get("domain-extensions")
        if not annotation.holds:
            return True
        about, wanted, there = _about(_key(listener)), _extensions(listener), remote.extensions
        first = dict(reversed(there))
        swapped = [(domain, cert) for domain, cert in wanted if first.get(domain, cert) != cert]
        for domain, certificate in swapped:
            changed = {domain: (first[domain], certificate)}
            call = ApiCall("SetDomainExtensionAttribute", about, {"ServerCertificateId": first[domain]}, changed)
            self.calls.append(call)
            text = "SetDomainExtensionAttribute, ErrorCode: InvalidDomainExtensionId.NotFound"
            self.refused.append(SyncError(text, annotation, STAGE))
        added = [(domain, certificate) for domain, certificate in wanted if domain not in first]
        for domain, certificate in added:
            params: Texts = {"Domain": domain, "ServerCertificateId": certificate}
            self.calls.append(ApiCall("CreateDomainExtension", about, params, {domain: (None, certificate)}))
        kept = {domain for domain, _ in wanted}
        for domain, certificate in there:
            if domain not in kept:
                self.calls.append(ApiCall("DeleteDomainExtension", about, {}, {domain: (certificate, None)}))
        remote.extensions = [one for one in there if one[0] in kept] + added
        return not swapped

    def _certificate_is_there(self, remote: CloudListener) -> bool:
        """Whether the CCM finds the new certificate and considers it valid (LS:checkCertValidity)."""
        for text in self._wrong_certificate(remote.params.get("ServerCertificateId") or ""):
            self.refused.append(SyncError(text, self._balancer.annotations.get("cert-id"), STAGE))
            return False
        return True

    def _wrong_certificate(self, old: str) -> Iterator[str]:
        named, inventory = self._balancer.annotations.get("cert-id").value, self._balancer.inventory
        if not named:
            yield f"can not found cert by id {named}"
        if inventory is None or inventory.certificates.lacks(old):
            return  # without an old certificate the CCM compares no further
        found = inventory.certificates.get(named)
        if found is None and inventory.certificates.lacks(named):
            yield f"can not found cert by id {named}"
        if found is not None and found.expires is not None and found.expires < inventory.today:
            yield f"can not update cert {named} because it is expired"

    def _differences(self, listener: ClassicListener, remote: CloudListener) -> Changes:
        found: Changes = {}
        sent, asked = texts_of(listener), asked_of(listener)
        for name in ("Description", "ServerCertificateId"):
            if name in sent and sent[name] is not None and remote.params.get(name, "") not in {sent[name], None}:
                found[name] = (remote.params.get(name), sent[name])
        if remote.group != self._group(listener):
            found["VServerGroupId"] = (remote.group, self._group(listener))
        for name, value in asked.items():
            if name in found or value is None or not _compared(name, asked):
                continue
            before = remote.params.get(name, "")
            if before is not None and not _same(name, before, value):
                found[name] = (remote.params.get(name), value)
        return found


def _compared(name: str, asked: Texts) -> bool:
    if name in _ONLY_WITH_ACL:
        return asked.get("AclStatus") == "on"
    if name == "ConnectionDrainTimeout":
        return asked.get("ConnectionDrain") == "on"
    return name != "ServerCertificateId"


def _same(name: str, before: str, after: str) -> bool:
    if name == "AclId":
        ours, theirs = after.split(","), before.split(",") if before else []
        return len(ours) == len(theirs) and set(theirs) <= set(ours)
    return before == after


def _forward(listener: ClassicListener) -> str:
    target = listener.forward_to
    return str(target.value) if target.value else ""


def _is_hash_change(before: str | None, after: str | None) -> bool:
    return before != after and bool({before, after} & HASHES) and before is not None


def _extensions(listener: ClassicListener) -> Extensions:
    return [(extension.domain, extension.certificate) for extension in listener.extensions]


def _key(listener: ClassicListener) -> tuple[int, str]:
    return listener.port.value, listener.protocol.value


def _delete(key: tuple[int, str]) -> ApiCall:
    return ApiCall(
        "DeleteLoadBalancerListener", _about(key), {"ListenerPort": str(key[0]), "ListenerProtocol": key[1]}, {}
    )


def _about(key: tuple[int, str]) -> Text:
    return phrase("{protocol} listener {port}", protocol=key[1], port=key[0])
