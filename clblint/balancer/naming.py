"""Formats listeners and ports for messages: `listener 80`, `listeners 5222/tcp and 5222/udp`, `ports 80 and 443`."""

from __future__ import annotations

from clblint.i18n.text import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.balancer.listeners import Listener
    from clblint.kube.objects import ServicePort


def numbers_of(listeners: Iterable[Listener]) -> list[str]:
    """Their readable ports, each once, with its protocol if the Service has listeners of two protocols on it."""
    found = [one for one in listeners if one.port.holds]
    pairs = {(str(one.port), str(one.protocol)) for one in found[0].balancer.listeners} if found else set()
    shared = _repeated(port for port, _ in pairs)
    named = [f"{one.port}/{one.protocol}" if str(one.port) in shared else str(one.port) for one in found]
    return list(dict.fromkeys(named))


def listeners_named(listeners: Iterable[Listener]) -> Words:
    """One listener or several."""
    return _named(numbers_of(listeners), "listener", "\u76d1\u542c")


def ports_listened_on(listeners: Iterable[Listener]) -> Words:
    """The ports of one listener or several."""
    return _named(numbers_of(listeners), "port", "\u7aef\u53e3")


def ports_named(ports: Iterable[ServicePort], among: Iterable[ServicePort] | None = None) -> Words:
    """One or several readable ports of a Service, with protocols where two (of those `among`) share a number."""
    found = [port for port in ports if port.port.holds]
    shared = _repeated(str(port.port) for port in (found if among is None else among))
    numbers = [f"{port.port}/{port.protocol}" if str(port.port) in shared else str(port.port) for port in found]
    return _named(numbers, "port", "\u7aef\u53e3")


def with_article(kind: str) -> Words:
    """A kind of load balancer within a sentence: `a CLB` or `an NLB`."""
    return Words(f"{'an' if kind == 'NLB' else 'a'} {kind}", kind)


def _repeated(texts: Iterable[str]) -> set[str]:
    """The texts that are there more than once."""
    seen: set[str] = set()
    found: set[str] = set()
    for text in texts:
        (found if text in seen else seen).add(text)
    return found


def _named(numbers: Sequence[str], noun: str, chinese: str) -> Words:
    if not numbers:  # no port is readable
        return Words(f"its {noun}s", f"\u5176{chinese}")
    *first, last = numbers
    before = ", ".join(first)
    english = f"{noun}s {before} and {last}" if first else f"{noun} {last}"
    return Words(english, f"{chinese} " + "\u3001".join(numbers))
