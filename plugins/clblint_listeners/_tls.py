"""Which ports are to end TLS, and which target ports expect it or plain HTTP, as far as the files tell."""

from __future__ import annotations

from clblint.api import NamedTuple, Reason, lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from clblint.api import ContainerPort, Fact, Listener, ServicePort

_HTTPS = 443
# Ports that IANA has registered for a protocol over TLS, and what everybody uses for HTTPS beside 443.
_NUMBERS = frozenset({443, 465, 563, 636, 853, 990, 992, 993, 995, 5061, 5671, 6514, 6697, 8443, 8883, 9443})
_TLS = frozenset({"amqps", "ftps", "grpcs", "https", "imaps", "ldaps", "mqtts", "sips", "smtps", "wss"})
_ENDS = ("ssl", "tls")  # as in mtls and mqttssl
_PLAIN = frozenset({
    "amqp", "grpc", "h2c", "http", "imap", "insecure", "ldap", "metrics", "mqtt", "plain", "plaintext", "smtp", "web",
    "ws",
})  # fmt: skip
_AGAINST = frozenset({"no", "non", "not", "without"})  # in front of what says TLS


class Target(NamedTuple):
    """A target port that looks like TLS, or like plain HTTP, and what makes it look so."""

    port: int | str
    because: tuple[Reason, ...]


def tls_target(listener: Listener) -> Target | None:
    """The target port of a listener, if it looks like one that expects TLS.

    The names of the container ports behind it decide where they say TLS or the opposite, else the name of the target
    itself; any other name leaves it to the number.
    """
    return _target(listener, _tls_of_ports)


def http_target(listener: Listener) -> Target | None:
    """The target port of a listener, if its name says plain HTTP."""
    return _target(listener, _http_of_ports)


def is_for_tls(port: ServicePort) -> bool:
    """Whether the clients of a Service port surely speak TLS: 443, or a name that says so."""
    says = _says_tls(port.name.value)
    return bool(says) or (says is None and port.port.is_(_HTTPS) and (port.name.known or not port.name.written))


def likely_tls_port(listeners: Sequence[Listener]) -> int | None:
    """The port that is probably to end TLS: 443, one that is named for it, or the first; None where no port is TCP.

    A number that is there as UDP, too, comes last: an item of `protocol-port` would be for both.
    """
    others = {one.port.value for one in listeners if not one.service_port.protocol.is_("TCP")}
    tcp = [one.service_port for one in listeners if one.service_port.protocol.is_("TCP")]
    ports = [port for port in tcp if port.port.value not in others] or tcp
    named = (port for port in ports if _hints_at_tls(f"{port.name.value} {port.port}"))
    known = next((port for port in ports if port.port.is_(_HTTPS)), None)
    found = known or next(named, None) or next(iter(ports), None)
    return found.port.value if found is not None else None


def _target(listener: Listener, judge: Callable[[int | str, list[ContainerPort]], Target | None]) -> Target | None:
    """What a function makes of the target port of a listener and the container ports behind it, all of them known."""
    target = listener.service_port.target
    if not target.holds or target.value is None:
        return None
    ports = _container_ports(listener, target.value)
    if not ports and listener.balancer.back_ends.may_be_more:
        return None
    return judge(target.value, ports) if all(_is_known(port, target.value) for port in ports) else None


def _tls_of_ports(target: int | str, ports: list[ContainerPort]) -> Target | None:
    says = [(port, _says_tls(port.name.value)) for port in ports]
    named = next((port for port, tls in says if tls), None)
    if named is not None:
        return _behind(target, named.name)
    if any(tls is False for _, tls in says):
        return None
    if not isinstance(target, str):
        return Target(target, ()) if target in _NUMBERS else None
    by_name = _says_tls(target)
    numbered = next((port for port in ports if port.number.one_of(*_NUMBERS)), None)
    if by_name is None and numbered is not None:
        return _behind(target, numbered.number)
    return Target(target, ()) if by_name else None


def _http_of_ports(target: int | str, ports: list[ContainerPort]) -> Target | None:
    if not all(_says_http(port.name.value) for port in ports if port.name.value):
        return None
    named = next((port for port in ports if port.name.value), None)
    if named is not None:
        return _behind(target, named.name)
    return Target(target, ()) if isinstance(target, str) and _says_http(target) else None


def _behind(target: int | str, port: Fact[Any]) -> Target:
    return Target(target, (Reason(port, "the container port behind it"),))


def _container_ports(listener: Listener, target: int | str) -> list[ContainerPort]:
    found = (port for workload in listener.balancer.workloads for port in workload.ports_for(target))
    return [port for port in found if port.protocol.may_be("TCP")]


def _is_known(port: ContainerPort, target: int | str) -> bool:
    """Whether a container port surely is the target, and has a name that can be read if it has one."""
    same = port.name.is_(target) or port.number.is_(target)
    return same and (port.name.holds or port.name.is_empty) and port.protocol.is_("TCP")


def _says_http(name: str) -> bool:
    """Whether the name of a port says plain HTTP."""
    return _says_tls(name) is False and any(map(name.lower().__contains__, ("http", "h2c")))


@lru_cache(1024)  # a project has few different names of ports
def _says_tls(name: str) -> bool | None:
    """Whether the name of a port says TLS, or the opposite; None where it says neither."""
    words = _words_of(name.lower()) if name else []
    rests = {word.removeprefix("web").removesuffix("web") for word in words}
    if any(word in _AGAINST or (word.startswith("no") and word.endswith(_ENDS)) for word in words):
        return False
    if rests & _TLS or any(word.endswith(_ENDS) for word in rests):
        return True
    if "secure" in rests and ("web" in name.lower() or "http" in rests):
        return True
    return False if _PLAIN & {*rests, *words} else None


def _words_of(name: str) -> list[str]:
    """Its runs of letters, each with a `2c` right behind it, as in h2c.

    Without a regular expression: to import the module for these takes a tenth of a run over one file.
    """
    *before, last = name.split("2c")
    words: list[str] = []
    begun = ""
    for part in before:
        runs = _runs_of_letters(begun + part)
        is_behind_a_letter = bool(runs) and (begun + part).endswith(runs[-1])
        words += [*runs[:-1], runs[-1] + "2c"] if is_behind_a_letter else runs
        begun = "" if is_behind_a_letter else "c"
    return words + _runs_of_letters(begun + last)


def _runs_of_letters(text: str) -> list[str]:
    return "".join([char if "a" <= char <= "z" else " " for char in text]).split()


def _hints_at_tls(text: str) -> bool:
    return any(map(text.__contains__, ("https", "tls", "ssl", "443")))
