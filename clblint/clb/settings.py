"""The parameters of a listener's create call, and the annotations that it ignores (PL:set*ListenerValue)."""

from __future__ import annotations

from clblint.balancer.facts import defaulted, derived
from clblint.balancer.values.integers import NotAnIntegerError, atoi
from clblint.clb.options import BY_SUFFIX, NUMBER, OF_PROTOCOL, SWITCH, option_of
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.annotations import Annotations
    from clblint.clb.options import Option
    from clblint.i18n.text import Text
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service

NO_LIMIT = "-1"
_WITH_BANDWIDTH = frozenset({"tcp", "udp", "https"})


class IgnoredAnnotation(NamedTuple):
    """An annotation without effect on a listener, and the reason."""

    suffix: str
    fact: Fact[str]
    reason: Text


def settings_of(
    service: Service, annotations: Annotations, port: Fact[int], protocol: str, forward_to: Fact[int]
) -> dict[str, Fact[str]]:
    """The parameters of the create call by their API names."""
    sent = _fixed(service, annotations, port, protocol)
    if not forward_to.is_empty:
        sent["ListenerForward"] = derived(forward_to, "on")
        sent["ForwardPort"] = derived(forward_to, str(forward_to.value))
    for option, default in OF_PROTOCOL[protocol]:
        if default or annotations.has(option.suffix):
            fact = _sent(option, option_of(annotations, option.suffix, protocol))
            if fact is not None:
                sent[option.parameter_of(protocol)] = fact
    return sent


def _fixed(service: Service, annotations: Annotations, port: Fact[int], protocol: str) -> dict[str, Fact[str]]:
    """The parameters without an annotation of their own."""
    place = f"{port.value}/{service.built_name.value}/{service.namespace or 'default'}"
    sent = {
        "ListenerPort": derived(port, str(port.value)),
        "Description": defaulted(service.name, f"k8s/{place}/{{clusterId}}"),
    }
    if protocol in _WITH_BANDWIDTH:
        sent["Bandwidth"] = defaulted(annotations.get("protocol-port"), NO_LIMIT)
    if protocol == "https":
        sent["ServerCertificateId"] = annotations.get("cert-id")
    return sent


def _sent(option: Option, fact: Fact[str]) -> Fact[str] | None:
    """The value as sent; None if the option counts as unset."""
    if not fact.known:
        return fact
    if not fact.value:
        return None
    if option.kind == SWITCH:
        return derived(fact, "true" if fact.value == "on" else "false")
    if option.kind != NUMBER:
        return fact
    try:
        number = atoi(fact.value)
    except NotAnIntegerError:
        return None
    return derived(fact, str(number)) if number or option.zero else None


def ignored_of(annotations: Annotations, protocol: str) -> tuple[IgnoredAnnotation, ...]:
    """The listener annotations that are set, but that the CCM does not send for this one, and the reasons; by name."""
    found = []
    for suffix in sorted(annotations):
        fact = annotations.get(suffix)
        reason = _reason(suffix, fact, protocol) if not fact.is_empty else None
        if reason is not None:
            found.append(IgnoredAnnotation(suffix, fact, reason))
    return tuple(found)


def _reason(suffix: str, fact: Fact[str], protocol: str) -> Text | None:
    if suffix == "forward-port":
        return None if protocol == "http" else phrase("only http listeners forward")
    if suffix == "domain-extensions":
        return None if protocol == "https" else phrase("only https listeners have certificates")
    option = BY_SUFFIX.get(suffix)
    if option is None:
        return None
    if protocol not in option.protocols:
        return phrase("not a setting of {protocol} listeners", protocol=protocol)
    if option.kind == NUMBER and fact.known and _sent(option, fact) is None:
        return phrase("0 counts as unset") if _is_zero(fact.value) else phrase("not an integer")
    return None


def is_unset(option: Option, fact: Fact[str]) -> bool:
    """Whether a known number is a 0 that counts as unset."""
    return not option.zero and _is_zero(fact.value)


def _is_zero(text: str) -> bool:
    try:
        return atoi(text) == 0
    except NotAnIntegerError:
        return False
