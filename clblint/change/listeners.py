"""Listeners, compared with what the cloud has (LS:buildActionsForListeners, LS:isNeedUpdate, LS:Update).

Field by field, and only where the new model says something: removing an annotation restores no default. Description,
group, certificate and forwarding are always compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.cloud import Call, Refused, RemoteListener
from clblint.clb.options import OF_PROTOCOL
from clblint.sentences import phrase

if TYPE_CHECKING:
    from clblint.change.cloud import Clb, Cloud, Texts
    from clblint.change.groups import Groups
    from clblint.clb.listeners import Listener
    from clblint.clb.model import LoadBalancer
    from clblint.sentences import Text

STAGE = "update listener error"
CREATE_STAGE = "create listener error"
_L4 = {"AclStatus": "off", "ConnectionDrain": "off", "HealthCheckSwitch": "on", "HealthyThreshold": "3",
       "ProxyProtocolV2Enabled": "false", "UnhealthyThreshold": "3", "Bandwidth": "-1"}  # fmt: skip
_L7 = {"AclStatus": "off", "IdleTimeout": "15", "RequestTimeout": "60", "XForwardedFor_ClientSrcPort": "off",
       "XForwardedFor_SLBPORT": "off", "XForwardedFor_proto": "off"}  # fmt: skip
# What the API reports of a listener that was created without a word about it.
API_DEFAULTS: dict[str, dict[str, str]] = {
    "tcp": {**_L4, "EstablishedTimeout": "900", "HealthCheckConnectTimeout": "5", "HealthCheckInterval": "2",
            "HealthCheckType": "tcp", "PersistenceTimeout": "0"},
    "udp": {**_L4, "HealthCheckConnectTimeout": "10", "HealthCheckInterval": "5"},
    "http": _L7,
    "https": {**_L7, "EnableHttp2": "on", "TLSCipherPolicy": "tls_cipher_policy_1_0"},
}  # fmt: skip
_ONLY_WITH_ACL = frozenset({"AclId", "AclType"})
_FIXED = frozenset({"ListenerPort", "ListenerForward", "ForwardPort"})


def texts_of(listener: Listener) -> Texts:
    """The parameters of the create call as text, None where one cannot be known."""
    return {
        "HealthCheckInterval" if name == "healthCheckInterval" else name: fact.value if fact.known else None
        for name, fact in listener.settings.items()
        if name not in {"ListenerForward", "ForwardPort"}
    }


def asked_of(listener: Listener) -> Texts:
    """The parameters that annotations ask for, without defaults: those that are compared."""
    asked: Texts = {}
    sent = texts_of(listener)
    for option, _ in OF_PROTOCOL.get(listener.protocol.value, ()):
        fact = listener.balancer.annotations.get(option.suffix)
        if (fact.value or not fact.known) and option.parameter in sent:
            asked[option.parameter] = sent[option.parameter]
    return asked


class ListenerUpdate:
    """One pass over the listeners of a CLB: calls, which change the CLB, and errors."""

    def __init__(self, clb: Clb, balancer: LoadBalancer, groups: Groups, cloud: Cloud) -> None:
        self.calls: list[Call] = []
        self.refused: list[Refused] = []
        self._clb = clb
        self._balancer = balancer
        self._groups = groups
        self._cloud = cloud
        unclear = [listener for listener in balancer.listeners if not listener.protocol.known]
        self._unclear = {listener.port.value for listener in unclear}

    def run(self) -> None:
        """Update what is there, delete what is not wanted any more, create the rest."""
        wanted = [listener for listener in self._balancer.listeners if listener.port.value not in self._unclear]
        keys = {(listener.port.value, listener.protocol.value) for listener in wanted}
        there = set(self._clb.listeners)
        for listener in wanted:
            key = (listener.port.value, listener.protocol.value)
            if key in there:
                self._update(listener, self._clb.listeners[key])
        for key in sorted(there - keys):
            if key[0] not in self._unclear:
                self.calls.append(_delete(key))
                del self._clb.listeners[key]
        for listener in wanted:
            if (listener.port.value, listener.protocol.value) not in there:
                self._create(listener)

    def _create(self, listener: Listener) -> None:
        key = (listener.port.value, listener.protocol.value)
        if not listener.supported:
            text = f"{listener.protocol.value} protocol is not supported"
            self.refused.append(Refused(text, listener.protocol, CREATE_STAGE))
            return
        action = f"CreateLoadBalancer{listener.protocol.value.upper()}Listener"
        self.calls.append(Call(action, _about(key), self._sent(listener), {}))
        if key in self._clb.listeners:
            text = f"create {key[1]} listener {key[0]} error: {action}, ErrorCode: ListenerAlreadyExists"
            self.refused.append(Refused(text, listener.port, CREATE_STAGE))
            return
        for extension in listener.extensions:
            params: Texts = {"Domain": extension.domain, "ServerCertificateId": extension.certificate}
            self.calls.append(Call("CreateDomainExtension", _about(key), params, {}))
        self.calls.append(Call("StartLoadBalancerListener", _about(key), {}, {}))
        extensions = {extension.domain: extension.certificate for extension in listener.extensions}
        params = {**API_DEFAULTS[key[1]], **texts_of(listener)}
        self._clb.listeners[key] = RemoteListener(params, self._group(listener), _forward(listener), extensions)

    def _sent(self, listener: Listener) -> Texts:
        sent: Texts = {name: fact.value for name, fact in listener.settings.items()}
        forwards = bool(listener.forward_to.value) and not listener.server_group.vgroup_id.value
        return {**sent, "VServerGroupId": "" if forwards else self._groups.key(listener.server_group)}

    def _group(self, listener: Listener) -> str:
        return self._groups.key(listener.server_group)

    def _update(self, listener: Listener, remote: RemoteListener) -> None:
        key = (listener.port.value, listener.protocol.value)
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
        if "ServerCertificateId" in changed and not self._certificate_is_there():
            return
        group = {"VServerGroupId": changed.pop("VServerGroupId")} if "VServerGroupId" in changed else {}
        remote.params.update({name: after for name, (_, after) in changed.items()})
        remote.group = self._group(listener)
        params = {**remote.params, "VServerGroupId": remote.group}
        action = f"SetLoadBalancer{key[1].upper()}ListenerAttribute"
        self.calls.append(Call(action, _about(key), params, {**changed, **group}))

    def _forwards_elsewhere(self, listener: Listener, remote: RemoteListener, key: tuple[int, str]) -> bool:
        """Whether nothing is left to update: the listener is made anew, or forwards as before (http.Update)."""
        if not listener.forward_to.known:
            return True
        if _forward(listener) != remote.forward:
            self.calls.append(_delete(key)._replace(changed={"ForwardPort": (remote.forward, _forward(listener))}))
            del self._clb.listeners[key]
            self._create(listener)
            return True
        return bool(remote.forward)

    def _extend(self, listener: Listener, remote: RemoteListener) -> bool:
        """Bring further certificates in line; false where the CCM stops there (https.updateDomainExtensions)."""
        annotation = self._balancer.annotations.get("domain-extensions")
        if not annotation.value or not annotation.known:
            return True
        about = _about((listener.port.value, "https"))
        wanted = {extension.domain: extension.certificate for extension in listener.extensions}
        swapped = [
            (domain, remote.extensions[domain])
            for domain in wanted
            if remote.extensions.get(domain, wanted[domain]) != wanted[domain]
        ]
        for domain, old in swapped:  # the id is left empty and the certificate is the old one
            changed = {domain: (old, wanted[domain])}
            self.calls.append(Call("SetDomainExtensionAttribute", about, {"ServerCertificateId": old}, changed))
            text = "SetDomainExtensionAttribute, ErrorCode: InvalidDomainExtensionId.NotFound"
            self.refused.append(Refused(text, annotation, STAGE))
        for domain, certificate in wanted.items():
            if domain not in remote.extensions:
                params: Texts = {"Domain": domain, "ServerCertificateId": certificate}
                self.calls.append(Call("CreateDomainExtension", about, params, {domain: (None, certificate)}))
                remote.extensions[domain] = certificate
        for domain in [domain for domain in remote.extensions if domain not in wanted]:
            self.calls.append(Call("DeleteDomainExtension", about, {}, {domain: (remote.extensions.pop(domain), None)}))
        return not swapped

    def _certificate_is_there(self) -> bool:
        """Whether the CCM finds the new certificate (LS:checkCertValidity)."""
        annotation = self._balancer.annotations.get("cert-id")
        if annotation.value and annotation.value not in self._cloud.missing_certificates:
            return True
        self.refused.append(Refused(f"can not found cert by id {annotation.value}", annotation, STAGE))
        return False

    def _differences(self, listener: Listener, remote: RemoteListener) -> dict[str, tuple[str | None, str | None]]:
        found: dict[str, tuple[str | None, str | None]] = {}
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


def _forward(listener: Listener) -> str:
    target = listener.forward_to
    return str(target.value) if target.value else ""


def _delete(key: tuple[int, str]) -> Call:
    return Call(
        "DeleteLoadBalancerListener", _about(key), {"ListenerPort": str(key[0]), "ListenerProtocol": key[1]}, {}
    )


def _about(key: tuple[int, str]) -> Text:
    return phrase("{protocol} listener {port}", protocol=key[1], port=key[0])
